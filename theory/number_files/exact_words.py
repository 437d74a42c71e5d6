"""Words that stand for finite numbers, and lists of them."""

import re
from fractions import Fraction
from banditproof.theory.exact import exact

NOT_FINITE = ("inf", "infinity", "nan")
BLANK = re.compile(r"[\d%]\s+[-+.]?\d")
"""A blank that stands between two numbers."""
DECIMAL = re.compile(r"[-+]?\d+(,\d+)?%?")
BRACKETS = {"[": "]", "(": ")"}


def is_finite_word(word: str) -> bool:
    """Whether a word is none of inf, infinity and nan.

    >>> is_finite_word("1/3"), is_finite_word("-inf")
    (True, False)
    """
    return word.strip().lstrip("+-").lower() not in NOT_FINITE


def number(name: str, word: str) -> Fraction:
    """A finite number, read exactly as `banditproof.theory.exact` does: 0.25, 1/4, 25%, 10^-2.

    >>> number("width", "1e-3"), number("delta", "5%")
    (Fraction(1, 1000), Fraction(1, 20))
    """
    if not is_finite_word(word):
        raise ValueError(f"{name} is {word}; give a finite number.")
    return exact(word.strip())


def listed(text: str) -> list[str]:
    """The words of a list: separated by commas, by semicolons, or by blanks alone.

    A pair of brackets around the list is dropped. Where semicolons separate, a comma is left in its
    word, which is then no number.

    >>> listed("0.8,0.6"), listed("[0.5, 0.4]"), listed("(0.5; 0.4)"), listed("0.5 0.4")
    (['0.8', '0.6'], ['0.5', '0.4'], ['0.5', '0.4'], ['0.5', '0.4'])
    >>> listed("0,8 0,6")
    Traceback (most recent call last):
    ...
    ValueError: The list '0,8 0,6' has commas and blanks between its numbers; where these are \
decimal commas, give decimal points: 0.8 0.6.
    """
    inner = text.strip()
    if BRACKETS.get(inner[:1]) == inner[-1:] and inner[:1]:
        inner = inner[1:-1].strip()
    if "," in inner and BLANK.search(inner):
        blanks = f"The list {text.strip()!r} has commas and blanks between its numbers"
        if all(DECIMAL.fullmatch(word) for word in inner.split()):
            better = (
                f"where these are decimal commas, give decimal points: {inner.replace(',', '.')}"
            )
        else:
            better = "give commas or blanks alone, and decimals with a point"
        raise ValueError(f"{blanks}; {better}.")
    mark = ";" if ";" in inner else "," if "," in inner else None
    words = [word.strip() for word in inner.split(mark)]
    return [] if words == [""] else words


def numbers(name: str, text: str, example: str) -> tuple[Fraction, ...]:
    """A list such as 0.8,0.6, each number read exactly.

    >>> numbers("means", "[50%, 1/4]", "--means 0.8,0.6")
    (Fraction(1, 2), Fraction(1, 4))
    """
    words = listed(text)
    if not words:
        raise ValueError(f"The list of {name} is empty; give {example} for example.")
    if len(words) == 1 and words[0][0].isalpha() and is_finite_word(words[0]):
        raise ValueError(
            f"The list of {name} is {words[0]!r}, which is no number; give a list of numbers, "
            f"{example} for example."
        )
    return tuple(number(f"One of the {name}", word) for word in words)
