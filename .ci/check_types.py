"""Run mypy, and fail if it checked fewer files than the rooms hold.

Without the links in src/banditproof mypy cannot find the rooms, and could report success on the
few files that are left.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "banditproof"
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")


def files(root: Path = ROOT) -> int:
    """How many files the rooms hold."""
    return sum(1 for room in ROOMS for _ in (root / room).rglob("*.py"))


def checked(report: str) -> int:
    """How many files mypy checked, by its last line."""
    counts = re.findall(r"(\d+) source files?\b", report)
    return int(counts[-1]) if counts else 0


def complaint(report: str, expected: int) -> str:
    """What is wrong with the number of files in mypy's report; empty if nothing is."""
    if checked(report) >= expected:
        return ""
    return (
        f"mypy checked {checked(report)} files, but the rooms hold {expected}: in src/banditproof "
        "each room needs a symbolic link to its folder, which `make links` creates."
    )


def main() -> int:
    if not all(
        (SOURCE / room).is_dir() and (SOURCE / room).samefile(ROOT / room) for room in ROOMS
    ):
        print(complaint("", files()), file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "mypy", *sys.argv[1:]]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    wrong = complaint(done.stdout, files())
    if wrong:
        print(wrong, file=sys.stderr)
    return done.returncode or bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
