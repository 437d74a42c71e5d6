"""Theorem 3.1, the regret lower bound under eps-DP: false at mu_star = 1, and its repair."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold, regret_coefficient
from banditproof.theory.enclosure import ZERO
from banditproof.theory.lower_bounds import lai_robbins_coefficient
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ...verdicts.vocabulary import Undecided, need, needs_repair, points, require
from .finite_horizon_bound import certified_share
from .first_epochs import MOST, computed_pulls
from .trusted_leader_regret import (
    both_series_converge,
    consistency_constant,
    induction_of_the_tail,
    pulls_beside_one,
)

TRUSTED = written_proof("bern.derived.mustar1.trusted")

Coefficient = Callable[[Sequence[Fraction], Fraction], Enclosure]
"""A claimed lower bound of liminf Reg_T / log T, from means and eps."""
Divergence = Callable[[Fraction, Fraction, Fraction], Enclosure]

EPS = (Fraction(1, 2), Fraction(1), Fraction(3))
BELOW_ONE = tuple(map(Fraction, ("0", "1/2", "9/10")))
ORDINARY = [tuple(map(Fraction, text.split())) for text in ("9/10 1/2", "1/2 0", "99/100 9/10")]

LOWER = {eps: f"{float(most) * 0.99:.6f}" for eps, most in MOST.items()}
"""1 % less than the stated bounds of the pulls."""

repaired_coefficient: Coefficient = partial(certify, regret_coefficient)
"""The coefficient of the repaired theorem: 0 at mu_star = 1."""


def printed_coefficient(means: Sequence[Fraction], eps: Fraction) -> Enclosure:
    """The printed right side of (5): the sum of gap / d_eps(mu_a, mu_star), whatever mu_star is."""
    best = max(means)
    return sum(((best - x) / certify(d_eps, x, best, eps) for x in means if x < best), ZERO)


def _private_and_consistent(policy: TrustedLeader) -> dict[str, Enclosure]:
    """What puts the policy under the theorem: its privacy, and constants that bound its pulls.

    With two-sided geometric noise of ratio 3/5 the privacy loss is at most log(5/3), by exact
    enumeration of all 2^9 reward lists, their neighbours and all actions of 9 rounds.
    """
    need(both_series_converge(), "The policy was not shown to be consistent.")
    need(induction_of_the_tail(), "The tail of the sum over epochs was not bounded.")
    discrete = TrustedLeader(2, policy.eps, policy.patience, noise=DiscreteLaplace("3/5"))
    loss = privacy_loss(discrete, horizon=9, cut=20).ratio
    need(loss <= Fraction(5, 3), "The policy is not private.", ratio=loss)
    constants = {}
    for best, mu in ORDINARY:
        constant, where = consistency_constant(policy, best, mu), f"({best}, {mu})"
        if constant is None:
            raise Undecided(f"No finite constant was found at the means {where}.")
        constants[f"constant at {where}, eps = {policy.eps}"] = constant
    return constants


@checks("bern.thm3.1")
@mutant("with the hypothesis", coefficient=repaired_coefficient)
@mutant("a policy without patience", patience=0)
def the_bound_fails_at_one(
    coefficient: Coefficient = printed_coefficient, patience: int = 1
) -> Verdict:
    """A consistent eps-DP policy has bounded regret at mu_star = 1, where the printed sum is > 0.

    Nothing in the paper excludes mu_star = 1 here (Section 2 takes mu in [0, 1]^K, and Theorem 4.3
    excludes it by a hypothesis of its own), so a hypothesis is missing. A formula that is undefined
    in a boundary case, but defined elsewhere in the paper, is a misprint instead: the sum over
    i != i_star of Theorem 4.3, with 0/0 for a second best arm, is that over gap > 0 here.

    The policy is `TrustedLeader`; that it is eps-DP and consistent is shown by the steps of
    `bern.derived.mustar1.trusted`. At mu_star = 1 the sum (5) is 1/eps for each suboptimal arm,
    while the paper's own general form (9) divides by an infimum over an empty set, +infinity.
    """
    numbers: dict[str, Enclosure] = {}
    for eps in EPS:
        policy = TrustedLeader(2, eps, patience)
        _private_and_consistent(policy)
        for mu in BELOW_ONE:
            if coefficient((Fraction(1), mu), eps).lo <= 0:
                where = f"The means (1, {mu})."
                return points(covered=where)
            numbers[f"pulls at (1, {mu}), eps = {eps}"] = _pulls(policy, mu)
    eps, means = EPS[0], (Fraction(1), BELOW_ONE[0])
    pulls = numbers[f"pulls at (1, {means[1]}), eps = {eps}"]
    return needs_repair(
        "At mu_star = 1 the theorem is false: a consistent eps-DP policy has regret at most "
        f"{pulls.decimal_hi(6)} for every T at means (1, 0), eps = 1/2, where the printed bound is "
        "2 log T. It needs mu_star < 1, as Theorem 4.3 has it.",
        "The policy is eps-DP, as each reward enters one Lap(1/eps) sum, and "
        "consistent, as its regret is O(log(T)^3) elsewhere. All randomness is Laplace noise, and "
        "the sum over epochs is explicit. Means of 1 belong to the class: Section 2 takes mu in "
        "[0, 1]^K, and Theorem 4.3 excludes them by a hypothesis. The older bound (7) fails too.",
        K=2,
        means=means,
        eps=eps,
        policy="trusted-leader",
        printed_bound_over_log_T=f"{float(coefficient(means, eps)):.6g}",
        older_bound_over_log_T=1 / (6 * eps),
        largest_regret_for_all_T=pulls,
        grade=Grade.OUTLINED,
        numbers=numbers,
    )


def _pulls(policy: TrustedLeader, mu: Fraction) -> Enclosure:
    pulls = pulls_beside_one(policy, mu)
    if pulls is None:
        raise Undecided(f"No bound of the pulls at means (1, {mu}), eps = {policy.eps}.")
    return pulls


@checks("bern.derived.mustar1.trusted")
@mutant("no patience", patience=0)
@mutant("little patience", patience=Fraction(1, 4))
@mutant("sharper: bounds 1 % lower", share=Fraction(99, 100))
@mutant("numbers 1 % lower", proof=TRUSTED.changed(101, by=partial(computed_pulls, LOWER)))
@mutant(
    "numbers without patience", proof=TRUSTED.changed(101, by=partial(computed_pulls, patience=0))
)
def trusted_leader_has_bounded_regret(
    patience: Fraction | int = 1, share: Fraction = Fraction(1), proof: Proof = TRUSTED
) -> Verdict:
    """The proof by its steps; at the side the Markov chain of the epochs with its own tail."""
    numbers, sides = dict[str, object](), Sides()
    for eps, most in MOST.items():
        policy = TrustedLeader(2, eps, patience)
        pulls = numbers[f"pulls at (1, 0), eps = {eps}"] = _pulls(policy, Fraction(0))
        sides.at_most(pulls, share * Fraction(most), "More pulls than stated.", eps=eps)
        numbers |= {k: float(c.hi) for k, c in _private_and_consistent(policy).items()}
    return proof.verdict(numbers=numbers, sharpness=sides.sharpness)


INSTANCES = [
    tuple(map(Fraction, text.split()))
    for text in ("1/2 3/4 1/4", "1/4 3/4 1", "1/10 4/5 1", "7/10 3/4 1", "0 1/2 1/10")
]
"""(mu_2, mu_1, eps): both regimes, and a mean at 0."""
_twenty_digits = partial(certify, d_eps, digits=20)


@checks("bern.thm3.1.repaired")
@mutant("half the divergence", divergence=lambda x, y, eps: _twenty_digits(x, y, eps / 2))
@mutant("no privacy", divergence=lambda x, y, eps: certify(kl, x, y, digits=20))
@mutant("arguments swapped", divergence=lambda x, y, eps: _twenty_digits(y, x, eps))
@mutant(
    "sharper: coefficient 1 % larger",
    divergence=lambda x, y, eps: _twenty_digits(x, y, eps) * Fraction(99, 100),
)
@mutant("sharper: the printed value at a best mean of 1", at_one=printed_coefficient)
def the_proof_gives_the_coefficient(
    divergence: Divergence = _twenty_digits,
    at_one: Coefficient = repaired_coefficient,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The proof by its steps; its finite inequality gives 1/d_eps as T grows, and no more."""
    numbers, sides = dict[str, object](), Sides()
    for x, y, eps in INSTANCES:
        cost = divergence(x, y, eps)
        shares = [certified_share(x, y, eps, slack, cost) for slack in ("1/10", "1/100", "1/1000")]
        case: dict[str, Any] = {"mu_2": x, "mu_1": y, "eps": eps}
        numbers[f"share at {x}, {y}, {eps}"] = [round(float(share), 6) for share in shares]
        for share in shares:
            sides.at_most(share, 1, "The proof gives more than the claimed coefficient.", **case)
        rises = shares[0] < shares[1] < shares[2] and shares[2] > Fraction(99, 100)
        need(rises, f"The proof gives {float(shares[2]):.4f} of the claimed coefficient", **case)
        falls = _decreases_to_the_classical_bound(x, y)
        need(falls, "The coefficient does not fall to the classical one", **case)
    for eps, mu in product(EPS, BELOW_ONE):
        claimed, bounded = at_one((Fraction(1), mu), eps), _pulls(TrustedLeader(2, eps), mu)
        finding = "The bound is positive where a policy has bounded regret."
        require(claimed.hi <= 0, finding, means=(1, mu), eps=eps, pulls=bounded, bound=claimed)
    return proof.verdict(numbers=numbers, sharpness=sides.sharpness)


def _decreases_to_the_classical_bound(x: Fraction, y: Fraction) -> bool:
    """Whether the coefficient does not grow with eps, and ends at that of Lai and Robbins."""
    budgets = map(Fraction, ("1/100", "1/10", "1/4", "1/2", "1", "2"))
    values = [certify(regret_coefficient, (y, x), eps, digits=20) for eps in budgets]
    falls = all(b.lo <= a.hi for a, b in pairwise(values))
    threshold = certify(privacy_threshold, x, y).hi
    if not isinstance(threshold, Fraction):  # a mean at 0: privacy is never free
        return falls
    free = certify(regret_coefficient, (y, x), threshold, digits=20)
    classical = certify(lai_robbins_coefficient, (y, x), digits=20)
    return falls and 0 in free - classical
