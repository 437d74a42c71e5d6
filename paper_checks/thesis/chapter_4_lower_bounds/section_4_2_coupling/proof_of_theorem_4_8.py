"""Real cases of the steps of proof_of_theorem_4_8.proof."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball, enclose
from .finite_channels import KL


def randomised_response() -> Iterator[Instance]:
    """One bit, 0 against 1 with probability t, through a response of ratio e^eps = 99."""
    share = Fraction(99, 100)
    for t in (Fraction(1, 4), Fraction(1)):
        seen = share - t * (2 * share - 1)
        kl = enclose(partial(KL, (seen, 1 - seen), (share, 1 - share)), 20)
        eps = enclose(lambda: ball(99).log(), 20)
        yield {"div": kl, "eps": eps, "t": t, "total": t, "ham": t, "low": t, "d": t}
