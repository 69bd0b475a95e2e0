"""The notebook runs, and what it teaches learns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "learning.ipynb"


@pytest.mark.long
def test_the_notebook_runs_and_its_player_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{NOTEBOOK.name}, {cell['id']}", "exec"), names)
    rates = names["rates"]
    # Noise is 0.02 at most: a rate of 4,000 games, with three times its error.
    assert rates["random"] < 0.02 < 0.2 < rates["rule"] < rates["linear"] - 0.02
    names["pyplot"].close("all")
