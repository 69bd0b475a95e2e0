"""The table of a game, as text and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import numpy.typing as npt

__all__ = ["Table", "picture", "shown", "text"]

#: What a place shows: seats (concealed tiles, melds, discards), whose turn it is, direction, tiles left, offered tile.
Table = tuple[list[tuple[list[str], list[tuple[str, str, str]], list[str]]], str | None, str, int, str | None]

SEATS = "ABCD"

#: Discards in a row.
ROW = 18

#: In points: a tile, a seat's part of the table and its margin.
TILE_WIDTH, TILE_HEIGHT, GAP = 26, 36, 3
MARGIN = 12
SEAT_HEIGHT = 4 * (TILE_HEIGHT + GAP) + 20
WIDTH = 2 * MARGIN + 22 * (TILE_WIDTH + GAP)
HEIGHT = 4 * SEAT_HEIGHT + 2 * MARGIN + 20

FELT, FACE, EDGE, INK = (38, 92, 66), (250, 246, 232), (90, 80, 60), (30, 30, 30)
LIGHT = (225, 235, 228)

#: The suits' colours; specials have that of honors.
COLOURS = {"m": (176, 32, 32), "p": (24, 72, 152), "s": (20, 112, 48)}


def shown(table: Table, mode: str | None) -> Any:
    """The table as a ``render_mode`` shows it."""
    if mode == "rgb_array":
        return picture(table)
    if mode == "ansi":
        return text(table)
    if mode is None:
        import gymnasium

        gymnasium.logger.warn("render: no render_mode was given")
    else:
        print(text(table))
    return None


def text(table: Table) -> str:
    """The table as lines: a seat's hand, its melds, then its discards.

    >>> from paili.env.table import text
    >>> print(text(([(["1m", "2m"], [("E", "E", "E")], ["9p"])], "A", "forward", 40, None)))
    A> 1m 2m  (E E E)
       out 9p
    40 tiles left, forward
    """
    seats, turn, direction, left, offered = table
    lines = []
    for seat, (hand, melds, discards) in zip(SEATS, seats, strict=False):
        parts = [" ".join(hand), *(f"({' '.join(meld)})" for meld in melds)]
        lines.append(f"{seat}{'>' if seat == turn else ' '} {'  '.join(parts)}")
        lines.append(f"   out {' '.join(discards)}".rstrip())
    lines.append(f"{left} tiles left, {direction}" + (f", {offered} is offered" if offered else ""))
    return "\n".join(lines)


def picture(table: Table) -> npt.NDArray[numpy.uint8]:
    """The table as a picture: uint8, (height, width, 3)."""
    import numpy

    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("pictures of the table need Pillow: pip install pillow") from error
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    seats, turn, direction, left, offered = table
    for place, (seat, (hand, melds, discards)) in enumerate(zip(SEATS, seats, strict=True)):
        y = MARGIN + place * SEAT_HEIGHT
        draw.text((MARGIN, y), f"{seat}{'  to decide' if seat == turn else ''}", fill=LIGHT)
        x = tiles(draw, hand, MARGIN, y + 14)
        for meld in melds:
            x = tiles(draw, meld, x + 2 * GAP, y + 14)
        for row in range(0, len(discards), ROW):
            tiles(draw, discards[row : row + ROW], MARGIN, y + 14 + (TILE_HEIGHT + GAP) * (1 + row // ROW))
    said = f"{left} tiles left, {direction}" + (f", {offered} is offered" if offered else "")
    draw.text((MARGIN, HEIGHT - MARGIN - 10), said, fill=LIGHT)
    return numpy.asarray(image).copy()


def tiles(draw: Any, names: Any, x: int, y: int) -> int:
    """Draws tiles side by side, and tells where the next would be."""
    for name in names:
        draw.rounded_rectangle((x, y, x + TILE_WIDTH, y + TILE_HEIGHT), 4, fill=FACE, outline=EDGE)
        ink = COLOURS.get(name[-1], INK)
        draw.text((x + TILE_WIDTH / 2, y + TILE_HEIGHT / 2), short(name), fill=ink, anchor="mm")
        x += TILE_WIDTH + GAP
    return x


def short(name: str) -> str:
    """What stands on a tile; honors have the letter of the judge.

    >>> from paili.env.table import short
    >>> short("5m"), short("6z"), short("REVERSE")
    ('5m', 'F', 'REV')
    """
    if name.endswith("z"):
        return "ESWNBFZ"[int(name[0]) - 1]
    return name[:3]
