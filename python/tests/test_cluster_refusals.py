"""What the cluster's functions refuse, and that they leave everything as it is. No cluster is needed to say so."""

from __future__ import annotations

import fcntl
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import paili
import paili.cluster
from paili.cluster import __main__ as shell_of_it
from paili.cluster.batches import chosen
from paili.cluster.connection import resolved
from paili.cluster.folder import JobFolder
from paili.cluster.simulation import Finished, usual_games_per_block
from paili.cluster.workers import Block, cause_of

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
        "games_per_block": 1000,
    }
    with JobFolder.open(out, what, {}) as folder:
        Finished(paili.simulate(0)).plus(0, paili.simulate(1000)).save(folder)
    return out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"games": 3000}, "games is 2000 there and 3000 here"),
        ({"detail": True}, "detail is false there and true here"),
        ({"games_per_block": 7}, "games_per_block is 1000 there and 7 here"),
        ({"policies": "rule,rule,rule,random"}, 'policies is ["rule", "rule", "rule", "rule"] there and ["rule"'),
    ],
)
def test_another_jobs_folder_is_left_as_it_is(job: Path, change: dict[str, object], message: str) -> None:
    before = contents(job)
    said = refused(lambda: paili.cluster.simulate(**{"games": 2000, "out": job, "address": NOWHERE, **change}))
    assert said.startswith(f"out: {job} holds the blocks of another job: {message}")
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
    # Neither is what another program is writing there.
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / ".paili-abcdef.unfinished").touch()
    said = refused(lambda: paili.cluster.simulate(10, out=tmp_path / "folder", address=NOWHERE))
    assert said == f"out: {tmp_path / 'folder'} {expected.replace('thesis.tex', '.paili-abcdef.unfinished')}"
    assert refused(lambda: paili.cluster.simulate(10, out=file, address=NOWHERE)) == f"out: {file} is no folder"


def test_what_a_killed_job_left_is_removed_and_nothing_else(job: Path) -> None:
    others = {f".{name}.unfinished" for name in ("paili-abcdef", f"answers.csv.{'0' * 32}", "part-00000.parquet")}
    for name in {*others, f".part-00000.parquet.{'0' * 32}.unfinished", f"._job.json.{'0' * 32}.unfinished"}:
        (job / name).touch()
    with JobFolder.open(job, json.loads((job / "_job.json").read_text())["job"], {}):
        pass
    assert set(contents(job)) == {"_job.json", "_lock", *others}


def test_a_damaged_folder_is_told(job: Path) -> None:
    data = (job / "_job.json").read_bytes()
    # Every changed byte is seen, but for those that mean the same.
    changed = [data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] for place in range(0, len(data), 37)]
    for damaged in (b"", data[:-1], data[: len(data) // 2], b"[]", b"{}", *changed):
        if damaged in changed and data[changed.index(damaged) * 37] in b" \n":
            continue
        (job / "_job.json").write_bytes(damaged)
        said = refused(lambda: paili.cluster.simulate(2000, out=job, address=NOWHERE))
        assert said == f"out: {job / '_job.json'} is damaged: name another folder, or remove this one to start anew"
        assert (job / "_job.json").read_bytes() == damaged


def test_two_at_a_time_are_refused(job: Path) -> None:
    with open(job / "_lock") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = refused(lambda: paili.cluster.simulate(2000, out=job, address=NOWHERE))
    assert said == f"out: {job}: another process is working on this job"
    # And the lock goes with who held it.
    with pytest.raises(ConnectionError):
        paili.cluster.simulate(2000, out=job, address=NOWHERE)


def test_a_cluster_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    out = tmp_path / "job"
    for address in (NOWHERE, "nobody.invalid:6379"):
        with pytest.raises(ConnectionError, match=f"^address {address}: "):
            paili.cluster.simulate(10, address=address, out=out)
        # Nothing is left of a job that never began.
        assert not out.exists()


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError):
        paili.cluster.simulate(10, address=NOWHERE, out=tmp_path)
    assert list(tmp_path.iterdir()) == []


FULL = """
import resource, sys
import paili.cluster, ray

resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
paili.cluster.simulate(0, out=sys.argv[1])
"""


def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    out = tmp_path / "job"
    # A limit to the length of files is as good.
    said = subprocess.run([sys.executable, "-c", FULL, out], capture_output=True, text=True)
    assert said.stderr.endswith(f"\nOSError: [Errno 27] File too large: '{out / '_job.json'}'\n"), said.stderr
    assert not out.exists()


def test_no_games_need_no_cluster() -> None:
    assert paili.cluster.simulate(0, address=NOWHERE) == paili.simulate(0)


def test_an_address_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ("ray://127.0.0.1:10001", "http://127.0.0.1:8265")
    for address in (*kinds, "head", "head:", ":6379", "head:six", "head:0", "head:65536"):
        told = f"address: {address}: expected host:port, auto or local, on a node of the cluster"
        assert refused(lambda: paili.cluster.simulate(10, address=address)) == told  # noqa: B023
        monkeypatch.setenv("RAY_ADDRESS", address)
        assert refused(lambda: paili.cluster.simulate(10)) == told


def test_an_address_is_the_same_however_it_is_written() -> None:
    import ray

    own = f"{ray.util.get_node_ip_address()}:6379"
    assert resolved(ray, "localhost:6379") == resolved(ray, "127.0.0.1:6379") == resolved(ray, own)
    others = ("localhost:6380", "nobody.invalid:6379", "192.0.2.1:6379", "nonsense")
    assert resolved(ray, own) not in [resolved(ray, other) for other in others]


def test_the_variable_names_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", NOWHERE)
    with pytest.raises(ConnectionError, match=f"^address {NOWHERE}: "):
        paili.cluster.simulate(10)


def test_without_ray_the_extra_is_named() -> None:
    code = "import sys; sys.modules['ray'] = None; import paili.cluster; paili.cluster.simulate(10)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stderr.endswith("ImportError: paili.cluster needs Ray: pip install 'ray[data]' aiohttp pyarrow numpy\n")


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
    assert said.stderr.endswith(f"ImportError: {who} needs pyarrow: pip install pyarrow\n"), said.stderr


def test_a_node_without_paili_is_told() -> None:
    import ray.exceptions

    why = ModuleNotFoundError("No module named 'paili'")
    error = ray.exceptions.RayTaskError("do", "the worker's traceback", why)
    told = cause_of(ray, error, Block(0, 10, "games 0 to 9", ()))
    assert isinstance(told, ImportError)
    assert str(told).startswith("paili is missing on a node of the cluster: ")


def test_only_what_ends_workers_blames_the_block() -> None:
    import ray
    from ray import exceptions

    block = Block(3, 10, "games 30 to 39", ())
    for error in (
        exceptions.WorkerCrashedError(),
        exceptions.NodeDiedError("gone"),
        exceptions.OutOfMemoryError("full"),
    ):
        assert str(cause_of(ray, error, block)).startswith("block 3 (games 30 to 39) was lost 10 times, last so: ")
    for error in (exceptions.LocalRayletDiedError(), exceptions.RaySystemError("no GCS")):
        told = "the cluster is gone or failed at block 3 (games 30 to 39); with out, the same call goes on: "
        assert str(cause_of(ray, error, block)).startswith(told)
    # Of any other, its own words say what is to be done.
    full = cause_of(ray, exceptions.OutOfDiskError("full"), block)
    assert str(full).startswith("block 3 (games 30 to 39): OutOfDiskError: ")


def test_importing_it_is_light() -> None:
    code = "import sys, paili.cluster, paili.arrow; print({'ray', 'pyarrow', 'numpy', 'pandas'} & sys.modules.keys())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": -1}, "games: -1: expected a number of games"),
        ({"games_per_block": 0}, "games_per_block: 0: expected 1 game or more"),
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
    with pytest.raises(TypeError, match="^address: expected host:port, auto or local, not int$"):
        paili.cluster.simulate(10, address=3)
    with pytest.raises(paili.InputError, match="^policies: a folder can't tell objects apart: expected policies that"):
        paili.cluster.simulate(10, policies=Unnamed(), out="nowhere")
    with pytest.raises(
        TypeError, match="^source: expected paths, a pyarrow.dataset.Dataset or a ray.data.Dataset, not int"
    ):
        paili.cluster.batch(3, out="nowhere")


def test_one_name_is_no_sequence_of_names(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11m"]}), tmp_path / "hands.parquet")
    for keep in ("hand", 3):
        with pytest.raises(TypeError, match=f"^keep: expected a sequence of names, not {type(keep).__name__}$"):
            paili.cluster.batch(tmp_path / "hands.parquet", out=tmp_path / "out", keep=keep)
    assert not (tmp_path / "out").exists()
    schema = pa.schema({"hand": pa.string(), "x": pa.int8(), "y": pa.int8()})
    assert chosen(schema, "hand", iter(["y"])).names == ["hand", "y"]


def test_blocks_of_slow_policies_have_few_games() -> None:
    usual = {
        policy: usual_games_per_block(10**9, ["rule", policy, "rule", "rule"], detail=False)
        for policy in ("rule", "acceptance", "odds", "exec:./bot", "solved:game.solved", Unnamed())
    }
    assert list(usual.values()) == [400_000, 50_000, 4_000, 4_000, 4_000, 4_000]


def test_finished_blocks_are_a_set_and_a_tally(tmp_path: Path) -> None:
    finished = Finished(paili.simulate(0))
    order = [5, 0, 1, 9, 7, 6, 2, 8, 3, 4]
    for played, index in enumerate(order, 1):
        finished = finished.plus(index, paili.simulate(10, first=10 * index))
        assert {*range(finished.before), *finished.beyond} == set(order[:played])
        assert len(finished) == played
        with JobFolder.open(tmp_path / "job", {"job": "test"}, {}) as folder:
            finished.save(folder)
        with JobFolder.open(tmp_path / "job", {"job": "test"}, {}) as folder:
            assert Finished.read(folder.finished) == finished
    assert (finished.tally, finished.before) == (paili.simulate(100), 10)


def shell(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paili.cluster", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


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


def test_a_result_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "w") as full:
        said = subprocess.run(
            [sys.executable, "-m", "paili.cluster", "simulate", "--games", "0"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    told = "error: cannot write to standard output: [Errno 28] No space left on device\n"
    assert (said.returncode, said.stderr) == (1, told)
    with open("/dev/full", "w") as full:
        wrong = [sys.executable, "-m", "paili.cluster", "simulate", "--policy", "nope"]
        assert subprocess.run(wrong, stderr=full).returncode == 2
    closed = f"{shlex.quote(sys.executable)} -m paili.cluster simulate --games 0 >&-"
    said = subprocess.run(["sh", "-c", closed], stderr=subprocess.PIPE, text=True)
    assert (said.returncode, said.stderr) == (1, "error: standard output is closed\n")


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
        (["simulate", "--address", "head"], 2, "error: address: head: expected host:port, auto or local, "),
        (["simulate", "--address", NOWHERE], 1, f"error: address {NOWHERE}: "),
    ]:
        said = shell(*arguments)
        assert (said.returncode, said.stdout) == (status, ""), said.stderr
        assert said.stderr.startswith(message), said.stderr
    assert shell("--help").stdout.startswith("usage: python -m paili.cluster")
    assert shell("--version").stdout == f"paili {paili.__version__}\n"
