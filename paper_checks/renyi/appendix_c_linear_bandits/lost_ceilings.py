"""A claim of our own beside Theorem 8: by what factor the bound is too small on many pairs."""

from __future__ import annotations

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import working_precision

ROUNDED = Proof(
    "renyi.thm8.ceilings",
    where="d in [10000,inf), N in [1,inf), K in [1,inf), c in (0,inf), T in (0,inf), t in [1,inf), "
    "R in [0,inf), W in (0,inf), o in [1,inf), u in (0,inf)",
    steps=(
        Given(
            1,
            r"The actions are $e_1=\theta^*$ and the $N=d^2/2$ pairs of zcdp.thm4.ceilings, on "
            r"which the uniform design is optimal.",
            "N == d**2/2",
        ),
        Given(2, "So there are so many actions.", "K == N + 1"),
        Inequality(3, r"$8KN\le d^5$.", "8*K*N <= d**5", uses=(1, 2)),
        Inequality(4, r"$\log(d^5)\le d$.", "log(d**5) <= d"),
        Inequality(5, r"So $\log(8KN)\le\log(d^5)$.", "log(8*K*N) <= log(d**5)", uses=(3,)),
        Given(
            6,
            r"Let $\varepsilon/\alpha=d^4$ and $\delta=\frac1T=\frac1N$. In phase 1, with",
            "u == log(8*K*N)",
        ),
        Inequality(7, r"$u\le d$,", "u <= d", uses=(6,), weights={5: "1", 4: "1"}),
        Given(8, "the length is this.", "c == 32*d*u + 4*d*sqrt(2/d**4*d*(d + 1)*u)"),
        Inequality(9, r"$32d\log(d^5)\le\frac14d^2$.", "32*d*log(d**5) <= d**2/4"),
        Inequality(
            10,
            r"The private part of $c$ is at most $\frac14d^2$,",
            "4*d*sqrt(2/d**4*d*(d + 1)*u) <= d**2/4",
            uses=(7,),
        ),
        Inequality(
            11,
            r"so that $c\le N$,",
            "c <= N",
            uses=(1, 6, 8),
            weights={5: "32*d", 9: "1", 10: "1"},
        ),
        Given(12, r"and each pair is played $\lceil c/N\rceil=1$ times,", "T == N", uses=(11,)),
        Given(13, r"at a regret of $N$ in all, the sum of the gaps.", "R == N"),
        Given(14, r"Let $t=\log T$", "t == log(T)", uses=(1, 12)),
        Given(
            15,
            r"and $o=\log(K\log T/\delta)$, which is at least $\log(KT)$ and at least $t$.",
            "o == log(K*T*t)",
            uses=(1, 2, 12),
        ),
        Inequality(16, r"$t\le d$,", "t <= d", uses=(1, 12, 14)),
        Inequality(
            17,
            r"so that $KTt\le d^6$,",
            "K*T*t <= d**6",
            uses=(12,),
            weights={3: "t/8", 16: "d**5/8"},
            rest="7/8*d**6",
        ),
        Inequality(18, r"$o\le\log(d^6)$.", "o <= log(d**6)", uses=(15, 17)),
        Inequality(19, r"$\log(d^6)\le32d^{1/8}$.", "log(d**6) <= 32*d**(1/8)"),
        Inequality(20, r"So $o\le32d^{1/8}$.", "o <= 32*d**(1/8)", weights={18: "1", 19: "1"}),
        Given(
            21,
            r"Both printed bounds, with the constants 1, are at most this.",
            "W == sqrt(d*T*o) + d**2/sqrt(d**4)*o**(3/2)",
        ),
        Inequality(
            22, r"$\sqrt{dTo}\le4d^{25/16}$,", "sqrt(d*T*o) <= 4*d**(25/16)", uses=(1, 12, 20)
        ),
        Inequality(
            23,
            r"and the private part is at most $d^{25/16}$.",
            "d**2/sqrt(d**4)*o**(3/2) <= d**(25/16)",
            uses=(20,),
        ),
        Inequality(
            24,
            r"So the regret is at least $\frac1{10}d^{7/16}$ times the bounds.",
            "d**(7/16)/10*W <= R",
            uses=(1, 13, 21),
            weights={22: "d**(7/16)/10", 23: "d**(7/16)/10"},
        ),
    ),
)


@checks(
    "renyi.thm8.ceilings",
    mutants={
        "sharper: 500 times the ratio": {"factor": 500},
        "a private part of a larger power": {
            "proof": ROUNDED.changed(21, formula="W == sqrt(d*T*o) + d**3/sqrt(d**4)*o**(3/2)")
        },
    },
)
def lost_ceilings(factor: int = 1, proof: Proof = ROUNDED) -> Verdict:
    """The ratio at some dimensions, in balls."""
    sides = Sides()
    with working_precision(192):
        for power in (4, 8, 16):
            plays = arb(10) ** (2 * power) / 2
            level = ((plays + 1) * plays * plays.log()).log()
            most = (10**power * plays * level).sqrt() + level * level.sqrt()
            least = factor * arb(10) ** (arb(7 * power) / 16) / 10
            sides.at_most(least * most, plays, "The ratio is smaller.", d=10**power)
    return proof.verdict(
        "Each of d^2/2 actions of the support is played at least once, whatever the budget, and "
        "the bound does not pay for it.",
        instances="d = 10^4, 10^8, 10^16, in balls.",
        beyond="That the uniform design on the pairs is optimal in every dimension: see "
        "zcdp.thm4.ceilings.",
        sharpness=sides.sharpness,
    )
