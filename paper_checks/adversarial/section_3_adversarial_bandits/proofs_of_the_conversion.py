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


def noisy_htinf(id: str, arms: str, private: Given | OnClaim, regret: OnClaim) -> Proof:
    """The proof of 208 sqrt(T K/eps) + 2/eps; step 14 is the regret of the conversion."""
    share = "(1 - 2**(-1/3))"
    factor = f"(2*sqrt(6) + 3/sqrt(6)*(2/(1-{share}) + 2/{share}))"
    return Proof(
        id,
        where="eps in (0,1], t in [1,inf), K in [1,inf), T in [1,inf), n in [1,inf), "
        "R in [0,inf), reg in (-inf,inf), second in [0,inf), l in [0,1], x in (-inf,inf), "
        "p in [0,1], q in [0,1], r in (-inf,inf)",
        parts=(1, 15),
        steps=(
            private,
            Given(2, r"$\tau=\lceil1/\epsilon\rceil$ is at least", "1/eps <= t"),
            Given(3, "and less than", "t < 1 + 1/eps"),
            OnClaim(
                4,
                r"The noise has the scale $\lambda=\frac1{\tau\epsilon}$, so the second moment of "
                "a loss that is told is",
                "second <= 1 + 2*(1/(t*eps))**2",
                claim="adv.ht2",
                of_step=10,
                instance={"b": "1/(t*eps)"},
            ),
            Inequality(5, r"$\lambda\le1$.", "1/(t*eps) <= 1", weights={2: "1/t"}),
            Inequality(6, "So it is at most 3.", "second <= 3", uses=(5,), weights={4: "1"}),
            OnClaim(
                7, "The losses are truncated non-negative.", "x >= 0", claim="adv.lem19", of_step=8
            ),
            OnClaim(
                8,
                rf"HTINF with $\sigma=\sqrt6$, $\Theta=1-2^{{-1/3}}$ on {arms} and "
                r"$n=\lfloor T/\tau\rfloor\ge1$ rounds.",
                f"R <= {factor}*sqrt(K)*sqrt(n)",
                claim="adv.thm21.self",
                of_step=50,
                instance={"reg": "R", "sg": "sqrt(6)", "s2": "3", "q": share},
                uses=(6, 7),
            ),
            Inequality(9, "A number.", f"{factor} <= 19.87"),
            Given(10, r"$n\le T/\tau$.", "n <= T/t"),
            Inequality(11, "Its root.", "sqrt(n) <= sqrt(T)/sqrt(t)", uses=(10,)),
            Inequality(12, r"$\tau\le2/\epsilon$.", "t <= 2/eps", weights={3: "1"}),
            Inequality(13, "Its root.", "sqrt(t) <= sqrt(2)/sqrt(eps)", uses=(12,)),
            regret,
            Inequality(
                15,
                r"With the constant $19.87\sqrt2<28.2$:",
                "reg <= 28.2*sqrt(K)*sqrt(T)/sqrt(eps) + 2/eps",
                weights={
                    14: "1",
                    8: "t",
                    9: "t*sqrt(K)*sqrt(n)",
                    11: "19.87*t*sqrt(K)",
                    13: "19.87*sqrt(K)*sqrt(T)",
                    12: "1",
                },
            ),
            Given(16, r"For $T<\tau$ nothing is learnt, and the regret is at most $T$.", "r <= T"),
            Inequality(
                17,
                r"That is less than $\tau\le2/\epsilon$.",
                "r <= 208*sqrt(K)*sqrt(T)/sqrt(eps) + 2/eps",
                uses=(16,),
                weights={16: "1", 12: "1"},
                where="T < t",
            ),
            Inequality(
                18,
                "So it is with the printed constant.",
                "reg <= 208*sqrt(K)*sqrt(T)/sqrt(eps) + 2/eps",
                weights={15: "1"},
            ),
            Parts(19, "Privacy, and the regret of short and long plays.", uses=(1, 17, 18)),
        ),
    )


FTRL = noisy_htinf(
    "adv.cor2",
    "$K$ arms",
    OnClaim(1, r"Algorithm 1 is $\epsilon$-DP.", "p <= exp(eps)*q", claim="adv.lem3", of_step=6),
    OnClaim(14, "The conversion.", "reg <= t*R + t", claim="adv.lem4", of_step=14),
)
NOISY_REGRET = Proof(
    "adv.def.noisyregret",
    where="l in [0,1], z in (-inf,inf), x in (-inf,inf), m in (-inf,inf), zero in (-inf,inf), "
    "a in (-inf,inf), b in (-inf,inf), c in (-inf,inf), d in (-inf,inf)",
    steps=(
        Given(1, r"The loss of the arm $I_t$ with its noise $z$.", "x == l + 1*z"),
        Textbook(
            2,
            r"Given $I_t$ and the past, its mean is $m$;",
            "m == l + 1*zero",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 1},
            instance={"x": "m", "c": "l", "b": "1", "z": "zero", "X": "x", "Z": "z"},
            over=("z", "x"),
        ),
        Given(
            3,
            r"$Z_t(i)$ has mean 0 and is independent of $I_t$ and the past.",
            "zero == 0",
        ),
        Identity(4, "the noise adds nothing.", "m == l", uses=(2, 3)),
        Given(
            5,
            "The mean of the sum is that of the conditional means; $a$ and $b$ are the two "
            r"sums $\mathbb E\sum_t\tilde\ell_t(I_t)$ and $\mathbb E\sum_t\ell_t(I_t)$.",
            uses=(4,),
        ),
        Textbook(
            6,
            "They are equal,",
            "a == b",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 5},
            instance={"x": "a", "y": "b"},
        ),
        Given(
            7,
            r"and so are $c=\mathbb E\sum_t\tilde\ell_t(i)$ and $d=\sum_t\ell_t(i)$ for each arm, "
            "thus their least values.",
            uses=(4,),
        ),
        Textbook(
            8,
            "The same for a fixed arm.",
            "c == d",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 7},
            instance={"x": "c", "y": "d"},
        ),
        Identity(
            9,
            "Both displays are the supremum of the same numbers.",
            "a - c == b - d",
            uses=(6, 8),
        ),
    ),
)
