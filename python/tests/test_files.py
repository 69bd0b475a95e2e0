"""The hands of a file, answered in another."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from length import short_or_long
from pyarrow import csv, feather

import paili
from paili.files.batches import ROWS
from paili.files.formats import number_text
from paili.files.whole import write_whole

ENDS = ["parquet", "arrow", "feather", "csv"]


def write(path: Path, table: pa.Table) -> Path:
    """A file of the format that its name says, in several batches or row groups."""
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=100)
    elif path.suffix == ".csv":
        csv.write_csv(table, path)
    else:
        feather.write_feather(table, str(path), chunksize=100)
    return path


def read(path: Path) -> pa.Table:
    """What is in a file, texts in CSV as they stand there."""
    if path.suffix == ".parquet":
        return pq.read_table(path)
    if path.suffix == ".csv":
        names = path.read_text().split("\n", 1)[0].replace('"', "").split(",")
        types = {name: pa.string() for name in names if name in ("id", "hand", "x")}
        return csv.read_csv(path, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=True))
    return feather.read_table(str(path))


def left(folder: Path) -> set[str]:
    """The files of a folder, hidden ones too."""
    return set(os.listdir(folder))


@pytest.mark.parametrize("useful", [False, True])
@pytest.mark.parametrize("to", ENDS)
@pytest.mark.parametrize("of", ENDS)
def test_every_format_into_every_other(of: str, to: str, useful: bool, tmp_path: Path) -> None:
    hands: list[str | None] = paili.texts(paili.random_hands(1_000, tiles=14, seed=2)).tolist()
    hands[5] = hands[999] = None
    ids = [f"0{row}" for row in range(len(hands))]
    source = write(tmp_path / f"hands.{of}", pa.table({"id": ids, "hand": hands}))
    out = tmp_path / f"answers.{to}"
    report = paili.batch_file(source, out, useful=useful)
    assert report == paili.FileReport(out, rows=1_000, bad=0, nulls=2)
    answers = read(out)
    names = ["id", "hand", "distance"] + ["acceptance", "useful"] * useful
    assert answers.column_names == ["index"] * (to == "csv") + names
    assert answers["id"].to_pylist() == ids
    assert answers["hand"].to_pylist() == hands
    column = pa.array(hands)
    assert answers["distance"].to_pylist() == paili.distances(column).to_pylist()
    if useful:
        outlooks = paili.useful(column)
        kinds = [None if text is None else list(paili.counts([text])[0]) for text in answers["useful"].to_pylist()]
        assert kinds == [
            None if mask is None else list(paili.kinds_of([mask])[0]) for mask in outlooks.useful.to_pylist()
        ]
        assert answers["acceptance"].to_pylist() == outlooks.acceptance.to_pylist()
    if to != "csv":
        assert answers.schema.field("distance").type == pa.int8()
    assert left(tmp_path) == {source.name, out.name}


@pytest.mark.parametrize("to", ENDS)
@pytest.mark.parametrize("of", ["parquet", pytest.param("arrow", marks=pytest.mark.long)])
def test_more_rows_than_are_done_at_a_time(of: str, to: str, tmp_path: Path) -> None:
    hands = paili.texts(paili.random_hands(2 * ROWS + 7, seed=3)).tolist()
    source = tmp_path / f"hands.{of}"
    table = pa.table({"x": hands})
    # One row group, or one batch.
    pq.write_table(table, source) if of == "parquet" else feather.write_feather(
        table, str(source), chunksize=len(hands)
    )
    told: list[int] = []
    out = tmp_path / f"answers.{to}"
    assert paili.batch_file(source, out, column="x", threads=1, progress=told.append).rows == len(hands)
    assert told == sorted(set(told)) and told[-1] == len(hands)
    assert read(out)["distance"].to_pylist() == paili.distances(hands).tolist()


@pytest.mark.parametrize("to", ENDS)
def test_no_rows(to: str, tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("hand\n")
    out = tmp_path / f"answers.{to}"
    told: list[int] = []
    assert paili.batch_file(tmp_path / "hands.csv", out, progress=told.append) == paili.FileReport(out, 0, 0, 0)
    assert told == []
    assert read(out).column_names == ["index"] * (to == "csv") + ["hand", "distance"]


@pytest.mark.parametrize("of", ENDS)
def test_rows_that_are_no_hand(of: str, tmp_path: Path) -> None:
    hands = ["11m"] * (ROWS + 10)
    hands[ROWS + 3] = "1x"
    hands[ROWS + 5] = "7"
    source = write(tmp_path / f"hands.{of}", pa.table({"hand": hands}))
    out = tmp_path / "answers.parquet"
    with pytest.raises(paili.InputError) as caught:
        paili.batch_file(source, out)
    assert (caught.value.argument, caught.value.row) == ("source", ROWS + 3)
    assert caught.value.reason.startswith(f"{source}: column 'hand': character 2: ")
    assert left(tmp_path) == {source.name}
    report = paili.batch_file(source, out, on_error="null")
    assert report == paili.FileReport(out, len(hands), bad=2, nulls=0)
    distances = read(out)["distance"]
    assert distances.null_count == 2 and distances[ROWS + 3].as_py() is None and distances[0].as_py() == 0


def test_columns_of_csv_stay_as_they_stand(tmp_path: Path) -> None:
    text = '\ufeffid,hand,note\n007,11m,"a, b"\n1.50,,\n\n,"11m","two\nlines ""quoted"""\n'
    (tmp_path / "hands.csv").write_text(text)
    paili.batch_file(tmp_path / "hands.csv", tmp_path / "again.CSV")
    assert (tmp_path / "again.CSV").read_text() == (
        'index,id,hand,note,distance\n0,007,11m,"a, b",0\n1,1.50,,,\n2,,11m,"two\nlines ""quoted""",0\n'
    )


def test_numbers_in_csv_are_read_as_what_they_are() -> None:
    assert [*map(number_text, (-1e-5, -1.2e-05, -1.5e-7))] == ["-0.00001", "-0.000012", "-1.5e-7"]
    drawn = Random(1)
    for number in (drawn.uniform(-10, 10) * 10.0 ** drawn.randint(-20, 20) for _ in range(2_000)):
        assert float(number_text(number) or "") == number


@pytest.mark.parametrize("to", ENDS)
def test_columns_with_dictionaries(to: str, tmp_path: Path) -> None:
    batches = [pa.array(column).dictionary_encode() for column in (["11m", "12m"], ["123m4p", "11m"])]
    table = pa.table({"hand": pa.chunked_array(batches)})
    pq.write_table(table, tmp_path / "hands.parquet", row_group_size=2)
    paili.batch_file(tmp_path / "hands.parquet", tmp_path / f"answers.{to}")
    answers = read(tmp_path / f"answers.{to}")
    assert answers["hand"].to_pylist() == ["11m", "12m", "123m4p", "11m"]
    assert answers["distance"].to_pylist() == [0, 1, 1, 0]


def test_what_csv_can_not_hold_is_refused(tmp_path: Path) -> None:
    counts = paili.random_hands(3, seed=1)
    for column in (
        pa.array([row.tobytes() for row in counts], pa.binary(34)),
        pa.array(counts.tolist(), pa.list_(pa.uint8())),
    ):
        pq.write_table(pa.table({"counts": column}), tmp_path / "hands.parquet")
        with pytest.raises(paili.InputError, match="^out: .*/a.csv: CSV can't hold the column 'counts', which is "):
            paili.batch_file(tmp_path / "hands.parquet", tmp_path / "a.csv")
        paili.batch_file(tmp_path / "hands.parquet", tmp_path / "a.arrow")
        assert read(tmp_path / "a.arrow")["distance"].to_pylist() == paili.distances(counts).tolist()


def test_what_is_there_is_replaced_and_links_stay(tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", pa.table({"hand": ["11m"]}))
    (tmp_path / "old.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("old.csv")
    paili.batch_file(source, tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "old.csv").read_text() == "index,hand,distance\n0,11m,0\n"
    (tmp_path / "circle.csv").symlink_to("circle.csv")
    with pytest.raises(OSError, match="out: it can't be written: Too many levels of symbolic links: .*circle"):
        paili.batch_file(source, tmp_path / "circle.csv")
    assert (tmp_path / "circle.csv").is_symlink()


@pytest.mark.parametrize(
    ("source", "out", "options", "message"),
    [
        ("no.csv", "a.csv", {}, "^source: there is no file .*/no.csv$"),
        ("folder.csv", "a.csv", {}, "^source: .*/folder.csv is no file$"),
        ("hands.txt", "a.csv", {}, "^source: .*/hands.txt: expected a name that ends with .parquet, .arrow, .fe"),
        ("hands.csv", "a.xlsx", {}, "^out: .*/a.xlsx: expected a name that ends with .parquet, .arrow, .fe"),
        ("hands.csv", "no/a.csv", {}, "^out: .*/no/a.csv: there is no folder .*/no$"),
        ("hands.csv", "folder.csv", {}, "^out: .*/folder.csv is no file$"),
        ("hands.csv", "hands.csv", {}, "^out: .*/hands.csv is the source: expected another file$"),
        ("hands.csv", "same.csv", {}, "^out: .*/same.csv is the source: expected another file$"),
        ("hands.csv", "link.csv", {}, "^out: .*/link.csv is the source: expected another file$"),
        ("hands.csv", "a.csv", {"useful": "tiles"}, "^useful: 'tiles': expected True, False or \"masks\"$"),
        ("hands.csv", "a.csv", {"column": "x"}, "^column: .*/hands.csv: no column 'x': the columns are 'id', 'hand'$"),
        (
            "two.csv",
            "a.csv",
            {},
            "^column: .*/two.csv: which column holds the hands. Name it; the columns are 'a', 'b'",
        ),
        ("answers.csv", "a.csv", {}, "^column: .*/answers.csv: there is a column 'distance' already"),
        ("floats.parquet", "a.csv", {}, "^source: .*/floats.parquet: column 'hand': a column of Float64: expected te"),
        ("text.parquet", "a.csv", {}, "^source: .*/text.parquet: it can't be read: "),
        ("text.arrow", "a.csv", {}, "^source: .*/text.arrow: it can't be read: "),
        ("empty.csv", "a.csv", {}, "^source: .*/empty.csv: it can't be read: Empty CSV file"),
        ("ragged.csv", "a.csv", {}, "^source: .*/ragged.csv: it can't be read: .*Expected 2 columns, got 1"),
        ("bytes.csv", "a.csv", {}, "^source: .*/bytes.csv: it can't be read: .*invalid UTF8"),
        ("hands.csv", "a.csv", {"forms": "pears"}, "^forms: "),
        ("hands.csv", "a.csv", {"on_error": "skip"}, "^on_error: "),
        ("hands.csv", "a.csv", {"threads": 0}, "^threads: 0: "),
        ("hands.csv", "a.csv", {"threads": 1.5}, "^threads: expected a whole number, not float"),
        ("hands.csv", "a.csv", {"draws": 3}, "^draws: only with odds=True$"),
        ("hands.csv", "a.csv", {"changes": 0}, "^changes: only with odds=True$"),
        ("hands.csv", "a.csv", {"law": "published"}, "^law: only with odds=True$"),
        ("hands.csv", "a.csv", {"odds": True, "draws": 0}, "^draws: 0: "),
        ("hands.csv", "a.csv", {"column": 3}, "^column: expected a name, not int"),
        ("hands.csv", "a.csv", {"progress": 3}, "^progress: expected True for a bar, or something to call, not int"),
    ],
)
def test_what_is_refused(source: str, out: str, options: dict[str, Any], message: str, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "hands.csv").write_text("id,hand\n1,11m\n")
    (tmp_path / "hands.txt").write_text("11m\n")
    os.link(tmp_path / "hands.csv", tmp_path / "same.csv")
    (tmp_path / "link.csv").symlink_to("hands.csv")
    (tmp_path / "two.csv").write_text("a,b\n11m,11m\n")
    (tmp_path / "answers.csv").write_text("hand,distance\n11m,0\n")
    (tmp_path / "text.parquet").write_text("11m\n")
    (tmp_path / "text.arrow").write_text("11m\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "ragged.csv").write_text("a,hand\n1,11m\n2\n")
    (tmp_path / "bytes.csv").write_bytes(b"hand\n\xff\n")
    pq.write_table(pa.table({"hand": [1.5]}), tmp_path / "floats.parquet")
    before = left(tmp_path)
    with pytest.raises((paili.InputError, TypeError), match=message):
        paili.batch_file(tmp_path / source, tmp_path / out, **options)
    assert left(tmp_path) == before
    assert (tmp_path / "hands.csv").read_text() == "id,hand\n1,11m\n"


FULL = """
import resource, sys
import paili

resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    paili.batch_file("hands.csv", sys.argv[1])
except OSError as error:
    print(f"{type(error).__name__}: {error}")
"""


@pytest.mark.parametrize("to", ["csv", *(pytest.param(to, marks=pytest.mark.long) for to in ("arrow", "parquet"))])
def test_what_can_not_be_written_is_told(to: str, tmp_path: Path) -> None:
    texts = paili.texts(paili.random_hands(short_or_long(10_000, 50_000), seed=1)).tolist()
    (tmp_path / "hands.csv").write_text("\n".join(["hand", *texts]))
    # A limit to the length of files is as good as a full disk.
    command = [sys.executable, "-c", FULL, f"answers.{to}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr == ""
    assert re.match(
        rf"OSError: \[Errno 27\] out: it can't be written: .*File too large.*: 'answers.{to}'\n$", done.stdout
    )
    assert left(tmp_path) == {"hands.csv"}
    long = "a" * 300
    for out, number in ((f"/proc/answers.{to}", 2), (f"{long}.{to}", 36)):
        with pytest.raises(OSError, match=f"^\\[Errno {number}\\] out: it can't be written: .*: '{out}'$"):
            paili.batch_file(tmp_path / "hands.csv", out)
    with pytest.raises(paili.InputError, match=f"^source: {long}.{to}: it can't be read: .*File name too long"):
        paili.batch_file(f"{long}.{to}", "a.csv")
    # A name that is just short enough has room beside it for the file that is not finished.
    name = "a" * (255 - len(to) - 1)
    assert paili.batch_file(tmp_path / "hands.csv", tmp_path / f"{name}.{to}").rows == len(texts)


def test_paths_are_texts_or_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="^source: expected a path, not int$"):
        paili.batch_file(3, "a.csv")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^out: expected a path, not bytes$"):
        paili.batch_file("a.csv", b"a.csv")  # type: ignore[arg-type]
    for argument, source, out in (("source", "a\0b.csv", "b.csv"), ("out", "b.csv", "a\0b.csv")):
        told = r"'a\\x00b.csv': expected a name without the character \\0"
        with pytest.raises(paili.InputError, match=f"^{argument}: {told}$"):
            paili.batch_file(source, out)
    monkeypatch.chdir(tmp_path)
    Path("hands.csv").write_text("hand\n11m\n")
    assert paili.batch_file("hands.csv", "a.csv").path == Path("a.csv")


def test_damaged_files_are_told(tmp_path: Path) -> None:
    hands = pa.table({"hand": paili.texts(paili.random_hands(5_000, seed=1)).tolist()})
    for end in ("parquet", "arrow"):
        source = write(tmp_path / f"hands.{end}", hands)
        held = bytearray(source.read_bytes())
        held[1_000 : len(held) // 2] = b"\xff" * (len(held) // 2 - 1_000)
        source.write_bytes(held)
        with pytest.raises(paili.InputError, match=f"^source: .*/hands.{end}: it can't be read: "):
            paili.batch_file(source, tmp_path / "a.csv")
        assert "a.csv" not in left(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("to", ["parquet", "csv"])
def test_memory_stays_small(to: str, tmp_path: Path) -> None:
    # 84 MB of texts in one row group.
    hands = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int8()), 4_000_000), ["123m456p789s1122z"])
    pq.write_table(pa.table({"hand": hands.cast(pa.string())}), tmp_path / "hands.parquet", row_group_size=len(hands))
    program = "import sys, paili, pyarrow; paili.batch_file(*sys.argv[1:])"
    program += "; print(pyarrow.default_memory_pool().max_memory())"
    command = [sys.executable, "-c", program, "hands.parquet", f"answers.{to}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert int(done.stdout) < 48 << 20


class Stop(Exception):
    """What ends a call."""


def test_what_progress_raises_leaves_no_file(tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", pa.table({"hand": ["11m"]}))

    def stop(rows: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        paili.batch_file(source, tmp_path / "a.csv", progress=stop)
    assert left(tmp_path) == {"hands.parquet"}


INTERRUPTED = """
import os, signal, sys
import paili

def interrupt(rows):
    print(len(os.listdir(".")), flush=True)
    os.kill(os.getpid(), signal.SIGINT)

try:
    paili.batch_file("hands.csv", "answers.parquet", progress=interrupt)
except KeyboardInterrupt:
    print("interrupted", *os.listdir("."))
"""

KILLED = """
import os, signal, sys
import paili

paili.batch_file("hands.parquet", sys.argv[1], progress=lambda rows: os.kill(os.getpid(), signal.SIGKILL))
"""


def test_what_a_killed_call_left_is_removed_by_the_next_and_nothing_else(tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", pa.table({"hand": ["11m"]}))
    for name in ("a.csv", "solved.csv", "other.csv"):
        subprocess.run([sys.executable, "-c", KILLED, name], cwd=tmp_path)
    assert len(left(tmp_path)) == 4
    with write_whole(tmp_path / "a.csv") as busy:
        paili.batch_file(source, tmp_path / "a.csv")
        paili.solve(tmp_path / "solved.csv", tiles=1, draws=1)
        busy.write(b"whole")
    (others,) = left(tmp_path) - {"hands.parquet", "a.csv", "solved.csv"}
    assert others.startswith(".other.csv.")
    assert (tmp_path / "a.csv").read_text() == "whole"


def test_a_file_that_must_not_be_changed_is_not_replaced(tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", pa.table({"hand": ["11m"]}))
    kept, saved = tmp_path / "kept.csv", tmp_path / "saved"
    kept.write_text("mine")
    kept.chmod(0o444)
    paili.arena("rule", "random", walls=1, checkpoint=saved)
    saved.chmod(0o444)
    if os.access(kept, os.W_OK):
        pytest.skip("whoever runs this may write to any file")
    for call in (
        lambda: paili.batch_file(source, kept),
        lambda: paili.solve(kept, tiles=1, draws=1),
        lambda: paili.arena("rule", "random", walls=1, transcripts=kept),
        lambda: paili.arena("rule", "random", walls=1, checkpoint=saved),
    ):
        with pytest.raises(PermissionError, match=f"Permission denied: '{tmp_path}/(kept.csv|saved)'"):
            call()
    assert (left(tmp_path), kept.read_text()) == ({"hands.parquet", "kept.csv", "saved"}, "mine")


def test_an_interrupted_call_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("hand\n" + "123m456p789s1122z\n" * 3_000_000)
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr == ""
    # While it worked, the unfinished file stood beside its place.
    assert done.stdout == "2\ninterrupted hands.csv\n"


def test_a_bar(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for end in ("csv", "parquet", "arrow"):
        source = write(tmp_path / f"hands.{end}", pa.table({"hand": ["11m"] * 2_000}))
        paili.batch_file(source, tmp_path / "answers.csv", progress=True)
        shown = capsys.readouterr().err
        assert "rows" in shown and ("2.00krows" if end == "csv" else "2.00k/2.00k") in shown.replace(" ", "")


def test_without_pyarrow_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="^paili.batch_file needs pyarrow: pip install pyarrow$"):
        paili.batch_file("hands.csv", "answers.csv")


@pytest.mark.parametrize(
    "hands", [["1133m456789p123s", "34m99p1z", "123m456p789s11122z", "1258m17p3699s112z"], ['"1m 1m"', "EE", '"1m,1m"']]
)
@pytest.mark.parametrize("asked", [[], ["--useful"], ["--useful", "--odds"]])
def test_csv_is_that_of_the_program(hands: list[str], asked: list[str], program: Path, tmp_path: Path) -> None:
    source, theirs, ours = (tmp_path / name for name in ("hands.csv", "theirs.csv", "ours.csv"))
    source.write_text("\n".join(["hand", *hands, ""]))
    command = [str(program), "batch", str(source), "--out", str(theirs), "--on-error", "mark", *asked]
    subprocess.run(command, check=True, capture_output=True)
    options: Any = {option.removeprefix("--"): True for option in asked}
    paili.batch_file(source, ours, on_error="null", **options)
    assert ours.read_text() == theirs.read_text()


def test_masks_stay_numbers_where_they_are_wanted(tmp_path: Path) -> None:
    source = write(tmp_path / "hands.parquet", pa.table({"hand": ["34m99p1z"]}))
    paili.batch_file(source, tmp_path / "answers.parquet", useful="masks", odds=True, draws=3, changes=1)
    answers = read(tmp_path / "answers.parquet")
    assert answers["useful"].to_pylist() == [0b10010]
    assert answers["win"].to_pylist() == paili.odds(["34m99p1z"], 3, changes=1).tolist()
    paili.batch_file(source, tmp_path / "answers.parquet", odds=True, draws=3, law="published")
    assert (
        read(tmp_path / "answers.parquet")["win"].to_pylist() == paili.odds(["34m99p1z"], 3, law="published").tolist()
    )
