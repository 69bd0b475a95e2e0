"""One hand and many, and what is told of them."""

__all__: list[str] = []
