"""What a program knows of its claim, read from its source: no module is imported for a list.

The names of mutants are those of decorators `mutant`, and keys of the texts in quotes that `checks`
has as `mutants`; steps stand in a proof that is text. Where a source says it in another way, the
module is imported after all.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any
from banditproof.theory.bounded_reading import file_bytes
from ..statements.completed import Completed, completed, declared
from ..statements.documents import document_of_id
from ..verdicts.step_facts import StepFacts
from .scope import Scope
from .step import Step, is_shipped
from .text.locating import TAKEN_IN, places_of, proof_text
from .text.proof_text import ProofText

REGISTERING = ("checks", "checks_both")
MUTANT = re.compile(r'^\s*mutant\s+"((?:[^"]|"")*)"', re.MULTILINE)
"""The name of a mutant of a proof that is text; two quotes stand for one."""
PRINTED, REPAIRED = "the printed statement", "the repaired statement"


def facts_in_sources(id: str, name: str) -> Mapping[str, Any] | None:
    """What the program of a claim adds to its text, a fact and what is found with it.

    The fact is one of `rests_on`, `stated_proof`, `steps` and `mutants`; None if no source says it.

    >>> facts_in_sources("bern.thm3.1", "mutants")["mutants"][0]
    'with the hypothesis'
    """
    text = declared(id)
    if text is None:
        return None
    claim = completed(text)
    document = document_of_id(id)
    written = document is not None and (id, "") in places_of(document)
    if claim.by_proof and not written:
        return None
    if name == "mutants":
        mutants = mutants_in_source(claim)
        if mutants is None:
            return None
        return {name: (*mutants, *_mutants_of_proof(claim))}
    if name == "steps":
        return {name: tuple(_steps(proof_text(id))) if claim.by_proof else ()}
    rests_on = claim.rests_on
    if claim.by_proof:
        steps = proof_text(id).steps
        rests_on = tuple(dict.fromkeys(cited for step in steps for cited in step.rests_on))
    stated = rests_on if claim.stated_proof is None else claim.stated_proof
    return {"rests_on": rests_on, "stated_proof": stated}


def _steps(proof: ProofText) -> Iterator[StepFacts]:
    """The steps of a proof that is text; their ranges are read when they are asked for."""
    scope = Scope(proof.id, proof.steps, proof.where)
    for step in proof.steps:
        yield StepFacts.with_ranges_later(
            partial(_ranges, scope, step),
            number=step.number,
            kind=step.kind if is_shipped(step) else "words",
            says=step.says,
            formula=step.formula,
            uses=step.needed,
            rests_on=step.rests_on,
        )


def _ranges(scope: Scope, step: Step) -> str:
    """What a proof says of the quantities of a step."""
    return scope.domain(step).about(step.names)


def _mutants_of_proof(claim: Completed) -> tuple[str, ...]:
    """The names of the mutants below a proof that is text.

    No step is read for them, unless the proof takes in a lemma, whose mutants it has as well.
    """
    document = document_of_id(claim.id)
    if document is None or not claim.by_proof:
        return ()
    text = places_of(document)[claim.id, ""].text
    if TAKEN_IN.search(text):
        return tuple(mutant.name for mutant in proof_text(claim.id).mutants)
    return tuple(" ".join(name.replace('""', '"').split()) for name in MUTANT.findall(text))


def mutants_in_source(claim: Completed) -> tuple[str, ...] | None:
    """The names of the mutants that a decorator gives a claim; None if they are not plain texts."""
    if claim.proof_alone:  # its program is the same for all such claims, and has none
        return ()
    document = document_of_id(claim.id)
    if document is None or claim.program is None:
        return None
    known = _decorators(document.source(document.file_of(claim.program[0])))
    value = known.get(claim.id)
    if value is not None:
        return value
    if claim.id in known:  # its names are computed
        return None
    users = (id for id, text in document.declared.items() if text.repaired_by == claim.id)
    pairs = (f"{id} {REPAIRED}" for id in users)
    return next((known[pair] for pair in pairs if pair in known), None)


def parsed(file: Path) -> ast.Module:
    """The tree of a program, which does not run; a sentence if it is not Python."""
    try:
        return ast.parse(file_bytes(file))
    except (SyntaxError, ValueError) as wrong:
        where = f"{file}, line {line}" if (line := getattr(wrong, "lineno", 0)) else str(file)
        reason = getattr(wrong, "msg", wrong)
        raise ValueError(f"{where}: the program is not Python: {reason}.") from None


@cache
def _decorators(file: Path) -> Mapping[str, tuple[str, ...] | None]:
    """The names of mutants in a file, by ID; those of the repair by `ID the repaired statement`."""
    if not file.is_file():
        return {}
    known: dict[str, tuple[str, ...] | None] = {}
    body = parsed(file).body
    constants = dict(named for statement in body for named in _assigned(statement))
    for function in body:
        calls = [c for c in getattr(function, "decorator_list", ()) if isinstance(c, ast.Call)]
        for call in calls:
            if getattr(call.func, "id", "") in REGISTERING:
                known.update(_named(call, constants, calls))
    return known


def _marked(calls: Sequence[ast.Call], of: str) -> tuple[str, ...] | None:
    """The names in the decorators `mutant` of a function; None if one is computed."""
    results = []
    for call in calls:
        words = [word.value if isinstance(word, ast.Constant) else None for word in call.args]
        if getattr(call.func, "id", "") != "mutant" or [*words, "claim"][1] != of:
            continue
        if not isinstance(words[0], str):
            return None
        results.append(words[0])
    return tuple(results)


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The name that a statement gives to a value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    value = getattr(statement, "value", None)
    if len(targets) == 1 and isinstance(targets[0], ast.Name) and value is not None:
        yield targets[0].id, value


def _named(
    call: ast.Call, constants: Mapping[str, ast.expr], beside: Sequence[ast.Call]
) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    first = call.args[0] if call.args else None
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    mutants = _all(_marked(beside, "claim"), _keys(given.get("mutants"), constants))
    if "subjects" not in given:
        yield first.value, mutants
        return
    printed = _all(_marked(beside, "print"), _keys(given.get("printed_mutants"), constants))
    yield first.value, _all((REPAIRED,), printed)
    yield f"{first.value} {REPAIRED}", _all((PRINTED,), mutants)


def _all(*names: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The names of all groups; None if one of them is computed."""
    return None if None in names else tuple(name for group in names for name in group or ())


def _keys(node: ast.expr | None, constants: Mapping[str, ast.expr]) -> tuple[str, ...] | None:
    """The keys of a dictionary of texts; none for no dictionary, None if one is computed."""
    if node is None:
        return ()
    if isinstance(node, ast.Name) and node.id in constants:
        return _keys(constants[node.id], {})
    if not isinstance(node, ast.Dict):
        return None
    texts: dict[str, None] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        names = _keys(value, constants) if key is None else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            names = (key.value,)
        if names is None:
            return None
        texts |= dict.fromkeys(names)
    return tuple(texts)
