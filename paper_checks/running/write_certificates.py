"""`python -m banditproof.paper_checks.running.write_certificates [FILE ...]` writes certificates.

Beside each file of proofs by steps, or each one that is named, it writes what the kernel needs to
judge its relations without a search: `NAME.certificates` beside `NAME.proof`. What is kept and
still right stays, the rest is searched for. A step that the kernel does not take is named.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from ..proofs.text.every_proof import every_proof
from ..proofs.theorems.kept_certificates import file_beside
from ..proofs.theorems.writing_certificates import certify


def main(files: Sequence[Path]) -> int:
    """Write the certificates of some files, or of all; 1 if a step is not taken."""
    asked = {file.resolve() for file in files}
    proofs = [
        (title, proof, file)
        for title, proof, (file, *_) in every_proof()
        if not asked or file.resolve() in asked
    ]
    strange = asked - {file.resolve() for _, _, file in proofs}
    if strange:
        raise ValueError(f"{min(strange).name} has no proofs by steps; give a .proof file of one.")
    before = {file: _lines(file_beside(file)) for _, _, file in proofs}
    results = certify((title, proof, file_beside(file)) for title, proof, file in proofs)
    for one in results:
        for sentence in one.stuck:
            print(f"{one.title}, {sentence}")
    for file, lines in before.items():
        if (now := _lines(file_beside(file))) != lines:
            print(f"{file_beside(file).name}: {len(now)} certificates.")
    return int(any(one.stuck for one in results))


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines() if file.is_file() else []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="write_certificates")
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path, help="a .proof file")
    try:
        sys.exit(main(parser.parse_args().files))
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
