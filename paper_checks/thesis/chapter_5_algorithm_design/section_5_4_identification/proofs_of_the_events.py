"""The proofs about the events outside of which the private stopping rules are right.

The phases of an arm have 1, 1, 2, 4, 8, ... samples w, and k(w) = log2(w) + 2 is 2, 2, 3, 4, 5,
...: it is at least the number of the phase. Arm and phase fix of which pulls of the arm a mean is.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)

PART = "the first event is a part of the second"
EACH = "each event has its bound"
TERM = "each term is <= its bound"
SERIES = (
    Given(1, r"The $j$-th phase of an arm has $k=k(w)\ge j$.", "k >= j"),
    Inequality(
        2,
        r"So its logarithm is as large.",
        "log(k) >= log(j)",
        weights={1: "1"},
        monotone=("log", "k", "j"),
    ),
    Inequality(3, r"And $k^{-s}\le j^{-s}$.", "exp(-s*log(k)) <= exp(-s*log(j))",
        weights={2: "s"}, monotone=("exp", "-s*log(j)", "-s*log(k)")),
    Textbook(
        4,
        r"The sum $A$ of the $k^{-s}$ over the phases is at most that of the $j^{-s}$, which is "
        r"$Z=\zeta(s)$.",
        "A <= Z",
        fact="textbook.nonnegative-series:order",
        hypotheses={"the sum": 3, TERM: 3},
        instance={"x": "A", "y": "Z", "X": "exp(-s*log(k))", "Y": "exp(-s*log(j))"},
        over=("k", "j"),
    ),
)  # fmt: skip
"""Steps 1 to 4 of the proofs below."""
RANGES = (
    "k in [2,inf), j in [1,inf), s in (1,inf), A in [0,inf), Z in (1,inf), d in (0,1), "
    "K in [2,inf), "
)


def two_sided(number: int, levels: Step) -> tuple[Step, ...]:
    """Both sides of the Laplace law at the level z/(eps w), from a step that defines z."""
    return (
        levels,
        Textbook(
            number + 1,
            r"One side.",
            "up == exp(-z)/2",
            fact="textbook.laplace-tail",
            hypotheses={"z >= 0": "z >= 0"},
            instance={"p": "up", "z": "z"},
        ),
        Textbook(
            number + 2,
            r"The other one, as $-Y$ has the same law.",
            "down == exp(-z)/2",
            fact="textbook.laplace-tail",
            hypotheses={"z >= 0": "z >= 0"},
            instance={"p": "down", "z": "z"},
        ),
        Textbook(
            number + 3,
            r"$|Y|\ge z/(\varepsilon w)$.",
            "one <= up + down",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": number},
            instance={"p": "one", "q": "up", "r": "down"},
        ),
    )


SIDES = "z in [0,inf), up in [0,1], down in [0,1], one in [0,1], arm in [0,1], all in [0,1], "
NOISE = Proof(
    "thesis.lem5.18.noise",
    where=RANGES + SIDES + "c in [1,inf)",
    steps=(
        *SERIES,
        *two_sided(
            5,
            Given(
                5,
                r"The noise $Y$ of a mean of $w$ rewards has the scale $1/(\varepsilon w)$; "
                r"$z=\log(cK\zeta(s)k^s/\delta)$.",
                "z == log(c*K*Z/d) + s*log(k)",
            ),
        ),
        Inequality(
            9,
            r"Both together.",
            "one <= d/(c*K*Z)*exp(-s*log(k))",
            uses=(5, 6, 7),
            weights={8: "1"},
        ),
        Textbook(
            10,
            r"Some phase of an arm.",
            "arm <= d/(c*K*Z)*A",
            fact="textbook.union-bound:sum",
            hypotheses={EACH: 9},
            instance={"p": "arm", "total": "d/(c*K*Z)*A"}
            | {"X": "one", "T": "d/(c*K*Z)*exp(-s*log(k))"},
            over=("one", "k", "z", "up", "down"),
        ),
        Inequality(11, r"So.", "arm <= d/(c*K)", weights={10: "1", 4: "d/(c*K*Z)"}),
        Textbook(
            12,
            r"Some arm.",
            "all <= K*(d/(c*K))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 11},
            instance={"p": "all", "n": "K", "d": "d/(c*K)", "X": "arm"},
            over=("arm",),
        ),
        Inequality(13, r"$\delta/c$ in all.", "all <= d/c", weights={12: "1"}),
    ),
)

PAIRS = Proof(
    "thesis.lem5.18.pairs",
    where=RANGES + "m in [2,inf), x in (0,inf), c in [1,inf), pair in [0,1], first in [0,1], "
    "both in [0,1], all in [0,1]",
    steps=(
        *SERIES,
        Given(
            5,
            r"For the best arm and another one, in phases with $k$ and $m$: "
            r"$x=\log((K-1)/\delta')$ at the risk $\delta'=\delta/(c\,\zeta(s)^2k^sm^s)$.",
            "x == log(c*(K-1)*Z**2/d) + s*log(k) + s*log(m)",
        ),
        OnClaim(
            6,
            r"The rewards of these two phases are those of a bandit of two arms, in which $H>c^G$ "
            r"for the counts of the phases.",
            "pair <= exp(-x)",
            claim="thesis.lemC.32.bound",
            of_step=32,
            instance={"bad": "pair", "x": "x"},
            uses=(5,),
        ),
        Inequality(
            7,
            r"In terms of $\delta$.",
            "pair <= d/(c*(K-1)*Z**2)*exp(-s*log(m))*exp(-s*log(k))",
            uses=(5,),
            weights={6: "1"},
        ),
        Textbook(
            8,
            r"Some phase of the one.",
            "first <= d/(c*(K-1)*Z**2)*exp(-s*log(m))*A",
            fact="textbook.union-bound:sum",
            hypotheses={EACH: 7},
            instance={"p": "first", "total": "d/(c*(K-1)*Z**2)*exp(-s*log(m))*A"}
            | {"X": "pair", "T": "d/(c*(K-1)*Z**2)*exp(-s*log(m))*exp(-s*log(k))"},
            over=("pair", "k", "x"),
        ),
        Textbook(
            9,
            r"Some phase of the other.",
            "both <= d/(c*(K-1)*Z**2)*A*A",
            fact="textbook.union-bound:sum",
            hypotheses={EACH: 8},
            instance={"p": "both", "total": "d/(c*(K-1)*Z**2)*A*A"}
            | {"X": "first", "T": "d/(c*(K-1)*Z**2)*exp(-s*log(m))*A"},
            over=("first", "m"),
        ),
        Inequality(
            10,
            r"As $A\le\zeta(s)$.",
            "both <= d/(c*(K-1))",
            weights={9: "1", 4: "d/(c*(K-1)*Z**2)*(A+Z)"},
        ),
        Textbook(
            11,
            r"Some of the $K-1$ other arms.",
            "all <= (K-1)*(d/(c*(K-1)))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 10},
            instance={"p": "all", "n": "K-1", "d": "d/(c*(K-1))", "X": "both"},
            over=("both",),
        ),
        Inequality(12, r"$\delta/c$ in all.", "all <= d/c", weights={11: "1"}),
    ),
)
