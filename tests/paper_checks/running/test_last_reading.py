"""No edit of what decides what Coq says of the theorems leaves the digest of a reading as it is."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
import pytest
import banditproof
from banditproof.paper_checks.running import last_reading

ROOMS = Path(str(last_reading.__file__)).resolve().parents[2]
DIGESTS = """
import json, sys
from pathlib import Path
from banditproof.paper_checks.running.last_reading import decided_by
digests = {"": decided_by()}
for name, text in json.loads(sys.stdin.read()).items():
    file = Path(name)
    before = file.readlink() if file.is_symlink() else None
    file.unlink(missing_ok=True)
    if text is not None:
        file.write_text(text, "utf-8")
    digests[name] = decided_by()
    file.unlink(missing_ok=True)
    if before is not None:
        file.symlink_to(before)
print(json.dumps(digests))
"""
"""Edits files one after the other, and prints the digest after each."""
PROOF = "paper_checks/adversarial/appendix_b_laplace_noise/formal_noise"
DECIDE = (
    *("theory/logic/kernel.py", "theory/logic/coq/leaves.py", "theory/prover/coq/rules.v"),
    *("theory/logic/library/numbers.logic", "theory/logic/library/numbers.proof"),
    *("theory/logic/library/numbers.certificates", "paper_checks/logic/batches.logic"),
    *("paper_checks/derivations/developments.py", "paper_checks/running/last_reading.py"),
    *("paper_checks/derivations/stored/without_coq.txt", f"{PROOF}.certificates", f"{PROOF}.proof"),
)
"""A file of each kind."""
DECIDE_NOTHING = (
    *("theory/lower_bounds/bound.py", "paper_checks/derivations/stored/axioms.txt"),
    *(
        "paper_checks/running/record_grades.py",
        "paper_checks/zcdp/section_4_algorithms/__init__.py",
    ),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package, as links to its files; tests take their edits back."""
    top, package = tmp_path_factory.mktemp("copy"), Path(banditproof.__file__).parent
    for source, below, names in os.walk(package, followlinks=True):
        below[:] = [name for name in below if name != "__pycache__"]
        here = top / "banditproof" / os.path.relpath(source, package)
        here.mkdir()
        for name in names:
            (here / name).symlink_to(Path(source, name).resolve())
    return top


def digests(place: Path, edits: Mapping[str, str | None]) -> dict[str, str]:
    """The digest of a copy as it is, by an empty name, and after each edit, by the file of it."""
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS], cwd=place / "banditproof", env={**os.environ, "PYTHONPATH": str(place)},
        input=json.dumps(edits), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_an_edit_of_each_kind_of_file_changes_the_digest(place: Path) -> None:
    edits: dict[str, str | None] = {
        name: (ROOMS / name).read_text("utf-8") + "\n" for name in (*DECIDE, *DECIDE_NOTHING)
    }
    found = digests(place, edits)
    as_it_is = {name for name in edits if found[name] == found[""]}
    assert as_it_is == {*DECIDE_NOTHING}
    # all edits were taken back, and no two of the digests are one
    assert len({found[name] for name in edits}) == len(edits) - len(DECIDE_NOTHING) + 1


CLAIMS = "paper_checks/bernoulli/section_3_lower_bound/statements.claims"


@pytest.mark.slow
@pytest.mark.each("a kind of file")
@pytest.mark.parametrize(
    ("name", "old", "new", "decides"),
    [
        (CLAIMS, "formally: forall", "formally: forall q. forall", True),
        (CLAIMS, "beyond: Other", "beyond: Some other", False),
        (f"{PROOF}.proof", "theorem ", "# theorem ", True),
        ("paper_checks/adversarial/none.proof", "", "theorem new.one: 1 <= 2\nqed\n", True),
    ],
    ids=["a formal statement", "words", "a proof that is gone", "a new proof"],
)
def test_a_formal_statement_and_a_new_theorem_decide_and_words_do_not(
    place: Path, name: str, old: str, new: str, decides: bool
) -> None:
    file = ROOMS / name
    text = file.read_text("utf-8") if file.exists() else ""
    assert old in text
    link = place / "banditproof" / name
    link.unlink(missing_ok=True)
    link.write_text(text.replace(old, new), "utf-8")
    try:
        assert (digests(place, {})[""] != last_reading.decided_by()) == decides
    finally:
        link.unlink()
        if file.exists():
            link.symlink_to(file)


def test_what_coq_accepted_decides_whether_it_was_the_last_reading(tmp_path, monkeypatch) -> None:
    contents = tmp_path / "read.json"
    monkeypatch.setattr(last_reading, "STORED", tmp_path / "last_reading.txt")
    assert not last_reading.is_the_last("a", contents)
    contents.write_text("{}", "utf-8")
    last_reading.STORED.write_text(last_reading.with_contents("a", contents), "utf-8")
    assert last_reading.is_the_last("a", contents)
    assert not last_reading.is_the_last("b", contents)
    contents.write_text('{"a": "b"}', "utf-8")
    assert not last_reading.is_the_last("a", contents)
