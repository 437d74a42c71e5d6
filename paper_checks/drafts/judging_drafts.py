"""First attempts: a formula that was read is tried; what comes out is a draft, and no verdict.

A draft says `holds` only if the prover proved each relation on all that the statement states, and
`fails` only with a point inside of that, at which a relation is false in exact arithmetic or balls.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING
from .draft_text import Draft, Word
from .formula_tokens import Unread
from .words_and_formulas import ReadStatement, read_statement

if TYPE_CHECKING:
    from banditproof.theory.prover import Statement

SECONDS = 10.0
"""How long each relation is tried."""
MOST_POINTS = 4096
"""So many small points are looked at, the ends of the ranges first."""
NOT_READ = "Draft, not checked by a reader"


def first_attempt(words: str, seconds: float = SECONDS) -> Draft:
    r"""Read a statement and try to decide it; Unread says what of it is not certain.

    >>> first_attempt(r"For all $x \in [0,2]$, $e^x \le 1 + 2x$.").text
    'fails at x = 2; exp(x) <= 1 + 2*x for x in [0, 2]'
    """
    read = read_statement(words)
    domain = read.quantities.domain
    word: Word = "holds"
    for relation in read.relations:
        found, witness = _tried(read, relation, seconds)
        if found == "fails":
            return Draft("fails", read.relations, domain, witness)
        if found == "open":
            word = "open"
    return Draft(word, read.relations, domain, {})


def assumed(words: str) -> str:
    r"""What an attempt assumed of the letters of a statement, in sentences; empty if nothing.

    >>> print(assumed(r"For every integer $n \ge 1$, $2^n \ge n$."))
    To prove it, n was any real number of [1, inf); to refute it, a whole one alone.
    """
    try:
        known = read_statement(words).quantities
    except Unread:
        return ""
    sentences = [
        f"To prove it, {name} was any real number of {known.ranges[name]}"
        + ("." if known.doubtful else "; to refute it, a whole one alone.")
        for name in known.ranges
        if name in known.whole
    ]
    sentences += [
        f"No point was taken to refute it, since {name} may be meant otherwise."
        for name in known.ranges
        if name in known.doubtful
    ]
    return " ".join(sentences)


def said_of(draft: Draft, seconds: float = SECONDS, words: str = "") -> str:
    """What is said of a draft in the place of a verdict, after it was found again.

    The words of the statement say what an attempt without a result assumed.
    """
    if draft.word == "open":
        return (
            f"{NOT_READ}: the formula that was read from the statement is {draft.formula}; it was "
            f"neither proved nor refuted. {assumed(words)}"
        ).rstrip()
    again = _again(draft, seconds)
    if draft.word == "holds":
        found = "is proved on all of it" if again else "was not proved again"
    else:
        found = f"{'is false' if again else 'is not false'} at {draft.point}"
    return (
        f"{NOT_READ}: {draft.word}. The formula that was read from the statement, "
        f"{draft.formula}, {found}."
    )


def refutes(draft: Draft) -> bool:
    """Whether a draft says `fails`, and a relation of it is false at its point.

    >>> from .draft_text import draft_in
    >>> [refutes(draft_in(f"fails at x = {x}; exp(x) <= 2 for x in [0, 1]")) for x in (0, 1)]
    [False, True]
    """
    if draft.word != "fails":
        return False
    return any(is_false(one, draft.witness) for one in _statements(draft))


def _again(draft: Draft, seconds: float) -> bool:
    """Whether what a draft says is found once more."""
    from banditproof.theory.prover import Proof, prove

    if draft.word != "holds":
        return refutes(draft)
    statements = _statements(draft)
    return bool(statements) and all(isinstance(prove(one, seconds), Proof) for one in statements)


def _statements(draft: Draft) -> list["Statement"]:
    """The relations of a draft on its ranges; none if they cannot be read."""
    from banditproof.theory.prover import Statement

    try:
        return [Statement.of(one, draft.domain) for one in draft.relations]
    except ValueError:
        return []


def _tried(
    read: ReadStatement, relation: str, seconds: float
) -> tuple[Word, Mapping[str, Fraction]]:
    """What is found about one relation."""
    from banditproof.theory.prover import Disproof, Proof, Statement, prove

    try:
        statement = Statement.of(relation, read.quantities.domain)
    except ValueError as wrong:
        raise Unread(str(wrong)) from None
    result = prove(statement, seconds)
    if isinstance(result, Proof):
        return "holds", {}
    if read.quantities.doubtful:
        return "open", {}
    candidates = [result.witness] if isinstance(result, Disproof) else []
    for point in (*candidates, *islice(points(statement, read), MOST_POINTS)):
        exact = {name: value for name, value in point.items() if isinstance(value, Fraction)}
        if len(exact) == len(point) and _is_whole(read, exact) and is_false(statement, exact):
            return "fails", exact
    return "open", {}


def _is_whole(read: ReadStatement, point: Mapping[str, Fraction]) -> bool:
    return all(point[name].denominator == 1 for name in read.quantities.whole if name in point)


def is_false(statement: "Statement", point: Mapping[str, Fraction]) -> bool:
    """Whether a relation is certainly false at a point that certainly lies in the domain.

    Both sides have to be finite there.
    """
    if not _inside(statement, point):
        return False
    try:
        left, right = statement.evaluate_sides(point)
    except ValueError:
        return False
    if not (left.is_finite and right.is_finite):
        return False
    return _certainly_not(statement.relation, (left.lower, left.upper), (right.lower, right.upper))


def _certainly_not(
    relation: str, left: tuple[Fraction, Fraction], right: tuple[Fraction, Fraction]
) -> bool:
    """Whether left RELATION right is false for all numbers of two intervals."""
    if relation == "=":
        return left[1] < right[0] or right[1] < left[0]
    low, high = (left, right) if relation[0] == "<" else (right, left)
    return low[0] > high[1] or (relation in ("<", ">") and low[0] >= high[1])


def _inside(statement: "Statement", point: Mapping[str, Fraction]) -> bool:
    """Whether a point lies in each range, and meets each condition, for certain."""
    from banditproof.theory.prover.evaluation import value_at
    from banditproof.theory.prover.kernel.spans import Undefined

    domain = statement.domain
    if set(point) != set(domain.names):
        return False
    for name, where in domain.region:
        at = point[name]
        low = where.lo is None or where.lo < at or (where.lo == at and where.takes(False))
        high = where.hi is None or at < where.hi or (where.hi == at and where.takes(True))
        if not (low and high):
            return False
    if any(point[name] != value for name, value in domain.fixed.items()):
        return False
    for term, strict in domain.given:
        try:
            value = value_at(term, point)
        except Undefined:
            return False
        if not (value.lower > 0 or (value.lower == 0 and not strict)):
            return False
    return True


def points(statement: "Statement", read: ReadStatement) -> Iterator[dict[str, Fraction]]:
    """Small points of the domain: the ends of the ranges, near to them, and between them."""
    values = {}
    for name, where in statement.domain.region:
        whole = name in read.quantities.whole
        low, high = where.lo, where.hi
        found: list[Fraction] = []
        if low is not None and high is not None:
            parts = (0, 1, Fraction(1, 100), Fraction(99, 100), Fraction(1, 2), Fraction(1, 10))
            found = [low + part * (high - low) for part in parts]
        else:
            sign, start = (1, low) if low is not None else (-1, high)
            steps = (0, 1, 2, Fraction(1, 100), 10, 100, 10_000, Fraction(1, 2))
            found = [(start or Fraction(0)) + sign * step for step in steps]
        if whole:
            found = [Fraction(round(value)) for value in found] + [Fraction(n) for n in range(1, 5)]
        values[name] = list(dict.fromkeys(found))
    for combined in product(*values.values()):
        yield dict(zip(values, combined, strict=True)) | statement.domain.fixed
