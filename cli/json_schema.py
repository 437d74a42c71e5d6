"""The published schema of the JSON of every command, `schema.json` beside this file.

`python -m banditproof.cli.json_schema` prints it; with `cli/schema.json` it writes it anew, after a
result has changed.
"""

import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from inspect import cleandoc, getmro
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from banditproof.verify.membership.tables_of_data.membership_results import (
    AttackFacts,
    LeakageFacts,
    ProgramFacts,
)
from .adversarial_bounds import AdversarialBoundsFacts
from .audit_results import AuditFacts, SelfTestFacts, WitnessFacts
from .axioms import AxiomFacts, CitableFacts, LeanFacts
from .bound_results import BoundsFacts, PlotFacts
from .carried_proofs import CarriedFacts
from .page_results import JudgedFacts
from .plot_horizons import HorizonPlotFacts
from .price_results import PriceFacts
from .proof_results import ProveFacts, VerifiedFacts
from .results import (
    ABSENT,
    AccountFacts,
    AnnouncedFacts,
    DesignFacts,
    FigureFacts,
    Missing,
    ReportFacts,
    StoredFacts,
    SweepFacts,
    WhyFacts,
)
from .shown_symbols import ClaimSymbols
from .simulation_results import (
    ExactRegretFacts,
    IdentificationFacts,
    LossRunsFacts,
    SimulationFacts,
)
from .textbook_facts import FactFacts
from .weakened_proofs import WeightFacts

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DECIMAL = r"^(-?inf|-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?)$"
RATIO = r"^-?[0-9]+(/[0-9]+)?$"
SCALARS = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def published_schema() -> dict[str, Any]:
    """The schema: any of the results; `#/$defs/bounds` is that of `bounds --json` alone."""
    from banditproof.paper_checks.field.cell_facts import FieldCell
    from banditproof.paper_checks.other_papers.source_changes import Change
    from banditproof.paper_checks.statements.claim_facts import ClaimFacts, ResultFacts
    from banditproof.paper_checks.statements.coverage import Coverage

    commands = {
        "claims": tuple[ClaimFacts, ...],
        "claims-installed": tuple[AnnouncedFacts, ...],
        "coverage": Coverage,
        "field": tuple[FieldCell, ...],
        "check": tuple[ResultFacts, ...],
        "check-symbols": tuple[ClaimSymbols, ...],
        "why": WhyFacts,
        "why-fact": tuple[FactFacts, ...],
        "bounds": BoundsFacts,
        "bounds-adversarial": AdversarialBoundsFacts,
        "plot": PlotFacts,
        "plot-horizons": HorizonPlotFacts,
        "exact": PriceFacts,
        "figure": FigureFacts,
        "report": ReportFacts,
        "simulate": SimulationFacts,
        "simulate-exact": ExactRegretFacts,
        "simulate-stops": IdentificationFacts,
        "simulate-losses": LossRunsFacts,
        "sweep": SweepFacts,
        "design": DesignFacts,
        "account": AccountFacts,
        "audit": AuditFacts,
        "audit-self-test": SelfTestFacts,
        "leakage": LeakageFacts,
        "attack-gradient": AttackFacts,
        "attack-program": ProgramFacts,
        "prove": ProveFacts,
        "prove-file": tuple[JudgedFacts, ...],
        "prove-weaken": tuple[WeightFacts, ...],
        "prove-outline": CarriedFacts,
        "axioms": tuple[AxiomFacts, ...],
        "axioms-lists": tuple[CitableFacts, ...],
        "axioms-lean": LeanFacts,
        "prove-folder": tuple[StoredFacts, ...],
        "verify-proof": tuple[VerifiedFacts, ...],
        "verify-witness": tuple[WitnessFacts, ...],
        "drift": tuple[Change, ...],
    }
    definitions = {name: schema_of(result) for name, result in commands.items()}
    shared: dict[str, Any] = {}
    for result in commands.values():
        _define(result, shared)
    return {
        "$schema": DIALECT,
        "title": "Results of banditproof",
        "description": "What the commands print with --json: one definition for each command, "
        "and those of their parts.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in commands],
        "$defs": definitions | dict(sorted(shared.items())),
    }


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of the values of a type; dataclasses are named and defined elsewhere.

    >>> schema_of(tuple[int, ...])
    {'type': 'array', 'items': {'type': 'integer'}}
    >>> schema_of(Annotated[float | None, "The gap."])
    {'anyOf': [{'type': 'number'}, {'type': 'null'}], 'description': 'The gap.'}
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return schema_of(parts[0]) | {"description": parts[1]}
    if origin in (Union, UnionType):
        kinds = [schema_of(part) for part in parts if part is not Missing]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is tuple:
        return {"type": "array", "items": schema_of(parts[0])}
    if kind is Mapping or origin is Mapping:
        return {"type": "object"}
    if kind is Fraction:
        return {"type": "string", "pattern": RATIO}
    if is_dataclass(kind):
        return {"$ref": f"#/$defs/{_name(kind)}"}
    if issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    return {"type": SCALARS[kind]}


def _name(kind: Any) -> str:
    return str(kind.__name__)


def _define(kind: Any, known: dict[str, Any]) -> None:
    """Add the definitions of all dataclasses inside a type."""
    for part in get_args(kind):
        _define(part, known)
    if not is_dataclass(kind) or _name(kind) in known:
        return
    if _name(kind) == "Enclosure":
        known["Enclosure"] = _enclosure()
        return
    hints = get_type_hints(kind, localns=_words(), include_extras=True)
    known[_name(kind)] = {
        "description": cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " "),
        "type": "object",
        "properties": {
            field.name: schema_of(hints[field.name]) | _described(kind, field.name)
            for field in fields(kind)
        },
        "required": [field.name for field in fields(kind) if field.default is not ABSENT],
        "additionalProperties": False,
    }
    for field in fields(kind):
        _define(hints[field.name], known)


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """What each field of the results means, by class and field."""
    text = files("banditproof.cli").joinpath("result_fields.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _described(kind: Any, field: str) -> dict[str, str]:
    """The description of a field; a type of `paper_checks` has it beside the field instead."""
    for name in map(_name, getmro(kind)):
        if field in sentences().get(name, ()):
            return {"description": sentences()[name][field]}
    return {}


def _enclosure() -> dict[str, Any]:
    ends = {"lo": "at most", "hi": "at least"}
    return {
        "description": "An interval that is proved to contain the number; its ends are decimals.",
        "type": "object",
        "properties": {
            end: {
                "type": "string",
                "pattern": DECIMAL,
                "description": f"A decimal that is {side} the number; inf or -inf if infinite.",
            }
            for end, side in ends.items()
        },
        "required": list(ends),
        "additionalProperties": False,
    }


def _words() -> dict[str, Any]:
    """The types that the results name without importing them."""
    from banditproof.paper_checks.proofs.weight import Noticed
    from banditproof.paper_checks.report.symbols import Symbol
    from banditproof.paper_checks.verdicts.step_facts import StepFacts
    from banditproof.paper_checks.verdicts.verdict import ForAll, Outcome
    from banditproof.theory import Enclosure
    from banditproof.verify.definitions.notions import Notion, Reading
    from banditproof.verify.evidence import Grade
    from banditproof.verify.mutants.entry import Engine

    types = (Outcome, ForAll, StepFacts, Noticed, Symbol, Enclosure, Notion, Reading, Grade, Engine)
    return {_name(kind): kind for kind in types} | {"Tier": Literal["fast", "slow"]}


def text_of_schema() -> str:
    """The schema as the text of the file."""
    return json.dumps(published_schema(), indent=2, ensure_ascii=False) + "\n"


def stored_schema() -> str:
    """The text of the file that is installed with the package.

    >>> json.loads(stored_schema())["title"]
    'Results of banditproof'
    """
    return files("banditproof.cli").joinpath("schema.json").read_text(encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(text_of_schema(), encoding="utf-8")
    else:
        print(stored_schema(), end="")
