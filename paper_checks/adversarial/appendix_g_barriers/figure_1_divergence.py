"""Claims about Figure 1: both curves, their labels, and the rounds in which they split."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, proved, require
from banditproof.theory import Enclosure
from banditproof.theory.adversarial.exp3_leak import leak_crossing, leak_curves, leak_probabilities

RATE = Fraction(1, 10**4)
Crossings = tuple[tuple[str, int], ...]
OF_FIGURE: Crossings = (("0.75", 92131), ("0.99", 98869))
ROUNDS = (10_001, 89_999, 92_129, 92_131, 92_133, 98_867, 98_869, 98_871, 100_001)


@cache
def first_run() -> Mapping[int, Enclosure]:
    """P_t(2) at the rates of the figure in some odd rounds; the second run is its mirror."""
    return dict(zip(ROUNDS, leak_probabilities(RATE, RATE, ROUNDS), strict=True))


@checks("adv.fig1.curves")
@mutant("a limit of 1", end=Fraction(1))
@mutant("sharper: a split before round 90000", split=89_999)
def two_curves(split: int = 100_001, end: Fraction = 1 - RATE / 2) -> Verdict:
    """P_t(2) in balls at three odd rounds; P'_t(2) = 1 - P_{t+1}(2)."""
    sides, run = Sides(), first_run()
    apart = abs(run[10_001] - Fraction(1, 2))
    sides.at_most(apart, Fraction(1, 100), "It is not near 1/2.", t=10_001)
    sides.at_most(end - Fraction(1, 10**7), run[split], "It is not near its limit.", t=split)
    return points(sharpness=sides.sharpness)


@checks("adv.fig1.labels")
@mutant("the first round", t=1)
def labels(t: int = 700) -> Verdict:
    """Both curves at one round, at rates of 1/100."""
    rate = Fraction(1, 100)
    (first,), (second,) = (leak_probabilities(rate, rate, [t], neighbour=n) for n in (False, True))
    if not (first > second or second > first):
        return proved(universal=None)
    return misprinted(t=t, first=first, second=second)


@checks("adv.fig1.crossings")
@mutant("two rounds later", of_figure=(("0.75", 92133),))
def crossings(of_figure: Crossings = OF_FIGURE) -> Verdict:
    """The two odd rounds around a level: the odd ones increase, and even ones lie below them."""
    run, rate = first_run(), Fraction(1, 100)
    for level, expected in of_figure:
        before, after = run[expected - 2], run[expected]
        require(before <= Fraction(level), "It crossed before.", level=level, t=expected - 2)
        require(after > Fraction(level), "It has not crossed.", level=level, t=expected)
    for level, both in (("0.75", (477, 476)), ("0.99", (553, 552))):
        result = leak_crossing(rate, rate, level)
        require(result == both, "They cross elsewhere.", rate=rate, level=level, found=result)
    return points()


@checks("adv.fig1.listing")
@mutant("the loss of round 1 is seen", neighbour=True)
def first_rounds(neighbour: bool = False) -> Verdict:
    """Floats by log-odds, and balls."""
    expected = [Fraction(text) for text in ("0", "0", "4.99949998334e-5", "4.9985002333e-9")]
    expected.append(Fraction("4.99999988333e-5"))
    result = leak_probabilities(RATE, RATE, range(1, 6), neighbour=neighbour, digits=20)
    floats = leak_curves(RATE, RATE, 5)[1 if neighbour else 0]
    for t, (item, wanted, near) in enumerate(zip(result, expected, floats, strict=True), start=1):
        apart = abs(item - Fraction(1, 2) - wanted)
        require(apart <= Fraction(1, 10**14), "The round differs.", t=t, found=item)
        require(abs(item - Fraction(float(near))) <= Fraction(1, 10**15), "The float is off.", t=t)
    return proved(universal=None)
