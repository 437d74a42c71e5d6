"""What a formula said when a reader compared it with the print, as digests in a file.

A digest covers the formula of the print with all its definitions unfolded, so that no later edit of
one goes unread: of a claim that is refuted, what its theorem denies. So a signature for a theorem
that shows the print is none for one that refutes it. In a folder it covers the words as well.
`write_derivations` adds a claim that is signed; to read one again, delete its line.
"""

from collections.abc import Mapping
from hashlib import sha256
from weakref import WeakKeyDictionary
from banditproof.theory.atomic_files import write_text
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.simple_types import Type, match_type
from banditproof.theory.logic.terms import App, Const, Lam, Term, normal, retyped
from ..statements.documents import document_of_id
from ..verdicts.verdict_words import REFUTED
from .developments import denied
from .stored_certificates import COMPARED as FILE

HEAD = "# Digests of formulas that were compared with the print, with all definitions unfolded.\n"


def compared() -> Mapping[str, str]:
    """The digests in the file, by the claims."""
    return dict(row.split() for row in FILE.read_text("utf-8").split("\n")[1:-1])


def digest_of(development: Development, id: str) -> str:
    """The digest of what the print says by the formula of a claim as it is now.

    The verdict that the text records says whether that is what the theorem shows or denies.
    """
    formula, document = development.statement(id), document_of_id(id)
    assert formula is not None
    claim = document and document.declared.get(id)
    if claim and claim.recorded in REFUTED:
        formula = denied(formula) or formula
    said = shown(unfolded(formula, development.library.theory))
    words = "" if document is None or document.own or not claim else claim.statement
    return sha256("\n".join([*words.split(), said]).encode()).hexdigest()[:16]


_NORMAL: WeakKeyDictionary[Theory, dict[str, Term]] = WeakKeyDictionary()
"""The normal forms of the definitions of a theory, as far as they were needed."""


def unfolded(formula: Term, theory: Theory) -> Term:
    """The normal form of a formula, with all definitions unfolded.

    It is that of `normal` with the definitions of the theory. Those are brought into their normal
    forms once, and put in place of their names; then only what can be reduced is looked at.
    """
    return normal(_without_names(formula, theory, _NORMAL.setdefault(theory, {})))


def _without_names(term: Term, theory: Theory, known: dict[str, Term]) -> Term:
    """A term with normal forms in place of the defined names in it."""
    match term:
        case App(head, arg):
            parts = (_without_names(head, theory, known), _without_names(arg, theory, known))
            return term if parts[0] is head and parts[1] is arg else App(*parts)
        case Lam(kind, body):
            inner = _without_names(body, theory, known)
            return term if inner is body else Lam(kind, inner, term.hint)
        case Const(name, kind) if name in theory.definitions:
            value, general = theory.definitions[name]
            if name not in known:
                known[name] = normal(_without_names(value, theory, known))
            match_type(general, kind, by := dict[str, Type]())
            return retyped(known[name], by)
    return term


def keep_compared(development: Development, id: str) -> None:
    """Add a claim whose formula a reader has compared, unless it has a line."""
    document, known = document_of_id(id), compared()
    claim = document and document.declared.get(id)
    if claim and claim.reads_as.startswith("checked") and id not in known:
        known = {**known, id: digest_of(development, id)}
        write_text(FILE, HEAD + "".join(f"{name} {known[name]}\n" for name in sorted(known)))
