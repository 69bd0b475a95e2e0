"""Files of hands."""

__all__: list[str] = []
