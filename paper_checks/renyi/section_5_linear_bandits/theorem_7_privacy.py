"""Claims about Theorem 7: the privacy of AdaR-GOPE, and the sensitivity that its proof names."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms import AdaRGOPE, RewardList, Silent, play
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, proved
from banditproof.theory.mechanisms import Gaussian

PRIVATE = Proof(
    "renyi.thm7",
    where="alpha in (1,inf), eps in (0,inf), m in [0,inf), w in (0,inf), v in [0,inf), "
    "a in [0,inf), A in [0,inf), M in [0,inf), D in [0,inf)",
    steps=(
        Given(
            1,
            r"Two reward streams differ at $j$. What is played and released before the phase of "
            r"$j$ "
            r"ends has one law for both but for its release: the phase, its arms and their "
            r"counts are "
            r"functions of earlier releases. Given these, the release is the vector of the sums of "
            r"the arms, of which one differs, plus independent normal noise.",
        ),
        OnClaim(
            2,
            r"By Assumption 1 the sums differ by $m\le2$.",
            "m <= 2",
            claim="zcdp.asm1",
            of_step=6,
            uses=(1,),
        ),
        Textbook(
            3,
            r"So the release has, given the past, this divergence $v$ of order $\alpha$,",
            "v == alpha*m**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 1},
            instance={"a": "alpha", "s": "m"},
        ),
        Given(4, r"with the variance $w=2\alpha/\varepsilon$.", "w == 2*alpha/eps"),
        Inequality(
            5,
            r"It is at most $\varepsilon$.",
            "v <= eps",
            uses=(3, 4),
            weights={2: "eps/4*(2 + m)"},
        ),
        Textbook(
            6,
            r"All that follows comes from the release by one kernel, as later rewards agree.",
            "a <= v",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "a", "before": "v"},
        ),
        Inequality(
            7,
            r"So does $A=e^{(\alpha-1)a}\le e^{(\alpha-1)\varepsilon}$.",
            "exp((alpha - 1)*a) <= exp((alpha - 1)*eps)",
            weights={5: "alpha - 1", 6: "alpha - 1"},
            monotone=("exp", "(alpha - 1)*eps", "(alpha - 1)*a"),
        ),
        Textbook(
            8,
            r"The laws of all actions are mixtures of these over the past, with the same weights: "
            r"$M=e^{(\alpha-1)D}$ is at most that.",
            "M <= exp((alpha - 1)*eps)",
            fact="textbook.joint-convexity:renyi",
            over=("a",),
            hypotheses={"the relation for each part": 7},
            instance={"m": "M", "c": "exp((alpha - 1)*eps)", "A": "exp((alpha - 1)*a)"},
        ),
        Given(9, r"Here $D$ is the divergence of the actions.", "M == exp((alpha - 1)*D)"),
        Inequality(10, r"So $D\le\varepsilon$.", "D <= eps", uses=(8, 9)),
    ),
)


@checks(
    "renyi.thm7",
    mutants={
        "a smaller divergence": {"proof": PRIVATE.changed(3, formula="v == alpha*m**2/(4*w)")},
        "sums that differ by 1": {"proof": PRIVATE.changed(2, formula="m <= 1")},
        "sharper: 99 % of epsilon": {"share": Fraction(99, 100)},
    },
)
def private_elimination(share: Fraction = Fraction(1), proof: Proof = PRIVATE) -> Verdict:
    """The cost of a reward, exactly, and that each reward of a play enters one release."""
    policy = AdaRGOPE(((1, 0), (0, 1), ("0.6", "0.6")), alpha=3, eps="1/2", delta="0.5")
    total = policy.plan(policy.start()).plays
    releases = play(policy, RewardList([1] * (total + 5)), total + 5, Silent()).ledger.releases
    entries = [t for release in releases for t, weight in release.rewards.items() if weight]
    need(len(entries) == len(set(entries)) == total, "A reward enters two releases.")
    sides = Sides()
    cost = Gaussian(sigma_squared=policy.curator.noises[0].variance).renyi(3, 2)  # type: ignore[attr-defined]
    sides.at_most(cost.lo, share * Fraction(1, 2), "A reward costs more than epsilon.", alpha=3)
    return proof.verdict(
        "Each reward enters one sum, which is released once, so that it costs epsilon, whatever "
        "the "
        "design is. The printed proof takes the starts of the phases to have one law; they have it "
        "up to the phase of the changed reward, which is enough.",
        instances="one play of AdaR-GOPE, by its ledger.",
        sharpness=sides.sharpness,
    )


@checks("renyi.thm7.sensitivity", mutants={"two": {"sensitivity": 2}})
def sensitivity_of_a_sum(sensitivity: int = 1) -> Verdict:
    """A reward of -1 in place of 1 moves the sum by 2; for 1 the noise would be too large by 4."""
    moved = abs(1 - (-1))
    alpha, eps = Fraction(3), Fraction(1, 2)
    cost = Gaussian(sigma_squared=2 * alpha / eps).renyi(alpha, sensitivity).lo
    if sensitivity != moved or cost != eps:
        return misprinted(
            "Rewards of -1 and 1 differ by 2. The printed noise is that for the sensitivity 2: "
            "for 1 "
            "it would cost a quarter of epsilon.",
            rewards="-1 and 1",
            difference=moved,
            cost_over_epsilon=cost / eps,
        )
    return proved("Two, for which the noise is right.", covered="All of it.", universal=None)
