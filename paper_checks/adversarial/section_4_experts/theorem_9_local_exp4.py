"""Claims about locally private EXP4: Algorithm 6 and Theorem 9."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.expert_bounds import (
    local_exp4_derived,
    local_exp4_mixing,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision
from banditproof.verify.adversarial.batch_model import BatchModel, local_price

from .proof_of_local_exp4 import LOCAL

THIRD = Fraction(1, 3)
WEIGHTS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
ADVICE = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (THIRD, 2 * THIRD))
Divisor = Callable[[Fraction, Fraction], Fraction]
"""What the loss is divided by: from the probability of the arm, and its share of the mixture."""


def estimates(noisy: tuple[Fraction, ...], gamma: Fraction, divisor: Divisor) -> list[Fraction]:
    """The mean estimate of each expert, over the arm that is drawn."""
    means = [Fraction(0)] * len(ADVICE)
    for arm, loss in enumerate(noisy):
        share = sum((w * law[arm] for w, law in zip(WEIGHTS, ADVICE, strict=True)), Fraction(0))
        chance = (1 - gamma) * share + gamma / len(noisy)
        for j, law in enumerate(ADVICE):
            means[j] += chance * law[arm] * loss / divisor(chance, share)
    return means


ESTIMATE = Proof(
    "adv.alg6",
    where="Q in (0,1], y in (-inf,inf), u in [0,1], a in (-inf,inf), x in (-inf,inf)",
    parts=(1,),
    steps=(
        Identity(
            1,
            r"The estimate of an arm is $y/Q$ if it is played: its mean is $y$.",
            "Q*(y/Q) == y",
        ),
        Given(
            2,
            r"That of an expert is the sum over the arms of its advice times their estimates.",
            uses=(1,),
        ),
        Textbook(
            3,
            r"So its mean $x$ is $a=\mu_t^j\cdot\ell'_t$.",
            "x == a",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 2},
            instance={"x": "x", "y": "a"},
        ),
        Parts(4, "Arms and experts.", uses=(1, 3)),
    ),
)


@checks(
    "adv.alg6",
    mutants={
        "divided by the share without mixing": {"divisor": lambda chance, share: share},
        "not divided": {"divisor": lambda chance, share: Fraction(1)},
        "half of the estimate": {"proof": ESTIMATE.changed(1, formula="Q*(y/(2*Q)) == y")},
    },
)
def local_exp4_listing(
    divisor: Divisor = lambda chance, share: chance, proof: Proof = ESTIMATE
) -> Verdict:
    """The mean estimates of three experts, exactly."""
    for noisy in ((Fraction(1, 2), Fraction(-3)), (Fraction(7), Fraction(0))):
        for gamma in (Fraction(1, 10), Fraction(1)):
            found = estimates(noisy, gamma, divisor)
            for j, law in enumerate(ADVICE):
                mean = sum((p * y for p, y in zip(law, noisy, strict=True)), Fraction(0))
                require(found[j] == mean, "It is biased.", expert=j + 1, gamma=gamma)
    return proof.verdict(
        "The loss is divided by the probability of the arm, mixing included.",
        instances="Three experts, two rows of noisy losses and two values of gamma, exactly.",
    )


PRIVATE = Proof(
    "adv.thm9.private",
    where="eps in (0,inf), p in [0,1], q in [0,1], v in [0,1], w in [0,1]",
    parts=(1,),
    steps=(
        OnClaim(
            1,
            r"Batches of one round: the actions are $\epsilon$-DP.",
            "p <= exp(eps)*q",
            claim="adv.lem3",
            of_step=6,
        ),
        OnClaim(
            2,
            r"What leaves a round is one loss with noise $\mathrm{Lap}(1/\epsilon)$, whose "
            r"sensitivity over all pairs of losses is 1: it is $\epsilon$-LDP.",
            "v <= exp(eps)*w",
            claim="adv.def7",
            of_step=1,
            instance={"p": "v", "q": "w"},
        ),
        Parts(3, "Both notions.", uses=(1, 2)),
    ),
)


@checks(
    "adv.thm9.private",
    mutants={
        "batches of two rounds": {"tau": 2},
        "sharper: 0.99 eps": {"proof": PRIVATE.changed(1, formula="p <= exp(0.99*eps)*q")},
        "sharper: 0.99 eps for a round": {"share": Fraction(99, 100)},
    },
)
def local_exp4_is_private(
    tau: int = 1, share: Fraction = Fraction(1), proof: Proof = PRIVATE
) -> Verdict:
    """The price of the releases of a round."""
    sides = Sides()
    for eps in (Fraction(1, 4), Fraction(1), Fraction(3)):
        found = local_price(BatchModel(tau, eps), 5).hi
        sides.at_most(found, share * eps, "A round tells more.", eps=eps)
    return proof.verdict(
        "Lemma 3 for batches of one round.",
        instances="Three budgets, exactly.",
        sharpness=sides.sharpness,
    )


GAMES = tuple(
    PrivateGame.of(k, t, eps, experts=n)
    for k, t, eps, n in (
        (2, 10**6, 1, 2),
        (10, 10**6, "0.1", 100),
        (10, 20, 1, 100),
        (1, 2, 1, 10**6),
        (1000, 10**9, "0.001", 10**6),
    )
)


@checks(
    "adv.thm9.regret",
    mutants={
        "sharper: 11 for 16": {
            "proof": LOCAL.changed(39, formula="sqrt(3*(1 + 10*x**2)) <= 5.5*x")
        },
        "sharper: a tenth at the points": {"share": Fraction(1, 10)},
        "noise that is not symmetric": {
            "proof": LOCAL.changed(16, formula="EA == M - 1"),
        },
        "without the mixing": {"proof": LOCAL.changed(8, formula="Q == m")},
    },
)
def local_exp4_regret(share: Fraction = Fraction(1), proof: Proof = LOCAL) -> Verdict:
    """The sum of the terms of the proof at games, or T where gamma is above 1."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            sound = local_exp4_mixing(game) <= 1
            own = local_exp4_derived(game) if sound else arb(game.horizon)
            printed = local_exp4_printed(game) * share.numerator / share.denominator
            sides.at_most(own, printed, "It is larger.", game=game)
    return proof.verdict(
        "The chain of Appendix F. gamma is above 1 for T < 0.53 K log N, where the bound is above "
        "T; it is above T for eps <= 1/sqrt T, as the text says.",
        instances="Five games, in balls.",
        sharpness=sides.sharpness,
    )
