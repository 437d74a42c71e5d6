"""The proof about two rounds with rewards 0 and 1 at eps = 0, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Enumeration,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)


def both_rewards() -> tuple[int, int]:
    """The values of a reward."""
    return 0, 1


def weights_of(x: int) -> tuple[int, int]:
    """The weights of u and v in (1-x) u + x v."""
    return 1 - x, x


def names_the_law(x: int) -> bool:
    """(1-x) u + x v is u, the chance after the reward 0, at x = 0, and v at x = 1."""
    return weights_of(x) == ((1, 0) if x == 0 else (0, 1))


def mass(number: int, name: str, kernel: str, says: str) -> Step:
    """The mass of (a, b), a product of the two rounds."""
    return Textbook(
        number,
        says,
        f"{name} == w*({kernel})",
        fact="textbook.ionescu-tulcea",
        hypotheses={"each factor is a kernel of the past": 1},
        instance={"joint": name, "past": "w", "k": kernel},
        uses=(2,),
    )


def largest_gain(number: int, name: str, total: str, terms: int, says: str) -> Step:
    """The largest gain of an event is half of the sum of the differences."""
    return Textbook(
        number,
        says,
        f"{name} == {total}/2",
        fact="textbook.scheffe:half of a sum",
        hypotheses={"the terms of the sum": terms},
        instance={"t": name, "s": total},
    )


TWO_ROUNDS = Proof(
    "thesis.prop3.12.binary",
    where="w in [0,1], u in [0,1], v in [0,1], x in [0,1], y in [0,1], p in [0,1], q in [0,1], "
    "one in [0,1], two in [0,1], sum in [0,inf), far in [0,inf), gain in [0,1], flip in [0,1], "
    "table in [0,1], view in [0,1], heads in [0,1], tails in [0,1]",
    steps=(
        OnClaim(
            1,
            r"By (3.1) the probability of $(a_1,a_2)$ is $\pi_1(a_1)\,\pi_2(a_2\mid a_1,x_{1,a_1})"
            r"$: it depends on the first row only, and (3.2) is that for equal columns.",
            claim="thesis.eq3.1",
        ),
        Enumeration(
            2,
            r"With $w=\pi_1(a)$, $u=\pi_2(b\mid a,0)$ and $v=\pi_2(b\mid a,1)$ the second factor "
            r"for a reward $x$, which is 0 or 1, is $(1-x)u+xv$.",
            cases=both_rewards,
            holds=names_the_law,
            count=2,
        ),
        mass(3, "p", "(1-x)*u + x*v", r"$(a,b)$ has this mass on a table with $x=x_{1,a}$,"),
        mass(4, "q", "(1-y)*u + y*v", r"and this one on a neighbour with $y=x'_{1,a}$."),
        mass(5, "one", "u", r"On the list with $r_1=0$ it is $wu$,"),
        mass(6, "two", "v", r"and on the list with $r_1=1$ it is $wv$."),
        Inequality(
            7,
            r"$|p-q|=w\,|x-y|\,|u-v|$, in whichever order 0 and 1 come.",
            "abs(p - q) <= abs(one - two)",
            uses=(3, 4, 5, 6),
        ),
        Textbook(
            8,
            r"The sums over all $(a,b)$.",
            "sum <= far",
            fact="textbook.nonnegative-series:order",
            over=("w", "u", "v", "x", "y", "p", "q", "one", "two"),
            hypotheses={"the sum": 2, "each term is <= its bound": 7},
            instance={"x": "sum", "y": "far", "X": "abs(p - q)", "Y": "abs(one - two)"},
        ),
        largest_gain(
            9,
            "gain",
            "sum",
            7,
            r"At $\varepsilon=0$ the largest gain of an event on these tables is half of the sum.",
        ),
        largest_gain(10, "flip", "far", 7, r"So it is on these lists."),
        Textbook(
            11,
            r"The lists $(0,r_2)$ and $(1,r_2)$ are neighbours: their gain is at most the View "
            r"$\delta$, a supremum over two lists.",
            "flip <= view",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "flip", "high": "view"},
        ),
        Inequality(
            12,
            r"So no two tables gain more.",
            "gain <= view",
            uses=(8, 9, 10, 11),
        ),
        Textbook(
            13,
            r"The Table $\delta$, a supremum over two tables, is at most the View $\delta$.",
            "table <= view",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("gain",),
            hypotheses={"c is an upper bound": 12},
            instance={"high": "table", "X": "gain", "c": "view"},
        ),
        OnClaim(
            14,
            r"The policy is $(0,\delta)$-Table DP with the Table $\delta$, so it is "
            r"$(0,\delta)$-View DP with that: for each event, $\mathcal V_{\mathbf r}(E)$ and "
            r"$\mathcal V_{\mathbf r'}(E)$.",
            "heads <= exp(0)*tails + table",
            claim="thesis.prop3.12.b",
            of_step=5,
            instance={"v": "heads", "w": "tails", "eps": "0", "delta": "table"},
        ),
        Inequality(
            15, "So no event gains more on two lists.", "heads - tails <= table", uses=(14,)
        ),
        Textbook(
            16,
            r"The View $\delta$, the largest gain, is at most the Table $\delta$.",
            "view <= table",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("heads", "tails"),
            hypotheses={"c is an upper bound": 15},
            instance={"high": "view", "X": "heads - tails", "c": "table"},
        ),
        Inequality(17, "They are one.", "table == view", uses=(13, 16)),
    ),
)
