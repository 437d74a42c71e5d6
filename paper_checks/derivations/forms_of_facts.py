"""What a sentence of a theorem may rest on besides theorems: textbook facts, steps of claims."""

from __future__ import annotations
from difflib import get_close_matches
from typing import TYPE_CHECKING
from banditproof.theory.logic.named_hypotheses import Form
from banditproof.theory.prover.kernel.terms import var
from ..proofs.cited import USABLE
from ..proofs.schemas import BY_NAME
from ..proofs.suppositions import stated_below, supposed
from ..proofs.text.locating import places_of, written_proof
from ..statements.documents import document_of_id
from ..statements.recorded_verdicts import standing
from ..textbook import PREFIX

if TYPE_CHECKING:
    from banditproof.theory.logic.passages import Passage
    from ..proofs.proof import Proof


class KnownForms:
    """The textbook facts that have a schema, and the claims that have a proof by steps."""

    def fact(self, name: Passage) -> Form:
        """What a textbook fact says in symbols.

        >>> from banditproof.theory.logic.passages import Passage
        >>> form = KnownForms().fact(Passage.of("markov"))
        >>> form.name, form.hypotheses, form.conclusions
        ('textbook.markov', ('X >= 0', 'a > 0'), ('p*a <= m', 'p <= m/a'))
        """
        fact = PREFIX + name.plain
        schema = BY_NAME.get(fact)
        if schema is None:
            near = get_close_matches(name.plain, (one.removeprefix(PREFIX) for one in BY_NAME), n=1)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise name.error(f"{name.text!r} is no textbook fact{hint}")
        return Form(
            fact,
            schema.conclusions,
            schema.hypotheses,
            schema.patterns,
            symbols=schema.fixed | schema.varying | {*schema.margins},
            varying=schema.varying,
            margins=schema.margins,
        )

    def claim(self, name: Passage, step: Passage | None) -> Form:
        """What a step of the proof of a claim says, or the claim in words."""
        try:
            outcome, grade, _ = standing(name.text)
        except ValueError as unknown:
            raise name.error(str(unknown)) from None
        if outcome not in USABLE or grade is None:
            raise name.error(f"{name.text} is recorded as {outcome!s}, and cannot be cited.")
        if step is None:
            return Form(name.text, ())
        proof = _proof_of(name)
        if not step.text.isdecimal() or int(step.text) > len(proof.steps):
            raise step.error(f"{name.text} has no step {step.text}.")
        number = int(step.text)
        try:
            stated, where = proof.stated(number)
        except ValueError as wrong:
            raise step.error(str(wrong)) from None
        spoken = where.tied_to(stated.names) & where.ranges.keys()
        ranges = (item for n in sorted(spoken) for item in where.membership(n, var(n)))
        written = stated_below(proof, number, frozenset())
        alone = (written.get(item, str(item)) for item in supposed(proof, number).alone)
        return Form(
            f"{name.text} ({number})",
            (stated.formula,) if stated.formula else (),
            symbols=frozenset(where.ranges),
            supposed=(*map(str, ranges), *alone),
        )


def _proof_of(name: Passage) -> Proof:
    """The proof of a claim as text, of which no program runs."""
    document = document_of_id(name.text)
    if document is None or (name.text, "") not in places_of(document):
        raise name.error(
            f"{name.text} has no proof as text whose steps could be cited; cite it without one."
        )
    return written_proof(name.text)
