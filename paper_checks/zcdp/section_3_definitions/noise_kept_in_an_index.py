"""The claim about AdaC-UCB as a kernel: one release of an arm is compared again and again."""

from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from flint import acb, arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, proved, require
from banditproof.theory.balls import ball, working_precision

HALF = Fraction(1, 2)
Setting = tuple[Fraction, Fraction, Fraction, tuple[int, ...], tuple[int, int]]
"""rho, beta, n of a first play, the means of arm 2's plays and episodes, r_3 in the two worlds."""
PRINTED: Setting = Fraction(1), Fraction(1), HALF, (1, 1, 1, 1, 1), (1, 0)
"""N/2 in (14) is 1/2 after the first play."""
WHOLE: Setting = Fraction(1), Fraction(1), Fraction(1), (1, 1, 1, 1, 1), (1, 0)
THEORY: Setting = Fraction(1), Fraction(31, 10), Fraction(1), (1, 0, 1, 1, 1, 1, 1, 1, 1), (0, 1)
"""With beta > 3, as Algorithm 4 asks."""


def episodes(number: int, first: Fraction) -> list[tuple[int, Fraction]]:
    """The rounds at which arm 2 is chosen, and n of its last release."""
    return [(4, first), *((3 + 2**k, Fraction(2 ** (k - 1))) for k in range(1, number))]


@cache
def chances(setting: Setting, reward: int, kept: bool = True) -> tuple[arb, ...]:
    """The conditional probabilities of the choices of arm 2 if r_3 is the reward.

    Arm 1 is chosen at t = 3, and its release Y counts r_3 with normal noise of variance 1/(2 rho).
    The first release of arm 2 then is the smaller one of two with one law (r_1 = r_2), so it is
    above a cut with the square of the probability of one; the others are fresh at each choice.
    Given Y the choices are independent.
    """
    rho, beta, first, means, _ = setting
    root = ball(rho).sqrt()

    def bonus(n: Fraction, t: int) -> arb:
        return (ball((1 / (2 * n) + 1 / (rho * n * n)) * beta) * arb(t).log()).sqrt()

    looks = zip(episodes(len(means), first), means, strict=True)
    cuts = [
        (ball(n) * root, mean - bonus(Fraction(1), t) + bonus(n, t), 2 if t == 4 else 1)
        for (t, n), mean in looks
    ]

    def mass(chosen: list[tuple[arb, arb, int]]) -> arb:
        """The probability that all these choices are arm 2: each factor is at most 1."""

        def density(y: acb, analytic: bool) -> acb:
            value = (-ball(rho) * (y - reward) ** 2).exp()
            for scale, cut, power in chosen:
                value *= (((y - cut) * scale).erfc() / 2) ** power
            return value

        reach, tolerance = 8 / root, arb(2) ** -48
        result = acb.integral(
            density, acb(reward - reach), acb(reward + reach), rel_tol=2**24 * tolerance,
            abs_tol=tolerance,
        ).real  # fmt: skip
        return result * root / arb.pi().sqrt() + arb(0, 1) * (-arb(64)).exp()

    if not kept:
        return tuple(mass([cut]) for cut in cuts)
    masses = [mass(cuts[:k]) for k in range(len(cuts) + 1)]
    return tuple(later / before for before, later in pairwise(masses))


def charges(setting: Setting, kept: bool) -> list[arb]:
    """The sums of KL of the choices, one after the other."""
    left, right = (chances(setting, reward, kept) for reward in setting[-1])
    pairs = zip(left, right, strict=True)
    return list(
        accumulate(p * (p / q).log() + (1 - p) * ((1 - p) / (1 - q)).log() for p, q in pairs)
    )


@checks("zcdp.kernelgap.ucb")
@mutant("sharper: one choice less", left_out=1)
@mutant("sharper: 1.018", least=Fraction(1018, 1000))
@mutant("fresh noise at each look", kept=False)
@mutant("other digits", shown=("0.1531", "0.3931", "0.7130", "0.9394", "1.0794"))
def finite_arms_as_a_kernel(
    left_out: int = 0,
    least: Fraction = Fraction(1017, 1000),
    kept: bool = True,
    shown: tuple[str, ...] = ("0.1531", "0.3931", "0.7130", "0.9394", "1.0793"),
) -> Verdict:
    """The sums of KL in balls, by integrals over the one noise that is kept."""
    with working_precision(48):
        sums = [*charges(PRINTED, kept), charges(WHOLE, kept)[-1]]
        for digits, total in zip(map(Fraction, (*shown, "1.0669")), sums, strict=True):
            right = below(ball(digits), total) and below(total, ball(digits + Fraction(1, 10**4)))
            require(right, "The sums have other digits.", digits=digits, sum=total)
        for setting in (PRINTED, WHOLE, THEORY):
            total, rho = charges(setting, kept)[-1 - left_out], setting[0]
            finding = "The choices cost no more than rho."
            require(below(ball(rho * least), total), finding, rho=rho, sum=total)
    return proved(universal=None)
