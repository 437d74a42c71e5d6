"""The claim about AdaC-UCB as a kernel: one release of an arm is compared again and again."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise

from flint import acb, arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, proved, require
from banditproof.theory.balls import ball, working_precision

BOX = Fraction(1), Fraction(1), (1, 1, 1, 1, 1), (1, 0)
"""rho, beta, the means of arm 2's episodes, and r_1 in the two worlds."""
THEORY = Fraction(1, 2), Fraction(31, 10), (1, 0, 1, 1, 1, 1, 1, 1, 1), (0, 1)
"""With beta > 3, as Algorithm 4 asks."""
Setting = tuple[Fraction, Fraction, tuple[int, ...], tuple[int, int]]


def episodes(number: int) -> list[tuple[int, int]]:
    """The rounds at which arm 2 is chosen, and how many rewards its last release counts."""
    return [(3, 1), *((2 + 2**k, 2 ** (k - 1)) for k in range(1, number))]


@cache
def chances(setting: Setting, reward: int, kept: bool = True) -> tuple[arb, ...]:
    """The conditional probabilities of the choices of arm 2 if r_1 is the reward.

    The sum of n rewards of an arm is released with normal noise of variance 1/(2 rho), and divided
    by n. Y, the release of arm 1, has n = 1; arm 2's release is fresh at each choice, so given Y
    the choices are independent.
    """
    rho, beta, means, _ = setting
    root = ball(rho).sqrt()

    def bonus(n: int, t: int) -> arb:
        return (ball((Fraction(1, 2 * n) + 1 / (rho * n * n)) * beta) * arb(t).log()).sqrt()

    cuts = [
        (n, mean - bonus(1, t) + bonus(n, t))
        for (t, n), mean in zip(episodes(len(means)), means, strict=True)
    ]

    def mass(chosen: list[tuple[int, arb]]) -> arb:
        """The probability that all these choices are arm 2: erfc is at most 2."""

        def density(y: acb, analytic: bool) -> acb:
            value = (-ball(rho) * (y - reward) ** 2).exp()
            for n, cut in chosen:
                value *= ((y - cut) * root * n).erfc() / 2
            return value

        reach, tolerance = 8 / root, arb(2) ** -48
        found = acb.integral(
            density, acb(reward - reach), acb(reward + reach), rel_tol=2**24 * tolerance,
            abs_tol=tolerance,
        ).real  # fmt: skip
        return found * root / arb.pi().sqrt() + arb(0, 1) * (-arb(64)).exp()

    if not kept:
        return tuple(mass([one]) for one in cuts)
    masses = [mass(cuts[:k]) for k in range(len(cuts) + 1)]
    return tuple(later / before for before, later in pairwise(masses))


def charges(setting: Setting, kept: bool) -> list[arb]:
    """The sums of KL of the choices, one after the other."""
    left, right = (chances(setting, reward, kept) for reward in setting[-1])
    pairs = zip(left, right, strict=True)
    return list(
        accumulate(p * (p / q).log() + (1 - p) * ((1 - p) / (1 - q)).log() for p, q in pairs)
    )


@claim(
    "zcdp.kernelgap.ucb",
    r"AdaC-UCB with $K=2$ and one normal noise kept for each release, of variance $1/(2\rho)$ on "
    r"its sum: along the actions $1,2,2,\dots$ KL of the conditional laws with $r_1=1$ and $r_1=0$,"
    r" all other rewards 1, adds up to 0.3137, 0.4811, 0.7595, 0.9820, 1.1227 at $t=3,4,6,10,18$ "
    r"for $\rho=\beta=1$. With $r_1=0$ and 1, $r_3=0$, all others 1, $\beta=3.1$ and "
    r"$\rho=\frac12$ it is more than $\rho$ at $t=258$. The first release of an arm costs $\rho$.",
    recorded="holds",
    stated=False,
    reading="kernel; the first release of an arm counts one reward, not half of one",
    title="AdaC-UCB with cached noise is charged more than rho as a kernel",
    mutants={
        "sharper: one choice less": {"left_out": 1},
        "sharper: 1 % more": {"share": Fraction(101, 100)},
        "fresh noise at each look": {"kept": False},
        "other digits": {"shown": ("0.3137", "0.4811", "0.7595", "0.9820", "1.1228")},
    },
)
def finite_arms_as_a_kernel(
    left_out: int = 0,
    share: Fraction = Fraction(1),
    kept: bool = True,
    shown: tuple[str, ...] = ("0.3137", "0.4811", "0.7595", "0.9820", "1.1227"),
) -> Verdict:
    """The sums of KL in balls, by integrals over the one noise that is kept."""
    with working_precision(48):
        for digits, total in zip(map(Fraction, shown), charges(BOX, kept), strict=True):
            right = below(ball(digits), total) and below(total, ball(digits + Fraction(1, 10**4)))
            require(right, "The sums have other digits.", digits=digits, sum=total)
        for setting in (BOX, THEORY):
            total = charges(setting, kept)[-1 - left_out]
            least = ball(share * setting[0])
            finding = "The choices cost no more than rho."
            require(below(least, total), finding, rho=setting[0], sum=total)
    return proved(
        "Arm 2 is chosen again and again after new releases of its own, and each choice is "
        "charged for what it tells of arm 1's only release, whose whole cost is rho.",
        covered="Two settings, one of them with beta > 3; certified integrals.",
        numbers={"sum of KL at rho = 1/2, beta = 3.1, t = 258": str(total.str(8))},
        universal=None,
    )
