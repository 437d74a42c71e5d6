"""The proofs of Lemma C.25: convexity, minimisers and monotonicity of the relative entropy."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof

ENDS = Given(
    11,
    r"By Definition C.24, for $q\in\{0,1\}$: $d(p,q)$ is 0 if $p=q$ and infinite otherwise, "
    r"$d(0,q)=-\log(1-q)$ and $d(1,q)=-\log q$. A bound that is infinite needs no proof.",
)
FIRST_SLOPE = "(log(z) + log(1-q) - log(q) - log(1-z))"
SECOND_SLOPE = "(v-p)/(v*(1-v))"
CONVEX = Proof(
    "thesis.lemC.25.convex",
    where="p in [0,1], q in (0,1), w in (0,1), x in [0,1), y in (0,1], z in (0,1), v in (0,1), "
    "t in (0,1)",
    parts=(4, 5, 9, 10),
    steps=(
        Given(
            1,
            r"For $x<y$ and $0<t<1$ let $z=tx+(1-t)y$ (else there is nothing to show).",
            "z == t*x + (1-t)*y",
        ),
        Inequality(
            2,
            r"$d(\cdot,q)$ lies above its tangent at $z$, by $d(x,z)$,",
            f"kl(x,q) >= kl(z,q) + (x-z)*{FIRST_SLOPE}",
        ),
        Inequality(
            3,
            "at both places.",
            f"kl(y,q) >= kl(z,q) + (y-z)*{FIRST_SLOPE}",
        ),
        Inequality(
            4,
            r"So $d(\cdot,q)$ is convex,",
            "kl(z,q) <= t*kl(x,q) + (1-t)*kl(y,q)",
            uses=(1,),
            weights={2: "t", 3: "1-t"},
            positive=("z", "1-z"),
        ),
        Inequality(5, r"and $q$ is its unique minimiser: $d(q,q)=0$.", "kl(x,q) >= 2*(x-q)**2"),
        Given(6, r"Let $v=tq+(1-t)w$.", "v == t*q + (1-t)*w"),
        Inequality(
            7,
            r"$d(p,\cdot)$ lies above its tangent at $v$,",
            f"kl(p,q) >= kl(p,v) + (q-v)*{SECOND_SLOPE}",
        ),
        Inequality(8, "at both places.", f"kl(p,w) >= kl(p,v) + (w-v)*{SECOND_SLOPE}"),
        Inequality(
            9,
            r"So $d(p,\cdot)$ is convex,",
            "kl(p,v) <= t*kl(p,q) + (1-t)*kl(p,w)",
            uses=(6,),
            weights={7: "t", 8: "1-t"},
            positive=("v", "1-v"),
        ),
        Inequality(10, r"and $p$ is its unique minimiser.", "kl(p,q) >= 2*(p-q)**2"),
        ENDS,
        Inequality(
            12,
            r"What is left: $d(0,\cdot)$ between 0 and $w$, and $d(1,\cdot)$ between 1 and $1-w$.",
            "-log(1-t*w) <= t*(-log(1-w))",
        ),
        Parts(13, "Both functions, with their ends.", uses=(4, 5, 9, 10, 11, 12)),
    ),
)
RIGHT, LEFT = "p <= x, x <= y", "x <= p, y <= x"
ABOVE, BELOW = "w <= a, a <= b", "a <= w, b <= a"


def rises(first: int, side: str, words: str) -> tuple[Inequality, ...]:
    """d(x, p) <= d(y, p) for y beyond x, seen from p, in three steps."""
    near, far = ("p", "x") if side == RIGHT else ("x", "p")
    weight = "y-x" if side == RIGHT else "x-y"
    return (
        Inequality(
            first,
            "The logarithms of both terms.",
            f"log({near}) <= log({far})",
            where=side,
            monotone=("log", far, near),
        ),
        Inequality(
            first + 1,
            "The second one.",
            f"log(1-{far}) <= log(1-{near})",
            where=side,
            monotone=("log", f"1-{near}", f"1-{far}"),
        ),
        Inequality(
            first + 2,
            words,
            "kl(x,p) <= kl(y,p)",
            where=side,
            weights={1: "1", first: weight, first + 1: weight},
        ),
    )


def grows(number: int, side: str, words: str) -> Inequality:
    """d(w, a) <= d(w, b) for b beyond a, seen from w."""
    return Inequality(
        number,
        words,
        "kl(w,a) <= kl(w,b)",
        where=side,
        weights={8: "1"},
        rest="(b-a)*(a-w)/(a*(1-a))",
    )


MONOTONE = Proof(
    "thesis.lemC.25.monotone",
    where="p in (0,1), x in (0,1), y in [0,1], w in [0,1], a in (0,1), b in (0,1)",
    parts=(4, 7, 9, 10),
    steps=(
        Inequality(1, "Divergences are not negative.", "0 <= kl(y,x)"),
        *rises(2, RIGHT, r"$d(\cdot,p)$ does not decrease on $[p,1]$,"),
        *rises(5, LEFT, r"and does not increase on $[0,p]$."),
        Inequality(
            8,
            r"$d(w,\cdot)$ lies above its tangent at $a$,",
            "kl(w,b) >= kl(w,a) + (b-a)*(a-w)/(a*(1-a))",
        ),
        grows(9, ABOVE, r"which rises on $[w,1]$,"),
        grows(10, BELOW, r"and falls on $[0,w]$."),
        ENDS,
        Inequality(12, r"What is left: $d(0,0)=d(1,1)=0$ beside any value.", "0 <= kl(w,b)"),
        Parts(13, "Both functions, with their ends.", uses=(4, 7, 9, 10, 11, 12)),
    ),
)
