"""The proofs about the good event of an elimination by designs: its probability, who is kept."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

TELESCOPING = "textbook.nonnegative-series:telescoping"


def good_event(id: str, width: tuple[str, int]) -> Proof:
    """All errors of all phases are below the widths 2^-l, except with probability delta.

    `width` is the claim, and its step, that one error of one phase is not, with its probability.
    """
    return Proof(
        id,
        where="K in [1,inf), l in [1,inf), del in (0,1), d in (0,2], P in [0,1], p in [0,1], "
        "o in [0,1], s in [0,inf), bad in [0,1]",
        steps=(
            OnClaim(
                1,
                r"Given the phases before, the arms of phase $\ell$, their span, on which $V$ is "
                r"inverted, the design and the lengths are fixed: an "
                r"error is at least $\beta_\ell$ with a conditional probability of at most $d$,",
                "P <= d",
                claim=width[0],
                of_step=width[1],
            ),
            Given(2, r"where $d=\delta/(K\ell(\ell+1))$.", "d == del/(K*l*(l + 1))"),
            Inequality(
                3,
                r"So it is at most this.",
                "P <= del/(K*l*(l + 1))*1",
                uses=(2,),
                weights={1: "1"},
            ),
            Textbook(
                4,
                r"Its mean $p$ over the phases before is the probability.",
                "p <= del/(K*l*(l + 1))*1",
                fact="textbook.elementary-probability:mean",
                over=("P",),
                hypotheses={"X <= c Y at every outcome": 3},
                instance={"x": "p", "c": "del/(K*l*(l + 1))", "y": "1", "X": "P", "Y": "1"},
            ),
            Textbook(
                5,
                r"Some arm of the phase has such an error: there are at most $K$.",
                "o <= K*(del/(K*l*(l + 1)))",
                fact="textbook.union-bound",
                over=("p",),
                hypotheses={"each event has probability at most d": 4},
                instance={"p": "o", "n": "K", "d": "del/(K*l*(l + 1))", "X": "p"},
            ),
            Inequality(
                6,
                r"That is $\delta(\frac1\ell-\frac1{\ell+1})$.",
                "o <= del*(1/l - 1/(l + 1))",
                weights={5: "1"},
            ),
            Textbook(
                7,
                r"Some phase has one with at most the sum $s$ of these,",
                "bad <= s",
                fact="textbook.union-bound:sum",
                over=("o", "l"),
                hypotheses={"each event has its bound": 6},
                instance={"p": "bad", "total": "s", "X": "o", "T": "del*(1/l - 1/(l + 1))"},
            ),
            Textbook(
                8,
                r"which telescopes.",
                "s <= del*1",
                fact=TELESCOPING,
                over=("l",),
                hypotheses={
                    "each term is <= c (Y - Z)": "del*(1/l - 1/(l + 1)) <= del*(1/l - 1/(l + 1))",
                    "Z is the Y of the next term, and they are >= 0": 7,
                    "c >= 0": "del >= 0",
                },
                instance={"x": "s", "c": "del", "y": "1", "Y": "1/l", "Z": "1/(l + 1)"}
                | {"X": "del*(1/l - 1/(l + 1))"},
            ),
            Inequality(
                9,
                r"$\mathbb P(\neg E)\le\delta$.",
                "bad <= del",
                weights={7: "1", 8: "1"},
            ),
        ),
    )


def kept(id: str) -> Proof:
    """On the good event the best arm survives, and the others that do are within 4 widths of it."""
    return Proof(
        id,
        where="b in (0,inf), u in (-inf,inf), v in (-inf,inf), x in (-inf,inf), y in (-inf,inf), "
        "gap in (-inf,inf)",
        steps=(
            Given(1, r"On $E$ the estimates $u$ of the best arm $a^*$, of mean $x$,", "x - b <= u"),
            Given(2, r"and $v$ of another arm, of mean $y$, are within $\beta$:", "v <= y + b"),
            Given(3, r"where $y\le x$.", "y <= x"),
            Inequality(
                4,
                r"So no arm is more than $2\beta$ above $a^*$, which is kept.",
                "v - u <= 2*b",
                weights={1: "1", 2: "1", 3: "1"},
            ),
            Given(5, r"As $a^*$ is there, an arm that is kept has $u-v\le2\beta$,", "u - v <= 2*b"),
            Given(6, r"Its gap is this.", "gap == x - y"),
            Inequality(
                7,
                r"So it is at most $4\beta$.",
                "gap <= 4*b",
                uses=(6,),
                weights={1: "1", 2: "1", 5: "1"},
            ),
        ),
        parts=(4,),
    )
