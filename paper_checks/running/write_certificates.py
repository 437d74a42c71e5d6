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
from ..proofs.theorems.arithmetic import Arithmetic
from ..proofs.theorems.judge import Judge
from ..proofs.theorems.kept_certificates import Node, file_beside, write_certificates

SECONDS = 60.0
"""How long a certificate is searched for; a judge that only reads has less patience."""


def main(files: Sequence[Path]) -> int:
    """Write the certificates of some files, or of all; 1 if a step is not taken."""
    judge = Judge(arithmetic=Arithmetic(seconds=SECONDS))
    kept, refused = dict[Path, dict[str, Node]](), False
    asked = {file.resolve() for file in files}
    for title, proof, (file, *_) in every_proof():
        if asked and file.resolve() not in asked:
            continue
        one = judge.of(proof)
        kept.setdefault(file, {}).update(one.used)
        for number, fault in one.faults.items():
            print(f"{title}, step {number}: {fault}")
        refused = refused or bool(one.faults)
    strange = asked - {file.resolve() for file in kept}
    if strange:
        raise ValueError(f"{min(strange).name} has no proofs by steps; give a .proof file of one.")
    for file, used in kept.items():
        if write_certificates(file_beside(file), used):
            print(f"{file_beside(file).name}: {len(used)} certificates.")
    return int(refused)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, prog="write_certificates")
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path, help="a .proof file")
    try:
        sys.exit(main(parser.parse_args().files))
    except (OSError, ValueError) as reason:
        parser.error(str(reason))
