"""Claims about the finite policy of Appendix A: where it separates Table DP from View DP."""

from fractions import Fraction
from functools import cache
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import Kernel, Row, Seen, kernel_as_machine
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdicts.vocabulary import below, proved
from banditproof.paper_checks.verdicts.vocabulary import require as require_certified
from banditproof.paper_checks.verdicts.witness import shown
from banditproof.theory.balls import ball, working_precision
from .delta_curves import corners, where_equal

EPS, DELTA = Fraction(95, 100), Fraction(17, 100)


@cache
def both_laws(kernel: Kernel) -> tuple[Laws, Laws]:
    """The laws on all neighbouring lists and tables."""
    machine = kernel_as_machine(kernel)
    return view_laws(machine, 3), table_laws(machine, 3)


def impossible_mass(laws: Laws) -> Fraction:
    """The delta that no eps removes: the largest mass of sequences impossible for the neighbour."""
    masses = (sum(p for p, q in zip(*pair, strict=True) if not q) for pair in laws.pairs)
    return Fraction(max(masses), laws.denominator)


def delta_at(laws: Laws, eps: arb) -> arb:
    """The delta of the laws at eps, in a ball: the largest sum of positive gains."""
    factor, best = eps.exp(), arb(0)
    for first, second in laws.pairs:
        total = arb(0)
        for p, q in zip(first, second, strict=True):
            total += arb.max(p - factor * q, arb(0))
        best = arb.max(best, total)
    return best / laws.denominator


def smallest_factor(laws: Laws, delta: Fraction) -> Fraction:
    """The smallest e^eps >= 1 at which the delta of the laws is at most the given one, exactly.

    For one pair it solves P(E) - f P'(E) = delta on the event of the largest ratios.
    """
    needed = Fraction(1)
    for first, second in laws.pairs:
        ratios = sorted((p, q) for p, q in zip(first, second, strict=True) if p)
        ratios.sort(key=lambda pq: -Fraction(pq[0], pq[1]) if pq[1] else float("-inf"))
        mass = mirror = 0
        for p, q in ratios:
            mass, mirror = mass + p, mirror + q
            left = Fraction(mass) - delta * laws.denominator
            if left > 0 and mirror:
                needed = max(needed, left / mirror)
            elif left > 0:
                raise ValueError(f"The delta {delta} is below the mass that no eps removes.")
    return needed


def separated_deltas(kernel: Kernel) -> tuple[arb, arb]:
    """The View and Table delta at eps = 0.95; 0.17 must be between them."""
    with working_precision(128):
        view, table = (delta_at(laws, ball(EPS)) for laws in both_laws(kernel))
        finding = "The policy does not separate the definitions at eps = 0.95, delta = 0.17."
        for holds in (below(view, ball(DELTA)), below(ball(DELTA), table)):
            require_certified(holds, finding, View=view, Table=table)
    return view, table


def index_is_read_backwards(seen: Seen) -> Row:
    """Wrong: the binary number is read from the last round to the first."""
    return appendix(seen[::-1])


@checks("thesis.appA.example")
@mutant("another smallest eps", printed=Fraction(97, 100))
@mutant("sharper: 0.981 instead of 0.98", printed=Fraction(981, 1000), last=1000)
@mutant("histories read backwards", kernel=index_is_read_backwards)
def example_as_printed(
    printed: Fraction = Fraction(98, 100), last: int = 100, kernel: Kernel = appendix
) -> Verdict:
    """The two deltas at eps = 0.95, and the smallest eps, which rounds to the printed number."""
    view, table = separated_deltas(kernel)
    tables_found = both_laws(kernel)[1]
    with working_precision(128):
        exact = smallest_factor(tables_found, DELTA)
        root, half = ball(exact).log(), Fraction(1, 2 * last)
        finding = "The smallest eps, rounded, differs."
        for holds in (below(ball(printed - half), root), below(root, ball(printed + half))):
            require_certified(holds, finding, printed=printed, smallest=root)
        at_printed = delta_at(tables_found, ball(printed))
    return proved(
        f"View delta {view.str(6, radius=False)} and Table delta {table.str(6, radius=False)} at "
        f"eps = 0.95; the smallest eps is log({exact}) = {root.str(10, radius=False)}, which is "
        "0.98 to two digits. (It is rounded down: at 0.98 itself the Table delta is still "
        f"{at_printed.str(8, radius=False)}.)",
        universal=None,
    )


@checks("thesis.appA.example.exact")
@mutant("sharper: 0.98 instead", smallest=Fraction("2.664456"))
@mutant("0.984 instead", smallest=Fraction("2.675140"))
@mutant("histories read backwards", kernel=index_is_read_backwards)
def exact_smallest_eps(
    smallest: Fraction = Fraction(4347, 1625), kernel: Kernel = appendix
) -> Verdict:
    """delta at the smallest factor is exactly 0.17 and larger before, by sums over events."""
    lists_found, tables_found = both_laws(kernel)
    at, before = (tables_found.delta(smallest * f) for f in (1, 1 - Fraction(1, 10**9)))
    finding = "The smallest e^eps for Table DP differs."
    require(at == DELTA < before, finding, exp_eps=smallest, delta=at, slightly_below=before)
    known, for_view = (smallest_factor(laws, DELTA) for laws in (tables_found, lists_found))
    require(known == smallest, finding, exp_eps=smallest, found=known)
    require(for_view < smallest, "View DP needs as large an eps.", exp_eps=for_view)
    all_models = agreed_deltas(kernel, 3, Fraction(2586, 1000))
    with working_precision(64):
        eps = ball(for_view).log().str(8, radius=False)
    return proved(
        f"At delta = 0.17 View DP needs e^eps = {for_view} (eps = {eps}), Table DP e^eps = "
        f"{smallest}; both pure budgets are infinite, since the last rule has zeros. At e^eps = "
        f"2.586, close to eps = 0.95: {all_models}.",
        universal=None,
    )


FAR = Fraction(3)


@checks("thesis.appA.example.curve")
@mutant("equal up to 0.4 only", first=Fraction(149, 100))
@mutant("different up to 1", last=Fraction(2718, 1000))
@mutant("another mass that no eps removes", rest=Fraction(1, 7))
@mutant("histories read backwards", kernel=index_is_read_backwards)
def example_curve(
    first: Fraction = Fraction(63, 40),
    last: Fraction = Fraction(882, 325),
    rest: Fraction = Fraction(1, 6),
    kernel: Kernel = appendix,
) -> Verdict:
    """Both curves are convex and piecewise linear: their exact corners, and their values there."""
    lists_found, tables_found = both_laws(kernel)
    ends = where_equal(lists_found, tables_found, Fraction(1), FAR)
    finding = "On 1 <= e^eps <= 3 the curves agree elsewhere."
    require(ends == (first, last), finding, up_to=ends[0], again_from=ends[1])
    # delta falls to the mass of what is impossible for the neighbour, and stays there
    for laws in (lists_found, tables_found):
        result = laws.delta(last), impossible_mass(laws)
        finding = "The curve ends elsewhere than at the mass that no eps removes."
        require(result == (rest, rest), finding, exp_eps=last, delta=result[0], mass=result[1])
    places = sorted({f for x in (lists_found, tables_found) for f in corners(x, Fraction(1), FAR)})
    inside = [f for f in places if first < f < last]
    for f in inside:
        apart = lists_found.delta(f) < tables_found.delta(f)
        require(apart, "The curves meet between the two ends.", exp_eps=f)
    numbers = {}
    with working_precision(128):
        low, high, one = (ball(Fraction(e)).exp() for e in ("0.4", "0.5", "1"))
        for holds in (below(low, ball(first)), below(ball(first), high), below(ball(last), one)):
            finding = "The ends are not between eps = 0.4 and 0.5, and below 1."
            require_certified(holds, finding, first=first, last=last)
        for e in ("0.4", "0.5", "0.7", "1"):
            deltas = [delta_at(laws, ball(Fraction(e))) for laws in (lists_found, tables_found)]
            numbers[f"eps = {e}: View and Table delta"] = shown(deltas)
    return proved(numbers={**numbers, "e^eps of the kinks": tuple(places[1:-1])})
