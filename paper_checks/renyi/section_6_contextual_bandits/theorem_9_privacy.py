"""Claims about the privacy of AdaR-OFUL: Theorem 9."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.block_releases import squared_shifts
from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.mechanisms import Gaussian

EPISODES = Proof(
    "renyi.thm9",
    where="n in [0,1], x in [0,2], s in [0,inf), w in (0,inf), e in (0,inf), a in (1,inf), "
    "v in [0,inf), b in [0,inf), c in [0,inf)",
    steps=(
        Given(
            1,
            r"Two lists of rewards differ in round $j$. What was released before the episode of "
            r"$j$ "
            r"and the random choices so far, together $X$, have one law under both lists. The "
            r"contexts are public, and within an episode the arms depend on them and on $X$ alone, "
            r"so $X$ decides which rounds the episode of $j$ has. If it ends, its sum is released; "
            r"given $X$, the two sums differ by $s=\|a_j\|\,|r_j-r_j'|$.",
            "s == n*x",
        ),
        Given(2, r"Each coordinate has independent normal noise of variance", "w == 2*a/e"),
        Textbook(
            3,
            r"So given $X$ the divergence of order $\alpha=a$ of that release is",
            "v == a*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 2},
            instance={"v": "v", "a": "a", "s": "s", "w": "w"},
        ),
        Inequality(
            4, r"It is at most $\varepsilon$.", "v <= e", uses=(1, 2, 3), rest="e*(4 - n**2*x**2)/4"
        ),
        Inequality(
            5,
            r"In the form of the next step.",
            "exp((a - 1)*v) <= exp((a - 1)*e)",
            monotone=("exp", "(a - 1)*e", "(a - 1)*v"),
            weights={4: "a - 1"},
        ),
        Textbook(
            6,
            r"$X$ and the release together are mixtures with the same weights: $b$ is their "
            "divergence.",
            "exp((a - 1)*b) <= exp((a - 1)*e)",
            fact="textbook.joint-convexity:renyi",
            hypotheses={"the relation for each part": 5},
            instance={"m": "exp((a - 1)*b)", "c": "exp((a - 1)*e)", "A": "exp((a - 1)*v)"},
            over=("v",),
        ),
        Inequality(
            7,
            r"So $b\le\varepsilon$.",
            "(a - 1)*b <= (a - 1)*e",
            monotone=("log", "exp((a - 1)*e)", "exp((a - 1)*b)"),
            weights={6: "1"},
        ),
        Textbook(
            8,
            r"All that follows comes from $X$, the release, the contexts and the other rewards by "
            r"one kernel: the law of all actions.",
            "c <= b",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "c", "before": "b"},
        ),
        Inequality(
            9,
            r"So AdaR-OFUL satisfies $(\alpha,\varepsilon)$-global RDP.",
            "c <= e",
            weights={7: "1/(a - 1)", 8: "1"},
        ),
    ),
)


@checks(
    "renyi.thm9",
    mutants={
        "noise for a sensitivity of 1": {"sensitivity": 1},
        "sharper: 99 % of eps": {"factor": Fraction(99, 100)},
        "vectors of length 5": {"norm": 5},
        "half of the variance": {"proof": EPISODES.changed(2, formula="w == a/e")},
        "twice the shift": {"proof": EPISODES.changed(1, formula="s == 2*n*x")},
        "sharper: half of eps": {"proof": EPISODES.changed(9, formula="c <= e/2")},
    },
)
def privacy_of_episodes(
    sensitivity: int = 2, norm: int = 1, factor: Fraction = Fraction(1), proof: Proof = EPISODES
) -> Verdict:
    """The curator of AdaR-OFUL on lists that differ in one reward; a unit vector is tight."""
    sides = Sides()
    for alpha, eps in ((Fraction(3, 2), Fraction(1)), (2, Fraction(1, 10)), (30, Fraction(4))):
        noise = Gaussian.for_zcdp(eps / alpha, sensitivity)
        for case, shift in squared_shifts(noise, norm=norm):
            divergence = alpha * shift / (2 * noise.variance)
            finding = "The release costs more than eps."
            sides.at_most(divergence, factor * eps, finding, alpha=alpha, eps=eps, **case)
    return proof.verdict(
        "The episode of a reward is decided by what was released before it; its one release costs "
        "eps, and all later actions are post-processing.",
        instances="The releases of the curator for lists that differ in one reward.",
        beyond="Assumption 2 is not used; no contexts of two dimensions satisfy it.",
        sharpness=sides.sharpness,
    )
