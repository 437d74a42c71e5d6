r"""A statement of a paper in words and formulas, read as relations on ranges, or left.

Each word of the statement must be known, and each formula is a range, a condition or an assertion
by the words before it. If one word is not known, the whole is left: it may change the meaning.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from .formula_ranges import (
    RELATIONS,
    Quantities,
    chain,
    expression,
    is_membership,
    name_of,
    number_of,
    read_bare,
    read_condition,
    read_membership,
    split_at,
)
from .formula_tokens import Unread, tokens

_GIVEN = "for let if whenever when where with given suppose assume provided"
GIVEN = frozenset(_GIVEN.split())
"""Words behind which something is given."""
_ASSERTED = "then we have it holds one has there is true moreover furthermore"
ASSERTED = frozenset(_ASSERTED.split())
"""Words behind which something is asserted."""
_EITHER = "that and all any every each both also the number numbers"
EITHER = frozenset(_EITHER.split())
"""Words that change nothing."""
KINDS = {
    "integer": "integer",
    "integers": "integer",
    "real": "real",
    "reals": "real",
    "positive": "positive",
    "nonnegative": "nonnegative",
    "non-negative": "nonnegative",
}
SENTENCE = re.compile(r"\$([^$]*)\$|([A-Za-z][A-Za-z-]*)|([,.;:])|(\S)")
INSIDE = re.compile(
    r"(?P<mark>:)(?!=)|\\(?:text|mbox|textrm|textnormal)\s*\{(?P<words>[^{}$]*)\}"
    r"|\\forall(?![a-zA-Z])"
)
"""What in a formula is no formula."""
PLACE = re.compile(
    r"\A(?:(?:In|The|the|of|last|first|display|end|proof|Proof|step|Step|Before|before|After|after|"
    r"Between|and|Lemma|Theorem|Corollary|Proposition|Section|Appendix|[A-Z]?\.?\d+(?:\.\d+)*|"
    r"\([\w.]+\)),? ?)+: "
)
"""Where a statement stands in its document, up to a colon; it says nothing of the statement."""
TAG = re.compile(r" ?\(\w?\.?\d+(?:\.\d+)*\)(?=[,.;]|\Z| )")
"""The number of an equation."""


@dataclass(frozen=True)
class ReadStatement:
    """Relations that a statement asserts, and the ranges on which it does."""

    relations: tuple[str, ...]
    """In the notation of `banditproof prove`."""
    quantities: Quantities


def read_statement(words: str) -> ReadStatement:
    r"""The relations and ranges of a statement; Unread says what of it is not certain.

    >>> read = read_statement(r"For all $p, q \in (0,1)$, $p - q \ge q \log\frac pq$.")
    >>> read.relations, read.quantities.domain
    (('p - q >= q*log(p/q)',), 'p in (0, 1), q in (0, 1)')
    >>> read_statement(r"For large $n$, $n \ge 100$.")
    Traceback (most recent call last):
    ...
    banditproof.paper_checks.drafts.formula_tokens.Unread: The word 'large' is not read.
    """
    known, asserted = Quantities(), []
    for piece in _with_roles(list(_pieces(_without_places(words)))):
        signs, is_given = piece.signs, piece.role == "given"
        if is_membership(signs):
            if not is_given:
                raise Unread("That a quantity lies in a set is asserted, and not given.")
            read_membership(signs, known, piece.kinds)
        elif not any(sign in RELATIONS for sign in signs):
            if not is_given:
                raise Unread(f"{' '.join(signs)} asserts nothing.")
            read_bare(signs, known, piece.kinds)
        elif is_given:
            before = set(known.names)
            read_condition(signs, known, piece.kinds)
            if piece.by == "," and before == set(known.names):
                raise Unread("It is not certain which formula is given, and which is asserted.")
        else:
            asserted.append(signs)
    if not asserted:
        raise Unread("No relation is asserted.")
    relations = tuple(one for signs in asserted for one in _relations(signs, known))
    if not known.ranges:
        raise Unread("No quantity has a range.")
    return ReadStatement(relations, known)


def _without_places(words: str) -> str:
    """A statement without what says where it stands, and without the numbers of its equations."""
    parts = re.split(r"(\$[^$]*\$)", PLACE.sub("", words))
    return "".join(part if part[:1] == "$" else TAG.sub("", part) for part in parts)


def _relations(signs: list[str], known: Quantities) -> Iterator[str]:
    """The relations of a chain, one by one."""
    from banditproof.theory.prover.reading import read_expression

    sides, relations = chain(signs)
    texts = [expression(side, known.names) for side in sides]
    for left, relation, right in zip(texts, relations, texts[1:], strict=False):
        yield f"{read_expression(left).as_side} {relation} {read_expression(right).as_side}"


@dataclass
class _Piece:
    """A formula with what stands before it."""

    signs: list[str]
    role: str
    """`given` or `asserted` by a word; empty where only a comma or `and` stands before it."""
    by: str
    """The comma or the `and` before it."""
    kinds: frozenset[str]
    new_sentence: bool


def _with_roles(pieces: list[_Piece]) -> Iterator[_Piece]:
    """Each formula with its role: by its words, or by those of the formulas before it.

    What is given stands before all that is asserted, or behind it in the same sentence: what is
    given for a second assertion would narrow the first one.
    """
    done: list[_Piece] = []
    asserted = any(piece.role == "asserted" for piece in pieces)
    for at, piece in enumerate(pieces):
        before = done[-1].role if done and not piece.new_sentence else "asserted"
        role, by, rest = piece.role or before, "" if piece.role else piece.by, pieces[at + 1 :]
        is_set = is_membership(piece.signs)
        goes_on = bool(rest) and not rest[0].role and not rest[0].new_sentence
        if is_set:
            role = "given" if not piece.role else role
        elif role == "given" and not piece.role:
            behind = any(one.role == "asserted" for one in done)
            if behind and (not is_simple(piece.signs) or (rest and rest[0].role)):
                raise Unread("It is not certain which formula is given, and which is asserted.")
            if behind:
                by = ""  # "Z for X, p < q"
            elif not asserted and not goes_on:
                role = "asserted"  # "For X and Y, Z"
        roles = [one.role for one in done]
        if role == "asserted" and "given" in roles[roles.index(role) :] if role in roles else False:
            raise Unread("There are several assertions, each with what is given for it.")
        if role == "given" and piece.new_sentence and "asserted" in roles:
            raise Unread("Something is given behind the sentence that asserts.")
        asserted |= role == "asserted"
        done.append(replace(piece, role=role, by=by))
    yield from done


def _pieces(words: str) -> Iterator[_Piece]:
    role, by, kinds, sentence = "", "", set[str](), True
    for kind, text in _read(words):
        word = text.lower()
        if kind == "formula":
            for part in _items(tokens(text)):
                yield _Piece(part, role, by, frozenset(kinds), sentence)
                role, by, sentence = "", ",", False
            by, kinds = "", set()
        elif kind == "mark":
            sentence |= text in ".;"
            role, by = ("asserted" if text == ":" else role), ","
        elif word in GIVEN:
            role = "given"
        elif word in ASSERTED:
            role = "asserted"
        elif word in KINDS:
            kinds.add(KINDS[word])
        elif word not in EITHER:
            raise Unread(f"The word {text!r} is not read.")
        elif word == "and":
            by = by or "and"
    if role or kinds:
        raise Unread("The statement ends with a word behind which a formula is missing.")


def is_simple(signs: list[str]) -> bool:
    """Whether a relation only compares letters and numbers that stand alone."""
    return all(name_of(side) or number_of(side) is not None for side in chain(signs)[0])


def _items(signs: list[str]) -> Iterator[list[str]]:
    """The formulas between commas; letters before a comma belong to what follows."""
    while signs and signs[-1] in (".", ",", ";"):
        signs = signs[:-1]
    held: list[str] = []
    for part in split_at(signs, ",", ";"):
        held += part
        if any(sign in (*RELATIONS, r"\in") for sign in part):
            yield held
            held = []
        else:
            held.append(",")
    if held:
        yield held[:-1]


def _read(words: str) -> Iterator[tuple[str, str]]:
    """Words, marks and formulas; words in a formula are words."""
    for match in SENTENCE.finditer(words):
        formula, word, mark, other = match.groups()
        if word:
            yield "word", word
        elif mark:
            yield "mark", mark
        elif other:
            raise Unread(f"The sign {other!r} is not read.")
        else:
            at = 0
            for inside in INSIDE.finditer(formula):
                if formula[at : inside.start()].strip(" ,\\quad"):
                    yield "formula", formula[at : inside.start()]
                if inside["mark"]:
                    yield "mark", ":"
                else:
                    yield from _read(inside["words"]) if inside["words"] else [("word", "for")]
                at = inside.end()
            if formula[at:].strip(" ,.;"):
                yield "formula", formula[at:]
