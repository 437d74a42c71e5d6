"""The proof that some radii C'/sqrt(T) hold for the two kinds of rounds, whatever their numbers."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    ExtremePoints,
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

K = "(0-log((1+exp(-2))/2))"
"""1 - log cosh 1."""
FACTOR = "log((1+exp(-2*u))/2)"
FEW, MANY = "u >= 1", "u <= 1"

RADII = Proof(
    "thesis.fix.audit.mi.constants",
    where="u in (0,inf), T in [1,inf), n in [0,inf), x in [0,1], y in [0,1], up in [0,1], "
    "L in (0,inf), down in [0,1], dev in [0,1], p in [0,1], w in (0,1], miss in [0,1], "
    "gamma in (0,4), "
    "c in (0,inf), eps in [0,inf), d in [0,1], A in [0,1], B in [0,1], a in [0,1], b in [0,1], "
    "err in [0,1]",
    steps=(
        Given(
            1,
            r"$c=C'^2$ is at least $L/(1-\log\cosh1)$, where $1-\log\cosh1=-\log\frac{1+e^{-2}}2$,",
            f"c*{K} >= L",
        ),
        Given(2, r"The radius is $C'/\sqrt T=\sqrt u$.", "c == u*T"),
        Given(3, r"and $L=\log(4/\gamma)$.", "gamma == 4*exp(-L)"),
        Inequality(4, r"If $T\le C'^2$, it is at least 1,", "1 <= sqrt(u)", where=FEW),
        Inequality(
            5,
            "and so at least the distance of any two numbers of [0, 1].",
            "x - y <= sqrt(u)",
            weights={4: "1"},
            where=FEW,
        ),
        Given(6, "Then a miss has the probability 0.", "miss <= gamma", uses=(5,), where=FEW),
        Given(
            7,
            r"Otherwise take one kind of rounds. Their number $n$ is that of the heads of $T$ "
            r"independent fair coins, and given $n$ the guesses in them are $n$ independent draws "
            r"of one mean.",
        ),
        Textbook(
            8,
            "Their proportion is too large by the radius with at most this probability, by "
            "Hoeffding; without rounds the bound is 1.",
            "up <= exp(-2*n*sqrt(u)**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={"n independent draws in [0, 1] of one mean": 7},
            instance={"p": "up", "e": "sqrt(u)"},
        ),
        Textbook(
            9,
            "It is too small with at most the same, as the draws 1 - X show.",
            "down <= exp(-2*n*sqrt(u)**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={"n independent draws in [0, 1] of one mean": 7},
            instance={"p": "down", "e": "sqrt(u)"},
        ),
        Textbook(
            10,
            "It misses if one of both comes.",
            "dev <= up + down",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 7},
            instance={"p": "dev", "q": "up", "r": "down"},
        ),
        Inequality(
            11,
            r"So it misses with at most $2e^{-2nu}$.",
            "dev <= 2*exp(-2*n*u)",
            weights={8: "1", 9: "1", 10: "1"},
        ),
        Textbook(
            12,
            r"The mean over their number $n$, which is that of the heads of $T$ fair coins.",
            "p <= 2*w",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 11},
            instance={"x": "p", "c": "2", "y": "w", "X": "dev", "Y": "exp(-2*n*u)"},
            over=("n", "dev", "up", "down"),
        ),
        Textbook(
            13,
            r"$e^{-2nu}$ is a product over the $T$ coins.",
            f"w == exp(T*{FACTOR} + 0*log(1))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 7},
            instance={"x": "w", "n": "T", "a": "(1+exp(-2*u))/2", "m": "0", "b": "1"},
        ),
        ExtremePoints(
            14,
            r"$\log\frac{1+e^{-2z}}2$ is convex, 0 at 0, and $-(1-\log\cosh1)$ at 1.",
            f"log((1+exp(-2*z))/2) <= -z*{K}",
            along=("z",),
            where="z in [0,1]",
        ),
        Inequality(
            15,
            r"So the exponent is at most $-L$,",
            f"T*{FACTOR} <= -L",
            uses=(2,),
            weights={14: "T", 1: "1"},
            at={14: {"z": "u"}},
            where=MANY,
        ),
        Inequality(
            16,
            "and the mean as small.",
            "w <= gamma/4",
            uses=(3, 13),
            weights={15: "1"},
            monotone=("exp", "-L", f"T*{FACTOR} + 0*log(1)"),
            where=MANY,
        ),
        Inequality(
            17,
            r"Each kind misses with at most $\gamma/2$.",
            "p <= gamma/2",
            weights={12: "1", 16: "2"},
            where=MANY,
        ),
        Textbook(
            18,
            "One of the two kinds misses.",
            "miss <= 2*(gamma/2)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 17},
            instance={"p": "miss", "n": "2", "d": "gamma/2", "X": "p"},
            over=("p",),
            where=MANY,
        ),
        Given(19, r"Without a miss $\alpha\le\hat\alpha+\sqrt u$,", "A <= a + sqrt(u)"),
        Given(20, r"and $\beta\le\hat\beta+\sqrt u$.", "B <= b + sqrt(u)"),
        OnClaim(
            21,
            r"Then the first quotient is at most $e^\epsilon$,",
            "(1 - d - (b + sqrt(u)))/(a + sqrt(u)) <= exp(eps)",
            claim="thesis.fix.audit.mi",
            of_step=5,
            instance={"a": "a + sqrt(u)", "b": "b + sqrt(u)"},
            uses=(19, 20),
        ),
        OnClaim(
            22,
            "and so is the second.",
            "(1 - d - (a + sqrt(u)))/(b + sqrt(u)) <= exp(eps)",
            claim="thesis.fix.audit.mi",
            of_step=6,
            instance={"a": "a + sqrt(u)", "b": "b + sqrt(u)"},
            uses=(19, 20),
        ),
        Parts(23, r"The estimate is at most $\epsilon$: an error needs a miss.", uses=(21, 22)),
        Textbook(
            24,
            "So an error has no larger probability.",
            "err <= miss",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 23},
            instance={"p": "err", "q": "miss"},
        ),
        Inequality(25, "With few rounds,", "err <= gamma", weights={6: "1", 24: "1"}, where=FEW),
        Inequality(26, "and with many.", "err <= gamma", weights={18: "1", 24: "1"}, where=MANY),
        Parts(27, r"The estimate is $\gamma$-correct for every $T$.", uses=(25, 26)),
    ),
)
