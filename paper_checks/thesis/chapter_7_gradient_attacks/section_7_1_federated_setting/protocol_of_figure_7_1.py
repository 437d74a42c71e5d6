"""Claims about the federated threat model, Figure 7.1, and its reduction to the mean."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from flint import arb
from banditproof.algorithms.membership.descents.batch_schedules import FullBatch
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from .exact_gradients import Vector, mean

ROWS = ((0.0, 3.0), (1.0, -1.0), (4.0, 0.5), (-2.0, 2.0), (0.5, 1.0))
CANARY = (9.0, -2.5)
"""All means of these rows are dyadic, and so exact."""
START = (1.0, 2.0)
Moments = tuple[Fraction, Fraction]
Law = dict[Fraction, Fraction]


def sent_gradients(member: bool, noise: ClippedNoise | None = None) -> Vector:
    """What the adversary recovers from the first step of the library's descent."""
    descent = Descent(
        model=QuadraticLoss(columns=2), rates=(0.5,), batches=FullBatch(), noise=noise
    )
    rows = LabelledRows([CANARY, *ROWS[1:]], [0.0] * len(ROWS))
    seen = descent.run(rows, start=START, rng=1, first_sends=member)
    return tuple(Fraction(float(x)) for x in seen.gradients()[0])


def own_gradients(rows: Sequence[tuple[float, ...]]) -> list[Vector]:
    """theta_0 - x for each row."""
    start = [Fraction(t) for t in START]
    return [tuple(t - Fraction(x) for t, x in zip(start, row, strict=True)) for row in rows]


def divided_by_all(vectors: Sequence[Vector]) -> Vector:
    """Wrong: the sum over those who send, divided by the number of all clients."""
    return tuple(x * len(vectors) / len(ROWS) for x in mean(vectors))


@checks("thesis.gd.fig7.1")
@mutant("a sum over those who send, divided by all", aggregate=divided_by_all)
@mutant("a canary that is always sent", sends=(True, True))
def protocol(
    aggregate: Callable[[Sequence[Vector]], Vector] = mean, sends: tuple[bool, bool] = (False, True)
) -> Verdict:
    """One round of the protocol in the library, with and without the canary."""
    others = own_gradients(ROWS[1:])
    for member, sent in zip((False, True), sends, strict=True):
        received = [*own_gradients([CANARY]), *others] if sent else others
        result, wanted = sent_gradients(member), aggregate(received)
        require(result == wanted, "The server aggregates something else.", sent=member, g=result)
    return points()


def in_moments(n: int) -> Moments:
    """Mean and variance of a column of unit variance with the target 1 among n rows."""
    return Fraction(1, n), Fraction(n - 1, n * n)


def divergence(inside: Moments, out: Moments, columns: int) -> Enclosure:
    """The KL divergence of normal means with the target from those without it."""
    (m, v), (k, w) = inside, out

    def total() -> arb:
        ratio = v / w
        return columns * (ball(ratio - 1 + (m - k) ** 2 / w) - ball(ratio).log()) / 2

    return enclose(total, 12)


@checks("thesis.gd.def.fl-threat")
@mutant("nothing is sent, and the count is kept", others=0)
@mutant("sharper: twice as near to the limit", part=Fraction(1, 2))
@mutant("the mean of n + 1 rows", inside=lambda n: in_moments(n + 1))
def threat_model(
    others: int = 1, part: Fraction = Fraction(1), inside: Callable[[int], Moments] = in_moments
) -> Verdict:
    """The game of one more summand beside the game of Algorithm 11, on normal columns."""
    sides, numbers = Sides(), {}
    for n in (10, 100, 1000):
        columns, limit = 5 * n, Fraction(5, 2)
        replaced = divergence(inside(n), (Fraction(0), Fraction(1, n)), columns)
        sent = divergence(inside(n), (Fraction(0), Fraction(1, n - others)), columns)
        numbers[f"replace, n = {n}"], numbers[f"send, n = {n}"] = float(replaced), float(sent)
        finding = "The divergence of the game is not near to its limit m*/2."
        sides.below(limit, replaced, finding, n=n, divergence=replaced)
        sides.below(replaced, sent, "To send nothing is no other game.", n=n, send=sent)
        sides.at_most(sent - limit, part * Fraction(27, 10) / n, finding, n=n, divergence=sent)
    return points(numbers=numbers, sharpness=sides.sharpness)


def law_of(weighted: Sequence[tuple[Fraction, Fraction]]) -> Law:
    """The law with these values and weights."""
    results: Law = {}
    for value, weight in weighted:
        results[value] = results.get(value, Fraction(0)) + weight
    return results


COIN = {Fraction(0): Fraction(2, 3), Fraction(1): Fraction(1, 3)}
TARGET = Fraction(3)


def batch_mean(rows: int, size: int, member: bool) -> Law:
    """The mean of a uniform batch of rows that are coins; the first one may be the target."""
    batches = list(combinations(range(rows), size))
    weighted = []
    for drawn in product(COIN.items(), repeat=rows):
        values = [value for value, _ in drawn]
        weight = Fraction(1, len(batches))
        for _, p in drawn:
            weight *= p
        if member:  # in place of the first draw, whose masses add up to 1
            values[0] = TARGET
        weighted += [(sum(values[i] for i in b) / Fraction(size), weight) for b in batches]
    return law_of(weighted)


def mixed(rows: int, size: int) -> Law:
    """The sub-sampled mean: the mean of a batch with the target, with probability |B|/n."""
    share = Fraction(size, rows)
    return law_of(
        [(x, share * p) for x, p in batch_mean(size, size, True).items()]
        + [(x, (1 - share) * p) for x, p in batch_mean(size, size, False).items()]
    )


@checks("thesis.gd.claim.reduction")
@mutant(
    "the mini-batch always has the target", variant=lambda rows, size: batch_mean(size, size, True)
)
@mutant("DP-SGD without clipping", bound=100.0)
def reduction(variant: Callable[[int, int], Law] = mixed, bound: float = 2.0) -> Verdict:
    """The three descents, one step each, as an exact, a sub-sampled and a clipped mean."""
    rows = [CANARY, *ROWS[1:]]
    require(sent_gradients(True) == mean(own_gradients(rows)), "A full batch is no mean.")
    for count, size in ((4, 2), (3, 2), (4, 1)):
        finding = "The mean of a mini-batch has not the law of the sub-sampled mean."
        result, wanted = batch_mean(count, size, True), variant(count, size)
        require(result == wanted, finding, n=count, batch=size, law=result)
        out = batch_mean(count, size, False) == batch_mean(size, size, False)
        require(out, "Without the target the size of the batch is not all that counts.", n=count)
    noise = ClippedNoise(bound=2.0, multiplier=0.0)
    clipped = clip([[float(x) for x in g] for g in own_gradients(rows)], bound)
    far = [
        abs(float(a) - b) for a, b in zip(sent_gradients(True, noise), clipped.mean(0), strict=True)
    ]
    require(max(far) < 1e-12, "DP-SGD without noise is not the mean of clipped gradients.")
    return points()
