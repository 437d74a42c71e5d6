"""Sloppy checkers: each accepts a proof that is broken, so each would be noticed."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from banditproof.theory.prover import checker
from banditproof.theory.prover.checker.rules import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.stored_json import goal_of

HERE = Path(__file__).parent / "proofs"
BROKEN, BROKEN_BASIC = (
    json.loads((HERE / f"{name}.json").read_text()) for name in ("broken", "broken_basic")
)
ORDER = ("terms", "ranges", "identities", "claims", "along", "rules")
FOLDER = Path(checker.__file__ or "").parent
FILES = {name: (FOLDER / f"{name}.py").read_text() for name in ORDER}
CODE = {name: compile(text, name, "exec") for name, text in FILES.items()}
PACKAGE = "sloppy_checker"

# what stands in the checker, what stands there in the sloppy one, and a proof that it accepts
MUTANTS = [
    (
        'need(n.q == 1 or a.above(), "A root may be of a negative number.")',
        "pass",
        "root of a negative number, by a range",
    ),
    (
        'need(a.above(), "x log x may be of a negative number.")',
        "pass",
        "x log x of a negative number, by a range",
    ),
    ('need(a.above(True), "A denominator may be 0.")', "pass", "pole stepped over"),
    (
        'need(kind != "log" or where.above(True), "A logarithm may be of a number <= 0.")',
        "pass",
        "log of a negative number",
    ),
    (
        'need(inside, "Lambert\'s function may be of a number below -1/e.")',
        "pass",
        "Lambert's function below -1/e",
    ),
    (
        (
            'need(forms.lowered(forms.of(term), clear=True)[0] == 0, "Two terms are not seen '
            'to be equal.")'
        ),
        "pass",
        "slope, wrong sum at an end",
    ),
    (
        'self.check(claim.of(term, strict), node, key, i, "proof")',
        "pass",
        "inflection, weight is negative",
    ),
    (
        ("claim = replace(claim, given=free)\n    r.defined(claim, node)"),
        ("claim = replace(claim, given=free)\n    pass"),
        "signs, pole at a closed end",
    ),
    (
        'need(not any(jumps), "A term with branches may jump at an end.")',
        "pass",
        "a jump taken for a limit",
    ),
    (
        'need(end is not None or name not in book.names[value], "The end is infinite.")',
        "pass",
        "slope, end at infinity of a moving term",
    ),
    ('r.check(there, node, "proof")', "pass", "slope, wrong value at the end"),
    (
        'need(name not in book.names[c] | book.names[d], "A factor is not fixed.")',
        "pass",
        "vanishing, factor that is not fixed",
    ),
    (
        'need(size.lo.is_finite() and size.hi.is_finite(), "A factor may be unbounded.")',
        "pass",
        "vanishing, unbounded factor",
    ),
    ('need(fast or n > 0, "A part may not vanish.")', "pass", "slope, a part that does not vanish"),
    ('r.check(inside.of(shown), node, "sign")', "pass", "wrong bottom"),
    ('r.check(there, node, "touch")', "pass", "lemma shown strictly"),
    (
        'need(not {"proof", "weight"} & set(node), "What has no slope may jump at an end.")',
        "pass",
        "signs, a jump at an end",
    ),
    (
        'need(signs(r, claim, name, node) == "+", "The term may be negative.")',
        "pass",
        "derivative of the wrong sign",
    ),
    (
        'r.check(inside.of(book.total((claim.term, sign)), claim.strict), node, "proof")',
        "pass",
        "derivative of the wrong sign",
    ),
    (
        "same(r.book, claim.term, book.times(weight.term, core.term))",
        "pass",
        "inflection, product of another term",
    ),
    ('r.check(weight, node, "positive")', "pass", "inflection, weight is negative"),
    (
        'need(not claim.strict, "A product is not seen to be strict.")',
        "pass",
        "signs, strict weight",
    ),
    (
        "same(r.book, claim.term, book.total(*((t, 1) for t in (value, rest, *gone))))",
        "pass",
        "slope, wrong sum at an end",
    ),
    ('r.check(inside.of(rest), node, "rest_proof")', "pass", "slope, the rest is negative"),
    ("same(r.book, flat.term, book.num(0))", "pass", "bottom, slope is not 0"),
    (
        "limit(r, claim.of(turned, strict), name, high, node[key])",
        "pass",
        "slope, wrong value at the end",
    ),
    (
        "r.check(there.of(r.beyond(at, end, high)), node, key)",
        "pass",
        "bottom that is not in the interval",
    ),
    (
        'need(r.defined(claim, node).above(claim.strict), "The range does not show the sign.")',
        "pass",
        "derivative of the wrong sign",
    ),
    (
        'need(strict or not claim.strict, "The assumption is not strict.")',
        "pass",
        "assumption that is not strict",
    ),
    ("same(r.book, claim.term, term)", "pass", "assumption about another term"),
    (
        ("same(r.book, claim.term, term)\n    r.defined(claim, node)"),
        ("same(r.book, claim.term, term)\n    pass"),
        "undefined, as assumed",
    ),
    (
        (
            '"""The term is a sum of products of terms that are >= 0 (> 0 once, for a strict '
            'claim)."""\n'
            "    r.defined(claim, node)"
        ),
        (
            '"""The term is a sum of products of terms that are >= 0 (> 0 once, for a strict '
            'claim)."""\n'
            "    pass"
        ),
        "pole that cancels",
    ),
    ('need(not strict, "No part is strict.")', "pass", "lemma shown strictly"),
    ("same(r.book, claim.term, total)", "pass", "wrong identity"),
    (
        ('term = r.book.read(node["term"])\n    r.range(claim, term)'),
        ('term = r.book.read(node["term"])\n    pass'),
        "cases, undefined",
    ),
    ('r.check(claim.assume(r.book.total((term, -1))), node, "low")', "pass", "cases, one is false"),
    ('r.check(claim.assume(term), node, "high")', "pass", "cases, the other one is false"),
    (
        'r.defined(claim.of(condition), node, "condition defined")',
        "pass",
        "branch, undefined condition",
    ),
    (
        ("book, shown = r.book, list[tuple[int, bool]]()\n    r.defined(claim, node)"),
        ("book, shown = r.book, list[tuple[int, bool]]()\n    pass"),
        "instance, an undefined term",
    ),
    (
        "same(r.book, claim.term, book.put(new.term, meaning))",
        "pass",
        "tail lemma with a wrong constant",
    ),
    ('r.check(new, node, "proof")', "pass", "lemma shown strictly"),
    ('r.check(claim.inside(name), node, "inside")', "pass", "ends, inside is false"),
    (
        (
            'need(claim.lenient and nil in book.inside[claim.term], "The statement has no '
            'log 0 at an end.")'
        ),
        "pass",
        "infinite, without log 0",
    ),
    (
        'r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")',
        "pass",
        "empty, the assumption may hold",
    ),
    (
        'r.check(claim.of(weight, positive), node, "parts", i, "positive")',
        "pass",
        "sum with a negative weight",
    ),
    (
        'r.check(claim.of(term, positive), node, "parts", i, "proof")',
        "pass",
        "sum with a negative term",
    ),
    ('r.check(claim.at(node["on"], part), node, key)', "pass", "split, one half is false"),
    (("r.check(new.assume(*case), node, key)"), "pass", "branch, a case is false"),
    ("r.range(claim, value)", "pass", "instance, undefined place"),
    ('r.check(claim.of(*one), node, "shown", i)', "pass", "instance, range not covered"),
    ("r.check(there, node, key)", "pass", "ends, strict at an end"),
    (
        'need(minus(sign).above(True), "Not all -c log 0 have c > 0.")',
        "pass",
        "infinite, log 0 itself",
    ),
    ("r.range(claim, t)", "pass", "infinite, an undefined part"),
    (
        "replay.check(Claim(term, strict, region, given, lenient), proof)",
        "pass",
        "derivative of the wrong sign",
    ),
    (
        "lenient = not r.collects(claim.term, what)",
        "lenient = True",
        "ends, infinite parts that cancel",
    ),
    (
        'need(isinstance(name, str) and name not in region, "A variable needs one range.")',
        "pass",
        "two ranges of a variable",
    ),
    ('need(fast or n > 0, "A', 'need(fast or n >= 0, "A', "slope, a part that does not vanish"),
    (
        'need(r.defined(claim, node).above(claim.strict), "The range',
        'need(r.defined(claim, node).above(False), "The range',
        "slope, strict end is only 0",
    ),
    (
        'r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")',
        'r.check(claim.of(r.book.total((term, -1)), False), node, "proof")',
        "empty, the assumption holds at an end",
    ),
    (
        'r.check(claim.of(r.book.total((term, -1)), not strict), node, "proof")',
        'r.check(claim.of(term, not strict), node, "proof")',
        "empty, proved for the same sign",
    ),
    ("strict = strict and not positive", "strict = False", "strict shown non-strictly"),
    (
        "r.check(claim.of(weight, positive), node",
        "r.check(claim.of(weight), node",
        "Sturm, strict at a closed end",
    ),
    (
        "r.check(claim.of(term, positive), node",
        "r.check(claim.of(term), node",
        "strict part that is not",
    ),
    (
        "self._replace(hi=place, hi_open=False)",
        "self._replace(hi=place, hi_open=True)",
        "split, the point itself",
    ),
    (
        'condition, *values = args if kind == "if" else (book.minus(*args), *args)',
        'condition, *values = args if kind == "if" else (book.minus(*args, -1), *args)',
        "branch, max for min",
    ),
    (
        'assumed = ((condition, False), (book.total((condition, -1)), kind == "if"))',
        "assumed = ((condition, False), (condition, False))",
        "branch, max for min",
    ),
    (
        'zip(("first", "other"), values, assumed, strict=True)',
        'list(zip(("first", "other"), values, assumed, strict=True))[:1]',
        "branch, min for max",
    ),
    (
        "shown += [(r.beyond(value, end, high), not taken)]",
        "shown += [(r.beyond(value, end, high), False)]",
        "instance, open end not covered",
    ),
    (
        "shown += [(book.put(term, meaning), strict) for term, strict in given]",
        "pass",
        "instance, assumption not shown",
    ),
    (
        "if book.items(t) != ((nil, NIL),)]",
        "if nil not in book.inside[t]]",
        "0 log 0 beside a pole",
    ),
    (
        "lenient = claim.lenient and plain and not r.collects(claim.term, {t: value})",
        "lenient = claim.lenient and plain",
        "log 0 taken from itself in a branch",
    ),
    (
        "lenient = not r.collects(claim.term, what)",
        "lenient = True",
        "log 0 taken from itself at an end",
    ),
    (
        'lenient = left and not flag(goal.get("plain", False))',
        "lenient = left",
        "log 0 of a goal that is not what was stated",
    ),
    ("lenient = lenient and book", "lenient = book", "log 0 taken from itself"),
    (
        "inside.of(book.total((claim.term, sign)), claim.strict)",
        "inside.of(book.total((claim.term, 1)), claim.strict)",
        "derivative of the wrong sign, other end",
    ),
    (
        'inside.of(book.total((claim.term, sign)), claim.strict), node, "proof")',
        'inside.of(book.total((claim.term, sign))), node, "proof")',
        "slope, strictly but it is 0",
    ),
    (
        "steep = first.strict and len(found) == 1",
        "steep = first.strict",
        "signs, strict slope of a hill",
    ),
    ("steep = first.strict and len(found) == 1", "steep = True", "slope, strict but not strictly"),
    (
        "strict = claim.strict and (claim.end(name, high)[1] or not steep)",
        "strict = claim.strict and not steep",
        "slope, strict end is only 0",
    ),
    (
        "strict = claim.strict and (claim.end(name, high)[1] or not steep)",
        "strict = False",
        "slope, strict end is only 0",
    ),
    (
        'book.total((claim.term, 1 if found[-high] == "-" else -1))',
        "book.total((claim.term, 1))",
        "inflection, slope at the end",
    ),
    ("found = found[:-1] if high else found[1:]", 'found = "+"', "concave, high end is negative"),
    (
        'need(signs(r, claim, name, node) == "+", "The',
        'need(bool(signs(r, claim, name, node)), "The',
        "signs, no end",
    ),
    (
        "free = tuple(g for g in claim.given if name not in r.book.names[g[0]])",
        "free = claim.given",
        "signs, an assumption that fails at the end",
    ),
    ("fast = fast and r.range(claim, d).above(True)", "pass", "vanishing, exponential that grows"),
    ("m > 0 and bool(rate.lo > 0)", "m > 0", "vanishing, exponent that is bounded"),
    ("m > 0 and bool(rate.lo > 0)", "bool(rate.lo > 0)", "vanishing, exponent of order 0"),
    ("turn = -1 if end is None else 1", "turn = 1", "vanishing, a power of the variable itself"),
    ('fast = node["fall"] != "none" and', "fast =", "slope, a part that does not vanish"),
    (
        '"erf": book.total((UNIT, 1), (book.line("erf", u), -1)),',
        '"erf": book.num(1),',
        "vanishing, the tail of another function",
    ),
    (
        'claim = claim.at(name, claim.region[name].parts(node["near"])[high])',
        'claim = claim.at(name, claim.region[name].parts(node["near"])[not high])',
        "vanishing, exponent that is bounded",
    ),
    (
        'book.times(book.minus(book.line("var", name), at), first)',
        "first",
        "bottom, slope of one sign",
    ),
    ("-1 if high else 1)\n", "1)\n", "bottom that is not in the interval"),
    (
        "(bool(self.lo == 0) and (self.lo_open or not strict))",
        "bool(self.lo == 0)",
        "slope, strict end is only 0",
    ),
    (
        "never_0 = all(r.above(True) or minus(r).above(True) for r in (a, b))",
        "never_0 = True",
        "product of an end that is 0",
    ),
    (
        "(NIL, never_0) if zero else (x * y, x_open or y_open)",
        "(NIL, never_0) if zero else (x * y, True)",
        "open high end treated as closed",
    ),
    (
        "lo_open = all(r.lo_open for r in parts if r.lo == lo)",
        "lo_open = any(r.lo_open for r in parts if r.lo == lo)",
        "product, one corner is taken",
    ),
    (
        "return minus(raised(minus(a), fmpq(-1)))",
        "return raised(minus(a), fmpq(-1))",
        "inverse of a negative number",
    ),
    ("if n.p % 2 == 0:", "if False:", "split, the point itself"),
    (
        "a = a if a.above() else a._replace(lo=NIL, lo_open=False)",
        "a = a._replace(lo_open=True)",
        "split, the point itself",
    ),
    ("hull(low, high, outward(-turn, -turn))", "hull(low, high)", "x log x between 0 and 1"),
    (
        'need(kind != "log" or where.above(True), "A',
        'need(kind != "log" or where.above(), "A',
        "defined, by a weak claim",
    ),
    (
        "return of(rest[1 if yes else 2]) if yes or no else hull(*map(of, rest[1:]))",
        "return of(rest[1])",
        "choice, the first branch alone",
    ),
    (
        "found = Range(NIL, found.hi, known[t], found.hi_open)",
        "found = Range(NIL, found.hi, True, found.hi_open)",
        "defined, by what may be 0",
    ),
    ("a.hi_open or low == 0, a.lo_open)", "True, True)", "inverse, an end that is taken"),
    (
        "kept = tuple(sorted((t, c) for t, c in found.items() if c or self.partial[t]))",
        "kept = tuple(sorted((t, c) for t, c in found.items() if c))",
        "undefined, times 0",
    ),
    ("if n and (scale or self.partial[t]))", "if n and scale)", "undefined, times 0"),
    (
        "outer = self.total((self.power(rest[0], rest[1] - 1), rest[1]))",
        "outer = self.power(rest[0], rest[1] - 1)",
        "slope of an inverse",
    ),
    (
        '"tanh": ["add", "1", ["mul", "-1", ["tanh", ["u"]], ["tanh", ["u"]]]],',
        '"tanh": "1",',
        "slope of tanh",
    ),
    ('"xlogx": ["add", "1", ["log", ["u"]]],', '"xlogx": ["log", ["u"]],', "slope of x log x"),
    ('"erf": ["mul", "2", ["pow", "-1/2", ["pi"]],', '"erf": ["mul", "2",', "slope of erf"),
    (
        "self.product((self.slope(t, name), 1), *others), n)",
        "self.product((self.slope(t, name), 1), *others), 1)",
        "derivative of the wrong sign",
    ),
    (
        'return self.line("max", *args, *minus)',
        'return self.line("max", *args, *args)',
        "absolute value",
    ),
    (
        'return self.total((self.line("max", *minus), -1))',
        'return self.line("max", *args)',
        "smaller of two",
    ),
    (
        'need(forms.lowered(forms.of(term), clear=True)[0] == 0, "Two',
        'need(True, "Two',
        "slope, wrong sum at an end",
    ),
    (
        'total += number(n) * (data if kind == "exp" else self.generator("log", f))',
        'total += data if kind == "exp" else self.generator("log", f)',
        "equal, log of a square",
    ),
    (
        "total += number(fmpq(n, data[0])) * self.log(data[1])",
        "total += number(n) * self.log(data[1])",
        "equal, log of a root",
    ),
    (
        "self.relations[place] = new ** data[0] - data[1]",
        "self.relations[place] = new - data[1]",
        "equal, log of a root",
    ),
    (
        "self.relations[place] = new * data - 1",
        "self.relations[place] = new - data",
        "vanishing, a power of the variable itself",
    ),
    ("n = c * self.fine", "n = abs(c * self.fine)", "equal, exp of minus"),
    ("power(f, (1 - data[0]) * k * n)", "power(f, abs(k * n))", "equal, inverse of a cube root"),
    (
        'self.meaning(f)[0] == "pi" or (isinstance(f, int) and f > 0)',
        'self.meaning(f)[0] in ("pi", "var") or isinstance(f, int)',
        "equal, root of a square",
    ),
    (
        'sorted(args, key=str) if kind == "max" else args',
        "sorted(args, key=str)",
        "equal, branches in another order",
    ),
    (
        'need(isinstance(name, str) and name not in region, "A',
        'need(True, "A',
        "two ranges of a variable",
    ),
    ("((t, c.p, c.q) for t, c in rest[0])", "((t, c.p) for t, c in rest[0])", "wrong bottom"),
    (
        "((t, c.p, c.q) for t, c in rest[0])",
        "((t, abs(c.p), c.q) for t, c in rest[0])",
        "concave, high end is negative",
    ),
    (
        "one if n == 1 else times(exact(m), one)",
        "one if abs(n) == 1 else times(exact(m), one)",
        "split, one half is false",
    ),
    (
        "return found or exact(fmpq(not is_sum))",
        "return found or exact(fmpq(1))",
        "slope, strict end is only 0",
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
    case = BROKEN_BASIC.get(name) or BROKEN[name]
    goal, proof = case["goal"], case["proof"]
    if name in BROKEN:
        proof = elaborated(goal_of(goal), proof)
    sloppy(old, new)(goal, proof)
    with pytest.raises(ValueError, match=r"^Rule"):
        recheck(goal, proof)
