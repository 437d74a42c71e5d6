"""Folders that try to get `proved` or `derived` for what is false: none of them does."""

import sys
from pathlib import Path
import pytest
from case_tables import table
from banditproof.claims import Inequality, Proof, claims, open_document
from banditproof.paper_checks import run_all
from banditproof.paper_checks.running.keys_of_papers import not_seen
from banditproof.paper_checks.running.untouched import replaced
from banditproof.paper_checks.statements.documents import OPENED

DOCUMENT = "# T\n\nname: my-paper\nprefix: my\n"
FALSE = """
my.lem1 [lemma] a false bound
    $x\\le x^2$ on $[0,1]$.
  holds, proved -- a.oneWITH
  formula: x <= x**2 for x in [0,1]
"""
TRUE = FALSE.replace("x <= x**2", "x >= x**2").replace("\\le", "\\ge")
PROGRAM = table(__file__, "program")
EQUAL = """class S(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __str__(self): return "x <= x**2"
"""
BELOW, ABOVE = 'TEXT = "x <= x**2"', 'TEXT = "x >= x**2"'
SO = 'lambda self, context: (StepVerdict.PROVED, "so")'
CHANGES = {
    "nothing": "",
    "a text that equals all others": (f'{EQUAL}TEXT = S("x >= x**2")', ""),
    "a formula that is set afterwards": (
        ABOVE,
        'P.steps[0].relations\nobject.__setattr__(P.steps[0], "formula", "x <= x**2")',
    ),
    "relations of another step": 'vars(P.steps[0])["relations"] = Inequality(1, "s", "x >= 0")',
    "a check of a step": f'vars(P.steps[0])["check"] = {SO}',
    "a check of all steps": f"Inequality.check = {SO}",
    "a class of the same name": f'class I(Inequality): check = {SO}\nI.__name__ = "Inequality"\n'
    'P = Proof("my.lem1", where="x in [0,1]", steps=(I(1, "So.", TEXT),))',
    "the code of a check": f"Inequality.check.__code__ = ({SO}).__code__",
    "steps that nobody ran": "from dataclasses import replace\nProof.run = lambda self: "
    '(tuple(replace(fact, verdict="proved") for fact in self.facts), None)',
    "a run of one proof": 'vars(P)["run"] = lambda: (P.facts, None)',
    "no goals": "import sys\nsys.modules[Inequality.__module__].goals = lambda *given: ()",
    "a search that finds": "import sys\nsys.modules[Inequality.__module__].settle = "
    'lambda *given: "found"',
}
BY_HAND = """from banditproof.claims import *
@checks("my.lem1", mutants={"another": {"b": 2}})
def one(b=1):
    require(b == 1, "No.", b=b)
    return proved("One.", covered="All.")
"""


@pytest.fixture
def strong(without_documents: Path):
    """The claims of a folder that get a strong grade although they hold only in its words."""

    def found(program: str, texts: str) -> list[str]:
        folder = Path("my-paper")
        folder.mkdir()
        (folder / "document.claims").write_text(DOCUMENT + texts, encoding="utf-8")
        (folder / "a.py").write_text(program, encoding="utf-8")
        results = run_all(claims(open_document(folder).name))
        held = (item for item in results if item.verdict.outcome.value == "holds")
        return [item.claim.id for item in held if item.grade in ("proved", "derived")]

    return found


@pytest.fixture(autouse=True)
def put_back(monkeypatch: pytest.MonkeyPatch):
    """What a program replaces is put back."""
    code = Inequality.check.__code__
    module = sys.modules[Inequality.__module__]
    for owner, name in (
        (Inequality, "check"),
        (Proof, "run"),
        (module, "goals"),
        (module, "settle"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    yield
    monkeypatch.undo()
    Inequality.check.__code__ = code
    assert not replaced()


@pytest.mark.parametrize("name", CHANGES)
def test_no_program_gets_proved_for_a_false_formula(strong, name: str) -> None:
    change = CHANGES[name]
    before, after = (BELOW, change) if isinstance(change, str) else change
    program = PROGRAM.replace(BELOW, before).replace("CHANGE", after)
    assert strong(program, FALSE.replace("WITH", " with its proof")) == []


def test_a_formula_is_not_proved_by_saying_so(strong) -> None:
    assert strong(BY_HAND, FALSE.replace("WITH", "")) == []


@pytest.mark.parametrize("field", ["repeats", "parts"])
def test_words_of_its_own_are_not_what_another_claim_proves(strong, field: str) -> None:
    program = PROGRAM.replace("x <= x**2", "x >= x**2", 1).replace("CHANGE", "")
    copy = f"\nmy.lem2 [lemma] a copy\n    $1=2$.\n  {field}: my.lem1\n"
    texts = TRUE.replace("WITH", " with its proof") + copy
    assert strong(program, texts) == ["my.lem1"]


@pytest.mark.parametrize("text", table(__file__, "what_reads_outside_of_its_folder_is_not_kept"))
def test_what_reads_outside_of_its_folder_is_not_kept(without_documents: Path, text: str) -> None:
    folder = Path("my-paper")
    folder.mkdir()
    (folder / "document.claims").write_text(DOCUMENT, encoding="utf-8")
    (folder / "a.py").write_text(f"if False:\n    {text.splitlines()[0]}\n", encoding="utf-8")
    open_document(folder)
    (folder / "a.py").write_text(text, encoding="utf-8")
    assert "may read what stands outside" in not_seen(OPENED["my-paper"])
    (folder / "a.py").write_text("VALUE = 1", encoding="utf-8")
    assert not not_seen(OPENED["my-paper"])
