"""The proof of (C.13): the pulls of AdaP-UCB with the smaller one of eps and twice the gap."""

from __future__ import annotations

from banditproof.paper_checks.models.adap_levels import beginning, failing
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

from .proofs_of_theorem_5_3 import ENOUGH, SIZES, room, widths

EARLY, LATE = "T <= 5", "5 <= T"
FAR, NEAR = "6/5*X <= M", "M <= 6/5*X"
BOUND = "pulls <= 4*X + (3 + 3/2/(b-3))"
CAPPED = Proof(
    "thesis.thm5.3.C13",
    where=SIZES.replace("8/5", "1.57736")
    + ", m in (0,2], X in (0,inf), M in [1,inf), F in [0,inf), G in [0,inf), once in [0,1], "
    "big in [0,1], f in (0,inf), h in [0,inf), e in (0,inf)",
    steps=(
        *beginning(),
        *widths(4),
        Given(8, r"$m=\min\{\varepsilon,2\Delta_a\}$.", "m == min(eps, 2*gap)"),
        Given(
            9, r"Let $n=2^j\ge\frac65X$, $X=\frac{4\beta L}{\Delta_am}$.", "24/5*b*L/(gap*m) <= n"
        ),
        Inequality(10, r"$s^2\le\frac5{24}\Delta_a^2$", "s**2 <= 5/24*gap**2", uses=(4, 8, 9)),
        Inequality(11, r"and $w\le\frac5{24}\Delta_a$.", "w <= 5/24*gap", uses=(5, 8, 9)),
        Inequality(
            12,
            r"So $ps+qw\le\Delta_a$.",
            ENOUGH,
            weights={10: "11/10*p/gap", 11: "q"},
            rest="gap*(1 - 5/24*q - 11/48*p - 5/22*p) + 11/10*p/gap*(s-5/11*gap)**2",
        ),
        room(13, 4),
        *failing(14, "L", 13),
        OnClaim(
            17,
            r"These levels cost at most",
            "G <= 2*(3/2*exp(-L))*T",
            claim="thesis.thmC.4peel.uniform",
            of_step=7,
            instance={"F": "G", "q": "3/2*exp(-L)"},
            uses=(16,),
        ),
        Inequality(18, "3 pulls together.", "G <= 3", uses=(2,), weights={17: "1"}),
        Given(19, r"$X$ again.", "X == 4*b*L/(gap*m)"),
        Given(
            20, r"Let $\ell\ge0$ be the least with $M=2^\ell\ge X$ (which is above 1):", "M <= 2*X"
        ),
        Given(21, "it is", "X <= M"),
        OnClaim(
            22,
            r"If $M\ge\frac65X$, it is one of these levels:",
            "pulls <= 2*M + 2*(3/2*exp(-L))*T + 3/2/(b-3)",
            claim="thesis.thmC.4peel.uniform",
            of_step=8,
            instance={"u": "2*M", "q": "3/2*exp(-L)"},
            uses=(3, 16),
            where=FAR,
        ),
        Inequality(23, "the bound.", BOUND, uses=(2,), weights={22: "1", 20: "2"}, where=FAR),
        Given(24, r"Else, and for $T\ge5$, the widths at $M$ rewards are", "f == sqrt(b*L/(2*M))"),
        Given(25, "and", "h == b*L/(eps*M)"),
        Inequality(
            26, r"with $f^2\le\frac14\Delta_a^2$", "f**2 <= 1/4*gap**2", uses=(8, 19, 21, 24)
        ),
        Inequality(27, r"and $h\le\frac14\Delta_a$.", "h <= 1/4*gap", uses=(8, 19, 21, 25)),
        Inequality(
            28, r"$\log\frac94\le0.16895\beta L$:", "log(9/4) <= 0.16895*b*L", uses=(2,), where=LATE
        ),
        Given(29, r"a deviation at $\delta=\frac49$", "e == sqrt(log(9/4)/(2*M))"),
        Inequality(
            30,
            r"has $e^2\le0.16895f^2$,",
            "e**2 <= 0.16895*f**2",
            uses=(24, 29),
            weights={28: "1/(2*M)"},
            where=LATE,
        ),
        Inequality(
            31, r"$e\le0.41105f$,", "e <= 0.41105*f", weights={30: "1/(e+0.41105*f)"}, where=LATE
        ),
        Inequality(
            32,
            r"and one of the noise at most $0.16895h$: the gap leaves room for it.",
            "sqrt(log(9/4)/(2*M)) + log(9/4)/(M*eps) <= gap - f - h",
            uses=(25, 29),
            weights={
                26: "1.41105/gap",
                27: "1.16895",
                28: "1/(M*eps)",
                31: "1",
            },
            rest="0.0022375*gap + 1.41105/gap*(f-gap/2)**2",
            where=LATE,
        ),
        OnClaim(
            33,
            r"It passes $\mu_a$ by so much with probability at most $\frac23$.",
            "big <= 3/2*(4/9)",
            claim="thesis.lemC.2.repaired",
            of_step=11,
            instance={"up": "big", "d": "4/9", "n": "M", "L": "log(9/4)"},
        ),
        Textbook(
            34,
            r"So the level $\ell$ fails with no more.",
            "once <= big",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 32},
            instance={"p": "once", "q": "big"},
            where=LATE,
        ),
        OnClaim(
            35,
            "The decomposition by levels.",
            "pulls <= 2*M + F + 3/2/(b-3)",
            claim="thesis.thmC.4peel",
            of_step=26,
            instance={"u": "2*M"},
            uses=(3,),
        ),
        Given(36, r"The later levels have $2M\ge\frac65X$ rewards.", "F == 2*M*once + G"),
        Given(37, r"In this case", "M <= 6/5*X", where=NEAR),
        Inequality(
            38,
            r"$2M(1+\frac23)\le4X$: the bound.",
            BOUND,
            uses=(36,),
            weights={35: "1", 34: "2*M", 33: "2*M", 18: "1", 37: "10/3"},
            where=f"{NEAR}, {LATE}",
        ),
        Inequality(39, r"For $T\le5$: $4X\ge24L$,", "24*L <= 4*X", uses=(8, 19)),
        Inequality(40, r"which is at least $T$,", "T <= 24*log(T)", where=EARLY),
        Given(41, "and there are at most $T$ pulls.", "pulls <= T"),
        Inequality(
            42,
            "The bound.",
            BOUND,
            uses=(2,),
            weights={41: "1", 40: "1", 39: "1"},
            rest="3 + 3/2/(b-3)",
            where=EARLY,
        ),
        Inequality(
            43, r"The last term is at most $\frac{3\beta}{\beta-3}$.", "3 + 3/2/(b-3) <= 3*b/(b-3)"
        ),
        Parts(44, "All cases.", uses=(23, 38, 42, 43)),
    ),
)
