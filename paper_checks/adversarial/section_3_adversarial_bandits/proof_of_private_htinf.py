"""The proofs about the noisy regret and Corollary 2: private HTINF."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
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
