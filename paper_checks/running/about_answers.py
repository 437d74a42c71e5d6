"""What an answer is about, by content: the claim, what it says, and the texts that were judged.

Both ends find it for themselves, from what they have read, so that an answer about another claim,
another mutant, or other words is none.
"""

import hashlib
import json
from typing import NamedTuple
from ..statements.documents import document_of_id
from ..statements.registry import listed

WORDS = ("statement", "formula", "formally", "reads_as", "recorded", "parts", "repeats")
"""The fields of a claim that say what its verdict is about."""


class About(NamedTuple):
    """What an answer is about."""

    id: str
    mutant: str
    """The mutant with which the check ran; empty for the claim itself."""
    read: str
    """A digest of what was read."""

    def __str__(self) -> str:
        """The claim and the mutant.

        >>> print(About("my.lem1", "", "0a"), About("my.lem1", "half", "0a"), sep="; ")
        my.lem1; my.lem1 with 'half'
        """
        return f"{self.id} with {self.mutant!r}" if self.mutant else self.id

    def require(self, asked: "About") -> None:
        """A ValueError if an answer about this is none to what was asked."""
        if self[:2] != asked[:2]:
            raise ValueError(f"it is about {self}, and the question was about {asked}")
        if self != asked:
            raise ValueError(
                f"it is about {self} in other words (digest {self.read}) than those that are "
                f"judged (digest {asked.read})"
            )


def about(id: str, mutant: str = "") -> About:
    """What an answer of this process on a claim is about.

    >>> one, other = about("bern.thm3.1"), about("bern.thm4.3")
    >>> one == about("bern.thm3.1"), one.read == other.read, len(one.read)
    (True, False, 16)
    """
    claim, document = listed(id), document_of_id(id)
    said = {name: getattr(claim, name) for name in WORDS}
    texts = document.kept.digest if document is not None and document.kept is not None else ""
    content = json.dumps([said, texts], sort_keys=True)
    return About(id, mutant, hashlib.sha256(content.encode()).hexdigest()[:16])
