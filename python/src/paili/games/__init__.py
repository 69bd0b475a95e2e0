"""Games, and what is told of them: played, tallied, compared."""

__all__: list[str] = []
