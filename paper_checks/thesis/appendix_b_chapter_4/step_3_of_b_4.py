"""Claims about B.4, Step 3: a display that applies the false Theorem 4.14 to two instances."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.kl_decompositions import zcdp_kl_decomposition
from banditproof.verify.decompositions.adaptive_witnesses import Situation, counts_and_tells
from banditproof.verify.decompositions.coupled_environment import mismatch_moments
from banditproof.verify.decompositions.linear_response import LinearResponse
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, undecided

Sum = Callable[[Fraction, Fraction], Enclosure | Fraction]
"""What multiplies rho, from E[S^2] = n_a^2 t_a^2 + t_a^2 Var(N_a) and E[V] = n_a t_a (1 - t_a)."""
QUIET = (Fraction(1), Fraction(0))


def printed_sum(square: Fraction, variance: Fraction) -> Fraction:
    """rho (n_a^2 t_a^2 + n_a t_a (1 - t_a) + t_a^2 Var(N_a)) over rho."""
    return square + variance


def sum_of_norms(square: Fraction, variance: Fraction) -> Enclosure:
    """(sqrt(E[S^2]) + sqrt(E[V]))^2."""
    return certify(zcdp_kl_decomposition, 1, square, variance, digits=20)


def split_at_the_middle(above: Fraction, case: Situation) -> Situation:
    """The informative arm pays N(2D, 1) against N(0, 1), seen as above or below D: Phi(D).

    The policy sees only which side of the middle a reward is on, and the total variation of the
    normal laws is that of the two sides, 2 Phi(D) - 1.
    """
    arm = case.one.index(next(law for law in case.one if law != QUIET))
    worlds = []
    for high in (above, 1 - above):
        laws = [QUIET] * case.policy.arms
        laws[arm] = (1 - high, high)
        worlds.append(tuple(laws))
    return Situation(case.policy, *worlds)


def on_normal_arms() -> Iterator[tuple[str, Situation]]:
    """Policies that go on after a reward above (or below) the middle, then tell a noisy count."""
    weights = (Fraction(1, 3), Fraction(1, 1000), Fraction(1, 10**13))
    for above in (Fraction(6, 10), Fraction(3, 4), Fraction(9, 10), Fraction(999, 1000)):
        for weight in weights:
            for first, second in ((above, "up"), (1 - above, "down")):
                case = split_at_the_middle(first, counts_and_tells(weight))
                yield f"Phi(D) = {above}, {second}, weight {weight}", case


def on_other_arms() -> Iterator[tuple[str, Situation]]:
    """The policy that refutes Theorem 4.14; its arms are not normal."""
    yield "Ber(0.3) against Ber(0)", counts_and_tells()


def compared(cases: Iterator[tuple[str, Situation]], horizon_sum: Sum) -> tuple[float, int]:
    """Require KL <= rho times the sum for policies that see which side of the middle."""
    largest, count = 0.0, 0
    for name, case in cases:
        rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 9)
        moments = mismatch_moments(case.policy, case.one, case.two)
        laws = [action_law(case.policy, world) for world in (case.one, case.two)]
        left = divergence_of_laws(laws[0], laws[1])
        right = rho * horizon_sum(moments.square, moments.variance)
        require(left <= right, "The display fails.", instances=name, KL=left, right_side=right)
        largest, count = max(largest, float(left) / float(right)), count + 1
    return largest, count


def searched(cases: Iterator[tuple[str, Situation]], seen: str, left: str) -> Verdict:
    """What a search for a counterexample among normal rewards decides: nothing."""
    largest, count = compared(cases, printed_sum)
    return undecided(
        "The display is Theorem 4.14, which is false; it is refuted for Bernoulli rewards "
        "(thesis.B.4.step3.one_arm), neither proved nor refuted for the normal rewards of the "
        "proof.",
        numbers={"policies tried": count, "largest KL / right side": largest},
        covered=f"Not refuted by {count} policies with T = 3 {seen}.",
        not_covered=f"The display itself for normal rewards; {left}.",
    )


@checks("thesis.B.4.step3.decomposition")
@mutant("arms that are not normal", cases=on_other_arms)
def display_for_two_instances(
    cases: Callable[[], Iterator[tuple[str, Situation]]] = on_normal_arms,
) -> Verdict:
    """A search among policies that go on after some rewards and then tell a noisy count."""
    return searched(
        cases(),
        "that see on which side of the middle a normal reward lies",
        "with a larger right side it holds (thesis.B.4.step3.repaired)",
    )


@checks("thesis.B.4.step3.one_arm", subjects={"square": (printed_sum, sum_of_norms)})
@mutant(
    "sharper: a tenth of the cross term",
    square=lambda s, v: (9 * (s + v) + sum_of_norms(s, v)) / 10,
)
def display_for_one_arm(square: Sum, proof: Proof = WRITTEN) -> Verdict:
    """A policy with rho = 1, T = 49, by complete sums, and the one that refutes Theorem 4.14."""
    sides, policy = Sides(), LinearResponse(16, 1, 8)
    m, half = policy.first, Fraction(1, 2)
    # arm a is Ber(1/2) against Ber(0); it is played m times, and 2m more with probability 1/2
    moments = (half**2 * (m * m + (3 * m) ** 2) / 2, half**2 * (m + m))
    require(sum(moments) == policy.exact_moments()[0], "The moments are others.", m=m)
    sides.at_most(
        policy.divergence(10),
        policy.budget * square(*moments),
        "Theorem 4.14 is false for instances that differ in one arm, at rho = 1 too.",
        policy="thesis.thm4.14.every_rho with m = 16, cells up to 8 beyond the counts",
        instances="arm a is Ber(1/2) against Ber(0), the others pay 0",
        T=policy.horizon,
        rho=policy.budget,
    )
    compared(on_other_arms(), square)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.B.4.step3.bounds")
@mutant("sharper: 99 % of the variance", spread=Fraction(99, 100))
@mutant("sharper: 99 % of T^2/(K-1)", most=Fraction(99, 100))
@mutant("sharper: 79 % of the gap", slope=Fraction(79, 100))
def bounds_of_b4(
    spread: Fraction = Fraction(1),
    most: Fraction = Fraction(1),
    slope: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Plays that are 0 or T, least plays T/(K-1) of many arms, and the TV of normal laws."""
    variance, total, distance = Sides(), Sides(), Sides()
    horizon = 1000
    for arms in (2, 3, 11, 1001):
        mean = Fraction(horizon, arms - 1)
        of_the_two = mean * horizon - mean**2  # Var of N in {0, T} with this mean
        bound = mean * (horizon - mean)
        variance.at_most(of_the_two, spread * bound, "The variance is larger.", K=arms, T=horizon)
        larger = most * Fraction(horizon**2, arms - 1)
        total.at_most(bound, larger, "n (T - n) is larger.", K=arms, T=horizon)
    with working_precision(128):
        for gap in map(Fraction, ("1/1000", "1/10", "1/2", "1", "3")):
            tv = (ball(gap) / arb(2).sqrt()).erf()  # 2 Phi(D) - 1
            distance.at_most(tv, ball(slope * gap), "The total variation is larger.", D=gap)
    return proof.verdict(sharpness=distance.sharpness)
