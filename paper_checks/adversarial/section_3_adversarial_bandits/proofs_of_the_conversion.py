"""The proofs about batches with Laplace noise: Lemmas 3 and 4, Theorems 1 and 5."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

PRIVATE = Proof(
    "adv.lem3",
    where="r in (-inf,inf), x in (-inf,inf), y in (-inf,inf), u in [0,1], v in [0,1], "
    "t in [1,inf), eps in (0,inf), loss in (-inf,inf), p in [0,1], q in [0,1]",
    parts=(6,),
    steps=(
        Given(
            1,
            r"A path gives the arms and the noisy batch means. Its density is the product of the "
            r"kernels of $\mathcal B$, which see the path alone, and of Laplace densities of scale "
            r"$1/(\tau\epsilon)$ around the means of the complete batches. On neighbours only the "
            r"mean of one batch differs, $x$ and $y$ for the arm of the path: with the noisy mean "
            r"$r$ the log-ratio of the densities is",
            "loss == (abs(r-y) - abs(r-x))*t*eps",
        ),
        Inequality(2, "The triangle inequality.", "abs(r-y) - abs(r-x) <= abs(x-y)"),
        Given(
            3,
            r"One loss of the batch differs, $u$ and $v$ for this arm; $\tau=t$.",
            "x == y + (u-v)/t",
        ),
        Inequality(4, r"The sensitivity is at most $1/\tau$.", "abs((u-v)/t) <= 1/t"),
        Inequality(
            5,
            r"So the log-ratio is at most $\epsilon$ at every path.",
            "loss <= eps",
            uses=(1, 3),
            weights={2: "t*eps", 4: "t*eps"},
        ),
        Textbook(
            6,
            r"An event of actions is one of paths: $P(E)\le e^\epsilon Q(E)$.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            hypotheses={"the relation of the densities at every point": 5},
            instance={"p": "p", "q": "q", "e": "eps", "X": "loss"},
            over=("loss", "r"),
        ),
        Inequality(
            7,
            "If the changed round lies in the incomplete last batch, nothing that depends on it "
            "is read, and both laws are one.",
            "p <= exp(eps)*p",
        ),
        Parts(8, "Every changed round.", uses=(6, 7)),
    ),
)


def batching(id: str, regret: str, feeds: str) -> Proof:
    """The proof for a learner whose regret is R on the means of the batches."""
    return Proof(
        id,
        where="n in [0,inf), t in [1,inf), x in (-inf,inf), g in (-inf,inf), w in (-inf,inf), "
        "D in (-inf,inf), S in (-inf,inf), a in (-inf,inf), m in (-inf,inf), f in (-inf,inf), "
        "R in (-inf,inf), c in [-1,1], k in [0,inf), rest in (-inf,inf), v in (-inf,inf), "
        "reg in (-inf,inf)",
        steps=(
            Given(
                1,
                r"In a complete batch of $\tau=t$ rounds one arm is played. Let $i$ be a fixed "
                r"arm. The sum of $\ell_s(I_j)-\ell_s(i)$ over the batch is $\tau$ times the "
                "difference of the batch means.",
                "x == t*g",
            ),
            Induction(
                2,
                r"So is the sum $D$ over $n$ batches, with the sum $S$: $w=D-\tau S$ is 0.",
                "w == 0",
                start="0",
                sequence="w",
                first="0",
                following="w + x - t*g",
                uses=(1,),
            ),
            Given(3, r"$w$ is this difference.", "D == w + t*S"),
            Identity(4, "At every outcome", "D == 0 + t*S", uses=(2, 3)),
            Textbook(
                5,
                r"so in the mean, $a=\mathbb ED$ and $m=\mathbb ES$.",
                "a == 0 + t*m",
                fact="textbook.elementary-probability:linear",
                hypotheses={"X = c + b Z at every outcome": 4},
                instance={"x": "a", "c": "0", "b": "t", "z": "m", "X": "D", "Z": "S"},
                over=("D", "S", "w"),
            ),
            Given(6, feeds),
            Given(
                7,
                r"Let $f$ be the regret of $\mathcal B$ on these losses: the largest $m$ of an arm "
                r"$i$.",
                "m <= f",
            ),
            Textbook(
                8,
                f"It is one of those whose supremum is {regret}.",
                "f <= R",
                fact="textbook.bounds-of-sets:supremum",
                hypotheses={"v is a member": 6},
                instance={"v": "f", "high": "R"},
            ),
            Given(
                9,
                r"$c\le1$ is the mean of $\ell_s(I_s)-\ell_s(i)$ in one of the $k$ rounds that "
                "are left over.",
                "c <= 1",
            ),
            Induction(
                10,
                r"Their sum is at most $k$,",
                "rest <= k",
                variable="k",
                start="0",
                sequence="rest",
                first="0",
                following="rest + c",
                weight="1",
                uses=(9,),
            ),
            Given(11, r"and $k=T-\tau\lfloor T/\tau\rfloor<\tau$.", "k < t"),
            Given(12, r"Against the arm $i$ the regret of all $T$ rounds is", "v == a + rest"),
            Inequality(
                13,
                r"So it is at most $\tau R+\tau$, for each sequence of losses and each $i$:",
                "v <= t*R + t",
                uses=(5, 12),
                weights={7: "t", 8: "t", 10: "1", 11: "1"},
            ),
            Textbook(
                14,
                "and so is the supremum.",
                "reg <= t*R + t",
                fact="textbook.bounds-of-sets:least upper bound",
                hypotheses={"c is an upper bound": 13},
                instance={"high": "reg", "c": "t*R + t", "X": "v"},
                over=("v",),
            ),
        ),
    )


NOISY = batching(
    "adv.lem4",
    r"$\tilde R_{\mathcal B}(\lfloor T/\tau\rfloor,K,\frac1{\epsilon\tau})$",
    r"$\mathcal B$ sees the batch means, losses in $[0,1]$ fixed beforehand, with noise "
    r"$\mathrm{Lap}(\frac1{\tau\epsilon})$, for $\lfloor T/\tau\rfloor$ rounds.",
)
PLAIN = batching(
    "adv.thm5",
    r"$R_{\mathcal B}(\lfloor T/\tau\rfloor,K)$",
    r"$\mathcal B$ sees the batch means, losses in $[0,1]$ fixed beforehand, for "
    r"$\lfloor T/\tau\rfloor$ rounds.",
)

ANY_BATCH = Proof(
    "adv.thm1.batches",
    where="eps in (0,inf), t in [1,inf), p in [0,1], q in [0,1], R in (-inf,inf), "
    "reg in (-inf,inf)",
    parts=(1,),
    steps=(
        OnClaim(
            1, r"Algorithm 1 is $\epsilon$-DP,", "p <= exp(eps)*q", claim="adv.lem3", of_step=6
        ),
        OnClaim(2, "with this regret.", "reg <= t*R + t", claim="adv.lem4", of_step=14),
        Parts(3, "Both.", uses=(1, 2)),
    ),
)
ONE_OVER_EPS = Proof(
    "adv.thm1.one_over_eps",
    where="eps in (0,1], t in [1,inf), p in [0,1], q in [0,1], R in [0,inf), Q in [0,inf), "
    "reg in (-inf,inf)",
    parts=(5,),
    steps=(
        Given(1, r"$\tau=\lceil1/\epsilon\rceil$ is at least", "1/eps <= t"),
        Given(2, "and less than", "t < 1 + 1/eps"),
        OnClaim(
            3,
            r"Algorithm 1 with noise $\mathrm{Lap}(1)$ is Algorithm 1 for the budget $1/\tau$: it "
            r"is $1/\tau$-DP,",
            "p <= exp(1/t)*q",
            claim="adv.lem3",
            of_step=6,
            instance={"eps": "1/t"},
        ),
        Inequality(
            4,
            r"and $1/\tau\le\epsilon$.",
            "exp(1/t) <= exp(eps)",
            monotone=("exp", "eps", "1/t"),
            weights={1: "eps/t"},
        ),
        Inequality(5, r"So it is $\epsilon$-DP.", "p <= exp(eps)*q", weights={3: "1", 4: "q"}),
        OnClaim(
            6,
            r"Its regret, with $R=\tilde R_{\mathcal B}(\lfloor T/\tau\rfloor,K,1)$:",
            "reg <= t*R + t",
            claim="adv.lem4",
            of_step=14,
        ),
        Given(
            7,
            r"$\lfloor T/\tau\rfloor\le\lfloor\epsilon T\rfloor$ as $1/\tau\le\epsilon$. Losses of "
            r"fewer rounds can be continued by rounds in which all arms lose 0; $\mathcal B$ has "
            "the same regret on these.",
        ),
        Textbook(
            8,
            r"So $R\le Q=\tilde R_{\mathcal B}(\epsilon T,K,1)$.",
            "R <= Q",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={"each member of the first set is one of the second": 7},
            instance={"x": "R", "y": "Q"},
        ),
        Inequality(9, r"$\tau\le2/\epsilon$.", "t <= 2/eps", weights={2: "1"}),
        Inequality(
            10,
            "Together:",
            "reg <= 2/eps*Q + 2/eps",
            weights={6: "1", 8: "t", 9: "Q + 1"},
        ),
        Parts(11, "Privacy and regret.", uses=(5, 10)),
    ),
)
