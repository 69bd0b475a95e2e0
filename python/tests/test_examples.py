"""The examples of the docs run: in the docstrings of all that is public, native or not, and on the pages."""

from __future__ import annotations

import doctest
import importlib
import inspect
import io
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from length import IS_LONG

import paili

#: Not everybody has what learners take.
HAS_LEARNERS = find_spec("sb3_contrib") is not None

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = [
    page
    for folder in ("*.md", "docs/**/*.md", "python/*.md", "python/docs/**/*.md")
    for page in sorted(REPOSITORY.glob(folder))
]

#: An example on a page.
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def public_modules() -> Iterator[ModuleType]:
    """The package and its public submodules."""
    yield paili
    for found in pkgutil.walk_packages(paili.__path__, "paili."):
        parts = found.name.split(".")[1:]
        # __main__ runs when it is imported.
        is_there = found.name != "paili.env.sb3" or HAS_LEARNERS
        if is_there and not any(part.startswith("_") for part in parts):
            yield importlib.import_module(found.name)


def public_things() -> dict[str, Any]:
    """All that modules say is public, and the public members of classes, by name; each once."""
    things: dict[str, Any] = {}
    seen: set[int] = set()

    def add(name: str, thing: Any) -> None:
        # Data have no docstrings of their own.
        documented = inspect.isroutine(thing) or inspect.isclass(thing) or inspect.ismodule(thing)
        documented = documented or isinstance(thing, property) or inspect.isdatadescriptor(thing)
        if not documented or id(thing) in seen:
            return
        seen.add(id(thing))
        things[name] = thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    add(f"{name}.{member}", getattr(value, "__func__", value))

    for module in public_modules():
        add(module.__name__, module)
        for name in getattr(module, "__all__", ()):
            add(f"{module.__name__}.{name}", getattr(module, name))
    return things


THINGS = public_things()


def slots(thing: Any) -> bool:
    """Whether it is a field of a dataclass or a tuple, which is documented beside it."""
    return inspect.ismemberdescriptor(thing) or type(thing).__name__ == "_tuplegetter"


def test_all_that_is_public_is_found() -> None:
    for name in ("paili.Hand.useful", "paili.Hand.counts", "paili.simulate", "paili.exact", "paili.Tally.to_bytes"):
        assert name in THINGS
    assert len(THINGS) > 40
    for module in public_modules():
        assert hasattr(module, "__all__"), f"{module.__name__} does not say what of it is public"
    assert {REPOSITORY / "README.md", REPOSITORY / "python" / "README.md"} <= set(PAGES)


@pytest.mark.parametrize("name", sorted(THINGS))
def test_it_has_a_docstring(name: str) -> None:
    thing = THINGS[name]
    if not slots(thing):
        assert (thing.__doc__ or "").strip(), f"{name} has no docstring"


@pytest.mark.parametrize("name", [name for name in paili.__all__ if callable(getattr(paili, name))])
def test_what_the_package_exports_has_an_example(name: str) -> None:
    exported = getattr(paili, name)
    things = [exported, *(vars(exported).values() if inspect.isclass(exported) else ())]
    docs = [getattr(thing, "__doc__", None) or "" for thing in things]
    assert any(">>>" in doc for doc in docs), f"paili.{name} has no example"


@pytest.fixture
def enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Goes where examples can leave files, where plots need no screen, and where those of clusters have one."""

    def enter(examples: str) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("MPLBACKEND", "Agg")
        # What a player is told.
        monkeypatch.setattr(sys, "stdin", io.StringIO("PAILI 1\n5 A IN\n5 OUT? 1M 2M\n5 PONG? E\nEND\n"))
        if "paili.cluster" in examples:
            monkeypatch.setenv("RAY_ADDRESS", request.getfixturevalue("nodes").address)

    return enter


def marked(what: str) -> list[pytest.MarkDecorator]:
    """What needs Ray is for the long run."""
    return [pytest.mark.long] if what.startswith("paili.cluster.") or what.endswith("scale-out.md") else []


EXAMPLES = [name for name in sorted(THINGS) if ">>>" in (THINGS[name].__doc__ or "")]


@pytest.mark.parametrize("name", [pytest.param(name, marks=marked(name)) for name in EXAMPLES])
def test_the_examples_of_docstrings_run(name: str, enter: Callable[[str], None]) -> None:
    thing = THINGS[name]
    # What the package exports is shown as its users see it; the rest knows its own module.
    exported = name.split(".")[1] in paili.__all__
    module = inspect.getmodule(thing)
    names = {} if exported or module is None else dict(vars(module))
    # This one shows that a cluster is started and ended where there is none.
    enter("" if name == "paili.cluster.simulate" else thing.__doc__)
    run(inspect.cleandoc(thing.__doc__), name, names)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=str(page.relative_to(REPOSITORY)), marks=marked(page.name))
        for page in PAGES
        if page.name != "recipes.md" or HAS_LEARNERS
    ],
)
def test_the_examples_of_pages_run(page: Path, enter: Callable[[str], None]) -> None:
    """Those in ```python fences, each knowing what those before it defined. A short run asks of fewer hands."""
    names: dict[str, Any] = {"__name__": "__main__"}
    text = page.read_text(encoding="utf-8")
    enter("".join(re.findall(FENCE, text)))
    for block in re.finditer(FENCE, text):
        line = text[: block.start(1)].count("\n")
        place = f"{page.relative_to(REPOSITORY)}:{line + 1}"
        if block[1].lstrip().startswith(">>>"):
            run(block[1], place, names)
        else:
            code = block[1] if IS_LONG else re.sub(r"\b\d+_000_000\b", "20_000", block[1])
            # The lines before make the numbers in a traceback those of the page.
            exec(compile("\n" * line + code, str(page), "exec"), names)


def test_fences_are_those_that_run() -> None:
    """A fence that is nearly ```python would be left out without a word."""
    for page in PAGES:
        for fence in re.findall(r"^\s*```\s*(\S.*)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            word = fence.strip()
            assert word == "python" or not re.match(r"(?i)py(thon)?\b", word), f"{page.name}: ```{fence}"
        indented = re.findall(r"^[ \t]+```python$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert not indented, f"{page.name}: an indented ```python fence"


def run(text: str, name: str, names: dict[str, Any]) -> None:
    """Runs the examples of a text; what they print has to be what they say."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    assert test.examples
    skipping = [example.source for example in test.examples if doctest.SKIP in example.options]
    assert not skipping, f"{name} skips an example"
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(report)
