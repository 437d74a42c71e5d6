"""Claims about private algorithms with experts as arms: Theorem 7 and Corollary 8."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.adversarial.conversion_bounds import htinf_conversion_proved
from banditproof.theory.adversarial.expert_bounds import expert_conversion_printed
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision

from ..section_3_adversarial_bandits.proof_of_private_htinf import noisy_htinf
from .proofs_of_experts_as_arms import ANY_BATCH_OF_EXPERTS, EXPERTS_ONE_OVER_EPS


@checks(
    "adv.thm7.batches",
    mutants={
        "sharper: half of a batch": {
            "proof": ANY_BATCH_OF_EXPERTS.changed(8, formula="reg <= t*R + t/2")
        },
        "the samples see the losses": {
            "proof": ANY_BATCH_OF_EXPERTS.changed(3, formula="x <= exp(2*eps)*y + 0")
        },
    },
)
def experts_for_any_batch(proof: Proof = ANY_BATCH_OF_EXPERTS) -> Verdict:
    """Theorem 6 around Algorithm 1."""
    return proof.verdict("Algorithm 5 around Algorithm 1, with the experts as its arms.")


@checks(
    "adv.thm7.one_over_eps",
    mutants={
        "sharper: 1.5/eps": {
            "proof": EXPERTS_ONE_OVER_EPS.changed(8, formula="reg <= 1.5/eps*Q + 1.5/eps")
        },
        "half of the budget": {
            "proof": EXPERTS_ONE_OVER_EPS.changed(5, formula="p <= exp(eps/2)*q")
        },
    },
)
def experts_one_over_eps(proof: Proof = EXPERTS_ONE_OVER_EPS) -> Verdict:
    """The second display of Theorem 1 with the experts as arms."""
    return proof.verdict("As for Theorem 1, with noise Lap(1).")


EXPERTS = noisy_htinf(
    "adv.cor8",
    "$K=N$ experts",
    OnClaim(
        1,
        r"The conversion of Theorem 7 is $\epsilon$-DP.",
        "p <= exp(eps)*q",
        claim="adv.thm7.batches",
        of_step=5,
    ),
    OnClaim(14, "The conversion.", "reg <= t*R + t", claim="adv.thm7.batches", of_step=8),
)
GAMES = tuple(
    PrivateGame.of(2, t, eps, experts=n)
    for n, t, eps in ((2, 10**6, 1), (10, 10**7, "0.1"), (100, 10**9, "0.001"))
)


@checks(
    "adv.cor8",
    mutants={
        "sharper: 28 for 28.2": {
            "proof": EXPERTS.changed(15, formula="reg <= 28*sqrt(K)*sqrt(T)/sqrt(eps) + 2/eps")
        },
        "sharper: 10 sqrt(TN/eps) at the points": {"share": Fraction(10, 208)},
    },
)
def private_htinf_on_experts(share: Fraction = Fraction(1), proof: Proof = EXPERTS) -> Verdict:
    """The bound from first principles against the printed one."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            printed = expert_conversion_printed(game) * share.numerator / share.denominator
            own = htinf_conversion_proved(game.experts_as_arms)
            sides.at_most(own, printed, "It is larger.", game=game)
    return proof.verdict(
        "Corollary 2 with the experts as arms.",
        instances="Three games, in balls.",
        sharpness=sides.sharpness,
    )
