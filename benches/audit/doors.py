"""How much an audit itself costs: `python3 benches/audit/doors.py`, on an idle machine.

A program in C++ that answers at once is asked as many hands as `paili audit` can, and a function of Python's that takes
arrays. Wants a C++ compiler, the program (`cargo build --release -p paili-cli`), and the package `paili`. docs/audit.md
has what is to be reached: two million hands a second on two cores, and 0.3 µs a hand beside the function's own time.
"""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HANDS = 1_000_000

# Answers 3 to every hand.
PROGRAM = """
#include <iostream>
#include <string>
int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    for (std::string line; std::getline(std::cin, line);) std::cout << "3\\n";
}
"""


def main() -> None:
    """Measures both."""
    print(f"C++ over a pipe: {program() / 1e6:.2f} million hands a second, those that are drawn and judged among them")
    try:
        print(f"Python's arrays: {function() * 1e6:.3f} µs a hand beside the function's own time")
    except ModuleNotFoundError as error:
        print(f"Python's arrays: {error}")


def program() -> float:
    """Hands a second."""
    paili = os.environ.get("PAILI_PROGRAM", ROOT / "target" / "release" / "paili")
    with tempfile.TemporaryDirectory() as folder:
        constant = Path(folder) / "constant"
        source = constant.with_suffix(".cc")
        source.write_text(PROGRAM)
        subprocess.run(["c++", "-O2", "-o", constant, source], check=True)
        # What is learned, and looked for at the end, takes as long however many hands there are.
        (few, short), (many, long) = (asked(paili, constant, hands) for hands in (HANDS // 10, HANDS))
    return (many - few) / (long - short)


def asked(paili: str | Path, constant: Path, hands: int) -> tuple[int, float]:
    """How many hands were asked about, so many of each distance, and how many seconds that took."""
    begun = time.perf_counter()
    command = [paili, "audit", f"exec:{constant}", "--tiles", "13", "--hands", str(hands), "--format", "json"]
    report = json.loads(subprocess.run([*command, "--sandbox", "none"], capture_output=True, text=True).stdout)
    assert report["wrong"] < report["hands"] and not report.get("fault"), report
    return report["hands"], time.perf_counter() - begun


def function() -> float:
    """Seconds a hand beside the function's own."""
    import paili

    own = 0.0

    def timed(hands):
        nonlocal own
        begun = time.perf_counter()
        answers = paili.shanten(hands)
        own += time.perf_counter() - begun
        return answers

    spent = []
    for hands in (HANDS // 10, HANDS):
        own, begun = 0.0, time.perf_counter()
        found = paili.audit(timed, takes="array", tiles=[13], hands=hands)
        assert found, found
        spent.append((found.hands, time.perf_counter() - begun - own))
    (few, short), (many, long) = spent
    return (long - short) / (many - few)


if __name__ == "__main__":
    main()
