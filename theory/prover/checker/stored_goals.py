"""Goals and proofs that are read from JSON, and the check of a proof by all rules."""

from typing import Any
from banditproof.theory.working_precision import working_precision
from .claims import Claim, Replay, Where, flag
from .rules import DAMAGE
from .terms import Book, Refused, need
from .wider_rules import WIDER_FUNCTIONS, WIDER_RULES, beyond_the_core


def recheck(goal: Any, proof: Any, bits: int = 96) -> tuple[str, ...]:
    """Raise ValueError unless a proof proves a goal; the rules beyond the core that it rests on.

    A goal has a term, `strict`, the region, [name, lo, hi, lo_open, hi_open] for each variable, and
    what is given, [term, strict] for each assumption. If it is `plain`, log 0 has no meaning.

    >>> goal = {"term": ["log", ["add", "1", ["x"]]], "strict": True,
    ...         "region": [["x", "0", None, True, True]], "given": []}
    >>> recheck(goal, {"by": "span"})
    ()
    >>> recheck({**goal, "term": ["add", "2", ["lambertw", ["x"]]]}, {"by": "span"})
    ('lambertw',)
    """
    book, region = Book(WIDER_FUNCTIONS), dict[str, Where]()
    replay = Replay(book, WIDER_RULES)
    claim = None
    try:
        with working_precision(bits):
            for name, *data in goal["region"]:
                need(isinstance(name, str) and name not in region, "A variable needs one range.")
                region[name] = Where.read(data)
            term, strict = book.read(goal["term"]), flag(goal["strict"])
            left = all(c for t in book.inside[term] for _, c in book.items(t))  # no log x - log x
            lenient = left and not (book.collected or flag(goal.get("plain", False)))
            given = tuple((book.read(t), flag(strict)) for t, strict in goal["given"])
            used = (book.names[t] for t, _ in ((term, strict), *given))
            need(all(names <= set(region) for names in used), "A variable has no range.")
            lenient = lenient and book.line("log", book.num(0)) not in book.inside[term]
            claim = Claim(term, strict, region, given, lenient)
            replay.check(claim, proof)
            return beyond_the_core(replay)
    except DAMAGE as bad:
        path = ".".join(map(str, replay.trail)) or "the root"
        wrong = "A part is missing, is not what the rule needs, or is nested too deeply."
        reason = str(bad) if isinstance(bad, Refused) else wrong
        place = f"Rule {replay.by!r:.40} at {path}" if claim else "In the goal"
        raise Refused(f"{place}: {reason}") from None
