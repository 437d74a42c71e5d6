"""The proofs about experts as arms: Theorems 6 and 7, and what stays private with the advice."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

SAMPLES = Proof(
    "adv.thm6",
    where="a in (-inf,inf), b in (-inf,inf), f in (-inf,inf), R in (-inf,inf), C in (-inf,inf), "
    "A in (-inf,inf), B in (-inf,inf), v in (-inf,inf), reg in (-inf,inf)",
    steps=(
        Given(
            1,
            r"Given all samples $I_t^j$, $\mathcal B$ plays on $N$ arms with the losses "
            r"$\ell_t(I_t^j)\in[0,1]$, which do not depend on what it plays. Its mean loss is $a$, "
            r"the sum of the losses of an expert $j$ is $b$, and its regret is $f$.",
            "a <= f + b",
        ),
        Textbook(
            2,
            r"$f$ is one of the numbers whose supremum is $R_{\mathcal B}(T,N)$.",
            "f <= R",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "f", "high": "R"},
        ),
        Inequality(3, "So", "a <= R + 1*b", weights={1: "1", 2: "1"}),
        Textbook(
            4,
            "In the mean over the samples,",
            "A <= 1*R + 1*B",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 3},
            instance={"x": "A", "n": "1", "c": "R", "b": "1", "z": "B", "X": "a", "Z": "b"},
            over=("a", "b", "f"),
        ),
        Given(
            5,
            r"$b$ is the sum over $t$ and arms $i$ of $\ell_t(i)$ times the indicator of "
            r"$I_t^j=i$, of mean $\mu_t^j(i)$.",
        ),
        Textbook(
            6,
            r"so the mean of $b$ is $C=\sum_t\mu_t^j\cdot\ell_t$.",
            "B == C",
            fact="textbook.elementary-probability:weighted sum",
            hypotheses={"X is the sum of b_a Y_a over finitely many a": 5},
            instance={"x": "B", "y": "C"},
        ),
        Given(7, "The regret against the expert.", "v == A - C"),
        Inequality(
            8,
            "At most $R$, for all losses and all advice,",
            "v <= R",
            uses=(6, 7),
            weights={4: "1"},
        ),
        Textbook(
            9,
            "and so is the supremum.",
            "reg <= R",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 8},
            instance={"high": "reg", "c": "R", "X": "v"},
            over=("v",),
        ),
    ),
)


def _mixed(number: int, of: int, says: str) -> Textbook:
    """The mean over samples, with the same weights in both worlds."""
    return Textbook(
        number,
        says,
        "p <= exp(eps)*q + 0",
        fact="textbook.elementary-probability:mixture",
        hypotheses={"the relation for each part": of},
        instance={"p": "p", "q": "q", "c": "exp(eps)", "d": "0", "A": "x", "B": "y"},
        over=("x", "y"),
    )


RANGES = "x in [0,1], y in [0,1], p in [0,1], q in [0,1]"
INDICES = Proof(
    "adv.rem.advice.indices",
    where=f"eps in (0,inf), {RANGES}",
    steps=(
        Given(
            1,
            r"The samples $I_s^j$, $s\ne t'$, have one law in both worlds; draw those of round "
            r"$t'$ "
            "independently in the two. Given all samples the losses of the experts differ in the "
            r"round $t'$ alone, and $J$ with the arms of the other rounds is a function of $J$ and "
            "of the common samples.",
        ),
        OnClaim(
            2,
            r"Algorithm 1 on $N$ arms gives $J$ with $\epsilon$-DP.",
            "x <= exp(eps)*y",
            claim="adv.lem3",
            of_step=6,
            instance={"p": "x", "q": "y"},
            uses=(1,),
        ),
        Inequality(3, "For each pair of samples", "x <= exp(eps)*y + 0", weights={2: "1"}),
        _mixed(4, 3, "and in the mean over both."),
        Inequality(5, r"So they are $\epsilon$-DP.", "p <= exp(eps)*q", weights={4: "1"}),
    ),
)


def _with_experts(id: str, regret: str, of: tuple[str, int, str]) -> Proof:
    """The proof of Theorem 7 for a bandit algorithm with a regret, by the claim that says it."""
    claim, step, budgets = of
    return Proof(
        id,
        where=f"eps in {budgets}, {RANGES}, t in [1,inf), R in [0,inf), Q in [0,inf), G in "
        f"(-inf,inf), "
        "reg in (-inf,inf)",
        parts=(5,),
        steps=(
            Given(
                1,
                "The advice is public: the samples have one law in both worlds. Given them the "
                "losses of the experts differ in one round, and the actions are a function of "
                "$J$.",
            ),
            OnClaim(
                2,
                r"The bandit algorithm on $N$ arms gives $J$ with $\epsilon$-DP.",
                "x <= exp(eps)*y",
                claim=claim,
                of_step=1 if budgets == "(0,inf)" else 5,
                instance={"p": "x", "q": "y"},
                uses=(1,),
            ),
            Inequality(3, "For each sample", "x <= exp(eps)*y + 0", weights={2: "1"}),
            _mixed(4, 3, "and in the mean over the samples."),
            Inequality(
                5, r"So the actions are $\epsilon$-DP.", "p <= exp(eps)*q", weights={4: "1"}
            ),
            OnClaim(
                6,
                r"The regret $G$ of this bandit algorithm on $N$ arms.",
                f"G <= {regret}",
                claim=claim,
                of_step=step,
                instance={"reg": "G"},
            ),
            OnClaim(
                7,
                "Theorem 6 for it.",
                "reg <= G",
                claim="adv.thm6",
                of_step=9,
                instance={"R": "G"},
            ),
            Inequality(8, "Together:", f"reg <= {regret}", weights={6: "1", 7: "1"}),
            Parts(9, "Privacy and regret.", uses=(5, 8)),
        ),
    )


ANY_BATCH_OF_EXPERTS = _with_experts(
    "adv.thm7.batches", "t*R + t", ("adv.thm1.batches", 2, "(0,inf)")
)
EXPERTS_ONE_OVER_EPS = _with_experts(
    "adv.thm7.one_over_eps", "2/eps*Q + 2/eps", ("adv.thm1.one_over_eps", 10, "(0,1]")
)
