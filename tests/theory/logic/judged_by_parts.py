"""Claims about functions that are written out, judged by a reason that shows them part by part."""

from banditproof.paper_checks.derivations.developments import development_of
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.passages import Passage


def judged(letters: str, facts: str, formula: str, reason: str) -> Theorem:
    """What the kernel says of a formula by a reason, once its letters and facts have names."""
    development = development_of()
    lines = [f"fix {letters}", f"assume {facts}", f"show by {reason}"]
    passages = [Passage.of(line, "a.proof", n) for n, line in enumerate(lines, 1)]
    checker = Checker(development.library, Certificates(), lines=passages)
    return checker.prove(development.library.formula(formula))
