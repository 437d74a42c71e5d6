"""Section 5.5.1: from which budget on the lower bounds of Figure 5.3 do not depend on it."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from banditproof.theory import Enclosure, exact
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from .pure_cells import SWEPT


@checks("thesis.exp.pure.crossover")
@mutant("the divergence of the other order", swapped=True)
@mutant("sharper: the printed 0.3", older=("0.299", "0.301"))
def crossovers(swapped: bool = False, older: tuple[str, str] = ("0.272", "0.274")) -> Verdict:
    """min{ d, factor eps gap } is d from eps = d / (factor gap) on."""
    best, other = exact(SWEPT[0]), exact(SWEPT[1])
    ends = (best, other) if swapped else (other, best)
    gap = best - other

    def start(factor: int) -> Enclosure:
        return enclose(lambda: kl_ball(*ends) / ball(factor * gap), 25)

    new, old = start(1), start(6)
    finding = "The crossover is elsewhere."
    require((new > Fraction("1.636")) & (new < Fraction("1.637")), finding, at=new)
    require((old > Fraction(older[0])) & (old < Fraction(older[1])), finding, at=old)
    return proved(f"They are at {new} and {old}.")
