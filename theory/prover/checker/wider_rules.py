"""Rules beyond those of formal proofs: several slopes, limits, log 0, Lambert's function.

No step of a formal proof may use them, and nothing that judges one imports this file. Proofs of
inequalities may, and are then said to rest on them by name.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from flint import arb, fmpq
from .along import free, has_inside
from .claims import ENDS, Claim, Replay, Rule, flag
from .functions import FUNCTIONS, proved_of
from .identities import Forms, same
from .ranges import INF, ONE, Range, exact, minus, rising, times
from .rows import Row, proved
from .rules import RULES
from .terms import NIL, UNIT, Book, Function, need, rational

VANISHING = MappingProxyType({"none": "vanishing", "exp": "vanishing exp", "erf": "vanishing erf"})
"""The rows of what vanishes, by how it falls."""


def along(r: Replay, claim: Claim, node: Any) -> None:
    """The term is >= 0 by its signs along a variable."""
    claim = free(r, claim, node["on"])
    r.defined(claim, node)
    need(not {"proof", "weight"} & set(node), "What has no slope may jump at an end.")
    need(signs(r, claim, node["on"], node) == "+", "The term may be negative.")


def signs(r: Replay, claim: Claim, name: str, node: Any) -> str:
    """The signs of a term inside an interval, from its beginning: + for >= 0 (> 0 if strict).

    A term whose slope is >= 0 and then <= 0 is <= 0, then >= 0, then <= 0, where each part may be
    missing; the first one is if the limit at the beginning is >= 0. And so for other signs.
    """
    book, inside = r.book, claim.inside(name)
    if "proof" in node:
        sign = -1 if flag(node["negative"]) else 1
        r.check(inside.of(book.total((claim.term, sign)), claim.strict), node, "proof")
        return "+" if sign == 1 else "-"
    if "weight" in node:
        weight, core = (inside.of(book.read(node[key])) for key in ("weight", "core"))
        r.used.add("weight")
        same(r.book, claim.term, book.times(weight.term, core.term))
        r.check(weight, node, "positive")
        r.defined(core, node)
        need(not claim.strict, "A product is not seen to be strict.")
        return signs(r, core, name, node["core signs"])
    below = node["slope"]
    first = inside.of(book.slope(claim.term, name), flag(below.get("strict", False)))
    if "proof" not in below:
        r.defined(first, below)
    result = signs(r, first, name, below)
    # One strict sign on all of the interval: the term is off its limit at an end that is not taken.
    steep = first.strict and len(result) == 1
    result = ("-" if result[0] == "+" else "+") + result
    for key, high in ENDS:
        if key in node:
            strict = claim.strict and (claim.end(name, high)[1] or not steep)
            # A sign at the beginning or end is struck out if the limit at that end contradicts it.
            turned = book.total((claim.term, 1 if result[-high] == "-" else -1))
            limit(r, claim.of(turned, strict), name, high, node[key])
            result = result[:-1] if high else result[1:]
    return result


def limit(r: Replay, claim: Claim, name: str, high: bool, node: Any) -> None:
    """The lower limit of a term at an end is >= 0 (> 0 if strict).

    It is the sum of one that is continuous up to the end, one that is >= 0, and what vanishes.
    """
    # All that is shown of the parts is shown inside, from where the limit is taken.
    has_inside(claim.region[name])
    book, inside, value = r.book, claim.inside(name), claim.term
    end, _ = claim.end(name, high)
    if "value" in node:
        r.used.add("limit")
        value, rest = book.read(node["value"]), book.read(node["rest"])
        gone = [vanishing(r, inside, name, high, part) for part in node["vanishing"]]
        same(r.book, claim.term, book.total(*((t, 1) for t in (value, rest, *gone))))
        r.range(inside, value)
        r.check(inside.of(rest), node, "rest_proof")
    continuous(book, value, name)
    need(end is not None or name not in book.names[value], "The end is infinite.")
    there = r.put(claim, name, book.num(end or 0), value)
    r.check(there, node, "proof")


def continuous(book: Book, term: int, name: str) -> None:
    """A term has no choice along a variable; all else is continuous where it is defined."""
    jumps = (book.rows[t][0] == "if" and name in book.names[t] for t in book.inside[term])
    need(not any(jumps), "A term with branches may jump at an end.")


def fixed(book: Book, name: str, *terms: int) -> None:
    """Some terms do not move with a variable."""
    need(all(name not in book.names[t] for t in terms), "A factor is not fixed.")


def bounded(size: Range) -> None:
    """A term is bounded."""
    need(size.lo.is_finite() and size.hi.is_finite(), "A factor may be unbounded.")


def grows(order: fmpq, scale: Range, rate: Range) -> bool:
    """Whether u = d a / s^m grows: m > 0, d > 0, and a stays above a number > 0."""
    return bool(order > 0) and scale.above(True) and bool(rate.lo > 0)


def small(n: fmpq, fall: str, fast: bool) -> None:
    """s^n |log s|^k falls, or exp(-u) or 1 - erf(u) does faster.

    1 - erf(u) is at most 2 for every u, and exp(-u) has no bound where u falls.
    """
    need(fast or (n > 0 and fall != "exp"), "A part may not vanish.")


def vanishing(r: Replay, claim: Claim, name: str, high: bool, node: Any) -> int:
    """c b s^n |log s|^k tends to 0 as s > 0 does, if c is fixed, b bounded near 0, and n > 0.

    So it does for every n times exp(-u) or 1 - erf(u), if u = d a / s^m with d > 0 fixed, a above
    a number > 0, and m > 0. Here s is the distance from the end, or 1 / |v| if that is infinite.
    """
    book, (end, _), v = r.book, claim.end(name, high), r.book.line("var", name)
    # A limit asks only what happens from some place on: b and a are bounded there alone.
    claim = claim.at(name, claim.region[name].parts(node["near"])[high])
    n, k, m = (rational(node[key]) for key in ("power", "logs", "order"))
    c, b, d, a = (book.read(node[key]) for key in ("fixed", "bounded", "scale", "rate"))
    # At an infinite end this is v or -v, which is 1/s: `turn` inverts the powers below.
    s = r.beyond(v, end or NIL, high != (end is None))
    turn = -1 if end is None else 1
    u = book.times(d, a, book.power(s, -turn * m))
    falls: Mapping[str, Callable[[], int]] = {
        "none": lambda: book.num(1),
        "exp": lambda: book.line("exp", book.total((u, -1))),
        "erf": lambda: book.total((UNIT, 1), (book.line("erf", u), -1)),
    }
    fall = falls[node["fall"]]()
    logs = book.power(book.line("log", s), k)
    term = book.times(c, b, book.power(s, turn * n), logs, fall)
    r.range(claim, term)
    size, rate = r.range(claim, b), r.range(claim, a)
    fast = node["fall"] != "none" and grows(m, r.range(claim, d), rate)
    fixed(book, name, c, d)
    bounded(size)
    small(n, node["fall"], fast)
    r.used.add(VANISHING[node["fall"]])
    return term


def infinite(r: Replay, claim: Claim, node: Any) -> None:
    """A sum of parts that are defined and of -c log 0 with c > 0."""
    book, nil = r.book, r.book.line("log", r.book.num(0))
    need(claim.lenient and nil in book.inside[claim.term], "The statement has no log 0 at an end.")
    for t, c in book.items(claim.term):
        factors = dict(book.factors(t))
        if factors.pop(nil, 0) == 1:
            sign = times(exact(c), r.range(claim, book.product(*factors.items())))
            need(minus(sign).above(True), "Not all -c log 0 have c > 0.")
        else:
            r.range(claim, t)


ROWS = (
    Row(
        name="signs",
        premises="signs of the slope in turn, and limits at ends that strike out a sign",
        sides="v has an inside; the term is defined on all of v, its slopes inside",
        conclusion="the term >= 0 (> 0)",
        theorems=(
            *("rule_signs", "rule_shown_sign", "rule_strike_low", "rule_strike_high"),
            *("rule_strike_both", "rule_along", "rule_along_all", "rule_strict_low"),
            *("rule_strict_high", "rule_strict_both", "rule_steep_low", "rule_steep_high"),
        ),
        check=along,
    ),
    Row(
        name="infinite",
        premises="none",
        sides="c > 0; the log 0 was stated, and no sum collected it",
        conclusion="a - c log 0 > 0, by convention",
        theorems=("rule_infinite", "rule_zero_log_zero"),
        check=infinite,
    ),
)
PARTS = (
    Row(
        name="weight",
        premises="w >= 0, and signs of c in turn",
        sides="the term is w c; c is defined; the claim is not strict",
        conclusion="the term has the signs of c",
        theorems=("rule_weight",),
        check=signs,
    ),
    Row(
        name="limit",
        premises="r >= 0 inside; a >= 0 (> 0) at the end; g vanishes there",
        sides="v has an inside; the term is a + r + g; a is continuous up to the end",
        conclusion="the lower limit of the term at the end is >= 0 (> 0)",
        theorems=("rule_limit_low", "rule_limit_high", "rule_vanishing_sum", "rule_vanishing_none"),
        check=limit,
    ),
    Row(
        name="vanishing",
        premises="none",
        sides="c is fixed, b bounded beside the end, n > 0",
        conclusion="c b s^n |log s|^k tends to 0",
        theorems=("rule_vanishing_power",),
        check=vanishing,
    ),
    Row(
        name="vanishing exp",
        premises="none",
        sides="c and d are fixed, b bounded, u = d a / s^m with d > 0, m > 0, a > a0 > 0",
        conclusion="c b s^n |log s|^k exp(-u) tends to 0",
        theorems=("rule_vanishing_exp",),
        check=vanishing,
    ),
    Row(
        name="vanishing erf",
        premises="none",
        sides="as for exp(-u); or c is fixed, b bounded, and n > 0",
        conclusion="c b s^n |log s|^k (1 - erf(u)) tends to 0",
        theorems=("rule_vanishing_erf", "rule_vanishing_erf_fast"),
        check=vanishing,
    ),
)
"""Rules within `signs`, which a proof cannot name."""
WIDER_RULES: Mapping[str, Rule] = MappingProxyType({**RULES, **proved(ROWS)})
"""All rules, those of formal proofs among them."""


def lambert(a: Range) -> Range:
    """The range of Lambert's function W(x), the larger w with w exp(w) = x."""
    need(bool(a.lo + (-ONE).exp() > 0), "Lambert's function may be of a number below -1/e.")
    return rising(a, arb.lambertw, -ONE, INF)


def lambert_equation(forms: Forms, value: Any, argument: Any) -> Any:
    """w exp(w) less the argument."""
    return value * forms.exp(value) - argument


U = ("u",)
RISE = ("pow", "-1", ("add", U, ("exp", ("lambertw", U))))
ADDED: Mapping[str, Function] = MappingProxyType(
    {
        "lambertw": Function(
            RISE, lambert, proved_of("lambertw"), partial=True, equation=lambert_equation
        )
    }
)
WIDER_FUNCTIONS: Mapping[str, Function] = MappingProxyType({**FUNCTIONS, **ADDED})
"""All functions, those of formal proofs among them."""


def beyond_the_core(r: Replay) -> tuple[str, ...]:
    """The names of the rules and functions beyond those of formal proofs that a check has met."""
    functions = {row[0] for row in r.book.rows if row[0] in ADDED}
    return tuple(sorted((r.used - RULES.keys()) | functions))
