"""Claims about indistinguishable laws: Definitions 5 and 6, and Lemma 12."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.models.finite_laws import RATIOS, Law, excess, random_law
from banditproof.paper_checks.models.finite_laws import largest_ratio as by_outcomes
from banditproof.paper_checks.models.finite_pairs import events, leaky_pair, mass
from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require

Ratio = Fraction | float
INFINITE = float("inf")


def _quotient(p: Fraction, q: Fraction) -> Ratio:
    """p/q where it counts; 0 where it does not, which is no largest one."""
    if q == 0:
        return INFINITE if p > 0 else Fraction(0)
    return p / q


def by_events(p: Law, q: Law, delta: Fraction = Fraction(0)) -> Ratio:
    """The largest (P(S) - delta)/Q(S) over the events with P(S) >= delta."""
    found = ((mass(p, one), mass(q, one)) for one in events(len(p)))
    return max(_quotient(v - delta, w) for v, w in found if v >= delta)


def _pairs(seed: int) -> list[tuple[Law, Law]]:
    source = random.Random(seed)
    drawn = [(random_law(source, 4, least=0), random_law(source, 4, least=0)) for _ in range(25)]
    return [*drawn, leaky_pair(Fraction(2), Fraction(1, 4)), ((Fraction(1),), (Fraction(1),))]


LARGEST = Proof(
    "adv.def5",
    where="e in [0,inf), a in (0,1], b in (0,1], p in (0,1], q in (0,1]",
    steps=(
        Given(1, r"Each outcome has $\ln(p(x)/q(x))\le\epsilon$.", "log(a/b) <= e"),
        Inequality(2, "In other words:", "a <= exp(e)*b", uses=(1,)),
        Textbook(
            3,
            "So it is for each event.",
            "p <= exp(e)*q",
            fact="textbook.elementary-probability:atoms",
            hypotheses={"the relation for each single outcome": 2},
            instance={"p": "p", "q": "q", "c": "exp(e)", "A": "a", "B": "b"},
            over=("a", "b"),
        ),
        Inequality(
            4,
            r"Single outcomes are events: $D_\infty(X\|Y)=\max_x\ln(p(x)/q(x))$ on a countable "
            "space.",
            "log(p/q) <= e",
            uses=(3,),
        ),
    ),
)


@checks(
    "adv.def5",
    mutants={
        "only the first outcome": {"largest": lambda p, q: _quotient(p[0], q[0])},
        "the laws exchanged": {"largest": lambda p, q: by_outcomes(q, p)},
        "sharper: 0.99 of eps": {"proof": LARGEST.changed(4, formula="log(p/q) <= 0.99*e")},
    },
)
def max_divergence(
    largest: Callable[[Law, Law], Ratio] = by_outcomes, proof: Proof = LARGEST
) -> Verdict:
    """All events against single outcomes."""
    for number, (p, q) in enumerate(_pairs(5)):
        found, own = by_events(p, q), largest(p, q)
        require(found == own, "Another ratio.", pair=number, events=found, outcomes=own)
    return proof.verdict(
        "The largest ratio of an event is that of a single outcome.",
        instances="All events of 27 pairs of laws, exactly.",
    )


SHIFTED = Proof(
    "adv.def6",
    where="e in [0,inf), d in [0,1], h in [0,1], p in [0,1], q in (0,1], x in (0,inf)",
    steps=(
        Given(
            1,
            r"The hockey-stick divergence $h=\sup_SP(S)-e^\epsilon Q(S)$ is at most $\delta$.",
            "h <= d",
        ),
        Given(2, r"$S$ is an event, with $P(X\in S)>\delta$ and $P(Y\in S)>0$."),
        Textbook(
            3,
            "It is one of these.",
            "p - exp(e)*q <= h",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 2},
            instance={"v": "p - exp(e)*q", "high": "h"},
        ),
        Inequality(
            4,
            r"So, and if $P(Y\in S)=0$, then $P(X\in S)\le\delta$:",
            "p - d <= exp(e)*q",
            weights={1: "1", 3: "1"},
        ),
        Given(5, r"$x$ is the quotient $(P(X\in S)-\delta)/P(Y\in S)$.", "x*q <= p - d"),
        Inequality(6, "It is at most", "x <= exp(e)", weights={4: "1/q", 5: "1/q"}),
        Inequality(7, r"$D_\infty^\delta(X\|Y)\le\epsilon$.", "log(x) <= e", uses=(6,)),
    ),
)


def by_hockey_stick(p: Law, q: Law, ratio: Fraction, delta: Fraction) -> bool:
    """Whether the outcomes with p > e^eps q together gain at most delta."""
    return excess(p, q, ratio) <= delta


@checks(
    "adv.def6",
    mutants={
        "total variation": {"test": lambda p, q, r, d: excess(p, q, Fraction(1)) <= d},
        "without delta": {"test": lambda p, q, r, d: excess(p, q, r) <= 0},
        "sharper: 0.99 of eps": {"proof": SHIFTED.changed(7, formula="log(x) <= 0.99*e")},
    },
)
def approximate_max_divergence(
    test: Callable[[Law, Law, Fraction, Fraction], bool] = by_hockey_stick,
    proof: Proof = SHIFTED,
) -> Verdict:
    """The event of the largest gain decides, exactly."""
    for number, (p, q) in enumerate(_pairs(6)):
        for ratio in RATIOS:
            for delta in (Fraction(0), Fraction(1, 20), excess(p, q, ratio), Fraction(1, 2)):
                found = by_events(p, q, delta) <= ratio
                require(
                    found == test(p, q, ratio, delta),
                    "The hockey-stick divergence decides otherwise.",
                    pair=number,
                    e_to_eps=ratio,
                    delta=delta,
                )
    return proof.verdict(
        "It is the hockey-stick divergence in other words: the best event has the outcomes with "
        "p > e^eps q.",
        instances="All events of 27 pairs of laws at 4 ratios and 4 values of delta, exactly.",
    )


EQUIVALENT = Proof(
    "adv.lem12",
    where="e in [0,inf), d in [0,1], p in (0,1], q in (0,1], r in (0,1], s in (0,1], "
    "u in [0,1], v in (0,1], w in [0,1], z in [0,1], g in [0,1], h in (0,1], x in (0,inf), "
    "y in (0,inf)",
    parts=(2, 4, 8, 9),
    steps=(
        Given(1, r"The outputs have $D_\infty\le\epsilon$.", "log(p/q) <= e"),
        Inequality(
            2,
            r"Then $P(S)\le e^\epsilon Q(S)$; if $P(S)=0$ this is true, and $Q(S)=0<P(S)$ is "
            r"excluded: pure DP.",
            "p <= exp(e)*q",
            uses=(1,),
        ),
        Given(3, r"The algorithm is $\epsilon$-DP.", "r <= exp(e)*s"),
        Inequality(
            4,
            r"Then each quotient that counts is at most $e^\epsilon$.",
            "log(r/s) <= e",
            uses=(3,),
        ),
        Given(5, r"$u=P(S)>\delta$, and $x=(u-\delta)/Q(S)$.", "u - d <= x*v"),
        Given(6, r"The outputs have $D_\infty^\delta\le\epsilon$.", "log(x) <= e"),
        Inequality(7, r"So $x\le e^\epsilon$, and", "x <= exp(e)", uses=(6,)),
        Inequality(8, r"$(\epsilon,\delta)$-DP,", "u <= exp(e)*v + d", weights={5: "1", 7: "v"}),
        Inequality(
            9, r"also for events with $P(S)\le\delta$.", "w <= exp(e)*z + d", where="w <= d"
        ),
        Given(10, r"$g=P(S)>\delta$, and $y=(g-\delta)/Q(S)$.", "y*h <= g - d"),
        Given(11, r"The algorithm is $(\epsilon,\delta)$-DP.", "g <= exp(e)*h + d"),
        Inequality(12, "So", "y <= exp(e)", weights={10: "1/h", 11: "1/h"}),
        Inequality(
            13, r"Each quotient that counts is at most $e^\epsilon$.", "log(y) <= e", uses=(12,)
        ),
        Parts(14, "Both notions, in both directions.", uses=(2, 4, 8, 9, 13)),
    ),
)


@checks(
    "adv.lem12",
    mutants={
        "one direction of a pair": {"both": False},
        "sharper: half of delta": {"proof": EQUIVALENT.changed(8, formula="u <= exp(e)*v + d/2")},
        "sharper: 0.99 of eps": {"proof": EQUIVALENT.changed(2, formula="p <= exp(0.99*e)*q")},
    },
)
def privacy_is_indistinguishability(both: bool = True, proof: Proof = EQUIVALENT) -> Verdict:
    """The definition of DP event by event against the two divergences, exactly."""
    for number, (p, q) in enumerate(_pairs(12)):
        for ratio in RATIOS:
            for delta in (Fraction(0), Fraction(1, 20), Fraction(1, 2)):
                worst = max(by_events(p, q, delta), by_events(q, p, delta) if both else 0)
                private = max(excess(p, q, ratio), excess(q, p, ratio)) <= delta
                require(
                    (worst <= ratio) == private,
                    "The two notions differ.",
                    pair=number,
                    e_to_eps=ratio,
                    delta=delta,
                )
    return proof.verdict(
        "The two definitions say the same of each event.",
        instances="All events of 27 pairs of laws in both orders, exactly.",
    )
