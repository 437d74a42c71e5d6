"""Claims about Definition 5.8 and Theorem 5.9: optimal designs, and three descriptions of them."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.designs import g_value
from banditproof.theory.rational_matrices import fraction_of, rational_matrix

LINES = ((1, 0), (0, 1), (1, 1), (2, 1))
WEIGHTS = (
    [*[Fraction(1, 3)] * 3, Fraction(0)],
    [Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(0)],
)


@checks("thesis.def5.8.support")
@mutant("the actions of weight 1/2 and more", least=Fraction(1, 2))
def core_set(least: Fraction = Fraction(0)) -> Verdict:
    """The core set has all the weight, and its actions alone give V(pi) and its determinant."""
    for weights in WEIGHTS:
        core = [i for i, w in enumerate(weights) if w != 0 and w >= least]
        require(sum(weights[i] for i in core) == 1, "The core set has less weight.")
        dets = []
        for chosen in (core, range(len(LINES))):
            entries = [
                [
                    sum((weights[i] * LINES[i][j] * LINES[i][k] for i in chosen), Fraction(0))
                    for k in (0, 1)
                ]
                for j in (0, 1)
            ]
            dets.append(fraction_of(rational_matrix(entries).det()))
        require(dets[0] == dets[1] != 0, "The core set has another determinant.", weights=weights)
    return proved(universal=None)


@checks("thesis.thm5.9.literal")
@mutant("the square of the norm", power=2)
@mutant("one dimension", d=1)
def without_the_square(power: int = 1, d: int = 2) -> Verdict:
    """The uniform design on the axes has the least g: its square is d."""
    axes = [[int(i == j) for j in range(d)] for i in range(d)]
    square = g_value(axes, [Fraction(1, d)] * d)
    need(square == d, "The axes have another value", found=square)
    for share in range(1, 12 * (d > 1)):
        moved = [Fraction(share, 12), Fraction(12 - share, 12)]
        need(g_value(axes, moved) >= square, "Another design has a smaller value", weights=moved)
    require(
        square**power == d**2,
        "The least value of the norm is the root of d, since that of its square is d.",
        actions="the axes",
        d=d,
        square_of_the_least_g=square,
        square_of_d=d**2,
    )
    return proved(universal=None)
