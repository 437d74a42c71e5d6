"""Claims about the probability of one event: Markov, Bretagnolle-Huber, Pinsker (Lemmas 5 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from banditproof.paper_checks.models.finite_laws import excess
from banditproof.paper_checks.models.finite_pairs import events, kl_divergence, mass
from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
    sharpest,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

BITS = 128
ONE = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
OTHER = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))

MARKOV = Proof(
    "zcdp.lem5",
    where="e in (0,inf), v in [0,inf), i in [0,1], p in [0,1], m in [0,inf)",
    steps=(
        Given(
            1,
            r"Let $v=|X|$, and let $i$ be 1 where $v\ge\epsilon$ and 0 elsewhere.",
            "i*(v - e) >= 0",
        ),
        Inequality(2, r"$\epsilon i\le|X|$.", "e*i <= v", weights={1: "1"}, rest="v*(1 - i)"),
        Textbook(
            3,
            r"So are the means $\epsilon\,\mathbb P(|X|\ge\epsilon)$ and $m=\mathbb E|X|$; if this "
            "is infinite, there is nothing to show.",
            "e*p <= 1*m",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "e*p", "y": "m", "c": "1", "X": "e*i", "Y": "v"},
            over=("v", "i"),
        ),
        Inequality(
            4, r"$\mathbb P(|X|\ge\epsilon)\le m/\epsilon$.", "p <= m/e", weights={3: "1/e"}
        ),
    ),
)


@checks(
    "zcdp.lem5",
    mutants={
        "the mean of X itself": {"size": lambda x: x},
        "sharper: 0.99 of the mean": {"share": Fraction(99, 100)},
        "a square": {"proof": MARKOV.changed(2, formula="e*i <= v**2")},
        "sharper: half of the mean": {"proof": MARKOV.changed(4, formula="p <= m/(2*e)")},
    },
)
def markov(
    size: Callable[[Fraction], Fraction] = abs,
    share: Fraction = Fraction(1),
    proof: Proof = MARKOV,
) -> Verdict:
    """Exact laws on three points; a law on 0 and epsilon is tight."""
    sides = Sides()
    for law in ({-1: ONE[0], 0: ONE[1], 2: ONE[2]}, {-3: ONE[0], 0: 1 - ONE[0]}):
        average = sum((size(Fraction(x)) * p for x, p in law.items()), Fraction(0))
        for level in map(Fraction, ("1/2", "1", "2", "3")):
            tail = sum((p for x, p in law.items() if abs(x) >= level), Fraction(0))
            finding = "A tail is above the bound."
            sides.at_most(tail, share * average / level, finding, law=law, epsilon=level)
    return proof.verdict(
        "epsilon times the indicator of |X| >= epsilon is at most |X|.",
        instances="Exact tails of two laws at four levels.",
        sharpness=sides.sharpness,
    )


SHOWS = Given(
    1, r"Whether $A$ happens is a function of the outcome: one kernel from outcomes to two points."
)


def _on_two_points(where: str = "") -> Textbook:
    return Textbook(
        2,
        r"With $p=\mathbb P(A)$ and $q=\mathbb Q(A)$ the divergence $k$ of the laws is at least "
        r"$kl(p,q)$.",
        "kl(p,q) <= k",
        fact="textbook.data-processing",
        hypotheses={"one kernel for both laws": 1},
        instance={"after": "kl(p,q)", "before": "k"},
        where=where,
    )


INSIDE = "q in (0,1)"


def one_event_each_way() -> Iterator[Instance]:
    """Coins of means 1/2 and 1/4, for which A is the whole outcome."""
    with working_precision(BITS):
        apart = Enclosure.of((ball(Fraction(4, 3)).log()) / 2)
        yield {"p": "1/2", "q": "1/4", "t": "1/4", "k": apart}


TWO_ERRORS = Proof(
    "zcdp.lem6",
    instances=one_event_each_way,
    where="p in [0,1], k in [0,inf)",
    steps=(
        SHOWS,
        _on_two_points(INSIDE),
        Inequality(
            3,
            r"The inequality for two points.",
            "p + 1 - q >= exp(-kl(p,q))/2",
            where=INSIDE,
        ),
        Inequality(
            4,
            r"$e^{-kl(p,q)}\ge e^{-k}$.",
            "exp(-kl(p,q)) >= exp(-k)",
            monotone=("exp", "-kl(p,q)", "-k"),
            weights={2: "1"},
            where=INSIDE,
        ),
        Inequality(
            5,
            r"$\mathbb P(A)+\mathbb Q(A^c)\ge\frac12e^{-k}$.",
            "p + 1 - q >= exp(-k)/2",
            weights={3: "1", 4: "1/2"},
            where=INSIDE,
        ),
        Inequality(
            6,
            r"If $q$ is 0 or 1 and $k$ is finite, then $p=q$, as $\mathbb P$ has no mass where "
            r"$\mathbb Q$ has none. If $k$ is infinite, the right side is 0.",
            "1 >= exp(-k)/2",
        ),
        Parts(7, "All cases.", uses=(5, 6)),
    ),
)


@checks(
    "zcdp.lem6",
    mutants={
        "the same event twice": {"second": lambda q: q},
        "sharper: 0.84 for 1/2": {
            "proof": TWO_ERRORS.changed(3, formula="p + 1 - q >= 0.84*exp(-kl(p,q))")
        },
        "half of the divergence": {"proof": TWO_ERRORS.changed(4, formula="exp(-k) <= exp(-2*k)")},
        "sharper: 1 for 1/2": {"proof": TWO_ERRORS.changed(5, formula="p + 1 - q >= exp(-k)")},
    },
)
def bretagnolle_huber(
    second: Callable[[Fraction], Fraction] = lambda q: 1 - q, proof: Proof = TWO_ERRORS
) -> Verdict:
    """All events of two laws on three points, in balls."""
    sides = Sides()
    with working_precision(BITS):
        least = (-kl_divergence(ONE, OTHER)).exp() / 2
        for event in events(3):
            both = mass(ONE, event) + second(mass(OTHER, event))
            sides.at_most(least, ball(both), "The errors are smaller.", event=event)
    return proof.verdict(
        "Data processing to the two outcomes A and not A leaves an inequality of two numbers.",
        instances="Eight events of two laws on three points, in balls.",
        sharpness=sharpest("p + 1 - q >= exp(-kl(p,q))/2", {"p": "0.255", "q": "0.6275"}),
    )


DISTANCE = Proof(
    "zcdp.lem7",
    instances=one_event_each_way,
    where="p in [0,1], k in [0,inf), t in [0,1]",
    steps=(
        SHOWS,
        _on_two_points(INSIDE),
        Inequality(3, r"The inequality for two points.", "2*(p-q)**2 <= kl(p,q)", where=INSIDE),
        Inequality(
            4, r"$2(p-q)^2\le k$.", "2*(p-q)**2 <= k", weights={2: "1", 3: "1"}, where=INSIDE
        ),
        Given(5, r"Now let $A$ be where the density of $\mathbb P$ is above that of $\mathbb Q$."),
        Textbook(
            6,
            r"This event attains the total variation $t$.",
            "t == p - q",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 5},
            instance={"t": "t", "p": "p", "q": "q"},
            where=INSIDE,
        ),
        Inequality(7, r"$KL\ge2\,TV^2$.", "k >= 2*t**2", uses=(6,), weights={4: "1"}, where=INSIDE),
        Inequality(
            8,
            r"If $q$ is 0 or 1 and $k$ is finite, then $p=q$, as $\mathbb P$ has no mass where "
            r"$\mathbb Q$ has none, and $t=0$. An infinite $k$ is larger than all.",
            "k >= 2*0**2",
        ),
        Parts(9, "All cases.", uses=(7, 8)),
    ),
)


@checks(
    "zcdp.lem7",
    mutants={
        "twice the distance": {"distance": lambda one, other: 2 * excess(one, other, 1)},
        "sharper: 2.01 for 2": {"proof": DISTANCE.changed(3, formula="2.01*(p-q)**2 <= kl(p,q)")},
        "half of the distance": {"proof": DISTANCE.changed(6, formula="t == 2*(p - q)")},
        "sharper: 3 for 2": {"proof": DISTANCE.changed(7, formula="k >= 3*t**2")},
    },
)
def pinsker(
    distance: Callable[..., Fraction] = lambda one, other: excess(one, other, 1),
    proof: Proof = DISTANCE,
) -> Verdict:
    """Pairs of laws on three points, in balls; coins near a fair one are tight."""
    sides, step = Sides(), Fraction(1, 1000)
    near = (Fraction(1, 2) + step, Fraction(1, 2) - step), (Fraction(1, 2), Fraction(1, 2))
    with working_precision(BITS):
        for one, other in ((ONE, OTHER), (OTHER, ONE), near):
            squared = ball(2 * distance(one, other) ** 2)
            finding = "The divergence is smaller."
            sides.at_most(squared, kl_divergence(one, other), finding, P=one, Q=other)
    return proof.verdict(
        "Data processing to A and not A, the inequality of two points, at the event of Scheffe.",
        instances="Three pairs of laws, in balls.",
        sharpness=sides.sharpness,
    )
