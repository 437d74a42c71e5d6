"""Real cases of the steps of proof_of_proposition_4_26.proof."""

from fractions import Fraction
from banditproof.paper_checks.checking import Instance


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
