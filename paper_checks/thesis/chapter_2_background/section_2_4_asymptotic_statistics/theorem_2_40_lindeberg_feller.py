"""Claims about the central limit theorem of arrays: Theorem 2.40."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence
from ....verdicts.vocabulary import cited, need, proved, require, require_or_repair

HALF = Fraction(1, 2)
n = Powers.n


@dataclass(frozen=True)
class Array:
    """n terms in row n: `early` copies of one law, and late ones of another, for all large n.

    For each fixed place the term is an early one for all large n if there are any; otherwise it is
    a late one.
    """

    name: str
    early: Sequence
    late: Sequence
    late_terms: Powers

    @property
    def early_terms(self) -> Powers:
        """How many of the n terms are early."""
        return n() - self.late_terms

    def total(self, of_term: Callable[[Sequence], Powers]) -> Powers:
        """The sum over j of what belongs to Y_(n,j)."""
        return self.early_terms * of_term(self.early) + self.late_terms * of_term(self.late)

    def repeated(self, of_term: Callable[[Sequence], Powers]) -> Powers:
        """The sum over j of what belongs to Y_(n,i), for a fixed i."""
        fixed = self.early if self.early_terms.sign else self.late
        return n() * of_term(fixed)


ZERO = Sequence.of((0, 1))
SIGN = Sequence.of((1, HALF), (-1, HALF))
SCALED = Sequence.of((n(-HALF), HALF), (n(-HALF, -1), HALF))
RARE = Sequence.of((1, n(-1)), (0, 1 - n(-1)))
SKEW = Sequence.of((n(-HALF, 2), Fraction(1, 5)), (n(-HALF, -HALF), Fraction(4, 5)))
ALL = n()
ARRAYS = (
    Array("signs over the root of n", ZERO, SCALED, ALL),
    Array("two masses over the root of n", ZERO, SKEW, ALL),
    Array("drifting signs", ZERO, SCALED.image(lambda v: v + n(-1, 3)), ALL),
    Array("coins of mean 1/n", ZERO, RARE, ALL),
    Array("a sign in the last place", ZERO, SIGN, Powers.of(1)),
    Array("half of them zero", ZERO, SCALED, n(1, HALF)),
)
MARGINS = (Fraction(1, 100), HALF)
Sums = Callable[[Array, Callable[[Sequence], Powers]], Powers]


def central(sequence: Sequence, order: int) -> Powers:
    """A central moment."""
    mean = sequence.moment(1)
    return sequence.image(lambda value: value - mean).moment(order)


def fourth_cumulant(sequence: Sequence) -> Powers:
    """The fourth cumulant, which is 0 for a normal law, and which independent terms add."""
    return central(sequence, 4) - 3 * central(sequence, 2) ** 2


def tail(sequence: Sequence, eps: Fraction) -> Powers:
    """E[Y^2 1(|Y| > eps)]."""
    far = (mass * value**2 for value, mass in sequence.atoms if abs(value).exceeds(eps))
    return sum(far, Powers(()))


def limits(array: Array, sums: Sums) -> tuple[bool, Fraction | float, Fraction | float]:
    """Whether condition 1 holds, and the limits of conditions 2 and 3."""
    small = all(sums(array, lambda s, e=eps: tail(s, e)).limit == 0 for eps in MARGINS)  # type: ignore[misc]
    mean = sums(array, lambda s: s.moment(1)).limit
    return small, mean, sums(array, lambda s: central(s, 2)).limit


def require_normal_limits(sums: Sums, needs_small: bool) -> int:
    """Where the conditions hold, the cumulants of the sum tend to those of N(mu, Sigma)."""
    used = 0
    for array in ARRAYS:
        small, mean, variance = limits(array, sums)
        if small or not needs_small:
            used += 1
            case: dict[str, Any] = {"array": array.name, "mu": mean, "Sigma": variance}
            finding = "The sum tends to no such normal law."
            own = array.total(lambda s: s.moment(1)).limit
            require_or_repair(own == mean, finding, **case, mean_of_the_sum=own)
            own = array.total(lambda s: central(s, 2)).limit
            require_or_repair(own == variance, finding, **case, variance_of_the_sum=own)
            for order, cumulant in ((3, lambda s: central(s, 3)), (4, fourth_cumulant)):
                own = array.total(cumulant).limit
                require_or_repair(own == 0, finding, **case, order=order, cumulant=own)
    return used


@checks("thesis.asy.thm.lindeberg", subjects={"sums": (Array.repeated, Array.total)})
@mutant("sharper: without condition 1", needs_small=False)
def lindeberg_feller(sums: Sums = Array.total, needs_small: bool = True) -> Verdict:
    """Exact arrays of bounded laws, and the cumulants of their sums."""
    used = require_normal_limits(sums, needs_small)
    need(used == 4, "The conditions hold for other arrays than known", arrays=used)
    poisson = ARRAYS[3]
    need(
        limits(poisson, Array.total) == (False, 1, 1), "Coins of mean 1/n have other sums of limits"
    )
    return cited()


@checks("thesis.asy.thm.lindeberg.independence")
@mutant("terms of the order of the root", scale=-HALF)
@mutant("sharper: terms of the order n^(-3/2)", scale=-3 * HALF)
@mutant("independent signs", copies=n(HALF))
def dependent_terms(scale: Fraction = Fraction(-1), copies: Powers = ALL) -> Verdict:
    """The three conditions of n equal terms, and the law of their sum, exactly.

    The sum of n copies of one term is n times it; independent ones have the root of n times its
    deviation.
    """
    term = SIGN.image(lambda value: value * n(scale))
    array = Array("one sign", ZERO, term, ALL)
    require(limits(array, Array.total) == (True, 0, 0), "A condition fails.", scale=scale)
    total = term.image(lambda value: value * copies)
    require(total == SIGN, "The sum is no sign.", scale=scale, variance=str(total.moment(2)))
    return proved()
