"""Shows the repetitions that have to be compared, and notes those that were.

    python -m banditproof.paper_checks.running.write_repetitions [ID ...]

Without an ID it prints each claim that repeats another one, and that one, as far as nobody has
compared them since either was changed: the words, how they are read, where they stand, and the
verdict of both. A reader compares them with each other and with the prints at their places (scope,
constants, hypotheses, readings, neighbours, ranges, quantifiers), and then names the IDs, which may
have a star: `'thesis.thm5.*'`.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from fnmatch import filter as matching
from ..statements.compared_repetitions import (
    compared,
    keep_compared,
    repeated_by,
    repetitions,
    to_compare,
)
from ..statements.completed import of_this_package


def pair_in_words(id: str) -> Iterator[str]:
    """A repetition and what it repeats, in lines.

    >>> print("\\n".join(line[:58] for line in pair_in_words("thesis.remD.7.covariance")))
    thesis.remD.7.covariance (thesis, Appendix D.4, Remark D.7
        $V_0(\\hat\\mu_n)=V_1(\\hat\\mu_n)=C_\\sigma$.
    thesis.remD.1.covariance (thesis, Appendix D.1, Remark D.1
        $V_0(\\hat\\mu_n)=V_1(\\hat\\mu_n)=C_\\sigma$.
      verdict: fails-with-repair, proved
    """
    copy = repetitions()[id]
    for claim in (copy, *repeated_by(copy)):
        where = of_this_package(claim.id).where
        yield f"{claim.id} ({where.document}, {where})"
        yield f"    {claim.statement or '(in the words of the other claim)'}"
        for name in ("reading", "asymptotic", "reads_as"):
            if said := getattr(claim, name):
                yield f"  {name.replace('_', ' ')}: {said}"
    now = of_this_package(id)
    yield f"  verdict: {now.recorded}, {now.grade or 'no grade'}"


def main(words: Sequence[str]) -> int:
    """Show what has to be compared, or note what was; 1 if something is left to be compared."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("write_repetitions", None, __doc__, formatter_class=layout)
    parser.add_argument("ids", nargs="*", metavar="ID", help="what was compared")
    known, read = repetitions(), set[str]()
    for word in parser.parse_args(words).ids:
        found = matching(known, word)
        if not found:
            parser.error(f"No claim {word} repeats another one.")
        read.update(found)
    if read or compared().keys() - known.keys():
        keep_compared(read)
    left = to_compare()
    for id in () if read else left:
        print("\n".join(pair_in_words(id)), end="\n\n")
    print(f"{len(known) - len(left)} of {len(known)} repetitions were compared as they are now.")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
