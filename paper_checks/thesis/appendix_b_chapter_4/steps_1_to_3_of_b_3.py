"""Claims about B.3, the proof of Theorem 4.18: (B.7) and (B.8)."""

import random
from fractions import Fraction
from flint import arb, fmpq, fmpq_mat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds.quotient import dot, exact_actions
from ...models.exact_matrices import applied
from .lemma_b_1_structure_constant import direction, information, rho


@checks("thesis.B.3.eqB7")
@mutant("sharper: 49 % of the squared gap", half=Fraction(49, 100))
def bound_without_privacy(half: Fraction = Fraction(1, 2), proof: Proof = WRITTEN) -> Verdict:
    """The steps; for two orthogonal arms it is the bound of Lai and Robbins, which UCB attains."""
    sides = Sides()
    for gap in (Fraction(1, 10), Fraction(1), Fraction(3)):
        # N_a ~ log T / KL with KL = gap^2 / 2 for unit variances, and N_{a*} ~ T
        least = 2 / gap**2
        bandit = LinearBandit(((1, 0), (0, 1)), (gap, Fraction(0)))
        v = direction(bandit, 1)
        log_t = Fraction(10**6)
        counts = (Fraction(10**30), least * log_t)
        norm = dot(v, applied(information(exact_actions(bandit), counts).inv(), v))
        most = half * gap**2 * (1 + Fraction(1, 10**9))
        sides.at_most(log_t * norm, most, "UCB has a larger norm.", gap=gap)
    return proof.verdict(sharpness=sides.sharpness)


def _random_problem(source: random.Random) -> tuple[LinearBandit, int, list[Fraction], fmpq_mat]:
    """Three arms that span the plane, counts, and a positive definite matrix."""
    while True:
        actions = [[Fraction(source.randint(-5, 5)) for _ in range(2)] for _ in range(3)]
        bandit = LinearBandit(actions, [Fraction(source.randint(-5, 5)) for _ in range(2)])
        counts = [Fraction(source.randint(1, 50)) for _ in range(3)]
        spans = information(exact_actions(bandit), counts).det() != 0
        if spans and len(bandit.best_arms) == 1 and bandit.suboptimal_arms:
            x, y, z = (source.randint(1, 6), source.randint(-2, 2), source.randint(1, 6))
            form = fmpq_mat(2, 2, [fmpq(x + 3), fmpq(y), fmpq(y), fmpq(z + 3)])
            return bandit, bandit.suboptimal_arms[0], counts, form


@checks("thesis.B.3.eqB8")
@mutant("sharper: 39/100 for 1/2", slope=Fraction(39, 100))
@mutant("alpha left out", extra=Fraction(0))
def divergence_and_regret(
    slope: Fraction = Fraction(1, 2), extra: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps; the identities exactly for random problems, TV in balls."""
    source, sides = random.Random(418), Sides()
    for _ in range(20):
        bandit, arm, counts, form = _random_problem(source)
        actions, v, alpha = exact_actions(bandit), direction(bandit, arm), Fraction(1, 7)
        gap = -dot(v, [Fraction(x) for x in bandit.theta])
        moved = applied(form, v)
        shift = [(gap + extra * alpha) / dot(v, moved) * x for x in moved]
        result = dot(v, [Fraction(x) + s for x, s in zip(bandit.theta, shift, strict=True)])
        require(
            result == alpha, "a is not better by alpha under theta'.", arms=actions, gain=result
        )
        total = sum(n * abs(dot(a, shift)) for n, a in zip(counts, actions, strict=True))
        inverse = applied(information(actions, counts).inv(), v)
        right = (gap + alpha) / dot(v, inverse) * rho(bandit, arm, counts, form)
        require(total == right, "The sum is not the one with rho_T(H).", left=total, right=right)
    with working_precision(128):
        for x in map(Fraction, ("1/1000", "1/10", "1", "4")):
            tv, most = (ball(x) / arb(8).sqrt()).erf(), ball(slope * x)
            sides.at_most(tv, most, "The total variation is larger.", difference=x)
    return proof.verdict(sharpness=sides.sharpness)
