"""Words that stand for finite numbers."""

from __future__ import annotations

NOT_FINITE = ("inf", "infinity", "nan")


def is_finite_word(word: str) -> bool:
    """Whether a word is none of inf, infinity and nan.

    >>> is_finite_word("1/3"), is_finite_word("-inf")
    (True, False)
    """
    return word.strip().lstrip("+-").lower() not in NOT_FINITE
