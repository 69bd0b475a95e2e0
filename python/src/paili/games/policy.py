"""Policies: how players decide."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import cast

from paili._native import View
from paili.arguments.names import PolicyName
from paili.errors import InputError

__all__ = ["Policies", "Policy", "four"]


class Policy(ABC):
    """A player's way to decide, written in Python.

    A game asks only where there is something to decide: specials are played first, and wins are taken, whatever the
    policy. Whoever inherits says what to discard; claims are made only by those who say so. The same object may sit in
    several seats (``view.seat`` tells which one is asked) and plays game after game (``view.game``).

    An answer that is not allowed ends the run with :class:`paili.InputError`. What a policy raises ends it too, as it
    was raised, with a note of the game and the seat.

    Python is slow here. On one thread of a machine with other work, a game took 3.7 µs when the library's own rule
    played, 26 µs by four objects that hand on what the view says the rule does, and 310 µs by four that try every
    discard with ``view.distance``.

    Examples
    --------
    >>> import paili
    >>> class Careful(paili.Policy):
    ...     "The rule, but claims only what makes it ready."
    ...
    ...     def discard(self, view):
    ...         return view.best_discard()
    ...
    ...     def claims_pong(self, view, tile):
    ...         return view.distance_claiming([tile] * 3) == 1 and view.rule_claims_pong()
    >>> tally = paili.simulate(100, policies=[Careful(), "rule", "rule", "rule"])
    >>> tally.games
    100
    """

    @abstractmethod
    def discard(self, view: View) -> str:
        """Which tile to discard.

        Parameters
        ----------
        view : View
            What the player sees.

        Returns
        -------
        str
            One of ``view.tiles``. There are no specials among them.
        """

    def claims_pong(self, view: View, tile: str) -> bool:
        """Whether to claim a discard for a pong. Asked when the hand holds two of it.

        Parameters
        ----------
        view : View
            What the player sees.
        tile : str
            The discard.

        Returns
        -------
        bool
            False unless the policy says otherwise.
        """
        return False

    def claims_chow(self, view: View, tile: str) -> Sequence[str] | int | None:
        """With which chow to claim a discard. Asked of the next player only, when there is one.

        Parameters
        ----------
        view : View
            What the player sees.
        tile : str
            The discard.

        Returns
        -------
        sequence of str, int or None
            One of ``view.chows``, or its place among them; None claims nothing.
        """
        return None


#: Who plays: a name or an object for all seats, or four of them; names also as a text with commas.
Policies = PolicyName | str | Policy | Iterable[PolicyName | str | Policy]

#: Far more than there are seats.
MOST_POLICIES = 100

#: What stands between commas in no quotes, since commands may have commas in theirs.
ENTRANT = re.compile(r"""(?:^|,)((?:[^,"']|"[^"]*"?|'[^']*'?)*)""")

QUESTIONS = ("discard", "claims_pong", "claims_chow")


def four(policies: Policies) -> list[PolicyName | Policy]:
    """The policy of each seat.

    >>> four("acceptance, rule,rule,rule")
    ['acceptance', 'rule', 'rule', 'rule']
    >>> four("exec:bot 'a,b'")[0]
    "exec:bot 'a,b'"
    """
    chosen: list[PolicyName | Policy]
    if isinstance(policies, str):
        chosen = ENTRANT.findall(policies)
    elif isinstance(policies, type | Policy) or callable(getattr(policies, "discard", None)):
        chosen = [cast(Policy, policies)]
    else:
        try:
            # Those of an endless iterable are too many soon enough.
            chosen = cast("list[PolicyName | Policy]", list(islice(policies, MOST_POLICIES + 1)))
        except TypeError:
            raise not_a_policy(policies) from None
    if len(chosen) == 1:
        chosen *= 4
    if len(chosen) != 4:
        many = f"more than {MOST_POLICIES}" if len(chosen) > MOST_POLICIES else len(chosen)
        raise InputError("policies", f"{many} policies for four seats: expected one for all or four")
    return [one(policy) for policy in chosen]


def one(policy: PolicyName | str | Policy, argument: str = "policies") -> PolicyName | Policy:
    if isinstance(policy, str):
        return cast("PolicyName", policy.strip())
    if isinstance(policy, type):
        raise TypeError(f"{argument}: {policy.__name__} is a class: expected an object of it")
    if not all(callable(getattr(policy, question, None)) for question in QUESTIONS):
        raise not_a_policy(policy, argument)
    return policy


def not_a_policy(policy: object, argument: str = "policies") -> TypeError:
    asked = ", ".join(QUESTIONS[:-1])
    return TypeError(
        f"{argument}: {type(policy).__name__} is no policy: expected a name, or a paili.Policy, which has "
        f"{asked} and {QUESTIONS[-1]}"
    )
