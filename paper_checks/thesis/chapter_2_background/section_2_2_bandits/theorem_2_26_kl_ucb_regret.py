"""Claims about the regret of KL-UCB: Theorem 2.26."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.algorithms import KLUCB, AsymptoticKLUCB, FollowTheLeader
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, need, points, require
from banditproof.theory import BernoulliBandit, certify, kl, kl_ucb
from banditproof.theory.balls import ball, midpoint, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.expected_regret import expected_regret
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, sharpest
from .equation_2_14_kl_ucb_index import follows_the_divergence, printed_level
from .index_replay import BITS, Make, decisions, log_f, reward_tables


def kl_pulls_bound(mean: Fraction, best: Fraction, level: arb, one: Fraction, two: Fraction) -> arb:
    """1 + 2 / e_2^2 + level / kl(mean + e_1, best - e_2) + 1 / (2 e_1^2)."""
    return 1 + ball(2 / two**2 + 1 / (2 * one**2)) + level / kl_ball(mean + one, best - two)


def slope_of_the_divergence() -> None:
    """d kl(p, q)/dq = (q - p)/(q (1 - q)) = 4 (q - p) + (q - p)(1 - 2 q)^2/(q (1 - q))."""
    import sympy as sp

    p, q = sp.symbols("p q", positive=True)
    divergence = p * sp.log(p / q) + (1 - p) * sp.log((1 - p) / (1 - q))
    slope = 4 * (q - p) + (q - p) * (1 - 2 * q) ** 2 / (q * (1 - q))
    left = sp.simplify(sp.diff(divergence, q) - slope)
    need(left == 0, "The divergence has another slope", left=left)


@checks("thesis.thm2.26.finite")
@mutant("sharper: 0.99 of the level", level=Fraction(99, 100))
def finite_kl_regret(level: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and an arm of mean 0, which is late exactly while n kl(0, top) <= level."""
    far, top, e, sides = 10**12, Fraction(1, 2), Fraction(3, 10**5), Sides()
    with working_precision(BITS):
        spent = far / kl_ball(Fraction(0), top) - 1
        most = ball(level) * far / kl_ball(e, top) + ball(1 / (2 * e**2))
        sides.at_most(spent, most, "An arm is late more often.", L=far, mean=0, top=top)
    return proof.verdict(sharpness=sides.sharpness)


def kl_ratio_at(power: int, mean: Fraction, best: Fraction) -> arb:
    """The bound on pulls over log T, for log T = 10^(4 power) and slacks 10^-power."""
    log_t, slack = arb(10) ** (4 * power), Fraction(1, 10**power)
    level = log_t + 2 * log_t.log() + 1  # above log(1 + T log(T)^2)
    return kl_pulls_bound(mean, best, level, slack, slack) / log_t


def forces_pulls(make: Make) -> None:
    """Each arm is pulled as often as the index of the pulled arm demands."""
    with working_precision(BITS):
        for table in reward_tables(7, 3, 60, 2):
            for made in decisions(make(3), table):
                level = Fraction(midpoint(log_f(made.t)))
                mean, pulls = made.arms[made.arm]
                top = certify(kl_ucb, mean, level / pulls, digits=20).upper
                for average, count in made.arms:
                    if average < top < 1:
                        expected = ball(level * 9999 / 10**4) / kl_ball(average, top)
                        require(
                            at_most(expected, count),
                            "More pulls are due.",
                            **made.case,
                            due=expected,
                        )


def relative_entropy(mean: Fraction, best: Fraction) -> Enclosure:
    """d of Definition C.24, which is the kl of Definition 2.25."""
    return certify(kl, mean, best, digits=20)


@checks("thesis.thm2.26.asymptotic")
@mutant("the distance of the means", divergence=lambda mean, best: Enclosure.of(best - mean))
@mutant("arguments exchanged", divergence=lambda mean, best: relative_entropy(best, mean))
@mutant(
    "sharper: 1.01 times the divergence",
    divergence=lambda mean, best: relative_entropy(mean, best) * Fraction("1.01"),
)
@mutant("half the exploration", make=KLUCB)
@mutant("no exploration", make=FollowTheLeader)
def asymptotic_kl_regret(
    divergence: Callable[[Fraction, Fraction], Enclosure] = relative_entropy,
    make: Make = AsymptoticKLUCB,
) -> Verdict:
    """The limit of the finite-time bound, forced pulls, and a best mean of 1."""
    with working_precision(256):
        for mean, best in (("0.1", "0.9"), ("0", "0.5"), ("0.4", "0.8")):
            low, high = Fraction(mean), Fraction(best)
            d, value = divergence(low, high), kl_ratio_at(6, low, high)
            near = d.is_finite and below(abs(value * ball(d.lower) - 1), arb("1e-4"))
            require(near, "The finite-time bound has another limit.", mu=mean, best=best, d=d)
    follows_the_divergence(make, printed_level, 2)
    forces_pulls(make)
    sure = BernoulliBandit((1, "0.5"))
    bounded = {t: expected_regret(make(2), sure, t) for t in (4, 12, 24)}
    grows = max(bounded.values()) > 1
    require(not grows, "Regret grows at a best mean of 1.", Grade.PROVED, regret=bounded)
    return points()


@checks("thesis.thm2.26.pinsker")
def improves(proof: Proof = WRITTEN) -> Verdict:
    """Pinsker's inequality for all means, and what it says of the terms."""
    return proof.verdict(
        sharpness=sharpest("2*(b-m)**2 <= kl(m,b)", {"m": "0.4999", "b": "0.5001"})
    )
