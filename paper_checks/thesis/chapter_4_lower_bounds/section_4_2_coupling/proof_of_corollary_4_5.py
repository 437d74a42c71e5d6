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

R, SQUARE = "exp(eps)", "(exp(2*eps) - 1)"
PRICES = (f"2*eps*exp(2*eps)/{SQUARE}", "-2*eps*exp(-eps)", f"-2*eps/{SQUARE}")
"""What the masses of an outcome under M_0, M_1, M_2 cost in the linear program for d = 2."""
MASSES = (f"{R}/(1 + {R})", f"(1 - exp(-eps))/(1 + {R})", f"exp(-eps)/(1 + {R})")


ANY, POSITIVE = "eps in [0,inf)", "eps in (0,inf)"


CORNERS = {
    f"-log(a b) <= x + y a + z a b at {place}": f"{left} <= {PRICES[0]} + ({PRICES[1]})*{first}"
    f" + ({PRICES[2]})*{both}"
    for place, left, first, both in (
        ("(c, c)", f"-2*log({R})", R, f"{R}**2"),
        ("(c, 1/c)", "0", R, "1"),
        ("(1/c, c)", "0", f"1/{R}", "1"),
        ("(1/c, 1/c)", f"2*log({R})", f"1/{R}", f"1/{R}**2"),
    )
}
"""The cost of the masses is at least the log-ratio at the ends of both steps."""


def total(number: int, law: str, factors: tuple[str, str, str]) -> Step:
    """The masses of one of the three laws add up to 1."""
    terms = " + ".join(f"{mass}*{factor}" for mass, factor in zip(MASSES, factors, strict=True))
    return Identity(number, f"{law} is a law.", f"{terms} == 1", where=POSITIVE)


WIDER = "(L+z)"
STEEPER = f"{WIDER}*(exp({WIDER}) + exp(-{WIDER}))/(exp({WIDER}) - exp(-{WIDER}))"
SOME = "z in (0,inf)"


def hyperbolic(
    number: int, forward: int, backward: int, one: str, two: str, events: str = ""
) -> tuple[Step, ...]:
    """Eight steps: KL <= L tanh(L/2) for two laws whose masses differ by a factor e^L at most."""
    masses = ", ".join(filter(None, (SOME, events)))
    wide = f"{WIDER}*tanh({WIDER}/2)"
    return (
        Inequality(
            number,
            r"A line has the value $x\log x$ at $x=e^{L+z}$, for any $z>0$,",
            f"exp({WIDER})*log(exp({WIDER})) <= {wide} - {STEEPER} + {STEEPER}*exp({WIDER})",
            where=SOME,
        ),
        Inequality(
            number + 1,
            r"and at $x=e^{-(L+z)}$; it is $(L+z)\tanh((L+z)/2)$ at $x=1$.",
            f"-log(exp({WIDER}))/exp({WIDER}) <= {wide} - {STEEPER} + {STEEPER}/exp({WIDER})",
            where=SOME,
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
            where=SOME,
            fact="textbook.radon-nikodym:divergence",
            hypotheses={
                "P(E) <= c Q(E) for every event": number + 2,
                "Q(E) <= c P(E) for every event": number + 3,
                "x log x <= a + b x at x = c": number,
                "x log x <= a + b x at x = 1/c": number + 1,
            },
            instance={"k": "div", "a": f"{wide} - {STEEPER}", "b": STEEPER}
            | {"c": f"exp({WIDER})", "V": "v", "W": "w"},
            over=("v", "w"),
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
            where=SOME,
            weights={number + 4: "1", number + 5: "1"},
        ),
        Textbook(
            number + 7,
            r"As $z$ is any, the divergence is at most $L\tanh(L/2)$.",
            "div <= L*tanh(L/2)",
            where=SOME,
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
        Textbook(
            19,
            r"The log-ratio of $\mathcal M_0$ and $\mathcal M_2$ is at most what the masses cost, "
            r"at the corners of the steps $d\mathcal M_1/d\mathcal M_0$ and $d\mathcal M_2/"
            r"d\mathcal M_1$ and so between. Masses add up to 1: $D_{\mathrm{KL}}(\mathcal M_0\|"
            r"\mathcal M_2)\le2\varepsilon(1-e^{-\varepsilon})$.",
            "two <= 2*eps*(1 - exp(-eps))",
            where=POSITIVE,
            fact="textbook.radon-nikodym:two steps",
            hypotheses={"P(E) <= c Q(E) for every event and laws one step apart": 18, **CORNERS},
            instance={"k": "two", "c": R, "V": "v", "W": "w"}
            | dict(zip("xyz", PRICES, strict=True)),
            over=("v", "w"),
        ),
        total(20, r"What attains it: $\mathcal M_0$", ("1", "1", "1")),
        total(
            21,
            r"With steps $e^{-\varepsilon},e^\varepsilon,e^\varepsilon$: $\mathcal M_1$",
            ("exp(-eps)", R, R),
        ),
        total(
            22,
            r"With $e^{-\varepsilon},e^{-\varepsilon},e^\varepsilon$ from there: $\mathcal "
            "M_2$",
            ("exp(-2*eps)", "1", "exp(2*eps)"),
        ),
        Identity(
            23,
            r"Records read as bits, with $\mathcal M_1$ for both datasets between: all steps lie "
            r"in $[e^{-\varepsilon},e^\varepsilon]$, so that the three laws form an "
            r"$\varepsilon$-DP mechanism. $D_{\mathrm{KL}}(\mathcal M_0\|\mathcal M_2)=2\varepsilon"
            r"(1-e^{-\varepsilon})$ for these, by the log-ratios of the three outcomes.",
            f"{MASSES[0]}*log(exp(2*eps)) + {MASSES[1]}*log(1) + {MASSES[2]}*log(exp(-2*eps)) == "
            "2*eps*(1 - exp(-eps))",
            where=POSITIVE,
            uses=(20, 21, 22),
        ),
        Inequality(
            24,
            r"This is less than $L\tanh(L/2)$ at $d=2$.",
            "2*eps*(1 - exp(-eps)) < 2*eps*tanh(eps)",
            where=POSITIVE,
        ),
        Parts(
            25,
            r"The statement; steps 17 to 24 take $\varepsilon>0$.",
            uses=(14, 15, 16, 17, 19, 23, 24),
        ),
    ),
)
