"""The proof of Proposition 4.26, step by step: an allocation, and alternatives for every other."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    Proof,
    Textbook,
)

from .proofs_of_characteristic_times import (
    EVERY_MARGIN,
    INFIMUM,
    LOWER_BOUND,
    MARGIN,
    at_most_rate,
    least_upper,
    member,
)

AT_MOST = "The infimum over the alternatives is at most each cost,"


def three_arms() -> list[Instance]:
    """Three arms at the weights of step 17, and what three alternatives cost there."""
    means = [Fraction(3, 4), Fraction(1, 4), Fraction(1, 8)]
    gaps = [means[0] - mean for mean in means[1:]]
    total = sum((1 / gap for gap in gaps), 1 / gaps[0])
    weights = [1 / (gap * total) for gap in (gaps[0], *gaps)]

    def cost(*moved: Fraction) -> Fraction:
        laws = (*moved, *means[len(moved) :])
        distances = [abs(mean - law) for mean, law in zip(means, laws, strict=True)]
        return sum((w * d for w, d in zip(weights, distances, strict=True)), Fraction(0))

    s, last = gaps[0] / 2, Fraction(1, 4)
    arm_1, arm_a = means[0] - s, means[0] - s / 2
    case: dict[str, Fraction] = {"g": gaps[0], "D": gaps[0], "s": s, "r": 2 * s}
    case |= {"S": total, "Q": total - 1 / gaps[0], "w1": weights[0], "W": 1 - weights[0]}
    case |= {"wa": weights[1], "near": cost(arm_1, arm_a)}
    case |= {"w2": weights[1], "close": cost(means[1] + s / 2, means[1] + s)}
    case |= {"m": means[0], "l": arm_1, "u": arm_a - arm_1, "cost": cost(arm_1, arm_a, last)}
    return [{**case, "others": weights[2] * (last - means[2])}]


PROOF = Proof(
    "thesis.prop4.26",
    where="K in [2,inf), g in (0,1], D in (0,1], Q in [0,inf), S in (0,inf), r in (0,inf), "
    "s in (0,1], w1 in [0,1], w2 in [0,1], wa in [0,1], W in [0,1], low in [0,1], "
    "near in [0,inf), close in [0,inf), rate in [0,1], m in [0,1], l in [0,1], u in [0,1], "
    "cost in (-inf,inf), others in [0,inf), value in [0,1]",
    instances=three_arms,
    steps=(
        Given(1, r"For a margin $r>0$ let $s=\min(r,\frac12\Delta_{\min})$.", "s == min(r, g/2)"),
        Given(2, r"$\Delta_{\min}\le\Delta_a$.", "g <= D"),
        Given(
            3,
            r"For an allocation $\omega$ the alternative with $\lambda_1=\mu_1-s$ and $\lambda_a="
            r"\mu_1-\frac s2$, whose best arm is $a$, costs $\omega_1s+\omega_a(\Delta_a-\frac s2)"
            r"$,",
            "near == w1*s + wa*(D - s/2)",
            uses=(1, 2),
        ),
        Given(
            4,
            r"and that with $\lambda_1=\mu_2+\frac s2$ and $\lambda_2=\mu_2+s$, whose best arm is "
            r"2, costs $\omega_1(\Delta_{\min}-\frac s2)+\omega_2s$.",
            "close == w1*(g - s/2) + w2*s",
            uses=(1,),
        ),
        member(5, 3, "low", "near", AT_MOST),
        member(6, 4, "low", "close", AT_MOST),
        Inequality(
            7,
            r"hence at most $\omega_a\Delta_a+r$,",
            "low <= wa*D + r",
            uses=(1, 3),
            weights={5: "1"},
        ),
        Inequality(
            8,
            r"and at most $\omega_1\Delta_{\min}+r$.",
            "low <= w1*g + r",
            uses=(1, 4),
            weights={6: "1"},
        ),
        Textbook(
            9,
            r"As $r$ is any, the value of an allocation is at most $\omega_a\Delta_a$,",
            "low <= wa*D",
            fact=MARGIN,
            hypotheses={EVERY_MARGIN: 7},
            instance={"x": "low", "y": "wa*D", "r": "r"},
            over=("r", "s", "near"),
        ),
        Textbook(
            10,
            r"and at most $\omega_1\Delta_{\min}$.",
            "low <= w1*g",
            fact=MARGIN,
            hypotheses={EVERY_MARGIN: 8},
            instance={"x": "low", "y": "w1*g", "r": "r"},
            over=("r", "s", "close"),
        ),
        Inequality(11, "So each weight is large enough.", "wa >= low/D", weights={9: "1/D"}),
        Textbook(
            12,
            r"The sum over $a\ge2$, with $Q=\sum_{a\ge2}\frac1{\Delta_a}$ and the sum $W$ of the "
            r"weights.",
            "low*Q <= W",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 11},
            instance={"total": "low*Q", "mean": "W", "X": "wa", "T": "low/D"},
            over=("wa", "D"),
        ),
        Given(13, r"$\omega_1+W=1$.", "W == 1 - w1"),
        Given(14, r"Let $S=\frac1{\Delta_{\min}}+Q$.", "S == 1/g + Q"),
        Inequality(
            15,
            r"No allocation has a value above $\frac1S$.",
            "low <= 1/S",
            uses=(13, 14),
            weights={10: "1/(g*S)", 12: "1/S"},
        ),
        least_upper(16, 15, "low", "rate", "1/S", "w1", "w2", "W"),
        Identity(
            17,
            r"The weights $\frac1{\Delta_{\min}S}$ and $\frac1{\Delta_aS}$ add up to 1.",
            "1/(g*S) + Q/S == 1",
            uses=(14,),
        ),
        Given(
            18,
            r"An alternative has some $\lambda_a=\lambda_1+u>\lambda_1$. It costs there what the "
            r"arms 1 and $a$ cost, with $m=\mu_1$ and $l=\lambda_1$, and what the others do.",
            "cost == abs(m - l)/(g*S) + abs(m - D - l - u)/(D*S) + others",
            uses=(17,),
        ),
        Inequality(
            19,
            "The way from one mean to the other is no detour.",
            "abs(m - l) + abs(m - D - l - u) >= D",
        ),
        Inequality(
            20,
            r"So each cost is at least $\frac1S$,",
            "cost >= 1/S",
            uses=(18,),
            weights={19: "1/(D*S)", 2: "abs(m - l)/(g*D*S)"},
        ),
        Textbook(
            21,
            "and so is their infimum.",
            "1/S <= value",
            fact=INFIMUM,
            hypotheses={LOWER_BOUND: 20},
            instance={"c": "1/S", "low": "value", "X": "cost"},
            over=("cost", "D", "l", "u", "others"),
        ),
        at_most_rate(22, "value", "rate", of=17),
        Inequality(
            23,
            r"$T^*_{\mathrm{TV}}(\nu)=S$, for the inverses.",
            "rate == 1/S",
            uses=(16, 21, 22),
        ),
        Inequality(24, "Each term is at most the first one.", "1/D <= 1/g", weights={2: "1/(D*g)"}),
        Textbook(
            25,
            r"So $Q\le\frac{K-1}{\Delta_{\min}}$,",
            "Q <= (K - 1)*(1/g)",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 24},
            instance={"x": "Q", "n": "K - 1", "c": "1/g", "b": "0", "z": "0", "X": "1/D"},
            over=("D",),
        ),
        Inequality(
            26,
            r"and $T^*_{\mathrm{TV}}(\nu)\le\frac K{\Delta_{\min}}$.",
            "S <= K/g",
            uses=(14,),
            weights={25: "1"},
        ),
        Inequality(
            27,
            r"$T^*_{\mathrm{TV}}(\nu)\ge\frac1{\Delta_{\min}}$.",
            "S >= 1/g",
            uses=(14,),
        ),
    ),
    parts=(23, 26),
)
