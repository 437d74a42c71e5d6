"""A second opinion by Coq on the stored inequalities: `python -m banditproof.theory.prover.coq`."""

import sys
import tempfile
from pathlib import Path
from .batch import Item, second_opinions
from .coqc import MISSING, compile_rules, coq_is_installed
from .inequalities import inequalities

SECONDS = 60.0


def main() -> int:
    """Print what Coq says about each; 1 if it does not accept one, else 0, also without Coq."""
    if not coq_is_installed():
        print(f"Nothing was checked: {MISSING}")
        return 0
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_rules(folder)
        result = [Item(item.name, item.goal, item.proof) for item in inequalities()]
        for item, opinion in second_opinions(result, folder, SECONDS):
            refused += not opinion
            note = "" if opinion else f": {opinion.message}"
            if opinion and not opinion.reals_only:
                note = ", with the machine's integers"
            print(f"{opinion.seconds:5.1f} s  {item.name}: {opinion.result}{note}", flush=True)
    print(f"Coq accepts {len(result) - refused} of {len(result)} inequalities.")
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
