"""The two instances of Section 4.1 with rewards of any laws, and the pulls by the regret."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook, sharpest
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

MEAN = "textbook.elementary-probability:mean"
EACH = "X <= c Y at every outcome"
PROOF = Proof(
    "thesis.sec4.1.every_law",
    where="T in [1,inf), k in [1,inf), gap in (0,inf), e in [0,inf), l in [0,inf), s in [0,inf), "
    "R1 in [0,inf), R2 in [0,inf), n in [0,inf), m in [0,inf), i in [0,1], j in [0,1], "
    "p in [0,1], q in [0,1], w in [0,inf), div in [0,inf)",
    steps=(
        Given(
            1,
            r"The least $l=\mathbb E_\mu N_i$ is at most the expected plays $e$ of each of the "
            r"$K-1$ suboptimal arms.",
            "e >= l",
        ),
        Textbook(
            2,
            r"So these add up to $s\ge(K-1)l$,",
            "s >= k*l",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 1},
            instance={"X": "e", "c": "l", "b": "0", "Z": "0", "x": "s", "n": "k", "z": "0"},
            over=("e",),
        ),
        Given(3, r"and with the plays of arm 1 to $T$.", "s <= T"),
        Inequality(
            4,
            r"$\mathbb E_\mu N_i\le\frac T{K-1}$.",
            "l <= T/k",
            weights={2: "1/k", 3: "1/k"},
        ),
        Given(5, r"In $\mu$ each suboptimal arm has the gap $\Delta$.", "R1 == gap*s"),
        Inequality(
            6,
            r"$\mathbb E_\mu N_i\le\mathrm{Reg}_T(\mu)/((K-1)\Delta)$.",
            "l <= R1/(k*gap)",
            uses=(5,),
            weights={2: "1/k"},
        ),
        Given(7, r"In a run let $n=N_1(T)$, and $i=1(n\le\frac T2)$.", "i*n <= i*T/2"),
        Given(8, r"No arm is played more often than $T$ times.", "n <= T"),
        Inequality(
            9,
            r"So $i\le\frac2T(T-n)$.",
            "i <= 2/T*(T-n)",
            weights={7: "2/T", 8: "2/T*(1 - i)"},
        ),
        Textbook(
            10,
            r"The mean in $\mu$, where $T-n$ has the mean $s$.",
            "p <= 2/T*s",
            fact=MEAN,
            hypotheses={EACH: 9},
            instance={"X": "i", "c": "2/T", "Y": "T-n", "x": "p", "y": "s"},
            over=("i", "n"),
        ),
        Given(11, r"Let $j=1(n>\frac T2)$.", "j*n >= j*T/2"),
        Inequality(
            12,
            r"So $j\le\frac2T(n+2m)$, where the other arms than 1 and $i$ have $m$ plays.",
            "j <= 2/T*(n+2*m)",
            weights={11: "2/T"},
            rest="2/T*((1 - j)*n + 2*m)",
        ),
        Textbook(
            13,
            r"The mean in $\mu'$.",
            "q <= 2/T*w",
            fact=MEAN,
            hypotheses={EACH: 12},
            instance={"X": "j", "c": "2/T", "Y": "n+2*m", "x": "q", "y": "w"},
            over=("j", "n", "m"),
        ),
        Given(
            14,
            r"In $\mu'$ arm 1 has the gap $\Delta$, those but 1 and $i$ have $2\Delta$.",
            "R2 == gap*w",
        ),
        Textbook(
            15,
            r"The two events are complementary; an infinite divergence of the laws of the actions "
            r"leaves nothing to show.",
            "p + q >= exp(-div)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "p", "q": "q", "k": "div"},
        ),
        Inequality(
            16,
            r"$\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}4e^{-D_{\mathrm{KL}}}$.",
            "R1 + R2 >= T*gap/4*exp(-div)",
            uses=(5, 14),
            weights={10: "T*gap/2", 13: "T*gap/2", 15: "T*gap/2"},
        ),
    ),
    parts=(4, 6),
)


@checks(
    "thesis.sec4.1.every_law",
    mutants={
        "the largest for the least": {"proof": PROOF.changed(1, formula="e <= l")},
        "all K arms": {"proof": PROOF.changed(2, formula="s >= (k + 1)*l")},
        "the event with n <= 2T/3": {"proof": PROOF.changed(7, formula="i*n <= 2*i*T/3")},
        "half of the gap": {"proof": PROOF.changed(5, formula="R1 == gap*s/2")},
        "sharper: 99 % of the pulls": {"proof": PROOF.changed(6, formula="l <= 0.99*R1/(k*gap)")},
        "sharper: 0.26 for 1/4": {
            "proof": PROOF.changed(16, formula="R1 + R2 >= 0.26*T*gap*exp(-div)")
        },
    },
)
def two_instances(proof: Proof = PROOF) -> Verdict:
    """Only the means and the laws of the actions count."""
    return proof.verdict(
        "The argument of Section 4.1 uses of the rewards their means alone.",
        sharpness=sharpest("l <= T/k", {"l": 1, "T": 2, "k": 2}),
    )
