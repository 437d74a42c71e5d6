"""Folders for tests whose programs put their own in the place of what answers for them."""

import sys
from pathlib import Path
from banditproof.claims import Result, claims, open_document
from banditproof.paper_checks import run_all

DOCUMENT = "# T\n\nname: my-paper\nprefix: my\n"
FALSE = """
my.lem1 [lemma] a false bound
    $x\\le x^2$ on $[0,1]$.
  holds, proved -- a.oneWITH
  formula: x <= x**2 for x in [0,1]
"""
IN_WORDS = FALSE.replace("WITH", "").replace("  formula: x <= x**2 for x in [0,1]\n", "")
TRUE = FALSE.replace("x <= x**2", "x >= x**2").replace("\\le", "\\ge")
BY_HAND = """from banditproof.claims import *
@checks("my.lem1", mutants={"another": {"b": 2}})
def one(b=1):
    require(b == 1, "No.", b=b)
    return proved("One.", covered="All.")
"""
FORGED = """
from banditproof.paper_checks.other_papers import programs_process
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from banditproof.paper_checks.verdicts.verdict import ForAll, Outcome, Verdict
from banditproof.paper_checks.running.verdicts_as_json import content_of
V = Verdict(Outcome.HOLDS, "So.", Evidence(Grade.GRADE, judged_by=JudgedBy.BANDITPROOF), "All.",
            "", ForAll.MACHINE)
programs_process._answer = lambda about: content_of((V, 0.0, None), about)
"""
"""A program that puts an answer of its own in the place of what answers for it."""


def written(program: str, texts: str) -> Path:
    folder = Path("my-paper")
    folder.mkdir()
    (folder / "document.claims").write_text(DOCUMENT + texts, encoding="utf-8")
    (folder / "a.py").write_text(program, encoding="utf-8")
    return folder


def found_apart(program: str, texts: str, workers: int = 1) -> dict[str, Result]:
    """The results of a folder whose programs run apart from this process."""
    document = open_document(written(program, texts), apart=True)
    results = run_all(claims(document.name), workers)
    assert not [name for name in sys.modules if name.startswith(document.package)]
    return {result.claim.id: result for result in results}
