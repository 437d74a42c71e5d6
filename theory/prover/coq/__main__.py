"""What Coq says of the checker's rules, and of stored inequalities.

`python -m banditproof.theory.prover.coq` compiles the theorems on which the rules rest, compares
their texts with what people read, and gives a second opinion on stored inequalities.
"""

import sys
import tempfile
from pathlib import Path
from .batch import Item, second_opinions
from .checker_theorems import compile_checker_rules, texts_are_proved, theorems, without
from .coqc import MISSING, compile_rules, coq_is_installed
from .inequalities import inequalities

SECONDS = 60.0


def main() -> int:
    """Print what Coq says about all; 1 if it does not accept one, else 0, also without Coq."""
    if not coq_is_installed():
        print(f"Nothing was checked: {MISSING}")
        return 0
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compile_rules(folder)
        rejected = not rules_are_proved(folder)
        result = [Item(item.name, item.goal, item.proof) for item in inequalities()]
        for item, opinion in second_opinions(result, folder, SECONDS):
            refused += not opinion
            note = "" if opinion else f": {opinion.message}"
            if opinion and not opinion.reals_only:
                note = ", with the machine's integers"
            print(f"{opinion.seconds:5.1f} s  {item.name}: {opinion.result}{note}", flush=True)
    print(f"Coq accepts {len(result) - refused} of {len(result)} inequalities.")
    return int(rejected or refused > 0)


def rules_are_proved(folder: Path) -> bool:
    """Print whether Coq has proved the theorems that the checker's rules name, as their texts say.

    Raises ValueError if Coq rejects a file of theorems.
    """
    spent = compile_checker_rules(folder)
    said = texts_are_proved(folder)
    print(f"{spent:5.1f} s  theorems on the checker's rules, {said.seconds:.1f} s their texts")
    if not said:
        print(f"Coq has not proved a text of checker_theorems.toml: {said.message}")
        return False
    print(
        f"Coq has proved {len(theorems())} theorems on the rules of the checker, and that "
        f"{len(without())} of their side conditions are needed, by {', '.join(said.axioms)}."
    )
    return True


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as reason:
        sys.exit(str(reason))
