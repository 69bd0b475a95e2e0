"""Many games side by side, each at a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from os import PathLike
from typing import Any, Literal, SupportsIndex, TypedDict, get_args

try:
    import numpy
    import numpy.typing as npt
except ImportError as error:
    raise ImportError("paili.env needs numpy: pip install numpy") from error

from paili import _native
from paili.arguments.numbers import GAME, MOST_THREADS, seed_of, up_to, whole
from paili.env.actions import ACTIONS
from paili.env.ending import Ending, four_numbers
from paili.env.reading import Opponents, described, seated, written
from paili.errors import InputError
from paili.games.program_terms import ProgramTerms, Sandbox

__all__ = ["LAYOUT", "SEATS", "Games", "ObservationName", "Rewards"]

ObservationName = Literal["compact", "planes", "history"]

#: The version of the observations: it changes whenever a number of them does.
LAYOUT: int = _native.LAYOUT

SEATS = "ABCD"

#: More games than memory holds.
MOST_GAMES = 10_000_000

#: More events than a game has.
MOST_EVENTS = 128

#: Integers that are read where they lie.
READ = frozenset(map(numpy.dtype, ("int64", "uint8", "int8", "int16", "int32")))

#: "win", a function of how a game ended to what A, B, C and D get, or None.
Rewards = Literal["win"] | Callable[[Ending], Sequence[float]] | None


class Observed(TypedDict, total=False):
    """What is seen of games: arguments of :class:`Games`."""

    observation: ObservationName
    features: bool
    history: SupportsIndex
    dtype: Any


class GamesOptions(Observed, total=False):
    """And on what terms programs play in them."""

    move_time: float
    memory: int | None
    sandbox: Sandbox | None
    allow: Sequence[str | PathLike[str]]
    player_errors: str | PathLike[str] | None


def refuse_others(environment: Callable[..., object], options: Mapping[str, object], known: frozenset[str]) -> None:
    """Refuses an option that an environment decides itself, or that nobody knows; and names all that it takes."""
    for name in options.keys() - known:
        expected = known | (signature(environment).parameters.keys() - {"options"})
        raise TypeError(f"unexpected keyword argument {name!r}: expected {', '.join(sorted(expected))}")


class Games:
    """Many games of a seed that go on side by side, each waiting for one decision.

    Game i of a seed is the game i of ``paili simulate`` with that seed, whatever the number of games at once, of
    threads and the order of restarts. Of n places, place p plays the games p, p + n, p + 2n and so on from ``first``;
    a game that ends before anybody has to decide is left out. Specials and wins are the rules', and nobody is asked
    about them.

    Arrays that are given back are the same ones each time, and the next step overwrites them; ``out=`` writes into
    one's own. They are numpy's, C-contiguous and filled without the interpreter lock; ``torch.from_dlpack`` and
    ``jax.dlpack`` take them without a copy.

    Parameters
    ----------
    n : int
        How many games.
    seed : int or None
        None draws a seed from the operating system; ``seed`` tells it.
    first : int
        The number of the game at place 0. A run that was interrupted goes on with it. After 2⁶⁴ − 1 no game begins: the
        last one of its place stays ended, and what asks for a next one raises :class:`paili.InputError`.
    policies : iterable of str, Policy or None, optional
        Who plays in the seats A, B, C and D: names, objects, or programs (``exec:`` and a command); None where actions
        are told. All four are, unless it is given.
    rotate : bool
        Whether these sit one seat further on in each game.
    observation : {"compact", "planes", "history"}
        What :meth:`observe` writes; docs/env.md has it number by number.
    features : bool
        Whether it also tells distance, useful tiles and acceptance after each discard.
    history : int
        How many events ``"history"`` has.
    dtype : {"uint8", "float32", "scaled"}
        Of observations; ``"scaled"`` is float32 from 0 to 1, for networks: nothing in it stands for what is not there.
    rewards : "win", function or None
        ``"win"`` gives 1 to who wins and −1/3 to the others. A function takes an :class:`Ending` and gives four
        numbers. None gives nobody anything.
    restart : bool
        Whether the next game begins at once where one has ended. Otherwise that place waits for :meth:`restart`.
    threads : int, optional
        On how many threads at most, where there is enough to do in a step; on one elsewhere. All, unless it is given.
    move_time, memory, sandbox, allow, player_errors
        On what terms programs play, as in :func:`paili.arena`. The first fault of one raises :class:`RuntimeError`,
        which names the program, the game and the seat; these games can't go on then.

    Examples
    --------
    >>> import numpy
    >>> from paili.env import Games
    >>> games = Games(100, seed=1)
    >>> won = 0
    >>> for _ in range(300):
    ...     actions = games.mask().argmax(axis=1)  # the first that is allowed
    ...     rewards, ended, current = games.step(actions)
    ...     won += int((rewards == 1).sum())
    >>> games.observe().shape, games.observe().dtype
    ((100, 326), dtype('uint8'))
    """

    def __init__(
        self,
        n: SupportsIndex,
        *,
        seed: SupportsIndex | None = 1,
        first: SupportsIndex = 0,
        policies: Opponents | None = None,
        rotate: bool = False,
        observation: ObservationName = "compact",
        features: bool = False,
        history: SupportsIndex = 64,
        dtype: npt.DTypeLike = "uint8",
        rewards: Rewards = "win",
        restart: bool = True,
        threads: SupportsIndex | None = None,
        move_time: float = 10.0,
        memory: int | None = None,
        sandbox: Sandbox | None = None,
        allow: Sequence[str | PathLike[str]] = (),
        player_errors: str | PathLike[str] | None = None,
    ) -> None:
        self.n = up_to("n", n, MOST_GAMES)
        self.seed = seed_of(seed)
        if observation not in get_args(ObservationName):
            raise InputError("observation", f'{observation!r}: expected "compact", "planes" or "history"')
        if not (rewards is None or callable(rewards) or (isinstance(rewards, str) and rewards == "win")):
            raise InputError("rewards", f'{rewards!r}: expected "win", a function or None')
        scaled = isinstance(dtype, str) and dtype == "scaled"
        expected = "expected uint8, float32 or scaled"
        try:
            self.dtype = numpy.dtype("float32" if scaled else dtype)
        except (SyntaxError, TypeError, ValueError):
            raise InputError("dtype", f"{dtype!r:.80}: {expected}") from None
        if self.dtype not in (numpy.uint8, numpy.float32):
            raise InputError("dtype", f"{self.dtype}: {expected}")
        self._rewards = rewards
        begin = whole("first", first, GAME)
        if begin + self.n > 1 << 64:
            most = (1 << 64) - self.n
            raise InputError("first", f"{begin}: expected at most {most}, so that there are {self.n} games")
        # The names' spelling is checked where they are known.
        players = [None] * 4 if policies is None else seated(policies)
        self._places = _native.Places(
            self.n,
            self.seed,
            begin,
            players,
            "rotating" if rotate else "fixed",
            "restart" if restart else "wait",
            (
                observation,
                up_to("history", history, MOST_EVENTS),
                "features" if features else "plain",
                "scaled" if scaled else "whole",
            ),
            0 if threads is None else up_to("threads", threads, MOST_THREADS),
            ProgramTerms(move_time, memory, sandbox, allow, "stop", player_errors),
        )
        width = self._places.width()
        #: What one observation's shape is.
        self.shape: tuple[int, ...] = (width // 34, 34) if observation == "planes" else (width,)
        #: The largest number that an observation can have.
        self.most = 1 if scaled or observation == "planes" else 255
        #: Whose turn it is at each place, 0 to 3; −1 where the game has ended.
        self.current: npt.NDArray[numpy.int8] = numpy.empty(self.n, numpy.int8)
        #: At which places a game ended in the last step.
        self.ended: npt.NDArray[numpy.bool_] = numpy.zeros(self.n, bool)
        #: What A, B, C and D get for it.
        self.rewards: npt.NDArray[numpy.float32] = numpy.zeros((self.n, 4), numpy.float32)
        self._ended = self.ended.view(numpy.uint8)
        self._tell()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of seed {self.seed}>"

    def copy(self) -> Games:
        """The same games once more, each where it stands: both go on by themselves.

        So a search may try what an action leads to. Policies written in Python are shared with the copy; games in
        which programs play can't be copied.

        Returns
        -------
        Games
            The copy.

        Examples
        --------
        >>> from paili.env import Games
        >>> games = Games(2, seed=1)
        >>> tried = games.copy()
        >>> _ = tried.step(tried.mask().argmax(axis=1))
        >>> bool((games.observe() == tried.observe()).all())
        False
        """
        copy = object.__new__(Games)
        own = {"_places", "_ended", "_observations", "_mask"}
        for name, value in self.__dict__.items():
            if name not in own:
                copy.__dict__[name] = value.copy() if isinstance(value, numpy.ndarray) else value
        copy._places = self._places.copy()
        copy._ended = copy.ended.view(numpy.uint8)
        return copy

    def __copy__(self) -> Games:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Games:
        return self.copy()

    @property
    def games(self) -> npt.NDArray[numpy.uint64]:
        """The number of the game at each place."""
        numbers = numpy.empty(self.n, numpy.uint64)
        self._places.numbers(numbers)
        return numbers

    def observe(self, out: Any = None) -> npt.NDArray[Any]:
        """Write what is seen in each game by whose turn it is; where it has ended, by who decided last.

        Parameters
        ----------
        out : array, optional
            Where to; numpy's, or what shares its memory with one of numpy's, such as a tensor.

        Returns
        -------
        numpy.ndarray
            (n, ``*shape``). The games' own array unless ``out`` is given.
        """
        array = self._observations if out is None else self._for_observations("out", out)
        self._places.observe(array)
        return array

    def mask(self, out: Any = None) -> npt.NDArray[numpy.bool_]:
        """Write which actions are allowed; none where the game has ended.

        Parameters
        ----------
        out : array, optional
            As in :meth:`observe`.

        Returns
        -------
        numpy.ndarray
            bool, (n, 39).
        """
        array = self._mask if out is None else self._for_mask("out", out)
        self._places.mask(array.view(numpy.uint8))
        return array

    def step(
        self, actions: Any, *, observation: Any = None, mask: Any = None
    ) -> tuple[npt.NDArray[numpy.float32], npt.NDArray[numpy.bool_], npt.NDArray[numpy.int8]]:
        """Decide in every game, and write what is seen after that.

        In thousands of games this is quicker than :meth:`observe` and :meth:`mask` after the step: each game is fetched
        from memory once, and other threads are woken once.

        Parameters
        ----------
        actions : array of int
            An action for each game; −1 lets it stand still, and is the only one for a game that has ended.
        observation : array, optional
            Where to write what :meth:`observe` writes, such as the array that it gave back.
        mask : array, optional
            Where to write what :meth:`mask` writes.

        Returns
        -------
        rewards : numpy.ndarray
            float32, (n, 4): what A, B, C and D get for games that ended in this step.
        ended : numpy.ndarray
            bool, (n,): which those are.
        current : numpy.ndarray
            int8, (n,): whose turn it is now.

        Raises
        ------
        InputError
            When an action is not allowed (the message names the game), or an array has another shape or type or
            shares memory with another of them. No game went on. Or the function of ``rewards`` gave something else than
            four numbers: then, and where it raises, the games went on, and ``rewards`` has what it gave for others.

        Examples
        --------
        >>> from paili.env import Games
        >>> games = Games(100, seed=1)
        >>> observation, mask = games.observe(), games.mask()
        >>> for _ in range(10):
        ...     rewards, ended, current = games.step(mask.argmax(axis=1), observation=observation, mask=mask)
        >>> bool((observation == games.observe(out=observation.copy())).all())
        True
        """
        seen = None if observation is None else self._for_observations("observation", observation)
        allowed = None if mask is None else self._for_mask("mask", mask).view(numpy.uint8)
        self._places.step(self._read(actions), seen, allowed)
        self._tell()
        return self.rewards, self.ended, self.current

    def restart(self, which: Any = None) -> npt.NDArray[numpy.int8]:
        """Begin the next game, at all places or some, whether or not theirs have ended.

        Parameters
        ----------
        which : array of bool, optional
            At which places; all unless it is given.

        Returns
        -------
        numpy.ndarray
            ``current``.
        """
        chosen = numpy.ones(self.n, bool) if which is None else self._chosen(which)
        try:
            self._places.restart(chosen.view(numpy.uint8))
        finally:
            self._places.told(self.current, None, None)
        return self.current

    def close(self) -> None:
        """End the programs that play, if some do. So does whatever forgets the games."""
        self._places.close()

    def observe_seat(self, place: SupportsIndex, seat: SupportsIndex) -> npt.NDArray[Any]:
        """What one seat sees in one game, whoever's turn it is.

        Parameters
        ----------
        place : int
            From 0.
        seat : int
            0 to 3.

        Returns
        -------
        numpy.ndarray
            ``shape``, a new array.
        """
        seen = numpy.empty(self.shape, self.dtype)
        self._places.observe_seat(self._place(place), whole("seat", seat, "0 to 3", most=3), seen)
        return seen

    def give_up(self, which: Any) -> npt.NDArray[numpy.int8]:
        """End games: who has to decide gives them up, which costs it 1.

        Parameters
        ----------
        which : array of bool
            At which places. What ended in the last step elsewhere stays told.

        Returns
        -------
        numpy.ndarray
            ``current``.
        """
        for place in numpy.flatnonzero(self._chosen(which)):
            self._places.forfeit(int(place))
        self._tell()
        return self.current

    def table(self, place: SupportsIndex) -> Any:
        """What lies on the table at a place, hidden tiles too.

        Parameters
        ----------
        place : int
            From 0.

        Returns
        -------
        tuple
            For each seat its concealed tiles, melds and discards; then whose turn it is, the direction, the tiles
            left and the tile that is offered.
        """
        return self._places.table(self._place(place))

    def ending(self, place: SupportsIndex) -> Ending | None:
        """How the game ended that did in the last step.

        Parameters
        ----------
        place : int
            From 0.

        Returns
        -------
        Ending or None
            None if none ended there.
        """
        ended = self._places.ended(self._place(place))
        return None if ended is None else Ending(*ended)

    @cached_property
    def _observations(self) -> npt.NDArray[Any]:
        return numpy.empty((self.n, *self.shape), self.dtype)

    @cached_property
    def _mask(self) -> npt.NDArray[numpy.bool_]:
        return numpy.empty((self.n, ACTIONS), bool)

    def _for_observations(self, argument: str, out: Any) -> npt.NDArray[Any]:
        return written(argument, out, (self.n, *self.shape), self.dtype)

    def _for_mask(self, argument: str, out: Any) -> npt.NDArray[numpy.bool_]:
        return written(argument, out, (self.n, ACTIONS), numpy.dtype(bool))

    def _chosen(self, which: Any, argument: str = "which") -> npt.NDArray[numpy.bool_]:
        chosen = numpy.ascontiguousarray(which)
        if chosen.shape != (self.n,) or chosen.dtype != bool:
            raise InputError(argument, f"{described(chosen)}: expected bool of shape ({self.n},)")
        return chosen

    def _place(self, place: SupportsIndex) -> int:
        return whole("place", place, f"0 to {self.n - 1}", most=self.n - 1)

    def _tell(self) -> None:
        """Tells how the games stand."""
        function = self._rewards
        self._places.told(self.current, self.rewards if function == "win" else None, self._ended)
        if callable(function):
            self.rewards.fill(0)
            faults: list[Exception] = []
            for place in numpy.flatnonzero(self.ended):
                ending = self.ending(int(place))
                if ending is not None:
                    # What it gives for other games that ended is not to be lost: they end once.
                    try:
                        self.rewards[place] = four_numbers(function(ending), ending)
                    except Exception as error:
                        faults.append(error)
            if faults:
                raise faults[0]

    def _read(self, actions: Any) -> npt.NDArray[Any]:
        array = numpy.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, not {array.dtype}")
        if array.shape != (self.n,):
            raise InputError("actions", f"{described(array)}: expected shape ({self.n},)")
        if array.dtype not in READ or not array.flags.c_contiguous or not array.flags.aligned:
            # Numbers beyond those of int64 are no actions; they are not to become some.
            for place in numpy.flatnonzero(array > numpy.iinfo(numpy.int64).max)[:1]:
                text = f"place {place}, game {self.games[place]}: {array[place]} is no action"
                raise InputError("actions", f"{text}: expected -1 to {ACTIONS - 1}")
            array = array.astype(numpy.int64)
        return array
