"""Whose words a claim has, and who has compared them with those of the claims that decide it.

The words of somebody else's folder are those of its texts, which are read before a program runs.
What a program declares (a statement, what it repeats, its parts, a sign of a reader) is the word of
that program, as its verdicts are.
"""

from collections.abc import Sequence
from hashlib import sha256
from banditproof.verify.evidence import JudgedBy
from ..verdicts.verdict_words import STALE
from .declared import Declared
from .documents import document_of_id

LEAVES_OUT = "; leaves out "
CHECKED = "checked"


def judge_of_words(claim: Declared) -> JudgedBy:
    """Who says what a claim says: a program of the folder, if no text of the folder says it.

    >>> from .completed import declared
    >>> judge_of_words(declared("bern.thm3.1")).value
    'banditproof'
    """
    document = document_of_id(claim.id)
    ours = document is None or document.own or claim.text is not None
    return JudgedBy.BANDITPROOF if ours else JudgedBy.PROGRAM


def digest_of_words(claim: Declared, below: Sequence[Declared]) -> str:
    """The digest of the words of a claim and of those of the claims that decide it.

    >>> a, b = (Declared(id="my.a", statement=said) for said in ("So  it is.", "So it is."))
    >>> digest_of_words(a, [b]) == digest_of_words(b, [a]), digest_of_words(a, [])
    (True, '13baa99e06cb96df')
    """
    lines = [f"{one.id}: {' '.join(one.statement.split())}" for one in (claim, *below)]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def signed(claim: Declared, digest: str) -> bool:
    """Whether the text of a claim says that a reader has compared what has this digest.

    In a text of this package, which its maintainers read, `checked` is enough.

    >>> signed(Declared(id="my.a", reads_as="checked 0123"), "0123")
    False
    """
    document = document_of_id(claim.id)
    if document is None or judge_of_words(claim) == JudgedBy.PROGRAM:
        return False
    word = claim.reads_as.partition(LEAVES_OUT)[0]
    return bool(word) if document.own else word == f"{CHECKED} {digest}"


def words_decide(claim: Declared, outcome: str) -> bool:
    """Whether people have to compare words before a claim has this verdict from other claims.

    In a folder that is any verdict at all; in this package, where people have read the refutations
    with their witnesses, it is one that holds.
    """
    document = document_of_id(claim.id)
    if document is None or document.own:
        return outcome == "holds"
    return outcome not in ("open", "not-mechanical", STALE)
