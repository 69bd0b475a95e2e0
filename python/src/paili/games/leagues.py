"""Every player against every other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import cached_property
from math import isfinite
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, cast

from paili import _native
from paili.arguments.names import PolicyName
from paili.arguments.numbers import U64, games_of
from paili.arguments.progress import Watcher, watching
from paili.display.pages import numbers_page, plural
from paili.errors import InputError
from paili.from_json import FromJson, ReadsJson, made
from paili.games.checkpoint import kept, saved_in
from paili.games.policy import Policy, one
from paili.games.program_terms import ProgramTerms, Sandbox, SequentialTest, is_program, seed_for, test_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["League", "LeaguePair", "LeaguePlayer", "arena"]

#: What players are called, and of each how many answers were waited for, and how many seconds that took.
Names = tuple[str, ...]
Thinking = tuple[tuple[int, float], ...]

#: As many as the program takes.
MOST_PLAYERS = 16


def arena(
    *players: PolicyName | str | Policy,
    walls: SupportsIndex = 1_000,
    tables: Literal["pairs", "fours"] = "pairs",
    seed: SupportsIndex | Literal["auto"] | None = "auto",
    until: Literal["decided"] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    differences: tuple[float, float] = (0.0, 0.01),
    move_time: float = 10.0,
    memory: int | None = None,
    sandbox: Sandbox | None = None,
    allow: Sequence[str | PathLike[str]] = (),
    on_fault: Literal["forfeit", "rule", "stop"] = "forfeit",
    player_errors: str | PathLike[str] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    transcripts: str | PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    progress: Watcher = None,
) -> League:
    """Play a league: every player against every other, on the same walls.

    Every two players play every wall six times, two of each at the table in all six ways to seat them, or every four in
    all 24. The numbers are those of ``paili arena``.

    Parameters
    ----------
    *players : str or Policy
        From two to sixteen: names of policies, ``exec:`` and the command of a program (``docs/protocol.md`` says how a
        program plays), or objects like :class:`paili.Policy`.
    walls : int
        How many walls.
    tables : str
        ``pairs``, or ``fours`` of four players or more.
    seed : int, str or None
        What the walls are shuffled from. None draws a seed from the operating system, and so does ``auto`` where
        programs play, since whoever knows the seed knows every wall; else it is 1. The league's ``seed`` tells it.
    until : str, optional
        ``decided`` stops each pair as soon as a sequential test knows which of the two wins more often, or that they
        are alike.
    alpha, beta : float
        How likely the test may call one of two better that are alike, and two alike of which one is better.
    differences : tuple of float
        Up to which difference of win rates two are alike, and from which on one is better.
    move_time : float
        How many seconds a program may take for an answer.
    memory : int, optional
        How many bytes each process of a program may map as memory, and how many its temporary files may have.
    sandbox : str, optional
        What keeps programs from each other, from the network and from files: ``bwrap`` (bubblewrap, on Linux) or
        ``none``, with which they may do what you may. Unless it is given, ``bwrap`` where it works; elsewhere a
        :class:`RuntimeWarning` says that it does not.
    allow : sequence of str or path, optional
        Files and folders that programs read in the sandbox, beside ``/usr`` and the folders of their own files.
    on_fault : str
        What becomes of a game in which a program answers wrong, late or not at all: it has to ``forfeit`` it, the
        ``rule`` answers in its place, or the league has to ``stop``.
    player_errors : str or path, optional
        A file that programs' standard error is added to.
    checkpoint : str or path, optional
        A file that the counts are saved in every few seconds, and when the league is interrupted. The same call goes on
        from them; with ``seed="auto"`` it takes the seed that was saved. Programs can read the file, so where they play
        it does not keep the seed: give one. Not with ``transcripts``, which would lack the games played before.
    transcripts : str or path, optional
        A file for the transcripts of all games, each behind a line that tells its number, its wall and who sat where.
        It is there when the league has ended.
    threads : int, optional
        How many threads; all of the machine's processors unless it is given. Tables with objects play on one, a game at
        a time.
    progress : bool or callable, optional
        As in :func:`paili.simulate`; told how many walls are played.

    Returns
    -------
    League
        Ratings, win rates, faults, and what every pair scored.

    Raises
    ------
    InputError
        When an argument is wrong, a program can't be started, or an object answers what is not allowed.
    RuntimeError
        When a program does something wrong and ``on_fault`` says to stop.

    Examples
    --------
    >>> import paili
    >>> league = paili.arena("rule", "acceptance", "random", walls=100)
    >>> [player.name for player in league.ranking]
    ['acceptance', 'rule', 'random']
    >>> league
    <League of 3 players, 100 walls: acceptance +284, rule +195, random -479>
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise InputError("players", f"{len(players)}: expected from 2 to {MOST_PLAYERS}")
    players = tuple(one(player, "players") for player in players)
    if tables not in ("pairs", "fours"):
        raise InputError("tables", f"{tables!r}: expected 'pairs' or 'fours'")
    if tables == "fours" and len(players) < 4:
        raise InputError("players", f"{len(players)}: expected four or more at tables of four")
    test = test_of(until, alpha, beta, differences)
    terms = ProgramTerms(move_time, memory, sandbox, allow, on_fault, player_errors)
    walls, _ = games_of(walls, 0)
    fours = tables == "fours"
    if checkpoint is not None and transcripts is not None:
        raise InputError("transcripts", "not with checkpoint: they would lack the games played before")
    saved = saved_in(checkpoint)
    programs = any(map(is_program, players))
    if checkpoint is not None and programs and seed == "auto":
        message = "expected a number: programs can read a checkpoint, so it does not keep a seed that is drawn for them"
        raise InputError("seed", message)
    if saved is not None:
        try:
            _, begun = _native.league(saved, [str(place) for place in range(len(players))], fours, None)
        except InputError as error:
            raise InputError("checkpoint", f"{checkpoint}: {error.reason}") from None
        # The run goes on, with what it was begun with.
        seed = seed_of_run(begun) if seed == "auto" else seed
    drawn = seed_for(seed, list(players))
    run = {
        "players": [player if isinstance(player, str) else type(player).__name__ for player in players],
        "walls": walls,
        "tables": tables,
        # Whoever knows the seed knows every wall, and programs can read a checkpoint.
        "seed": f"fingerprint {_native.fingerprint(drawn):016x}" if programs else drawn,
        "test": None if test is None else astuple(test),
        "terms": [move_time, memory, sandbox, on_fault] if programs else None,
    }
    with (
        watching(progress, walls, "walls") as tell,
        kept(json.dumps(run, ensure_ascii=False), checkpoint, transcripts) as files,
    ):
        data, names, thinking = _native.arena(players, walls, drawn, fours, terms, files, test, threads, tell)
    return League(tuple(names), tables, data, test, tuple(thinking), drawn)


def seed_of_run(run: str) -> int | None:
    """The seed in the words of a run; None if it is no league's of Python's, which is told when it is compared."""
    try:
        seed = json.loads(run)["seed"]
    except (ValueError, TypeError, KeyError):
        return None
    return seed if isinstance(seed, int) else None


@dataclass(frozen=True)
class LeaguePlayer:
    """A player of a league.

    >>> import paili
    >>> player = paili.arena("rule", "random", walls=100).players[0]
    >>> player.name, player.seats, player.low < player.elo < player.high
    ('rule', 1200, True)
    """

    #: Its name: of a program the one that it gave, of an object that of its class.
    name: str
    #: Its rating, and the ends of the 95 % confidence interval; the mean of all players is 0. 400 points mean that ten
    #: points are scored to one: in pairs by two players of each side at a table of their own; in fours by one against
    #: one, beside two others who win games as well. There the same players are far less apart, so ratings are to be
    #: compared only with those of the same sort of tables.
    elo: float
    low: float
    high: float
    #: Games that it won, of the seats that it had.
    wins: int
    seats: int
    #: What it did wrong, by kind: ``illegal``, ``rubbish``, ``late``, ``ended``.
    faults: Mapping[str, int] = field(hash=False)
    #: Answers that were waited for, if it is a program, and how many seconds that took in all.
    answers: int
    waited: float = field(compare=False)

    @property
    def win_rate(self) -> float | None:
        """How often it won; ``None`` without a game."""
        return self.wins / self.seats if self.seats else None


@dataclass(frozen=True)
class LeaguePair:
    """What two players of a league did to each other.

    >>> import paili
    >>> pair = paili.arena("rule", "random", walls=100, until="decided").pairs[0]
    >>> pair.first, pair.walls, pair.decided
    ('rule', 16, 'first')
    """

    first: str
    second: str
    #: Walls and games in which they met.
    walls: int
    games: int
    #: Games that either won.
    wins: tuple[int, int]
    #: What the first scored, 0 to 1: a game counts one for its winner and half for both without.
    score: float | None
    #: By how much the first wins more often, and the ends of the 95 % confidence interval (Student's).
    difference: float | None
    low: float | None
    high: float | None
    #: How likely the first is the better one.
    superiority: float
    #: What the sequential test found: ``first``, ``second`` or ``alike``; ``None`` if nothing, or if it was not asked.
    decided: Literal["first", "second", "alike"] | None


class League(ReadsJson):
    """How a league ended. :func:`paili.arena` returns it.

    Examples
    --------
    >>> import paili
    >>> league = paili.arena("rule", "acceptance", "concealed", walls=50)
    >>> league.games, len(league.pairs), league.pair("acceptance", "concealed").score > 0.5
    (900, 3, True)

    """

    def __init__(
        self,
        names: Names,
        tables: Literal["pairs", "fours"],
        data: bytes,
        test: SequentialTest | None,
        thinking: Thinking,
        seed: int,
    ) -> None:
        self._made_of = (names, tables, data, test, thinking, seed)
        # Counts that don't fit together are refused.
        self._told, _ = _native.league(data, list(names), tables == "fours", test)
        self._thinking = thinking
        self._seed = seed

    @property
    def seed(self) -> int:
        """The seed of the walls."""
        return self._seed

    walls = FromJson(int, "Walls that were played, by those who played most.")
    games = FromJson(int, "Games that were played.")
    pairs = FromJson(tuple[LeaguePair, ...], "All pairs of players.")

    @cached_property
    def players(self) -> tuple[LeaguePlayer, ...]:
        """The players, in the order in which they were named."""
        told = zip(self._json["players"], self._thinking, strict=True)
        return tuple(made(LeaguePlayer, player | {"answers": took[0], "waited": took[1]}) for player, took in told)

    @cached_property
    def ranking(self) -> tuple[LeaguePlayer, ...]:
        """The players, the best first."""
        return tuple(sorted(self.players, key=lambda player: -player.elo))

    def pair(self, first: str, second: str) -> LeaguePair:
        """What two players did to each other.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        LeaguePair
            The pair, in the order in which they were named in the league.

        Raises
        ------
        InputError
            When there are no two such players.

        Examples
        --------
        >>> import paili
        >>> paili.arena("rule", "random", walls=20).pair("random", "rule").first
        'rule'
        """
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        names = ", ".join(player.name for player in self.players)
        raise InputError("players", f"{first!r} and {second!r}: expected two of {names}")

    def to_json(self) -> str:
        """The league as the program's JSON; ``paili arena --format json`` adds keys of the run."""
        return self._told

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, League):
            return NotImplemented
        return (self._told, self._seed) == (other._told, other._seed)

    def __hash__(self) -> int:
        return hash((self._told, self._seed))

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, self._made_of

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the ratings with their intervals, the best player at the top. Needs matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where it is drawn.

        Returns
        -------
        matplotlib.axes.Axes
            Those given, or new ones.

        Examples
        --------
        >>> import paili
        >>> axes = paili.arena("rule", "acceptance", walls=50).plot()
        >>> [label.get_text() for label in axes.get_yticklabels()]
        ['acceptance', 'rule']
        """
        from paili.display.drawing import intervals

        rows = [(player.name, (player.elo, player.low, player.high)) for player in self.ranking]
        title = f"{plural(self.walls, 'wall')}, {plural(self.games, 'game')}"
        return intervals(ax, rows, title=title, xlabel=f"Elo in {self._json['tables']}, with 95 % intervals")

    def __repr__(self) -> str:
        of_each = ", ".join(f"{player.name} {player.elo:+.0f}" for player in self.ranking)
        return f"<League of {plural(len(self.players), 'player')}, {plural(self.walls, 'wall')}: {of_each}>"

    def _repr_html_(self) -> str:
        """The ranking, as notebooks show it."""
        rows = [
            (
                player.name,
                f"{player.elo:+.1f}",
                f"{player.low:+.1f} to {player.high:+.1f}",
                "–" if player.win_rate is None else f"{player.win_rate:.2%}",
                f"{sum(player.faults.values()):,}",
            )
            for player in self.ranking
        ]
        title = f"{plural(self.walls, 'wall')}, {plural(self.games, 'game')} at tables of {self._json['tables']}"
        return numbers_page(title, ("", "Elo", "95 % interval", "wins", "faults"), rows)


def restored(names: object, tables: object, data: object, test: object, thinking: object, seed: object) -> League:
    """A league that was pickled. Whatever its pickle was made of, it is one, or refused."""

    def is_thinking(took: object) -> bool:
        match took:
            case (int(answers), int() | float() as waited):
                return 0 <= answers <= U64 and isfinite(waited) and waited >= 0
        return False

    match names, tables, data, test, thinking, seed:
        case (
            (*named,),
            ("pairs" | "fours") as tables,
            bytes(data),
            None | SequentialTest() as test,
            (*took,),
            int(seed),
        ) if (
            len(named) == len(took) == len(set(named))
            and (2 if tables == "pairs" else 4) <= len(named) <= MOST_PLAYERS
            and all(isinstance(name, str) for name in named)
            and all(map(is_thinking, took))
            and 0 <= seed <= U64
        ):
            return League(cast("Names", tuple(named)), tables, data, test, cast("Thinking", tuple(took)), seed)
    raise InputError("data", "what was pickled is no league")
