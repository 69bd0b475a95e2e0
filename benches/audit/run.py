"""Audits packages of the registries and writes docs/audits.md: `python3 benches/audit/run.py [--bench]`.

Packages are installed into a folder of their own, which stays: from PyPI with pip, from npm, and from crates.io into
one program. Each has a wrapper of some lines beside this file. A quarter of an hour for all; `--bench` wants an idle
machine. PAILI_PROGRAM names another paili than target/release/paili. A package that fails is told, and has no row.
"""

import datetime
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FOLDER = ROOT / "target" / "audit"
PYTHON = FOLDER / "python" / "bin" / "python"
CRATES = FOLDER / "crates" / "release" / "audited-crates"

# The package, its registry, and how it is asked.
PACKAGES = [
    ("mahjong", "PyPI", "of_mahjong.py", ["--notation", "counts"]),
    ("riichienv", "PyPI", "of_riichienv.py", ["--notation", "counts"]),
    ("PyMahjongGB", "PyPI", "of_pymahjonggb.py", ["--notation", "counts", "--rules", "guobiao"]),
    ("cmajiang", "PyPI", "of_cmajiang.py", []),
    ("mahjong-utils", "PyPI", "of_mahjong_utils.py", ["--tiles", "13"]),
    ("jansou", "PyPI", "of_jansou.py", ["--notation", "counts"]),
    ("mahjax", "PyPI", "of_mahjax.py", ["--notation", "counts", "--tiles", "13,14", "--move-time", "2m"]),
    ("xiangting", "crates.io", "xiangting", ["--notation", "counts"]),
    ("riichienv-core", "crates.io", "riichienv-core", ["--notation", "counts"]),
    ("shanten-dp", "crates.io", "shanten-dp", ["--notation", "counts"]),
    ("agari", "crates.io", "agari", ["--notation", "counts"]),
    ("syanten", "npm", "of_syanten.js", ["--notation", "counts"]),
    ("@kobalab/majiang-core", "npm", "of_majiang_core.js", []),
    ("@pai-forge/riichi-mahjong", "npm", "of_riichi_mahjong.mjs", ["--tiles", "13,14"]),
]

# Slow ones are asked for some time, which is said.
SLOW = {"agari", "mahjong-utils", "syanten"}

FIFTH_COPIES = {
    "never": [],
    "waited": ["fifth copies are waited for"],
    "far": ["fifth copies count until a hand is ready"],
}

HEAD = """# Audits

What [`paili audit`](audit.md) says of packages of the registries: `python3 benches/audit/run.py` installs them, asks
them and writes this page. A convention is no error: it is named. Sizes of hands that a package does not take are left
aside. Whoever finds paili wrong: the same command shows it with a hand, and an issue with that hand is welcome.

"""

COLUMNS = ["package", "version", "means", "hands", "wrong", "of all hands of 13 tiles", "the smallest found"]
SPEEDS = ["ns a hand", "paili by the same door"]
SPEEDS_SAID = """Speeds are by `--bench`: the same hands through a pipe, less what a program costs that echoes lines
({machine}, {date}; – could not be timed).

"""


def main() -> None:
    """Installs, asks, writes."""
    program = Path(os.environ.get("PAILI_PROGRAM", ROOT / "target" / "release" / "paili"))
    install()
    speeds = SPEEDS if "--bench" in sys.argv[1:] else []
    rows = [COLUMNS + speeds, ["---"] * (len(COLUMNS) + len(speeds))]
    rows += filter(None, (row(program, speeds, *package) for package in PACKAGES))
    lines = [f"| {' | '.join(cells)} |\n" for cells in rows]
    said = SPEEDS_SAID.format(machine=processor(), date=datetime.date.today()) if speeds else ""
    (ROOT / "docs" / "audits.md").write_text(HEAD + said + "".join(lines), encoding="utf-8")


def processor() -> str:
    """What this machine calls its processor, where that is told."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "an unnamed processor")


def install() -> None:
    """Everything into a folder of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    by_registry = {registry: [name for name, of, *_ in PACKAGES if of == registry] for registry in ("PyPI", "npm")}
    subprocess.run([sys.executable, "-m", "venv", FOLDER / "python"], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *by_registry["PyPI"]], check=True)
    folder = ["--target-dir", FOLDER / "crates"]
    subprocess.run(["cargo", "build", "--release", "--quiet", *folder], cwd=HERE / "crates", check=True)
    subprocess.run(["npm", "install", "--silent", "--prefix", FOLDER, *by_registry["npm"]], check=True)


def version(name: str, registry: str) -> str:
    """The version that was installed."""
    if registry == "npm":
        return json.loads((FOLDER / "node_modules" / name / "package.json").read_text())["version"]
    if registry == "crates.io":
        locked = tomllib.loads((HERE / "crates" / "Cargo.lock").read_text())["package"]
        return next(package["version"] for package in locked if package["name"] == name)
    code = f"import importlib.metadata as m; print(m.version({name!r}))"
    return subprocess.run([PYTHON, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def row(
    program: Path, speeds: list[str], name: str, registry: str, wrapper: str, options: list[str]
) -> list[str] | None:
    """The row of a package; nothing of one that can't be asked, which is told."""
    wrapped = f"{CRATES} {wrapper}" if registry == "crates.io" else HERE / wrapper
    interpreter = {"npm": "node ", "PyPI": f"{PYTHON} "}.get(registry, "")
    extent = ["--seconds", "60"] if name in SLOW else ["--hands", "5000"]
    command = [program, "audit", f"exec:{interpreter}{wrapped}", *options, *extent]
    allowed = ["--allow", FOLDER, "--allow", HERE]
    bench = ["--bench"] if speeds else []
    run = subprocess.run([*command, *allowed, *bench, "--format", "json"], capture_output=True, text=True)
    report = json.loads(run.stdout or "{}")
    print(f"{name}: {run.stderr.strip() or 'all right'}", file=sys.stderr)
    if not report:
        return None
    convention = report["convention"]
    means = [convention["rules"] if "--rules" in options else ", ".join(convention["forms"])]
    means += FIFTH_COPIES[convention["fifth_copy"]]
    means += ["four alike are two pairs"] if convention["four_alike"] == "two" else []
    means += ["exposed melds use up copies"] if convention.get("available") == "melds" else []
    rates = [f"{rate['rate']:.4%}" for rate in report["rates"] if rate["tiles"] == 13]
    smallest = report["smallest"] or report.get("beside_melds", {}).get("smallest")
    shown = f"`{smallest['hand']}`: {smallest['expected']}, it says {smallest['answered']}" if smallest else "–"
    return [
        f"{name} ({registry})",
        version(name, registry),
        "; ".join(means),
        f"{report['hands']:,}",
        f"{report['wrong']:,}",
        rates[0] if rates else "–",
        shown,
        *(f"{report[key]:,.0f}" if report.get(key) else "–" for key in ("nanoseconds", "paili_nanoseconds") if speeds),
    ]


if __name__ == "__main__":
    main()
