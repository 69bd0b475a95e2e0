"""Answers as notebooks show them: pieces of HTML that stand alone, in the colours of the page around them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from paili.words import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from paili._native import Hand
    from paili.answers import Discard, Useful
    from paili.events import PlayedGame

__all__ = ["game_page", "hand_page", "numbers_page"]

#: Unicode's tiles by their tokens.
TILES = {
    **{
        f"{rank + 1}{suit}": chr(first + rank)
        for suit, first in zip("MSP", (0x1F007, 0x1F010, 0x1F019), strict=True)
        for rank in range(9)
    },
    **{token: chr(0x1F000 + place) for place, token in enumerate("ESWNZFB")},
}

#: Asks for a character to be drawn as text: without it some systems draw one tile of all as a picture.
AS_TEXT = "\N{VARIATION SELECTOR-15}"

#: How many discards are shown, all of them among those that keep the distance.
SHOWN = 5

TILE = "font-size:1.7em;line-height:1.1"
WORD = "font-size:.7em;border:1px solid;border-radius:3px;padding:0 3px;margin:0 2px;vertical-align:middle"
LACKING = "opacity:.45;border-bottom:2px dotted"
QUIET = "opacity:.65"
CELL = "padding:0 1em 0 0;text-align:left;border:0;background:none;vertical-align:middle"


def hand_page(hand: Hand) -> str:
    """A hand with its plan, and its waits, useful tiles or best discards."""
    # The judge's is the only notation that knows all tiles.
    hand = hand.written("judge")
    rows = [("plan", plan(hand))]
    discards = hand.discards()
    if not discards:
        useful = hand.useful()
        rows.append(("waits" if hand.waits() else "useful", copies(useful)))
    head = tiles(hand.tiles)
    for meld in hand.melds:
        head += f'<span style="margin-left:1em">{tiles(meld.split())}</span>'
    if hand.exposed and not hand.melds:
        head += f' <span style="{QUIET}">and {plural(hand.exposed, "exposed meld")}</span>'
    body = "".join(row(f'<span style="{QUIET}">{name}</span>', cell) for name, cell in rows)
    page = f"<div>{head}</div><div>{state(hand)}</div>{table(body)}{ranking(hand, discards)}"
    return f'<div style="font-family:sans-serif;line-height:1.5">{page}</div>'


def state(hand: Hand) -> str:
    """How far it is, in a line."""
    distance = hand.distance()
    if distance == 0:
        words = "wins"
    elif distance > 1:
        words = f"shanten {hand.shanten()}"
    else:
        words = "ready" if hand.waits() else "ready after the right discard" if hand.discards() else "ready"
    forms = "" if hand.forms == ["standard"] else ", by " + " and ".join(hand.reached())
    seen = f" · seen elsewhere {tiles(hand.visible)}" if hand.visible else ""
    return f"<b>distance {distance}</b> <span>({escape(words + forms)})</span>{seen}"


def plan(hand: Hand) -> str:
    """The groups of its plan, what is lacking marked where it will stand, and what is given up."""
    found = hand.plan()
    missing = list(found.missing)
    groups = []
    # Of equal tiles the last is lacking.
    for group in reversed(found.groups):
        shown = []
        for token in reversed(group):
            lacking = token in missing
            if lacking:
                missing.remove(token)
            shown.append(tile(token, LACKING if lacking else ""))
        groups.append("".join(reversed(shown)))
    text = '<span style="margin-left:.6em"></span>'.join(reversed(groups))
    if found.surplus:
        text += f' <span style="{QUIET}">gives up</span> {tiles(found.surplus)}'
    return text


def ranking(hand: Hand, discards: list[Discard]) -> str:
    """The best discards, and what the rule would play."""
    if not discards or hand.distance() == 0:
        return ""
    rule = hand.rule_discard()
    rows = row(*(f'<span style="{QUIET}">{name}</span>' for name in ("discard", "distance", "acceptance", "useful")))
    best = [discard for discard in discards if discard.distance == discards[0].distance][:SHOWN]
    for discard in best:
        name = tile(discard.tile) + (f' <span style="{QUIET}">rule</span>' if discard.tile == rule else "")
        acceptance = str(discard.useful.acceptance)
        rows += row(name, str(discard.distance), acceptance, copies(discard.useful, total=False))
    more = len(discards) - len(best)
    left = f'<div style="{QUIET}">and {plural(more, "other discard")}</div>' if more > 0 else ""
    return table(rows) + left


def copies(useful: Useful, *, total: bool = True) -> str:
    """Useful tiles with the copies left of them."""
    if not useful.tiles:
        return "nothing"
    each = " ".join(
        f'<span style="white-space:nowrap">{tile(token)}<small>×{left}</small></span>'
        for token, left in useful.copies.items()
    )
    return f'{each} <span style="{QUIET}">({plural(useful.acceptance, "tile")})</span>' if total else each


def table(rows: str) -> str:
    """Rows below each other."""
    return f'<table style="border:0;margin:0;border-collapse:collapse;font-size:1em">{rows}</table>'


def row(*cells: str) -> str:
    """Cells beside each other."""
    shown = "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells)
    return f'<tr style="background:none">{shown}</tr>'


def tiles(tokens: Iterable[str]) -> str:
    """Tiles beside each other."""
    return "".join(tile(token) for token in tokens)


def tile(token: str, style: str = "") -> str:
    """A tile; its name shows when it is pointed at."""
    char = TILES.get(token)
    shape, text = (TILE, char + AS_TEXT) if char else (WORD, escape(token))
    return f'<span title="{escape(token)}" style="{shape}{";" + style if style else ""}">{text}</span>'


def game_page(game: PlayedGame) -> str:
    """How a game ended, and everybody's hand and melds at its end."""
    rows = row(*(f'<span style="{QUIET}">{name}</span>' for name in ("", "hand", "melds")))
    for seat, hand in game.hands.items():
        melds = '<span style="margin-left:.6em"></span>'.join(tiles(meld) for meld in game.melds[seat])
        rows += row(seat, tiles(hand), melds)
    head = escape(f"{plural(game.turns, 'turn')}: {game.outcome}")
    return f'<div style="font-family:sans-serif;line-height:1.5"><div>{head}</div>{table(rows)}</div>'


def numbers_page(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of numbers under a title."""
    right = f"{CELL};text-align:right"
    names = "".join(f'<th style="{right};{QUIET};font-weight:normal">{escape(name)}</th>' for name in head)
    cells = ("".join(f'<td style="{right}">{escape(cell)}</td>' for cell in row) for row in rows)
    body = "".join(f'<tr style="background:none">{row}</tr>' for row in (names, *cells))
    return f'<div style="font-family:sans-serif;line-height:1.5"><div>{escape(title)}</div>{table(body)}</div>'
