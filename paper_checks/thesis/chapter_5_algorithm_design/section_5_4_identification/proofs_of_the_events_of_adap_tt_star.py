"""The proofs about the events of AdaP-TT* besides those of AdaP-TT: errors, and noise squared."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, OnClaim, Proof, Textbook

from .proofs_of_the_events import EACH, RANGES, SERIES, SIDES, two_sided

DEVIATIONS = Proof(
    "thesis.lem5.21.deviations",
    where=RANGES + "z in [0,inf), h in [1/2,inf), y in [0,inf), w in [1,inf), up in [0,1], "
    "down in [0,1], one in [0,1], arm in [0,1], all in [0,1]",
    steps=(
        *SERIES,
        Given(5, r"$z=\log(3K\zeta(s)k^s/\delta)$.", "z == log(3*K*Z/d) + s*log(k)"),
        Given(
            6,
            r"$2h=\overline W_{-1}(2z+4\log(4+\log w)+\frac12)$, where $y=\log w$: the root $\ge1$ "
            r"of this.",
            "2*h - log(2*h) >= 2*z + 4*log(4+y) + 1/2",
        ),
        OnClaim(
            7,
            r"$\hat\mu-\mu\ge\sigma\sqrt{2h/w}$ for an average of $w$ independent rewards.",
            "up <= exp(-h)",
            claim="thesis.alg2.width.repaired",
            of_step=11,
            instance={"L": "h"},
        ),
        OnClaim(
            8,
            r"$\hat\mu-\mu\le-\sigma\sqrt{2h/w}$.",
            "down <= exp(-h)",
            claim="thesis.alg2.width.repaired",
            of_step=10,
            instance={"L": "h"},
        ),
        Textbook(
            9,
            r"One of both.",
            "one <= up + down",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 6},
            instance={"p": "one", "q": "up", "r": "down"},
        ),
        Inequality(10, r"$\log(2h)\ge0$.", "log(2*h) >= 0"),
        Inequality(11, r"$4+y\ge4$.", "log(4+y) >= log(4)"),
        Inequality(
            12, r"$h\ge z+2\log4$.", "h >= z + 2*log(4)", weights={6: "1/2", 10: "1/2", 11: "2"}
        ),
        Inequality(
            13, r"So.", "exp(-h) <= exp(-z-2*log(4))", weights={12: "1"},
            monotone=("exp", "-z-2*log(4)", "-h"),
        ),
        Inequality(
            14,
            r"Both sides together.",
            "one <= d/(24*K*Z)*exp(-s*log(k))",
            uses=(5,),
            weights={9: "1", 7: "1", 8: "1", 13: "2"},
        ),
        Textbook(
            15,
            r"Some phase of an arm.",
            "arm <= d/(24*K*Z)*A",
            fact="textbook.union-bound:sum",
            hypotheses={EACH: 14},
            instance={"p": "arm", "total": "d/(24*K*Z)*A"}
            | {"X": "one", "T": "d/(24*K*Z)*exp(-s*log(k))"},
            over=("one", "k", "z", "up", "down", "h", "y"),
        ),
        Inequality(16, r"So.", "arm <= d/(24*K)", weights={15: "1", 4: "d/(24*K*Z)"}),
        Textbook(
            17,
            r"Some arm.",
            "all <= K*(d/(24*K))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 16},
            instance={"p": "all", "n": "K", "d": "d/(24*K)", "X": "arm"},
            over=("arm",),
        ),
        Inequality(18, r"$\delta/24$ in all.", "all <= d/24", weights={17: "1"}),
    ),
)  # fmt: skip

SQUARES = Proof(
    "thesis.lem5.21.squares",
    where="k in [2,inf), j in [1,inf), Z in (1,inf), d in (0,1), K in [2,inf), R in [0,inf), "
    "n in [1,inf), first in [0,1], " + SIDES.rstrip(", "),
    steps=(
        Given(1, r"The $j$-th phase of an arm has $k=k(w)\ge j$.", "k >= j"),
        *two_sided(
            2,
            Given(
                2,
                r"The noise $Y$ of a mean of $w$ rewards has the scale $1/(\varepsilon w)$; "
                r"$z=2\log(3K\zeta(s)k/\delta)$.",
                "z == 2*(log(3*K*Z/d) + log(k))",
            ),
        ),
        Inequality(
            6,
            r"Both together.",
            "one <= (d/(3*K*Z))**2/k**2",
            uses=(2, 3, 4),
            weights={5: "1"},
        ),
        Inequality(
            7,
            r"So.",
            "one <= (d/(3*K*Z))**2/j**2",
            weights={6: "1", 1: "(d/(3*K*Z))**2*(k+j)/(k*j)**2"},
        ),
        Induction(
            8,
            r"$R=\sum_{j\le n}j^{-2}$.",
            "R <= 2 - 1/n",
            sequence="R",
            first="1",
            following="R + 1/(n+1)**2",
            weight="1",
        ),
        Textbook(
            9,
            r"Some of the first $n$ phases of an arm.",
            "first <= (d/(3*K*Z))**2*R",
            fact="textbook.union-bound:sum",
            hypotheses={EACH: 7},
            instance={"p": "first", "total": "(d/(3*K*Z))**2*R"}
            | {"X": "one", "T": "(d/(3*K*Z))**2/j**2"},
            over=("one", "k", "j", "z", "up", "down"),
        ),
        Inequality(
            10,
            r"So.",
            "first <= 2*(d/(3*K*Z))**2",
            weights={9: "1", 8: "(d/(3*K*Z))**2"},
        ),
        Textbook(
            11,
            r"Some phase: a limit of increasing events.",
            "arm <= 2*(d/(3*K*Z))**2",
            fact="textbook.bounds-of-sets:limit",
            hypotheses={"x_n <= c for all n": 10},
            instance={"x": "arm", "X": "first", "c": "2*(d/(3*K*Z))**2"},
            over=("first", "R", "n"),
        ),
        Textbook(
            12,
            r"Some arm.",
            "all <= K*(2*(d/(3*K*Z))**2)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 11},
            instance={"p": "all", "n": "K", "d": "2*(d/(3*K*Z))**2", "X": "arm"},
            over=("arm",),
        ),
        Inequality(13, r"$\delta/9$ in all, as $K\ge2$.", "all <= d/9", weights={12: "1"}),
    ),
)
