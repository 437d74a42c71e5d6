"""Goals as people write them, and files of them."""

from fractions import Fraction
from pathlib import Path
from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.notation import parse

SQUARE = "x [0,1]; y [0,1]"
LAWS = "p [0,1]; q (0,1)"


def interval(text: str) -> Interval:
    """An interval as people write it."""
    low, high = (None if "inf" in end else Fraction(end) for end in text[1:-1].split(","))
    return Interval(low, high, text[0] == "(", text[-1] == ")")


def goal(text: str, *where: str, strict: bool = False) -> Goal:
    """A goal: domains as "x [0,1]; y (0,inf)", assumptions as "p > q; x >= 0"."""
    domain, given = (*where, "", "")[:2]
    ranges = [words.split(maxsplit=1) for words in domain.split(";") if words]
    assumed = []
    for relation in given.split(";") if given else ():
        sign = ">=" if ">=" in relation else ">"
        left, right = relation.split(sign)
        assumed.append((parse(f"{left} - ({right})"), sign == ">"))
    region = tuple((name, interval(text.strip())) for name, text in ranges)
    return Goal(parse(text), strict, region, tuple(assumed))


def goals_of(file: str, drawn: bool = False) -> dict[str, tuple[str, ...]]:
    """Term, domain and assumptions by name; a star marks those that are not drawn at random."""
    lines = Path(__file__).with_name(file).read_text(encoding="utf-8")
    rows = [line.split("|") for line in lines.splitlines() if line[0] not in "#*"[: 1 + drawn]]
    return {name.strip("* "): tuple(part.strip() for part in parts) for name, *parts in rows}
