"""Claims about few experts: Corollary 8 beside Theorem 9."""

from __future__ import annotations

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Proof,
)
from banditproof.paper_checks.statements.claim import pair
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.adversarial.expert_bounds import (
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision

RATES = Proof(
    "adv.rem.n_le_k.repaired",
    where="N in [2,inf), K in [2,inf), T in [2,inf), eps in (0,1]",
    steps=(
        Inequality(1, "The product of the logarithms is at least 1.", "log(2)*log(4)**2 >= 1"),
        Inequality(2, r"$\log N\ge\log2$,", "log(2) <= log(N)"),
        Inequality(3, r"$\log K+\log T\ge\log4$,", "log(4) <= log(K) + log(T)"),
        Inequality(
            4,
            "so",
            "log(4)**2 <= (log(K) + log(T))**2",
            weights={3: "log(K) + log(T) + log(4)"},
        ),
        Inequality(
            5,
            "and",
            "1 <= log(N)*(log(K) + log(T))**2",
            weights={1: "1", 2: "log(4)**2", 4: "log(N)"},
        ),
        Given(6, r"$N\le K$.", "N <= K"),
        Inequality(7, "Also", "eps*N <= K", weights={6: "eps"}),
        Inequality(
            8,
            r"The square of the rate of Corollary 8 is at most that of Theorem 9: "
            r"$\frac{TN}\epsilon\le\frac{TK\log N\log^2(KT)}{\epsilon^2}$.",
            "T*N/eps <= T*K*(log(N)*(log(K) + log(T))**2)/eps**2",
            weights={7: "T/eps**2", 5: "T*K/eps**2"},
        ),
    ),
)


@pair(
    "adv.rem.n_le_k",
    r"When $N\le K$, the upper bound of Corollary 8 is superior to that of Theorem 9 for all "
    r"$\epsilon\le1$.",
    r"When $2\le N\le K$ and $T\ge2$, the rate of Corollary 8 is at most that of Theorem 9 for all "
    r"$\epsilon\le1$: $\sqrt{TN/\epsilon}\le\sqrt{TK\log N}\log(KT)/\epsilon$.",
    recorded="holds-with-repair",
    reading="the rates without their constants",
    subjects={"least": (1, 2)},
    title="few experts",
    repaired_title="two experts or more, but few",
    mutants={
        "with the printed constants": {"constants": True},
        "sharper: half of the rate": {
            "proof": RATES.changed(
                8, formula="2*T*N/eps <= T*K*(log(N)*(log(K) + log(T))**2)/eps**2"
            )
        },
    },
)
def few_experts(least: int, constants: bool = False, proof: Proof = RATES) -> Verdict:
    """One expert, whose logarithm is 0; with the constants 208 and 16 the question differs."""
    sides = Sides()
    with working_precision(96):
        for experts in range(least, 4):
            game = PrivateGame.of(max(experts, 2), 10**6, 1, experts=experts)
            if constants:
                one, two = expert_conversion_printed(game), local_exp4_printed(game)
            else:
                rate = game.arms * game.horizon * arb(experts).log()
                one = ball(game.horizon * experts / game.eps).sqrt()
                two = rate.sqrt() * ball(game.arms * game.horizon).log() / ball(game.eps)
            sides.at_most_or_repair(
                one,
                two,
                "With one expert log N is 0, and Theorem 9 has the bound 0.",
                N=experts,
                K=game.arms,
                T=game.horizon,
                eps=game.eps,
                Corollary_8=one,
                Theorem_9=two,
            )
    return proof.verdict(
        "As rates. With the printed constants 208 and 16 Theorem 9 is smaller at N = K = 2, "
        "eps = 1, T = 10^6.",
        instances="Two and three experts at T = 10^6, in balls.",
        sharpness=sides.sharpness,
    )
