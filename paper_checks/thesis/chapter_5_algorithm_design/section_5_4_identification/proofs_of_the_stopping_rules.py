"""The proofs that AdaP-TT and AdaP-TT* seldom stop with a wrong arm, whatever they sample.

A stop with a wrong arm a beats the best arm b: with D = mu_b - mu_a >= 0, errors e and noise y of
the two private means of w and v samples, gap = e_a + y_a - e_b - y_b - D. Outside of the events of
`proofs_of_the_events` its cost is below the threshold. Below, r is the standard deviation sigma.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Step, Textbook

from .proofs_of_the_events import PART

RANGES = (
    "e in (-inf,inf), f in (-inf,inf), y in (-inf,inf), x in (-inf,inf), D in [0,inf), "
    "gap in [0,inf), w in [1,inf), v in [1,inf), r in (0,inf), eps in (0,inf), z in [0,inf), "
    "u in [0,inf), H in [0,inf), c in [0,inf), W in [0,inf), d in (0,1), K in [2,inf), "
    "noisy in [0,1], apart in [0,1], fail in [0,1], own in [0,1], err in [0,1], right in [0,1], "
)
SQUARE = (
    Given(
        1,
        r"With the errors $e,f$ and the noise $y,x$ of the two means, $D=\mu_{a^*}-\mu_a$.",
        "gap + D == e + y - f - x",
    ),
    Inequality(
        2,
        r"As $0\le\mathrm{gap}\le(e+y)-(f+x)$.",
        "gap**2 <= (e + y - f - x)**2",
        uses=(1,),
        rest="D*(2*gap + D)",
    ),
    Inequality(
        3,
        r"By Cauchy and Schwarz.",
        "gap**2 <= (1/w + 1/v)*(w*(e+y)**2 + v*(f+x)**2)",
        weights={2: "1"},
        rest="(w*(e+y) + v*(f+x))**2/(w*v)",
    ),
    Given(4, r"The cost is this.", "W == gap**2/(2*r**2*(1/w + 1/v))"),
    Inequality(
        5,
        r"So.",
        "W <= (w*(e+y)**2 + v*(f+x)**2)/(2*r**2)",
        uses=(4,),
        weights={3: "1/(2*r**2*(1/w + 1/v))"},
    ),
    Given(6, r"$H=(we^2+vf^2)/(2\sigma^2)$.", "H == (w*e**2 + v*f**2)/(2*r**2)"),
    Given(7, r"Outside of the events of pairs $H\le c^G$.", "H <= c"),
    Given(8, r"Outside of those of noise $|y|<z/(\varepsilon w)$.", "abs(y) < z/(eps*w)"),
    Given(9, r"And $|x|<u/(\varepsilon v)$.", "abs(x) < u/(eps*v)"),
    Inequality(10, r"So.", "w*y**2 < z**2/(eps**2*w)", weights={8: "w*(z/(eps*w) + abs(y))"}),
    Inequality(11, r"And.", "v*x**2 < u**2/(eps**2*v)", weights={9: "v*(u/(eps*v) + abs(x))"}),
)  # fmt: skip
"""Steps 1 to 11: squared gaps against the errors and the noise."""


def ending(number: int, inside: int, total: str, events: tuple[Step, ...]) -> tuple[Step, ...]:
    """From a cost below the threshold to the risk; `total` bounds the events, `inside` joins."""
    last = number + len(events)
    return (
        *events,
        Given(
            last,
            r"Given the past a reward has the law of its arm, and the noise is drawn by itself.",
        ),
        Textbook(
            last + 1,
            r"The rewards of the bandit, numbered by the pulls, are independent draws, for every "
            r"sampling rule.",
            "own == fail",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": last},
            instance={"p": "own", "q": "fail"},
        ),
        Textbook(
            last + 2,
            r"A stop needs a cost that reaches the threshold: it is a part of the events.",
            "err <= own",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: inside},
            instance={"p": "err", "q": "own"},
        ),
        Inequality(
            last + 3,
            r"$\mathbb P(\tau<\infty,\hat a\ne a^\star)$.",
            f"err <= {total}",
            uses=(last + 1,),
            weights={last + 2: "1", last - 1: "1"},
        ),
        Inequality(last + 4, r"At most $\delta$.", "err <= d", weights={last + 3: "1"}),
        Given(last + 5, r"If it halts almost surely, it is right else.", "right == 1 - err"),
        Inequality(
            last + 6,
            r"Then it is $\delta$-correct.",
            "right >= 1 - d",
            uses=(last + 5,),
            weights={last + 4: "1"},
        ),
        Parts(last + 7, "The risk and the correctness.", uses=(last + 4, last + 6)),
    )


def cited(number: int, says: str, name: str, claim: str, of_step: int, share: str) -> OnClaim:
    """An event of `proofs_of_the_events` with its probability."""
    instance = {"all": name} | ({"c": share} if share else {})
    bound = {"thesis.lem5.21.deviations": "24", "thesis.lem5.21.squares": "9"}.get(claim, share)
    return OnClaim(
        number, says, f"{name} <= d/{bound}", claim=claim, of_step=of_step, instance=instance
    )


NOISE = "Some noise is as large, of some arm and phase."
PAIR = "Some pair of phases of the best and another arm has $H>c^G$."
ADAP_TT = Proof(
    "thesis.lem5.18.repaired",
    where=RANGES + "T in [0,inf)",
    steps=(
        *SQUARE,
        Inequality(
            12,
            r"$(e+y)^2\le2e^2+2y^2$ in both.",
            "W <= 2*H + (w*y**2 + v*x**2)/r**2",
            uses=(6,),
            weights={5: "1"},
            rest="(w*(e-y)**2 + v*(f-x)**2)/(2*r**2)",
        ),
        Given(
            13,
            r"The threshold (5.11), where $z$ and $u$ are the logarithms in it.",
            "T == 2*c + (z**2/w + u**2/v)/(eps**2*r**2)",
        ),
        Inequality(
            14,
            r"So the cost is below it.",
            "W < T",
            uses=(13,),
            weights={12: "1", 7: "2", 10: "1/r**2", 11: "1/r**2"},
        ),
        *ending(
            15,
            14,
            "d/2 + d/2",
            (
                cited(15, NOISE, "noisy", "thesis.lem5.18.noise", 13, "2"),
                cited(16, PAIR, "apart", "thesis.lem5.18.pairs", 12, "2"),
                Textbook(
                    17,
                    r"One of both.",
                    "fail <= noisy + apart",
                    fact="textbook.union-bound:two",
                    hypotheses={"the event is a part of two together": 14},
                    instance={"p": "fail", "q": "noisy", "r": "apart"},
                ),
                Inequality(18, r"So.", "fail <= d/2 + d/2", weights={17: "1", 15: "1", 16: "1"}),
            ),
        ),
    ),
)
