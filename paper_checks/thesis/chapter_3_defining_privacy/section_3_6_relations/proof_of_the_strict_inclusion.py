"""The proof of the strict inclusion of Proposition 3.12 (e), repaired, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import (
    Enumeration,
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

REWARDS = (0, 1, 2, 3)
SHAPES = (
    (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(1)),
)
"""f_1 and f_2 of the family: P(a_2 = 1 | a_1, r_1) = w f_(a_1)(r_1)."""
Pair = tuple[int, int]


def distances(pair: Pair) -> Fraction:
    """|f_1(r) - f_1(r')| + |f_2(r) - f_2(r')|."""
    return sum((abs(f[pair[0]] - f[pair[1]]) for f in SHAPES), Fraction(0))


def at_most(bound: int) -> Callable[[Pair], bool]:
    """That two rewards are no further apart than the bound."""
    return lambda pair: distances(pair) <= bound


def pairs_of_rewards() -> Iterator[Pair]:
    """Every pair of rewards."""
    yield from product(REWARDS, repeat=2)


def within_one(pair: Pair) -> bool:
    """That f_1 and f_2 move by 1 in all between two rewards, at most."""
    return distances(pair) <= 1


def arm(first: int, number: int, gain: str, b: str) -> tuple[Step, ...]:
    """The gain of an event after one arm, where f has the values x and y at distance b."""
    x, y, e, f = (f"{name}{number}" for name in "xyef")
    where = ", ".join(f"{name} in [0,1]" for name in (x, y, e, f))
    loss = f"{e}*(w*{x} - c*w*{y}) + {f}*((1 - w*{x}) - c*(1 - w*{y}))"
    return (
        Given(
            first,
            f"The event contains $a_2=1$ after arm {number} if $e=1$, and $a_2=2$ if $f=1$; for "
            f"the first input $f_{number}$ is $x$, for the second $y$: half of this is its gain.",
            f"{gain} == {loss}",
            where=where,
            uses=(2, 3),
        ),
        Inequality(
            first + 1,
            r"It is largest at $\varepsilon=0$.",
            f"{gain} <= w*(({e} - {f})*({x} - {y}))",
            where=where,
            uses=(first,),
            rest=f"(c - 1)*({e}*w*{y} + {f}*(1 - w*{y}))",
        ),
        Given(first + 2, "$b$ is the distance of $x$ and $y$.", f"{x} - {y} <= {b}", where=where),
        Given(first + 3, "In both directions.", f"{y} - {x} <= {b}", where=where),
        Inequality(
            first + 4,
            "It is at most $w$ times the distance.",
            f"{gain} <= w*{b}",
            where=where,
            weights={
                first + 1: "1",
                first + 2: f"w*(1 + {e} - {f})/2",
                first + 3: f"w*(1 - {e} + {f})/2",
            },
        ),
    )


def distances_on_lists() -> Iterator[dict[str, Fraction]]:
    """The distances of f_1 and of f_2 at two rewards, for all pairs of rewards."""
    for x, y in product(REWARDS, repeat=2):
        yield {name: abs(f[x] - f[y]) for name, f in zip("bd", SHAPES, strict=True)}


INNER = ", ".join(f"{name}{n} in [0,1]" for n in (1, 2) for name in "xyef")
STRICT = Proof(
    "thesis.prop3.12.e.repaired",
    where="w in (0,1], c in [1,inf), g in (-inf,1], h in (-inf,1], b in [0,1], d in [0,1], "
    "view in [0,1], table in [0,1], delta in (0,1)",
    instances=distances_on_lists,
    steps=(
        OnClaim(
            1,
            r"$(\varepsilon,\delta)$-Table DP implies $(\varepsilon,\delta)$-View DP.",
            claim="thesis.prop3.12.b",
        ),
        OnClaim(
            2,
            r"By the products (3.1) and (3.2) the family gives $(a,1)$ the mass $wf_a(r_1)/2$ and "
            r"$(a,2)$ the mass $(1-wf_a(r_1))/2$, on a table with $x_{1,a}$ for $r_1$. In later "
            r"rounds it plays arm 1, and no further arms, so larger $T$ and $K$ add nothing. Any "
            r"other reward is read as 0. $c=e^\varepsilon$.",
            claim="thesis.eq3.1",
        ),
        OnClaim(3, "The same for lists.", claim="thesis.eq3.2"),
        *arm(4, 1, "g", "b"),
        *arm(9, 2, "h", "d"),
        Enumeration(
            14,
            r"On lists $b$ and $d$ belong to one pair of rewards, the two values of $r_1$.",
            "b + d <= 1",
            where=INNER,
            cases=pairs_of_rewards,
            holds=within_one,
            count=16,
            uses=(6, 7, 11, 12),
        ),
        Inequality(
            15,
            "On lists no event gains more than $w/2$.",
            "(g + h)/2 <= w/2",
            where=INNER,
            weights={8: "1/2", 13: "1/2", 14: "w/2"},
        ),
        Textbook(
            16,
            r"So the View $\delta$ is at most that,",
            "view <= w/2",
            where=INNER,
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 15},
            instance={"high": "view", "X": "(g + h)/2", "c": "w/2"},
            over=("g", "h"),
        ),
        Inequality(
            17,
            r"On tables $b$ and $d$ are at most 1 each: no event gains more than $w$.",
            "(g + h)/2 <= w",
            where=INNER,
            weights={8: "1/2", 13: "1/2"},
        ),
        Textbook(
            18,
            r"So the Table $\delta$ is at most $w$,",
            "table <= w",
            where=INNER,
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 17},
            instance={"high": "table", "X": "(g + h)/2", "c": "w"},
            over=("g", "h"),
        ),
        Textbook(
            19,
            r"$r_1=1$ against 0: $f_1$ is 1 and 0; the event $(1,1)$ gains $w/2$,",
            "(w*1 - c*w*0)/2 <= view",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "(w*1 - c*w*0)/2", "high": "view"},
        ),
        Textbook(
            20,
            r"and on tables, with $x_{1,\cdot}=(1,3)$ against $(0,2)$, $f_1$ and $f_2$ are 1 and "
            "0: the event $a_2=1$ gains $w$.",
            "((w*1 - c*w*0) + (w*1 - c*w*0))/2 <= table",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 2},
            instance={"v": "((w*1 - c*w*0) + (w*1 - c*w*0))/2", "high": "table"},
        ),
        Inequality(21, r"View $\delta=w/2$.", "view == w/2", where=INNER, uses=(16, 19)),
        Inequality(22, r"Table $\delta=w$.", "table == w", where=INNER, uses=(18, 20)),
        Inequality(
            23,
            r"With $w=\min(1,2\delta)$ the policy is $(\varepsilon,\delta)$-View DP,",
            "min(1, 2*delta)/2 <= delta",
        ),
        Inequality(24, r"and not $(\varepsilon,\delta)$-Table DP.", "min(1, 2*delta) > delta"),
        Parts(25, "The inclusion, and that it is strict.", uses=(1, 21, 22, 23, 24)),
    ),
)
