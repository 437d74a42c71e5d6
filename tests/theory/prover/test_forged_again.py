"""A second set of forged proofs, by somebody who has not built the rules: none is accepted.

Each case says what is false about it; where a small change makes it true, that twin is accepted, so
that the case is refused for what is false. Whole files are forged as well.
"""

import json
from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.prover import Statement, text_of_proof, verify_proof
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.decision import prove

FORGED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "proofs" / "forged_again.json").read_text("utf-8")
)
TWINS = [name for name in FORGED if "twin" in FORGED[name]]
TRUE = text_of_proof(prove(Statement.of("x^2 >= 0", "x in [-1, 1]")))  # type: ignore[arg-type]
CLAIM, GOAL = '"claim":"x^2 >= 0"', '"goal":{"term":["pow","2",["x"]],"strict":false'
EDITS = {
    "another claim": (CLAIM, '"claim":"x^2 >= 1"'),
    "a strict claim": (CLAIM, '"claim":"x^2 > 0"'),
    "a second claim, which comes last": (CLAIM, f'{CLAIM},"claim":"-x^2 >= 0"'),
    "a second claim, which comes first": (CLAIM, f'"claim":"-x^2 >= 0",{CLAIM}'),
    "a second domain": ('"domain":', '"domain":"x in [5, 6]","domain":'),
    "a second goal": ('"goal":', '"goal":{},"goal":'),
    "a second proof": ('"proof":', '"proof":{"rule":"span"},"proof":'),
    "another key": (CLAIM, f'{CLAIM},"trusted":true'),
    "a number that is none": (CLAIM, '"claim":"x^2 >= nan"'),
    "a claim about infinity": (CLAIM, '"claim":"x^2 >= -inf"'),
    "a claim by an overflow": (CLAIM, '"claim":"x^2 >= -1e999999999"'),
    "a digit of another script": (CLAIM, '"claim":"x^\\u0662 >= 0"'),
    "a full-width name": (CLAIM, '"claim":"\\uff58^2 >= 0"'),
    "a call of Python": (CLAIM, '"claim":"__import__(\'os\').getpid() >= 0"'),
    "a chain of relations": (CLAIM, '"claim":"x^2 >= 0 >= 5"'),
    "two claims": (CLAIM, '"claim":"x^2 >= 0; x >= 5"'),
    "a comment": (CLAIM, '"claim":"x >= 5 # x^2 >= 0"'),
    "another domain": ("x in [-1, 1]", "x in [-1, 2]"),
    "an empty domain": ("x in [-1, 1]", "x in (1, 1)"),
    "a turned domain": ("x in [-1, 1]", "x in [1, -1]"),
    "a domain by a float": ('"-1","1",false,false', '-0.5,"1",false,false'),
    "an open end": ('"-1","1",false,false', '"-1","1",true,false'),
    "a flag of text": ('"strict":false', '"strict":"false"'),
    "a flag of a number": ('"strict":false', '"strict":0'),
    "a version of text": ('"version":', '"version":"1","version":'),
    "a goal about another term": ('["pow","2",["x"]]', '["pow","3",["x"]]'),
    "a byte more": ("}}\n", "}}}\n"),
    "a NaN of JSON": ('"strict":false', '"strict":NaN'),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_proof_is_refused(name: str) -> None:
    assert FORGED[name]["false"]
    with pytest.raises(ValueError, match=r"(?s)^(Rule .* at .*|In the goal): .*\.$"):
        recheck(FORGED[name]["goal"], FORGED[name]["proof"])


@pytest.mark.parametrize("name", TWINS)
def test_its_true_twin_is_accepted(name: str) -> None:
    recheck(FORGED[name]["twin"]["goal"], FORGED[name]["twin"]["proof"])


@pytest.mark.parametrize("levels", [900, 3000])
def test_what_is_nested_deeply_is_refused(levels: int) -> None:
    term: Any = "-1"
    proof: Any = {"by": "span"}
    for _ in range(levels):
        term = ["add", "0", term]
        proof = {"by": "cases", "term": "0", "low": proof, "high": {"by": "span"}}
    goal = {"term": "-1", "strict": False, "region": [], "given": []}
    for forged in ((goal, proof), ({**goal, "term": term}, {"by": "span"})):
        with pytest.raises(ValueError, match=r"^(Rule|In the goal)"):
            recheck(*forged)


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_file_is_refused(tmp_path: Path, name: str) -> None:
    old, new = EDITS[name]
    file = tmp_path / "proof.json"
    file.write_text(TRUE, "utf-8")
    assert str(verify_proof(file).statement).startswith("x^2 >= 0")
    assert old in TRUE
    file.write_text(TRUE.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=r"\.$|\?$"):
        verify_proof(file)
