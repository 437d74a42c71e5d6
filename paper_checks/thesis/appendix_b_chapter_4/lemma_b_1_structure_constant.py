"""Claims about the structure constant rho_a(A): Lemma B.1."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from flint import fmpq, fmpq_mat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_matrices import applied
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory import LinearBandit
from banditproof.theory.linear_bounds import (
    Structure,
    printed_structure_constant,
    quotient_structure_constants,
    structure_constant,
)
from banditproof.theory.linear_bounds.quotient import Vector, dot, exact_actions
from banditproof.theory.rational_matrices import rational_matrix
from banditproof.verify.evidence import Grade

Constant = Callable[[LinearBandit, int], Fraction]


def quotient_constant(bandit: LinearBandit, arm: int) -> Fraction:
    """The true constant modulo the best arm."""
    structure = Structure.of(bandit)
    return quotient_structure_constants(structure)[structure.arms.index(arm)]


def two_arms(eta: Fraction, first: str = "1/2", second: str = "0") -> LinearBandit:
    """The arms (1, 0) and (1, eta) with the given means, whatever eta is."""
    means = Fraction(first), Fraction(second)
    return LinearBandit(((1, 0), (1, eta)), (means[0], (means[1] - means[0]) / eta))


def direction(bandit: LinearBandit, arm: int) -> Vector:
    """v = a - a*."""
    actions = exact_actions(bandit)
    best = bandit.best_arms[0]
    return tuple(x - y for x, y in zip(actions[arm], actions[best], strict=True))


def information(actions: Sequence[Vector], counts: Sequence[Fraction]) -> fmpq_mat:
    """G = sum_j N_j a_j a_j^T."""
    weighted = [tuple(n * x for x in a) for n, a in zip(counts, actions, strict=True)]
    return rational_matrix(actions).transpose() * rational_matrix(weighted)


def rho(
    bandit: LinearBandit, arm: int, counts: Sequence[Fraction], form: fmpq_mat | None = None
) -> Fraction:
    """rho_T(H) = (||v||^2_{G^-1} / ||v||^2_H) sum_j N_j |a_j^T H v|, exact; by default H = G^-1."""
    actions, v = exact_actions(bandit), direction(bandit, arm)
    inverse = information(actions, counts).inv()
    moved = applied(inverse if form is None else form, v)
    load = sum((n * abs(dot(a, moved)) for n, a in zip(counts, actions, strict=True)), Fraction(0))
    return dot(v, applied(inverse, v)) / dot(v, moved) * load


LIMIT = fmpq_mat(2, 2, [fmpq(0), fmpq(0), fmpq(0), fmpq(1)])
"""The only cluster point of G^-1 / ||G^-1|| for (1, 0), (1, eta) when N_1 / N_2 -> infinity."""


def distance_to_the_limit(eta: Fraction, ratio: Fraction) -> fmpq:
    """Largest entry of |G^-1 / t - LIMIT| at N_2 = 1, N_1 = ratio; t the trace of G^-1, exact.

    G^-1 becomes a matrix of rank one as the ratio grows, so its norm and trace have ratio 1.
    """
    inverse = information(exact_actions(two_arms(eta)), (ratio, Fraction(1))).inv()
    scaled = inverse * (1 / (inverse[0, 0] + inverse[1, 1]))
    return max(abs(entry) for entry in (scaled - LIMIT).entries())


def tends_to_the_limit() -> bool:
    """G^-1 over its trace tends to LIMIT for every eta, symbolically; so do norm and trace to 1."""
    import sympy as sp

    eta, ratio = sp.symbols("eta ratio", positive=True)
    inverse = sp.Matrix([[ratio + 1, eta], [eta, eta**2]]).inv()
    scaled = (inverse / inverse.trace()).applyfunc(sp.simplify)
    return bool(scaled.applyfunc(lambda x: sp.limit(x, ratio, sp.oo)) == sp.diag(0, 1))


@checks("thesis.lemB.1")
@mutant("the true constant", constant=structure_constant)
@mutant("the true constant modulo the best arm", constant=quotient_constant)
def printed_lemma(constant: Constant = printed_structure_constant) -> Verdict:
    """Both forms of the left side for two arms, exact, against the printed right side."""
    need(tends_to_the_limit(), "G^-1 / ||G^-1|| does not tend to diag(0, 1)")
    for parts in (10, 1, 2, 100):
        eta, one = Fraction(1, parts), Fraction(1)
        bandit = two_arms(eta)
        for ratio in (Fraction(10) ** k for k in (2, 5, 8)):
            # exactly 1 + N_2 / N_1 at each stage, so the limit is 1 as N_1 / N_2 -> infinity
            limit = rho(bandit, 1, (ratio, one), LIMIT)
            need(limit == 1 + 1 / ratio, "The limit form is not 1 + N_2 / N_1")
            need(rho(bandit, 1, (ratio, one)) == 2, "The finite form is not 2")
        need(rho(bandit, 1, (Fraction(3), Fraction(7))) == 2, "The finite form is not 2")
        far = distance_to_the_limit(eta, Fraction(10) ** 10)
        need(far <= fmpq(parts, 10**9), "G^-1 / ||G^-1|| does not approach diag(0, 1)")
        require(
            constant(bandit, 1) >= 1,
            "The constant is too small where arms are not orthogonal: for (1, 0) and (1, eta) the "
            "left side is 1 under every consistent policy, and 2 in the finite form of the proof, "
            "while rho_a is eta^2 / (1 + eta^2): 1/2, 1/5, 1/101, 1/10001 for eta = 1, 1/2, 1/10, "
            "1/100. The proof also replaces H by its approximants inside rho_T, which is not "
            "examined here.",
            grade=Grade.PROVED,
            arms=f"(1, 0) (best) and (1, {eta})",
            limit="a consistent policy has N_1 / N_2 -> infinity, so H = diag(0, 1), and "
            "rho_T(H) = 1 + N_2 / N_1 -> 1 exactly; with G^-1 in place of H it is 2 for all N",
            rho_a=constant(bandit, 1),
        )
    return points()


@checks("thesis.lemB.1.proof")
@mutant("orthogonal arms", arms=((1, 0), (0, 1)))
def dropped_component(arms: Sequence[Sequence[int | str]] = ((1, 0), (1, "0.1"))) -> Verdict:
    """Each side of the step for two arms, exact."""
    bandit = LinearBandit(arms, (Fraction(1), Fraction(-1)))
    actions, counts = exact_actions(bandit), (Fraction(9), Fraction(4))
    other = bandit.suboptimal_arms[0]
    v = direction(bandit, other)
    moved = applied(information(actions, counts).inv(), v)
    for action, n in zip(actions, counts, strict=True):
        left, right = abs(dot(action, moved)), abs(dot(action, v)) / dot(action, action) / n
        finding = "G^-1 treats the component orthogonal to a_j as 0 for orthogonal arms only."
        case = {"arms": actions, "N": counts, "a": action, "left": left, "right": right}
        require(left <= right, finding, Grade.PROVED, **case)
    return points()


@checks("thesis.lemB.1.repaired")
@mutant("the printed constant", constant=printed_structure_constant)
@mutant("the constant modulo the best arm", constant=quotient_constant)
@mutant(
    "sharper: 99 % of the true constant",
    constant=lambda bandit, arm: structure_constant(bandit, arm) * Fraction(99, 100),
)
@mutant(
    "three times the true constant",
    constant=lambda bandit, arm: 3 * structure_constant(bandit, arm),
)
def true_constant(constant: Constant = structure_constant, proof: Proof = WRITTEN) -> Verdict:
    """The two arms that refute the print, with counts on both and on one of them."""
    sides = Sides()
    # the witness that refutes the print: two arms that are nearly parallel, where the load is 2
    for eta in (Fraction(1), Fraction(1, 100)):
        left, right = rho(two_arms(eta), 1, (Fraction(3), Fraction(7))), constant(two_arms(eta), 1)
        sides.at_most(left, right, "The constant is too small for two arms.", eta=eta)
        require(left == right, "No pull counts approach the constant.", eta=eta)
    return proof.verdict(sharpness=sides.sharpness)
