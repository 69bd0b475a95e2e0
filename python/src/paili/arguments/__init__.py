"""Arguments that functions take, and what is wrong with them."""

__all__: list[str] = []
