"""Answers as notebooks show them: HTML that stands alone, in the colours of the page around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["game_page", "hand_page", "numbers_page", "plural", "text_table"]

#: What a screen reader says for the letter of a suit, and for an honor.
SUITS = {"m": "characters", "p": "dots", "s": "bamboos"}
WINDS, DRAGONS = ("east", "south", "west", "north"), ("white", "green", "red")
HONORS = {
    token: name
    for rank, (letter, name) in enumerate(
        zip("ESWNBFZ", [*(f"{wind} wind" for wind in WINDS), *(f"{colour} dragon" for colour in DRAGONS)], strict=True),
        1,
    )
    # Beside specials, tiles are the judge's.
    for token in (f"{rank}z", letter)
}

#: The most discards that are shown. All of them keep the distance.
SHOWN = 5

FRAME = "border:1px solid;border-radius:.25em;margin:.15em 0;padding:0 .15em"
TILE = f"display:inline-block;min-width:1.5em;text-align:center;{FRAME}"
LACKING = "opacity:.5;border-style:dashed"
QUIET = "opacity:.65"
CELL = "padding:0 1em 0 0;text-align:left;border:0;background:none;vertical-align:middle"


def plural(number: int, noun: str) -> str:
    """A number with its noun.

    >>> from paili.display.pages import plural
    >>> plural(1, "tile"), plural(14, "tile"), plural(0, "match")
    ('1 tile', '14 tiles', '0 matches')
    """
    ending = "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def hand_page(
    answers: Mapping[str, Any],
    held: Sequence[str],
    melds: Sequence[Sequence[str]],
    visible: Sequence[str],
    forms: Sequence[str],
) -> str:
    """A hand with its plan, and its waits, useful tiles or best discards.

    ``answers`` are those of ``Hand.to_dict``, beside what was asked, and ``held`` are the concealed tiles.
    """
    rows = [("plan", plan(**answers["plan"]))] if "plan" in answers else []
    if "useful" in answers:
        useful = f'{copies(answers["useful"])} <span style="{QUIET}">({plural(answers["acceptance"], "tile")})</span>'
        rows.append(("waits" if answers.get("waits") else "useful", useful if answers["useful"] else "nothing"))
    head = tiles(held)
    for meld in melds:
        head += f'<span style="margin-left:1em">{tiles(meld)}</span>'
    if answers["melds"] and not melds:
        head += f' <span style="{QUIET}">and {plural(answers["melds"], "exposed meld")}</span>'
    body = "".join(row(f'<span style="{QUIET}">{name}</span>', cell) for name, cell in rows)
    page = f"<div>{head}</div><div>{state(answers, visible, forms)}</div>{table(body)}{ranking(answers)}"
    return f'<div style="font-family:sans-serif;line-height:1.5">{page}</div>'


def state(answers: Mapping[str, Any], visible: Sequence[str], forms: Sequence[str]) -> str:
    """How far the hand is, in a line."""
    distance = answers["distance"]
    if distance is None:
        return "<b>no tiles can complete the hand</b>"
    if distance == 0:
        words = "wins"
    elif distance > 1:
        words = f"shanten {answers['shanten']}"
    else:
        words = "ready after the right discard" if "discards" in answers else "ready"
    by = "" if list(forms) == ["standard"] else ", by " + " and ".join(answers["forms"])
    nearer = " · by {form} {distance}".format(**answers["nearer"]) if "nearer" in answers else ""
    seen = f" · seen elsewhere {tiles(visible)}" if visible else ""
    return f"<b>distance {distance}</b> <span>({escape(words + by)})</span>{nearer}{seen}"


def plan(
    groups: Sequence[Sequence[str]], missing: Iterable[str], surplus: Sequence[str], wildcards: Sequence[str] = ()
) -> str:
    """The groups of a plan, the lacking tiles marked where they will stand, and the tiles that are given up.

    A tile that a wildcard stands for is marked, too.
    """
    missing = [*missing, *wildcards]
    shown = []
    # Of equal tiles the last is lacking.
    for group in reversed(groups):
        html = ""
        for token in reversed(group):
            lacking = token in missing
            if lacking:
                missing.remove(token)
            html = f"{tile(token, LACKING if lacking else '')} {html}"
        shown.append(html)
    text = '<span style="margin-left:.6em"></span>'.join(reversed(shown))
    return text + (f' <span style="{QUIET}">gives up</span> {tiles(surplus)}' if surplus else "")


def ranking(answers: Mapping[str, Any]) -> str:
    """The best discards, and the one that the rule would play."""
    discards = answers.get("discards")
    if not discards or answers["distance"] == 0:
        return ""
    rows = row(*(f'<span style="{QUIET}">{name}</span>' for name in ("discard", "distance", "acceptance", "useful")))
    best = [discard for discard in discards if discard["distance"] == discards[0]["distance"]][:SHOWN]
    for discard in best:
        rule = f' <span style="{QUIET}">rule</span>' if discard["tile"] == answers.get("rule_discard") else ""
        useful = copies(discard["useful"]) or "nothing"
        rows += row(tile(discard["tile"]) + rule, str(discard["distance"]), str(discard["acceptance"]), useful)
    more = len(discards) - len(best)
    return table(rows) + (f'<div style="{QUIET}">and {plural(more, "other discard")}</div>' if more > 0 else "")


def copies(useful: Iterable[Mapping[str, Any]]) -> str:
    """Useful tiles with the copies left of them."""
    return " ".join(
        f'<span style="white-space:nowrap">{tile(each["tile"])} <small>×{each["copies"]}</small></span>'
        for each in useful
    )


def table(rows: str) -> str:
    """Rows below each other."""
    return f'<table style="border:0;margin:0;border-collapse:collapse;font-size:1em">{rows}</table>'


def row(*cells: str) -> str:
    """Cells beside each other."""
    shown = "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells)
    return f'<tr style="background:none">{shown}</tr>'


def tiles(tokens: Iterable[str]) -> str:
    """Tiles beside each other. Copied, they are tokens with spaces between them, which :class:`paili.Hand` reads."""
    return " ".join(tile(token) for token in tokens)


def tile(token: str, style: str = "") -> str:
    """A tile, written: few systems have a font that draws them. Its name shows when it is pointed at, and is read out.

    >>> from paili.display.pages import tile
    >>> "3 of dots" in tile("3p") and ">3<small>p</small><" in tile("3p")
    True
    >>> "red 5 of dots" in tile("0p")
    True
    """
    rank, suit = token[0], SUITS.get(token[1:].lower())
    name = HONORS.get(token, token)
    if suit:
        name = f"{'red 5' if rank == '0' else rank} of {suit}"
    text = f"{rank}<small>{token[1:]}</small>" if suit or token[1:] == "z" else escape(token)
    css = f"{TILE};{style}" if style else TILE
    return f'<span role="img" aria-label="{escape(name)}" title="{escape(name)}" style="{css}">{text}</span>'


def game_page(title: str, players: Iterable[tuple[str, Iterable[str], Iterable[Iterable[str]]]]) -> str:
    """Everybody's hand and melds at the end of a game, under a title that tells how it ended."""
    rows = row(*(f'<span style="{QUIET}">{name}</span>' for name in ("", "hand", "melds")))
    for seat, hand, melds in players:
        rows += row(seat, tiles(hand), '<span style="margin-left:.6em"></span>'.join(map(tiles, melds)))
    return f'<div style="font-family:sans-serif;line-height:1.5"><div>{escape(title)}</div>{table(rows)}</div>'


def text_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, their cells below each other.

    >>> from paili.display.pages import text_table
    >>> text_table([("a", "bc"), ("100", "2")])
    ['  a   bc', '100    2']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["   ".join(map(str.rjust, row, widths)) for row in rows]


def numbers_page(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of numbers under a title."""
    right = f"{CELL};text-align:right"
    names = "".join(f'<th style="{right};{QUIET};font-weight:normal">{escape(name)}</th>' for name in head)
    cells = ("".join(f'<td style="{right}">{escape(cell)}</td>' for cell in row) for row in rows)
    body = "".join(f'<tr style="background:none">{row}</tr>' for row in (names, *cells))
    return f'<div style="font-family:sans-serif;line-height:1.5"><div>{escape(title)}</div>{table(body)}</div>'
