"""The proofs of Corollary 4.5 and of its sharper forms, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Parts,
    Proof,
    Step,
    Textbook,
)

from .proof_of_theorem_4_12 import concentrated

PRIVATE = r"$\mathcal M$ is $\varepsilon$-DP, and $d_{\mathrm{Ham}}(D,D')=d$."
GROUP = Proof(
    "thesis.cor4.5",
    where="eps in [0,inf), d in [0,inf), div in [0,inf), v in [0,1], w in [0,1]",
    steps=(
        Given(1, PRIVATE),
        Textbook(
            2,
            r"$\mathcal M_D(E)\le e^{\varepsilon d}\mathcal M_{D'}(E)$ for every event $E$.",
            "v <= exp(eps*d)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Textbook(
            3,
            r"The divergence of order 1 is at most that of order $\infty$, the logarithm of the "
            r"largest ratio $\mathcal M_D(E)/\mathcal M_{D'}(E)$.",
            "div <= log(exp(eps*d))",
            fact="textbook.renyi-order:infinity",
            hypotheses={"P(E) <= c Q(E) for every event": 2},
            instance={"k": "div", "c": "exp(eps*d)", "V": "v", "W": "w"},
            over=("v", "w"),
        ),
        Inequality(
            4,
            r"$D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})\le\varepsilon d$.",
            "div <= eps*d",
            uses=(3,),
        ),
    ),
)
GROUP_OF_ZCDP = concentrated(
    "thesis.cor4.5.zcdp", r"$\mathcal M$ is $\rho$-zCDP, and $d_{\mathrm{Ham}}(D,D')=d$."
)

SLOPE = "L*(exp(L) + exp(-L))/(exp(L) - exp(-L))"
R, SQUARE = "exp(eps)", "(exp(2*eps) - 1)"
PRICES = (f"2*eps*exp(2*eps)/{SQUARE}", "-2*eps*exp(-eps)", f"-2*eps/{SQUARE}")
"""What the masses of an outcome under M_0, M_1, M_2 cost in the linear program for d = 2."""
MASSES = (f"{R}/(1 + {R})", f"(1 - exp(-eps))/(1 + {R})", f"exp(-eps)/(1 + {R})")


def between(name: str) -> str:
    """The range of a step: a ratio of masses for data at distance 1."""
    return f"{name} in (0,inf), {name} <= {R}, {name}*{R} >= 1"


ANY, POSITIVE = "eps in [0,inf)", "eps in (0,inf)"
BOTH = f"{POSITIVE}, {between('x')}, {between('y')}"


def total(number: int, law: str, factors: tuple[str, str, str]) -> Step:
    """The masses of one of the three laws add up to 1."""
    terms = " + ".join(f"{mass}*{factor}" for mass, factor in zip(MASSES, factors, strict=True))
    return Identity(number, f"{law} is a law.", f"{terms} == 1", where=POSITIVE)


def chord(number: int, name: str) -> Step:
    """The logarithm is above its chord over the steps of one change of the data."""
    return Inequality(
        number,
        f"$\\log {name}$ is above its chord.",
        f"log({name}) >= -eps*(1 - 2*({name} - exp(-eps))/({R} - exp(-eps)))",
        where=f"{POSITIVE}, {between(name)}",
    )


WIDER = "(L+z)"
STEEPER = SLOPE.replace("L", WIDER)
SOME = "z in (0,inf)"


def hyperbolic(
    number: int, forward: int, backward: int, one: str, two: str, events: str = ""
) -> tuple[Step, ...]:
    """Eight steps: KL <= L tanh(L/2) for two laws whose masses differ by a factor e^L at most."""
    runs = f"y in [-1,1], {SOME}"
    masses = ", ".join(filter(None, (SOME, events)))
    inside = f"exp({WIDER}*y)"
    wide = f"{WIDER}*tanh({WIDER}/2)"
    return (
        Inequality(
            number,
            r"For $L>0$, $x\log x$ is below its chord over $[e^{-L},e^L]$, which is $L\tanh(L/2)$ "
            r"at $x=1$.",
            f"x*log(x) <= L*tanh(L/2) - {SLOPE} + {SLOPE}*x",
            where="x in (0,inf), x <= exp(L), x*exp(L) >= 1, L > 0",
        ),
        Inequality(
            number + 1,
            r"So with $L+z$, $z>0$, for $L$: all $x$ between have the form $e^{(L+z)y}$.",
            f"{inside}*log({inside}) <= {wide} - {STEEPER} + {STEEPER}*{inside}",
            where=runs,
            at={number: {"x": inside, "L": WIDER}},
            weights={number: "1"},
        ),
        Inequality(
            number + 2,
            r"The masses differ by a factor $e^{L+z}$ at most,",
            f"v <= exp({WIDER})*w",
            where=masses,
            uses=(forward,),
        ),
        Inequality(
            number + 3,
            "in both directions.",
            f"w <= exp({WIDER})*v",
            where=masses,
            uses=(backward,),
        ),
        Textbook(
            number + 4,
            f"With $x$ the density of {one} with respect to {two}: their divergence is at most "
            r"$(L+z)\tanh((L+z)/2)$,",
            f"div <= {wide}",
            where=runs,
            fact="textbook.radon-nikodym:divergence",
            hypotheses={
                "P(E) <= c Q(E) for every event": number + 2,
                "Q(E) <= c P(E) for every event": number + 3,
                "x log x <= a + b x for every x in [1/c, c]": number + 1,
            },
            instance={"k": "div", "a": f"{wide} - {STEEPER}", "b": STEEPER, "X": inside}
            | {"c": f"exp({WIDER})", "V": "v", "W": "w"},
            over=("y", "v", "w"),
        ),
        Inequality(
            number + 5,
            r"which is at most $L\tanh(L/2)+(2+L)z$.",
            f"{wide} <= L*tanh(L/2) + (2 + L)*z",
            where=SOME,
        ),
        Inequality(
            number + 6,
            "So it is for every $z>0$.",
            "div <= L*tanh(L/2) + (2 + L)*z",
            where=runs,
            weights={number + 4: "1", number + 5: "1"},
        ),
        Textbook(
            number + 7,
            r"As $z$ is any, the divergence is at most $L\tanh(L/2)$.",
            "div <= L*tanh(L/2)",
            where=runs,
            fact="textbook.bounds-of-sets:margins",
            hypotheses={"x is at most y + b r for every small r > 0": number + 6},
            instance={"x": "div", "y": "L*tanh(L/2)", "b": "2 + L", "r": "z"},
            over=("z",),
        ),
    )


SHARP = Proof(
    "thesis.cor4.5.sharp",
    where="d in [0,inf), L in [0,inf), div in [0,inf), two in [0,inf), v in [0,1], w in [0,1]",
    steps=(
        Given(1, PRIVATE),
        Given(2, r"$L=\varepsilon d$.", "L == eps*d", where=ANY),
        Textbook(
            3,
            r"$\mathcal M_D(E)\le e^{\varepsilon d}\mathcal M_{D'}(E)$ for every event $E$.",
            "v <= exp(eps*d)*w",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Textbook(
            4,
            r"The same for $D'$ and $D$.",
            "w <= exp(eps*d)*v",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "w", "w": "v", "d": "d", "e": "eps"},
        ),
        Inequality(5, "In terms of $L$.", "v <= exp(L)*w", where=ANY, uses=(2, 3)),
        Inequality(6, "The other in terms of $L$.", "w <= exp(L)*v", where=ANY, uses=(2, 4)),
        *hyperbolic(7, 5, 6, "the law of the outputs on $D$", "that on $D'$"),
        Inequality(15, r"This is at most $L$,", "L*tanh(L/2) <= L"),
        Inequality(16, r"and at most $L^2/2$.", "L*tanh(L/2) <= L**2/2"),
        Identity(
            17,
            r"Randomised response to one bit, with the laws $(e^\varepsilon,1)/(1+e^\varepsilon)$ "
            r"and $(1,e^\varepsilon)/(1+e^\varepsilon)$, is $\varepsilon$-DP and attains it at "
            r"$d=1$.",
            f"{R}/(1 + {R})*log({R}) + 1/(1 + {R})*log(exp(-eps)) == eps*tanh(eps/2)",
            where=POSITIVE,
        ),
        Given(
            18,
            r"$d=2$: between $D$ and $D'$ lies a dataset at distance 1 of both; $\mathcal M_0,"
            r"\mathcal M_1,\mathcal M_2$ are the three laws. For any two that are one step apart, "
            "in either order, and every event:",
            f"v <= {R}*w",
            where=POSITIVE,
        ),
        chord(19, "x"),
        chord(20, "y"),
        Inequality(
            21,
            r"So for the steps $x$ of $d\mathcal M_1/d\mathcal M_0$ and $y$ of $d\mathcal M_2/"
            r"d\mathcal M_1$ the log-ratio is at most what the masses cost.",
            f"-log(x*y) <= {PRICES[0]} + ({PRICES[1]})*x + ({PRICES[2]})*x*y",
            where=BOTH,
            weights={19: "1", 20: "1"},
            rest=f"2*eps*{SQUARE}*exp(-2*eps)*({R} - x)*(y - exp(-eps))/({R} - exp(-eps))**2",
        ),
        Textbook(
            22,
            r"Masses add up to 1: $D_{\mathrm{KL}}(\mathcal M_0\|\mathcal M_2)\le2\varepsilon(1-"
            r"e^{-\varepsilon})$.",
            "two <= 2*eps*(1 - exp(-eps))",
            where=BOTH,
            fact="textbook.radon-nikodym:two steps",
            hypotheses={
                "P(E) <= c Q(E) for every event and laws one step apart": 18,
                "-log(a b) <= x + y a + z a b": 21,
            },
            instance={"k": "two", "c": R, "V": "v", "W": "w", "A": "x", "B": "y"}
            | dict(zip("xyz", PRICES, strict=True)),
            over=("x", "y", "v", "w"),
            which="x <= exp(eps), x*exp(eps) >= 1, y <= exp(eps), y*exp(eps) >= 1",
        ),
        total(23, r"What attains it: $\mathcal M_0$", ("1", "1", "1")),
        total(
            24,
            r"With steps $e^{-\varepsilon},e^\varepsilon,e^\varepsilon$: $\mathcal M_1$",
            ("exp(-eps)", R, R),
        ),
        total(
            25,
            r"With $e^{-\varepsilon},e^{-\varepsilon},e^\varepsilon$ from there: $\mathcal "
            "M_2$",
            ("exp(-2*eps)", "1", "exp(2*eps)"),
        ),
        Identity(
            26,
            r"Records read as bits, with $\mathcal M_1$ for both datasets between: all steps lie "
            r"in $[e^{-\varepsilon},e^\varepsilon]$, so that the three laws form an "
            r"$\varepsilon$-DP mechanism. $D_{\mathrm{KL}}(\mathcal M_0\|\mathcal M_2)=2\varepsilon"
            r"(1-e^{-\varepsilon})$ for these, by the log-ratios of the three outcomes.",
            f"{MASSES[0]}*log(exp(2*eps)) + {MASSES[1]}*log(1) + {MASSES[2]}*log(exp(-2*eps)) == "
            "2*eps*(1 - exp(-eps))",
            where=POSITIVE,
            uses=(23, 24, 25),
        ),
        Inequality(
            27,
            r"This is less than $L\tanh(L/2)$ at $d=2$.",
            "2*eps*(1 - exp(-eps)) < 2*eps*tanh(eps)",
            where=POSITIVE,
        ),
        Parts(
            28,
            r"The statement; steps 17 to 27 take $\varepsilon>0$.",
            uses=(14, 15, 16, 17, 22, 26, 27),
        ),
    ),
)
