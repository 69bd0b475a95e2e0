"""What the cluster's functions refuse, and that they leave everything as it is. No cluster is needed to say so."""

from __future__ import annotations

import fcntl
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import paili
import paili.cluster
from paili.arrow import AddAnswers
from paili.cluster import __main__ as shell_of_it
from paili.cluster.connection import same
from paili.cluster.cut import open_files
from paili.cluster.folder import JobFolder
from paili.cluster.part import write_part
from paili.cluster.ranges import Ranges
from paili.cluster.saved import read_sum, save_sum
from paili.cluster.simulation import Cut

#: Where no cluster is.
NOWHERE = "127.0.0.1:1"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(paili.InputError) as caught:
        call()
    return str(caught.value)


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A folder that a job of games was begun in, of which half are played."""
    out = tmp_path / "job"
    what = {
        "job": "simulate",
        "paili": paili.__version__,
        "games": 2000,
        "seed": 1,
        "policies": ["rule"] * 4,
        "detail": False,
        "games_per_piece": 1000,
    }
    with JobFolder.open(out, what, {}) as folder:
        save_sum(folder, paili.simulate(1000), Ranges([(0, 1)]))
    return out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"games": 3000}, "games is 2000 there and 3000 here"),
        ({"detail": True}, "detail is false there and true here"),
        ({"games_per_piece": 7}, "games_per_piece is 1000 there and 7 here"),
        ({"policies": "rule,rule,rule,random"}, 'policies is ["rule", "rule", "rule", "rule"] there and ["rule"'),
    ],
)
def test_another_jobs_folder_is_left_as_it_is(job: Path, change: dict[str, object], message: str) -> None:
    before = contents(job)
    said = refused(lambda: paili.cluster.simulate(**{"games": 2000, "out": job, "address": NOWHERE, **change}))
    assert said.startswith(f"out: {job} holds the pieces of another job: {message}")
    assert said.endswith("It is left as it is: name another folder, or remove it to start anew")
    assert contents(job) == before


def test_games_and_hands_do_not_share_a_folder(job: Path, tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "hands.parquet")
    before = contents(job)
    said = refused(lambda: paili.cluster.batch(tmp_path / "hands.parquet", out=job, address=NOWHERE))
    assert 'job is "simulate" there and "batch" here' in said
    assert contents(job) == before


def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("Mahjong")
    said = refused(lambda: paili.cluster.simulate(10, out=tmp_path, address=NOWHERE))
    expected = "holds 'thesis.tex' and is of no job of paili: expected a new or an empty folder"
    assert said == f"out: {tmp_path} {expected}"
    assert contents(tmp_path) == {"thesis.tex": b"Mahjong"}
    file = tmp_path / "thesis.tex"
    assert refused(lambda: paili.cluster.simulate(10, out=file, address=NOWHERE)) == f"out: {file} is no folder"


@pytest.mark.parametrize("name", ["_job.json", "finished.paili"])
def test_a_damaged_folder_is_told(job: Path, name: str) -> None:
    data = (job / name).read_bytes()
    for damaged in (b"", data[:-1], data[: len(data) // 2], b"x" + data[1:]):
        (job / name).write_bytes(damaged)
        said = refused(lambda: paili.cluster.simulate(2000, out=job, address=NOWHERE))
        assert said == f"out: {job / name} is damaged: name another folder, or remove this one to start anew"
        assert (job / name).read_bytes() == damaged


def test_every_changed_byte_of_what_was_played_is_seen(job: Path) -> None:
    data = (job / "finished.paili").read_bytes()
    nothing = paili.simulate(0)
    folder = JobFolder(job, json.loads((job / "_job.json").read_text()))
    assert read_sum(folder, nothing, Ranges())[0] == paili.simulate(1000)
    for place in range(0, len(data), 37):
        changed = bytearray(data)
        changed[place] ^= 1
        (job / "finished.paili").write_bytes(changed)
        assert "is damaged" in refused(lambda: read_sum(folder, nothing, Ranges()))


def test_two_at_a_time_are_refused(job: Path) -> None:
    with open(job / "_lock") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = refused(lambda: paili.cluster.simulate(2000, out=job, address=NOWHERE))
    assert said == f"out: {job}: another process is working on this job"
    # And the lock goes with who held it.
    with pytest.raises(ConnectionError):
        paili.cluster.simulate(2000, out=job, address=NOWHERE)


@pytest.fixture
def strangers() -> Iterator[dict[str, str]]:
    """Addresses where somebody else answers: something, nothing, or never."""
    servers = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]

    def answer(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    thread = threading.Thread(target=answer, args=[servers[0]], daemon=True)
    thread.start()
    yield {name: f"127.0.0.1:{server.getsockname()[1]}" for name, server in zip("ab", servers, strict=True)}
    for server in servers:
        server.close()


def test_a_cluster_that_cannot_be_reached_is_named_before_long(
    strangers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paili.cluster.connection.PATIENCE", 0.5)
    out = tmp_path / "job"
    for address in (NOWHERE, "nobody.invalid:6379", "nonsense", *strangers.values()):
        begun = time.monotonic()
        with pytest.raises(ConnectionError, match=f"^address {address}: "):
            paili.cluster.simulate(10, address=address, out=out)
        assert time.monotonic() - begun < 60
        # Nothing is left of a job that never began.
        assert not out.exists()


def test_an_address_of_another_kind_is_refused() -> None:
    for address in ("ray://127.0.0.1:10001", "http://127.0.0.1:8265"):
        said = refused(lambda: paili.cluster.simulate(10, address=address))  # noqa: B023
        assert said == f"address: {address}: expected host:port, auto or local, on a node of the cluster"


def test_an_address_is_the_same_however_it_is_written() -> None:
    import ray

    assert same(ray, "localhost:6379", "127.0.0.1:6379")
    assert same(ray, "127.0.0.1:6379", "localhost:6379")
    own = f"{ray.util.get_node_ip_address()}:6379"
    assert same(ray, "localhost:6379", own)
    for other in ("localhost:6380", "nobody.invalid:6379", "192.0.2.1:6379", "nonsense"):
        assert not same(ray, other, "127.0.0.1:6379")


def test_the_variable_names_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", NOWHERE)
    with pytest.raises(ConnectionError, match=f"^address {NOWHERE}: "):
        paili.cluster.simulate(10)


def test_without_ray_the_extra_is_named() -> None:
    code = "import sys; sys.modules['ray'] = None; import paili.cluster; paili.cluster.simulate(10)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stderr.endswith("ImportError: paili.cluster needs Ray: pip install 'paili[ray]'\n")


@pytest.mark.parametrize(
    ("call", "who"),
    [
        ("import paili.cluster; paili.cluster.batch('hands.parquet', out='out')", "paili.cluster.batch"),
        ("from paili.arrow import AddAnswers; AddAnswers()(None)", "paili.arrow"),
        ("from paili.arrow import AddAnswers; AddAnswers().schema(None)", "paili.arrow"),
    ],
)
def test_without_pyarrow_the_extra_is_named(call: str, who: str) -> None:
    code = f"import sys; sys.modules['pyarrow'] = None; {call}"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stderr.endswith(f"ImportError: {who} needs pyarrow: pip install 'paili[arrow]'\n"), said.stderr


def test_importing_it_is_light() -> None:
    code = "import sys, paili.cluster, paili.arrow; print({'ray', 'pyarrow', 'numpy', 'pandas'} & sys.modules.keys())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": -1}, "games: -1: expected a number of games"),
        ({"games_per_piece": 0}, "games_per_piece: 0: expected 1 game or more"),
        ({"threads": 0}, "threads: 0: expected 1 to 4096"),
        ({"policies": "rule,rule"}, "policies: 2 policies for four seats: expected one for all or four"),
        ({"policies": "clever"}, "policies: "),
    ],
)
def test_wrong_numbers_and_names_are_told(options: dict[str, object], message: str) -> None:
    assert refused(lambda: paili.cluster.simulate(**{"address": NOWHERE, **options})).startswith(message)


class Unnamed(paili.Policy):
    """A policy that nobody can name."""

    def discard(self, view: paili.View) -> str:
        return view.tiles[0]


def test_wrong_types_are_told() -> None:
    with pytest.raises(TypeError, match="^games: expected a whole number, not float"):
        paili.cluster.simulate(1e6)
    with pytest.raises(TypeError, match="^policies: a cluster plays policies that have names"):
        paili.cluster.simulate(10, policies=Unnamed())
    with pytest.raises(
        TypeError, match="^source: expected paths, a pyarrow.dataset.Dataset or a ray.data.Dataset, not int"
    ):
        paili.cluster.batch(3, out="nowhere")


def test_one_name_is_no_sequence_of_names(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "hands.parquet")
    with pytest.raises(TypeError, match="^keep: expected a sequence of names, not a str"):
        paili.cluster.batch(tmp_path / "hands.parquet", out=tmp_path / "out", keep="hand")
    assert not (tmp_path / "out").exists()


def test_sources_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    good = tmp_path / "good.parquet"
    pq.write_table(pa.table({"hand": ["11m"], "x": [0.5]}), good)
    (tmp_path / "bad.parquet").write_text("no Parquet")
    (tmp_path / "hands.csv").write_text("hand\n11m\n")
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out"
    for source, options, message in [
        ([], {}, "source: no files"),
        (tmp_path / "none.parquet", {}, f"source: there is no file {tmp_path / 'none.parquet'}"),
        (str(tmp_path / "*.feather"), {}, f"source: no file is matched by {tmp_path / '*.feather'}"),
        (tmp_path / "empty", {}, f"source: the folder {tmp_path / 'empty'} holds no Parquet or Arrow file"),
        (tmp_path / "hands.csv", {}, f"source: {tmp_path / 'hands.csv'}: expected a name that ends with .parquet, "),
        ([good, good], {}, f"source: {good} is in it twice"),
        (ds.dataset(good).filter(ds.field("x") > 0), {}, "source: the data set is filtered"),
        (good, {"column": "x"}, "column 'x': a column of Float64: expected texts"),
        (good, {"column": "y"}, "column: no column 'y': the columns are 'hand', 'x'"),
        (good, {"keep": ["y"]}, "keep: no column 'y': the columns are 'hand', 'x'"),
        (good, {"rows_per_piece": 0}, "rows_per_piece: 0: expected 1 row or more"),
        (good, {"on_error": "ignore"}, "on_error: "),
        (good, {"forms": "pears"}, "forms: "),
    ]:
        said = refused(lambda: paili.cluster.batch(source, out=out, address=NOWHERE, **options))  # noqa: B023
        assert said.startswith(message), said
    said = refused(lambda: paili.cluster.batch([tmp_path / "bad.parquet"], out=out, address=NOWHERE))
    assert str(tmp_path / "bad.parquet") in said
    assert not out.exists()


def test_a_file_without_the_hands_is_told(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"id": [1]}), tmp_path / "b.parquet")
    for source in (tmp_path, ds.dataset(tmp_path)):
        said = refused(lambda: paili.cluster.batch(source, out=tmp_path / "out", column="hand", address=NOWHERE))  # noqa: B023
        assert said == f"{tmp_path / 'b.parquet'}: no column 'hand'"
    assert not (tmp_path / "out").exists()


def test_answers_in_the_folder_of_the_hands_are_no_hands(tmp_path: Path) -> None:
    out = tmp_path / "answers"
    out.mkdir()
    for file in (tmp_path / "a.parquet", out / "part-00000.parquet"):
        pq.write_table(pa.table({"hand": ["11m"]}), file)
    (tmp_path / "link").symlink_to(out)
    for source in (tmp_path, str(tmp_path / "**/*.parquet")):
        for named in (out, tmp_path / "link"):
            assert list(open_files(source, named).states) == [str(tmp_path / "a.parquet")]
    assert len(open_files(tmp_path, tmp_path / "elsewhere").states) == 2
    for source in ([out / "part-00000.parquet"], ds.dataset(out)):
        said = refused(lambda: paili.cluster.batch(source, out=out, address=NOWHERE))  # noqa: B023
        assert said == f"source: {out / 'part-00000.parquet'} is in {out}, where the answers go: name another folder"


def test_a_file_that_is_damaged_is_told(tmp_path: Path) -> None:
    add, schema = AddAnswers("hand"), pa.schema([("hand", pa.string())])
    (tmp_path / "_job.json").touch()
    table = pa.table({"hand": [f"{1 + row % 9}m" for row in range(100_000)]})
    for name, write in (("hands.parquet", write_parquet), ("hands.arrow", write_arrow)):
        file = tmp_path / name
        for damage in (damage_middle, cut_off):
            write(table, file)
            (piece,) = open_files(file, tmp_path / "out").cut(10**6)
            file.write_bytes(damage(file.read_bytes()))
            with pytest.raises(paili.InputError) as caught:
                write_part(
                    paili.__version__, piece.source, 0, str(tmp_path / "part-00000.parquet"), add, schema, "identity"
                )
            assert str(caught.value).startswith(f"{file}: it can't be read: ")
            assert [one.name for one in tmp_path.glob("*part*")] == []


def write_parquet(table: pa.Table, file: Path) -> None:
    pq.write_table(table, file, compression="zstd", use_dictionary=False)


def write_arrow(table: pa.Table, file: Path) -> None:
    with pa.ipc.new_file(file, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table)


def damage_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[: middle - 200] + bytes(400) + data[middle + 200 :]


def cut_off(data: bytes) -> bytes:
    return data[: len(data) // 2]


def test_ranges_are_sets() -> None:
    numbers = [5, 0, 1, 9, 7, 6, 2, 8, 3]
    ranges, members = Ranges(), set()
    for number in numbers:
        ranges = ranges.plus(number)
        members.add(number)
        assert {one for start, end in ranges for one in range(start, end)} == members
        assert len(ranges) == len(members)
        assert list(ranges.gaps(12)) == [one for one in range(12) if one not in members]
        assert list(Ranges(json.loads(json.dumps(list(ranges))))) == list(ranges)
        with pytest.raises(ValueError, match="is in it already"):
            ranges.plus(number)
    assert list(ranges) == [(0, 4), (5, 10)]
    for wrong in ([(1, 1)], [(0, 2), (2, 3)], [(3, 4), (0, 1)], [(-1, 1)]):
        with pytest.raises(ValueError, match="out of order"):
            Ranges(wrong)


def test_pieces_cover_all_games_once_and_are_made_as_they_are_needed() -> None:
    for games, per_piece in [(0, 5), (1, 5), (10, 5), (11, 5), (3, 1)]:
        cut = Cut(games, per_piece)
        pieces = list(cut.left(Ranges()))
        assert len(pieces) == cut.pieces
        assert [game for piece in pieces for game in range(piece.first, piece.first + piece.games)] == list(
            range(games)
        )
        assert cut.games_of(Ranges([(0, cut.pieces)] if pieces else [])) == games
    # A job of a billion pieces has begun at once.
    assert next(Cut(10**15, 10**6).left(Ranges([(0, 17)]))).first == 17 * 10**6


def shell(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paili.cluster", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_standard_output_has_the_result_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def chatty(*arguments: object, **options: object) -> paili.Tally:
        print("(raylet) The node was marked dead")
        return paili.simulate(10)

    monkeypatch.setattr(shell_of_it, "simulate", chatty)
    assert shell_of_it.main(["simulate"]) == 0
    said = capsys.readouterr()
    assert said.out == paili.simulate(10).to_json() + "\n"
    assert said.err == "(raylet) The node was marked dead\n"


def test_what_ray_says_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import ray.exceptions

    def fail(*arguments: object, **options: object) -> None:
        raise ray.exceptions.RaySystemError("the head is gone")

    monkeypatch.setattr(shell_of_it, "simulate", fail)
    assert shell_of_it.main(["simulate"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ") and said.err.endswith("the head is gone\n")


def test_ctrl_c_names_no_folder_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupt(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shell_of_it, "simulate", interrupt)
    for out, message in (
        (tmp_path, f"interrupted: the same command goes on from what is finished in {tmp_path}"),
        (tmp_path / "gone", "interrupted, before anything was finished"),
    ):
        assert shell_of_it.main(["simulate", "--out", str(out)]) == 1
        assert capsys.readouterr() == ("", f"error: {message}\n")


def test_the_shell_tells_bad_input_from_anything_else(job: Path) -> None:
    for arguments, status, message in [
        (["simulate", "--games", 2000, "--seed", 9, "--out", job], 2, "error: out: "),
        (["simulate", "--policy", "clever"], 2, "error: policies: "),
        (["simulate", "--games", "many"], 2, "usage: "),
        (["batch", "nothing.parquet", "--out", "nowhere"], 2, "error: source: there is no file nothing.parquet"),
        (["batch"], 2, "usage: "),
        ([], 2, "usage: "),
        (["simulate", "--address", NOWHERE], 1, f"error: address {NOWHERE}: "),
    ]:
        said = shell(*arguments)
        assert (said.returncode, said.stdout) == (status, ""), said.stderr
        assert said.stderr.startswith(message), said.stderr
    assert shell("--help").stdout.startswith("usage: python -m paili.cluster")
    assert shell("--version").stdout == f"paili {paili.__version__}\n"
