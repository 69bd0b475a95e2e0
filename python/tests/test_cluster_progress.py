"""How far a job is, as it is shown."""

from __future__ import annotations

import io

import pytest

from paili.cluster.progress import Bar, Line, Progress, Watch, duration


def progress(**changes: object) -> Progress:
    told = {
        "unit": "games",
        "done": 250_000,
        "total": 1_000_000,
        "blocks": 25,
        "total_blocks": 100,
        "resumed_blocks": 5,
        "lost": 0,
        "seconds": 2.0,
        "rate": 100_000.0,
    }
    return Progress(**(told | changes))


def test_the_line_tells_rate_and_time_left() -> None:
    assert str(progress()) == "250,000 of 1,000,000 games (25%), 100,000 a second, 8 s left"
    assert str(progress(done=1_000_000)) == "1,000,000 of 1,000,000 games (100%), 100,000 a second"
    assert str(progress(rate=0.0)).endswith("0 a second, waiting for a worker")
    assert str(progress(lost=2)).endswith("8 s left, 2 blocks lost and done again")
    assert str(progress(done=0, total=0)).startswith("0 of 0 games (100%)")
    assert [duration(seconds) for seconds in (0.4, 59.6, 3599, 7260)] == [
        "0 s",
        "1 min 0 s",
        "59 min 59 s",
        "2 h 1 min",
    ]


def begun(unit: str, total: int, done: int, blocks: int) -> Progress:
    return Progress(unit, done, total, blocks, 10, blocks)


def test_rate_and_time_left_are_of_this_call() -> None:
    said: list[Progress] = []
    watch = Watch(begun("rows", 100, 40, 4), said.append)
    watch.add(10, 0)
    watch.add(5, 2)
    # Not too often, but the last in any case.
    watch.say()
    watch.say_last()
    first, second = said
    assert (first.done, first.blocks, first.resumed_blocks, first.rate, first.seconds_left) == (40, 4, 4, 0.0, None)
    assert (second.done, second.blocks, second.resumed_blocks, second.lost) == (55, 6, 4, 2)
    assert second.rate * second.seconds == pytest.approx(15)
    assert second.seconds_left == pytest.approx(45 / second.rate)


class Terminal(io.StringIO):
    """Somebody watches it."""

    def isatty(self) -> bool:
        return True


def test_a_line_is_written_on_terminals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        watch = Watch(begun("games", 10, 0, 0), None)
        watch.add(10, 0)
        watch.say_last()
        watch.end()
        assert bool(stream.getvalue()) == shown
        if shown:
            assert stream.getvalue().startswith("\r0 of 10 games (0%)")
            assert stream.getvalue().endswith("\n")


def test_a_shorter_line_hides_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    shown = Line()
    shown(progress(lost=3))
    shown(progress(done=1_000_000))
    first, second = stream.getvalue().split("\r")[1:]
    assert len(second) >= len(first)
    shown.end()
    shown.end()
    assert stream.getvalue().count("\n") == 1


def test_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr("sys.stderr", shown)
    watch = Watch(begun("rows", 2_000, 400, 4), True)
    watch.add(1_600, 0)
    watch.say_last()
    watch.end()
    assert "2.00k/2.00k" in shown.getvalue() and "rows" in shown.getvalue()
    bar = Bar(begun("rows", 100, 0, 0))
    bar.end()


def test_what_nobody_can_tell() -> None:
    with pytest.raises(TypeError, match="^progress: expected True for a bar, or something to call, not int$"):
        Watch(begun("rows", 100, 0, 0), 7)  # type: ignore[arg-type]
