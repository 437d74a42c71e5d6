r"""What statements and proofs refer to: `\ref` and its like, `\uses`, and which proof is whose."""

import re
from collections.abc import Callable, Iterator
from .found import FoundProof, FoundStatement, Paper
from .groups import outside

REF = re.compile(
    r"\\(?:[a-zA-Z]*ref)\*?\s*(?:\{([^{}]*)\}(?:\{([^{}]*)\})?)|\\hyperref\s*\[([^\]]*)\]"
)
"""A reference; `\\crefrange` has two labels."""
USES = re.compile(r"\\uses\s*\{([^{}]*)\}")
PROVES = re.compile(r"\\proves\s*\{([^{}]*)\}")
LEAN = re.compile(r"\\lean\s*\{([^{}]*)\}")
PROOF_ENDS = re.compile(r"\\(begin|end)\s*\{(?:proof|Proof|pf|prf)\}")


def listed(found: re.Match[str]) -> Iterator[str]:
    """The labels that a command names, one by one."""
    for part in found.groups():
        yield from filter(None, map(str.strip, (part or "").split(",")))


def referred(text: str) -> list[str]:
    r"""The labels that a text refers to, each once, in order.

    >>> referred(r"By \cref{a,b} and \uses{c}, as in \eqref{a}.")
    ['a', 'b', 'c']
    """
    found = sorted([*REF.finditer(text), *USES.finditer(text)], key=lambda one: one.start())
    return list(dict.fromkeys(label for one in found for label in listed(one)))


def without_proofs(text: str) -> str:
    """A text without the proofs inside it."""
    return outside(PROOF_ENDS, text)


def join_proofs(paper: Paper, expanded: Callable[[str, str], str]) -> None:
    """Give each statement what its proof refers to; `expanded` replaces the macros of a text."""
    by_label = {label: one for one in paper.statements for label in one.labels}
    for proof in paper.proofs:
        statement = _proved(proof, paper, by_label)
        if statement is None:
            paper.notes.append(f"{proof.file}:{proof.line}: This proof belongs to no statement.")
            continue
        names = referred(expanded(proof.text, f"{proof.file}:{proof.line}"))
        statement.proof_names += [name for name in names if name not in statement.proof_names]
        statement.has_proof = True


def _proved(
    proof: FoundProof, paper: Paper, by_label: dict[str, FoundStatement]
) -> FoundStatement | None:
    """The statement of a proof: the one that it names, the one around it, or the last one above."""
    proves = PROVES.search(proof.text)
    named = [*(listed(proves) if proves else ()), *referred(proof.title)]
    for label in named:
        if label in by_label:
            return by_label[label]
    if proof.inside is not None:
        return proof.inside
    above = paper.statements[proof.after] if proof.after >= 0 else None
    return None if above is None or above.has_proof else above
