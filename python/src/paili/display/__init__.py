"""What notebooks and plots show."""

__all__: list[str] = []
