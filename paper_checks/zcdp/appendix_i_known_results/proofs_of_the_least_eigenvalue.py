"""Real cases of the steps of proofs_of_the_least_eigenvalue.proof."""

from collections.abc import Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Instance
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision


def tilted_pairs() -> Iterator[Instance]:
    """A uniform on (3/5, +-4/5) and (4/5, +-3/5): its variances, without the bound of (3)."""
    case = {"w": "1/2", "up": "144/625", "down": "144/625", "rest": 0, "cross": "144/625"}
    case |= {"low": "144/625", "four": "337/1250", "own": "49/2500", "nu": "144/625"}
    for first, second in (("3/5", "4/5"), ("4/5", "3/5")):
        yield from (
            {**case, "b": first, "c": Fraction(sign) * Fraction(second)} for sign in (1, -1)
        )


def second_round() -> Iterator[Instance]:
    """G_1 = aa'; A_2 is b or c alike, which are orthonormal, with <a, b> = 24/25, <a, c> = 7/25.

    The eigenvectors of G_1 are a and what is orthogonal to it.
    """
    with working_precision(128):
        small = (-arb(1)).exp()
        share, trace = 1 - small, 1 + small
        cosines = [ball(Fraction(24, 25)), ball(Fraction(7, 25))]
        after = [2 * small * cosine.cosh() / trace for cosine in cosines]
        split = [(2 - 2 * share + share**2 * cosine**2) / trace for cosine in cosines]
        mean = Enclosure.of(sum(after, arb(0)) / 2)
        rest = {"h": mean, "f": Enclosure.of(sum(split, arb(0)) / 2)}
        rest["r"] = Enclosure.of(1 - share / 2)
        for cosine, y, z in zip(cosines, after, split, strict=True):
            case = {
                "x": Enclosure.of(cosine**2),
                "y": Enclosure.of(y),
                "z": Enclosure.of(z),
                **rest,
            }
            process = trace / 2 * y / (1 - share / 2) ** 2
            case |= {"S": Enclosure.of(y * trace), "W": Enclosure.of(process.log())}
            yield {"l": "1/2", "m": "1/2", "d": 2, "t": 2, **case}
