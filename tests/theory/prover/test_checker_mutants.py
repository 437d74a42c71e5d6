"""Sloppy checkers: each accepts a stored proof that is broken, so each would be noticed."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from banditproof.theory.prover import checker
from banditproof.theory.prover.checker.rules import recheck

BROKEN = json.loads((Path(__file__).parent / "proofs" / "broken.json").read_text())
ORDER = (
    "book",
    "ranges",
    "quotients",
    "claims",
    "replay",
    "conventions",
    "polynomials",
    "shapes",
    "rules",
)
FOLDER = Path(checker.__file__ or "").parent
FILES = {name: (FOLDER / f"{name}.py").read_text() for name in ORDER}
CODE = {name: compile(text, name, "exec") for name, text in FILES.items()}
PACKAGE = "sloppy_checker"

# what stands in the checker, what stands there in the sloppy one, and a proof that it accepts
MUTANTS = [
    (
        'need(r.defined(claim, node).above(claim.strict), "The range',
        'need(r.defined(claim, node).above(False), "The range',
        "slope, strict end is only 0",
    ),
    (
        'need(r.range(claim, term).below(not strict), "The assumption',
        'need(r.range(claim, term).below(False), "The assumption',
        "empty, the assumption holds at an end",
    ),
    (
        'r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")',
        'r.check(claim.of(r.book.total((term, -1)), False), node, "proof")',
        "empty, proved for the other sign",
    ),
    (
        'r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")',
        'r.check(claim.of(term, not strict), node, "proof")',
        "empty, proved for the same sign",
    ),
    (
        'need(strict or not claim.strict, "The assumption is not strict.")',
        "pass",
        "assumption that is not strict",
    ),
    (
        "    r.same(claim.term, term)\n    r.defined(claim, node)",
        "    r.defined(claim, node)",
        "assumption about another term",
    ),
    (
        "    r.same(claim.term, term)\n    r.defined(claim, node)",
        "    r.same(claim.term, term)",
        "undefined, as assumed",
    ),
    ("need(not claim.strict and name in", "need(name in", "lemma shown strictly"),
    (
        "    r.range(claim, known)\n    r.same(claim.term, known)\n    r.defined(claim, node)",
        "    r.same(claim.term, known)",
        "lemma where log is undefined",
    ),
    (
        "    r.range(claim, known)\n    r.same(claim.term, known)",
        "    r.range(claim, known)",
        "tail lemma with a wrong constant",
    ),
    (
        "def _sum(r: Replay, claim: Claim, node: Any) -> None:\n    r.defined(claim, node)",
        "def _sum(r: Replay, claim: Claim, node: Any) -> None:",
        "pole that cancels",
    ),
    (
        '        r.check(claim.of(weight, positive), node, "parts", i, "positive")\n',
        "",
        "sum with a negative weight",
    ),
    (
        '        r.check(claim.of(term, positive), node, "parts", i, "proof")\n',
        "",
        "sum with a negative term",
    ),
    ('    need(not strict, "No part is strict.")\n', "", "strict shown non-strictly"),
    (
        '        r.check(claim.of(term, positive), node, "parts", i, "proof")',
        '        r.check(claim.of(term, False), node, "parts", i, "proof")',
        "strict part that is not",
    ),
    ("    r.same(claim.term, total)", "    pass", "wrong identity"),
    (
        '    r.check(claim.at(name, where._replace(lo=at, lo_open=True)), node, "high")\n',
        "",
        "split, one half is false",
    ),
    (
        '    r.check(claim.at(name, where._replace(hi=at, hi_open=False)), node, "low")\n',
        "",
        "split, lower half is false",
    ),
    (
        "where._replace(hi=at, hi_open=False)",
        "where._replace(hi=at, hi_open=True)",
        "split, the point itself",
    ),
    (
        "    r.range(claim, term)\n    r.check(claim.assume",
        "    r.check(claim.assume",
        "cases, undefined",
    ),
    (
        '    r.check(claim.assume(r.book.total((term, -1))), node, "low")\n',
        "",
        "cases, one is false",
    ),
    ('    r.check(claim.inside(name), node, "inside")\n', "", "ends, inside is false"),
    (
        "            r.check(there, node, key)\n\n\ndef conv",
        "            pass\n\n\ndef conv",
        "ends, an end is missing",
    ),
    (
        "        if taken and end is not None:\n            there",
        "        if taken and end is None:\n            there",
        "ends, an end is missing",
    ),
    (
        'need(not infinite or k * signs.setdefault(u, k) >= 0, "Infinite terms may cancel.")',
        "pass",
        "infinite parts that cancel",
    ),
    (
        "if parts != ((nil, Fraction(0)),) else []",
        "if not any(nil in book.inside[u] for u, _ in parts) else []",
        "0 log 0 beside a pole",
    ),
    ('need(claim.lenient, "Only', 'need(True, "Only', "infinity of a part, strict"),
    (
        'need(times(exact(c), r.range(claim, rest)).below(True), "Not all',
        'need(True, "Not all',
        "infinite, log 0 itself",
    ),
    ('    need(found, "There is no log 0.")\n', "", "infinite, without log 0"),
    (
        "    total = r.range(there, claim.term)\n",
        "    total = r.range(there, claim.term)\n    return\n",
        "taylor, box too large",
    ),
    (
        'need(total.above(claim.strict), "Taylor',
        'need(r.range(there, claim.term).above(claim.strict), "Taylor',
        "taylor, box too large",
    ),
    ("r.range(there if second else claim, first)", "r.range(there, first)", "taylor, a hill"),
    ("bend = r.range(claim, book", "bend = r.range(there, book", "taylor, second, too large"),
    (
        'of(r.book.total((first, -1 if high else 1)), rising), node, "sign")',
        'of(r.book.total((first, 1 if high else -1)), rising), node, "sign")',
        "derivative of the wrong sign",
    ),
    (
        'of(r.book.total((first, -1 if high else 1)), rising), node, "sign")',
        'of(r.book.total((first, -1 if high else 1)), False), node, "sign")',
        "slope, strictly but it is 0",
    ),
    (
        "strict = claim.strict and (claim.end(name, high)[1] or not rising)",
        "strict = claim.strict and not rising",
        "slope, strict end is only 0",
    ),
    (
        "strict = claim.strict and (claim.end(name, high)[1] or not rising)",
        "strict = False",
        "slope, strict end is only 0",
    ),
    (
        '    r.limit(claim, name, high, node, "end", strict, term)\n',
        "",
        "slope, wrong value at the end",
    ),
    (
        'of(r.book.total((second, -1))), node, "bend")',
        'of(r.book.total((second, 1))), node, "bend")',
        "convexity used on a concave function",
    ),
    (
        "        r.limit(claim, name, high, node, key, claim.strict, term)\n",
        '        r.limit(claim, name, False, node, "low", claim.strict, term)\n',
        "concave, high end is negative",
    ),
    (
        "        r.limit(claim, name, high, node, key, claim.strict, term)\n",
        '        r.limit(claim, name, True, node, "high", claim.strict, term)\n',
        "concave, low end is negative",
    ),
    (
        '        r.same(first, book.times(book.minus(book.line("var", name), at), more[0]))',
        "        pass",
        "wrong bottom",
    ),
    ("        r.same(flat.term, book.num(0))", "        pass", "bottom, slope is not 0"),
    ('    r.check(claim.inside(name).of(more[0]), node, "sign")\n', "", "bottom of a hill"),
    (
        "            r.check(there.of(r.beyond(at, end, high)), node, key)",
        "            pass",
        "bottom that is not in the interval",
    ),
    ('    r.check(there, node, "touch")\n', "", "bottom that is negative"),
    (
        '    need(not claim.strict, "One inflection shows no strict inequality.")\n',
        "",
        "inflection, strict",
    ),
    (
        '    r.check(inside.of(weight, True), node, "positive")\n',
        "",
        "inflection, weight is negative",
    ),
    ("    r.same(turned, book.times(weight, second))\n", "", "inflection, product of another term"),
    (
        '    r.check(inside.of(book.total((book.slope(turned, name), -sign))), node, "monotone")\n',
        "",
        "inflection, falling",
    ),
    (
        "        r.limit(claim, name, which, node, key, False, term)\n",
        "        pass\n",
        "inflection, low end is negative",
    ),
    (
        '    r.limit(claim, name, high, node, "flat", False, book.total((first, sign)))\n',
        "",
        "inflection, slope at the end",
    ),
    (
        'need(type(order) is int and order > 1, "The order',
        'need(type(order) is int, "The order',
        "monotone, root of order -2",
    ),
    (
        'need(kind in ("log", "exp", "erf", "tanh", "lambertw"), "That function is not listed.")',
        "pass",
        "monotone, not rising",
    ),
    (
        "    for term in (claim.term, one, two):\n        r.defined(claim.of(term), node)\n",
        "",
        "monotone, undefined root",
    ),
    ("    r.same(claim.term, book.minus(one, two))\n", "", "monotone, another difference"),
    (
        'r.check(claim.of(book.minus(a, b), claim.strict), node, "proof")',
        'r.check(claim.of(book.minus(a, b)), node, "proof")',
        "monotone, not strict",
    ),
    (
        'r.check(claim.of(book.minus(a, b), claim.strict), node, "proof")',
        "pass",
        "monotone, the wrong way",
    ),
    (
        'r.check(claim.of(r.beyond(value, end, high), not taken), node, "inside", name, key)',
        "pass",
        "instance, range not covered",
    ),
    (
        'r.check(claim.of(r.beyond(value, end, high), not taken), node, "inside", name, key)',
        'r.check(claim.of(r.beyond(value, end, high)), node, "inside", name, key)',
        "instance, open end not covered",
    ),
    (
        'r.check(claim.of(book.put(term, meaning), strict), node, "given", i, "proof")',
        "pass",
        "instance, assumption not shown",
    ),
    ("        r.range(claim, value)\n", "", "instance, undefined place"),
    ("    r.same(claim.term, book.put(new.term, meaning))\n", "", "instance, other term"),
    (
        '    r.defined(claim.of(condition), node, "condition defined")\n',
        "",
        "branch, undefined condition",
    ),
    (
        "enumerate(zip(values, conditions, strict=True)):",
        "list(enumerate(zip(values, conditions, strict=True)))[:1]:",
        "branch, min for max",
    ),
    ('-1 if kind == "min" else 1)\n    r.defined', "1)\n    r.defined", "branch, max for min"),
    (
        'need(all(sign * c > 0 for c in top), "A Bern',
        'need(True, "A Bern',
        "Bernstein, negative coefficient",
    ),
    (
        'need(not claim.strict or (bool(top) and whole), "A Bern',
        'need(True, "A Bern',
        "Bernstein, strict with a coefficient 0",
    ),
    (
        "whole = not closed or len(top) == len(under) == full",
        "whole = True",
        "Bernstein, strict with a coefficient 0",
    ),
    (
        'need(lo is not None or hi is not None, "The range has no end.")',
        "pass",
        "Bernstein, endless",
    ),
    (
        '    need(where.surrounds(at), "The point is not inside.")\n    top',
        "    top",
        "Sturm, sample outside",
    ),
    (
        'need(not strict or where == Where(*where[:2]), "A strict',
        'need(True, "A strict',
        "Sturm, strict at a closed end",
    ),
    (
        'need(bool(f(fmpq(*at.as_integer_ratio())) > 0), "It is not > 0 at the point.")',
        "pass",
        "Sturm, sample is negative",
    ),
    (
        'need(not where.surrounds(Fraction(int(root.p), int(root.q))), "A root lies inside.")',
        "pass",
        "Sturm, root inside",
    ),
    (
        'need(all(x < around.lo or x > around.hi for x in reals), "A root lies inside.")',
        "pass",
        "Sturm, root of a large factor inside",
    ),
    (
        "free = tuple(g for g in claim.given if name not in self.book.names[g[0]])",
        "free = claim.given",
        "slope, an assumption that fails at the end",
    ),
    (
        "            self.same(term, book.total(*((t, 1) for t in (value, rest, *gone))))\n",
        "",
        "slope, wrong sum at an end",
    ),
    (
        '            need(small, "A part may not vanish.")\n',
        "",
        "slope, a part that does not vanish",
    ),
    (
        '            self.check(inside.of(rest), node, key, "rest_proof")\n',
        "",
        "slope, the rest is negative",
    ),
    (
        '        need(not any(jumps), "A term with branches may jump at an end.")\n',
        "",
        "a jump taken for a limit",
    ),
    (
        '        need(end is not None or name not in book.names[term], "The end is infinite.")\n',
        "",
        "slope, end at infinity of a moving term",
    ),
    (
        '        self.check(there, node, key, "proof")\n\n    def order',
        "\n    def order",
        "slope, wrong value at the end",
    ),
    ("return fast or total > 0", "return fast or total >= 0", "slope, a part that does not vanish"),
    (
        'need(where.lo.is_finite() and where.hi.is_finite(), "A factor may be unbounded.")',
        "pass",
        "slope, an exponential that is not bounded",
    ),
    (
        "return self.grows(inside, name, high, rest[0]) * n < 0",
        "return self.grows(inside, name, high, rest[0]) * n != 0",
        "slope, exp that grows",
    ),
    (
        'fits = kind in ("erf", "tanh") and number == -items[0][1] and n > 0',
        'fits = kind in ("erf", "tanh") and n > 0',
        "slope, a part that is bounded",
    ),
    (
        '            self.check(claim.of(term, strict), node, key, i, "proof")\n',
        "            pass\n",
        "defined, by a false claim",
    ),
    (
        "            known[term] = strict\n",
        "            known[term] = True\n",
        "defined, by a weak claim",
    ),
    ('need(a.above(True), "A denominator may be 0.")', 'need(True, "")', "pole stepped over"),
    (
        'need(a.above(True), "A logarithm may',
        'need(True, "A logarithm may',
        "lemma where log is undefined",
    ),
    (
        'need(n.denominator == 1 or a.above(), "A root',
        'need(True, "A root',
        "monotone, undefined root",
    ),
    (
        'need(bool(a.lo + (-ONE).exp() > 0), "Lam',
        'need(True, "Lam',
        "Lambert's function below -1/e",
    ),
    (
        "(bool(self.lo == 0) and (self.lo_open or not strict))",
        "bool(self.lo == 0)",
        "slope, strict end is only 0",
    ),
    (
        "never_0 = all(r.above(True) or r.below(True) for r in (a, b))",
        "never_0 = True",
        "split, the point itself",
    ),
    (
        "if bool(b.lo < a.lo) or (bool(b.lo == a.lo) and a.lo_open) else a",
        "if bool(b.lo < a.lo) else a",
        "product, one corner is taken",
    ),
    (
        "return minus(raised(minus(a), Fraction(-1)))",
        "return raised(minus(a), Fraction(-1))",
        "inverse of a negative number",
    ),
    ("rising(a if n.numerator % 2 else size(a)", "rising(a", "split, the point itself"),
    (
        "return hull([low, high] if a.hi <= turn else [low, high, outward(-turn, -turn)])",
        "return hull([low, high])",
        "x log x between 0 and 1",
    ),
    (
        "kept = tuple(sorted((t, n) for t, n in found.items() if scale or self.partial[t]))",
        "kept = tuple(sorted((t, n) for t, n in found.items() if scale))",
        "undefined, times 0",
    ),
    (
        "kept = tuple(sorted((t, c) for t, c in found.items() if c or self.partial[t]))",
        "kept = tuple(sorted((t, c) for t, c in found.items() if c))",
        "undefined, times 0",
    ),
    (
        'outer = term if kind == "exp" else self.minus(one, self.times(term, term))',
        'outer = term if kind == "exp" else one',
        "slope of tanh",
    ),
    (
        "outer = self.total((self.power(u, rest[1] - 1), rest[1]))",
        "outer = self.power(u, rest[1] - 1)",
        "slope of an inverse",
    ),
    (
        'need(isinstance(name, str) and name not in region, "A variable needs one range.")',
        "pass",
        "two ranges of a variable",
    ),
    ("bool(form(book, book.minus(a, b))[0][0].is_zero())", "True", "slope, wrong sum at an end"),
    (
        '    if kind == "log":\n        one, two = book.line("log", a)',
        '    if kind == "log":\n        return\n        one, two = book.line("log", a)',
        "inverse, log of another",
    ),
    (
        '        r.check(claim.of(a), node, "positive")\n',
        "",
        "inverse, square of a negative number",
    ),
    ("    r.same(claim.term, book.minus(a, b))\n", "", "inverse, log, another difference"),
    (
        'r.check(claim.of(book.minus(one, two), claim.strict), node, "proof")',
        'r.check(claim.of(book.minus(one, two)), node, "proof")',
        "inverse, log, not strict",
    ),
    (
        "        r.limit(claim, name, high, node, key, False, term)\n    _falls",
        "        pass\n    _falls",
        "hill, low end is negative",
    ),
    ('    need(not claim.strict, "A hill shows no strict inequality.")\n', "", "hill, strict"),
    (
        '    _falls_through(r, claim.inside(name).of(first), name, node["slope"])\n',
        "",
        "hill, a valley",
    ),
    (
        "        r.same(claim.term, book.times(weight, core))\n        r.check",
        "        r.check",
        "hill, another product",
    ),
    (
        '        r.check(claim.of(weight), node, "positive")\n        _falls',
        "        _falls",
        "hill, negative weight",
    ),
    (
        '        r.check(claim.of(book.total((first, -1))), node, "proof")\n    else',
        "        pass\n    else",
        "hill, a valley",
    ),
    (
        'kind == "end", node, "end", False, book.total((claim.term, sign))',
        'kind == "end", node, "end", False, book.num(0)',
        "hill, begin below 0",
    ),
]


@pytest.fixture
def sloppy() -> Iterator[Callable[[str, str], Callable[[Any, Any], None]]]:
    """Make the checker with one piece of its source replaced."""

    def make(old: str, new: str) -> Callable[[Any, Any], None]:
        (changed,) = (name for name, text in FILES.items() if old in text)
        assert FILES[changed].count(old) == 1
        sys.modules[PACKAGE] = ModuleType(PACKAGE)
        for name in ORDER:
            module = sys.modules[f"{PACKAGE}.{name}"] = ModuleType(f"{PACKAGE}.{name}")
            module.__package__ = PACKAGE
            code = CODE[name]
            if name == changed:
                code = compile(FILES[name].replace(old, new), f"sloppy {name}", "exec")
            exec(code, module.__dict__)
        found: Callable[[Any, Any], None] = module.__dict__["recheck"]
        return found

    yield make
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.mark.parametrize(("old", "new", "name"), MUTANTS, ids=range(len(MUTANTS)))
def test_a_sloppy_checker_is_noticed(
    sloppy: Callable[[str, str], Callable[[Any, Any], None]], old: str, new: str, name: str
) -> None:
    case = BROKEN[name]
    sloppy(old, new)(case["goal"], case["proof"])
    with pytest.raises(ValueError, match=r"^Rule"):
        recheck(case["goal"], case["proof"])
