"""The key of a claim changes with all that decides its verdict, and with nothing else."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks import find
from banditproof.paper_checks.proofs.text import locating
from banditproof.paper_checks.proofs.text.locating import lemma_place
from banditproof.paper_checks.proofs.theorems.kept_certificates import files_of
from banditproof.paper_checks.running import content_keys, file_imports
from banditproof.paper_checks.running.content_keys import ContentKeys
from banditproof.paper_checks.running.file_imports import FILE, file_of_imports
from banditproof.paper_checks.statements.claim import REGISTERED

ID = "thesis.thm4.17.repaired"
"""A claim with a proof as text, which cites other claims and has certificates."""


def anew() -> ContentKeys:
    """The keys from the files as they are now."""
    return ContentKeys(content_keys.content_keys().programs.kept)


@pytest.fixture(scope="module")
def keys() -> Callable[[], ContentKeys]:
    """Keys to edit: copies of what was read once, of which no key was asked for."""
    read = anew()
    assert read._texts
    assert read.programs._data
    packed = pickle.dumps(read)
    return lambda: pickle.loads(packed)


@pytest.fixture(scope="module")
def key_of(keys) -> Callable[[str], str]:
    """The key of a claim as the files are."""
    return keys().key


def edited(keys: ContentKeys, module: str) -> str:
    """The key of the claim after an edit of a module, which imports what it did."""
    programs = keys.programs.modules
    programs[module] = replace(programs[module], digest="edited")
    return keys.key(ID)


@pytest.mark.parametrize("module", table(__file__, "an_edit_of_what_it_may_import_changes_the_key"))
def test_an_edit_of_what_it_may_import_changes_the_key(keys, key_of, module: str) -> None:
    assert edited(keys(), f"banditproof.{module}") != key_of(ID)


@pytest.mark.parametrize("module", table(__file__, "an_edit_elsewhere_does_not"))
def test_an_edit_elsewhere_does_not(keys, key_of, module: str) -> None:
    """A docstring of another document, a page, an algorithm that it does not run."""
    assert edited(keys(), f"banditproof.{module}") == key_of(ID)


def test_its_own_program_and_proof_count(keys) -> None:
    known = keys()
    (module, *_) = known.modules(ID)
    assert edited(keys(), module) != known.key(ID)
    own = keys()
    own._texts[ID] = [text._replace(text=f"{text.text}\n# so") for text in own._texts[ID]]
    assert own.key(ID) != known.key(ID)


def test_a_lemma_counts_for_each_proof_that_takes_it_in_and_for_no_other(monkeypatch) -> None:
    """An edit of its text in its file, which is that of another document."""
    users, others = ("renyi.cor16", "zcdp.cor1"), (ID, "thesis.thm4.18.policy")
    before = anew()
    place = lemma_place("zcdp.width-of-an-optimal-design")
    assert place.path.parent not in {item.folder for item in before._texts["renyi.cor16"][:1]}
    words = "Each $a$ is played $N_a="
    assert words in place.text
    changed = place.path.read_text("utf-8").replace(words, f"So {words}")
    with monkeypatch.context() as edited_file:
        edited_file.setattr(locating, "text_of", lambda path: read(path, changed, place.path))
        locating.forget_written_proofs()
        after = anew()
        assert after._texts
    locating.forget_written_proofs()
    assert [after.key(id) == before.key(id) for id in users] == [False, False]
    assert [after.key(id) == before.key(id) for id in others] == [True, True]


def read(path: Path, changed: str, edited: Path) -> str:
    """The text of a file, of which one is edited."""
    return changed if path == edited else path.read_text(encoding="utf-8")


def test_what_a_lemma_cites_counts_for_each_proof_that_takes_it_in(keys) -> None:
    known = keys()
    words = [proof.words for proof in known._texts["renyi.thm15"]]
    assert "thesis.lem2.21" not in words[0]
    assert "thesis.lem2.21" in words[1]
    assert "thesis.lem2.21" in known.named("renyi.thm15")


def cited_claim(keys: ContentKeys) -> str:
    """A claim that the proof cites, and that has a proof itself."""
    (proof,) = keys._texts[ID]
    cited = sorted(proof.words & keys.claims.keys() - {ID})
    return next(id for id in cited if keys._proofs(id))


def test_a_cited_claim_counts_with_its_proof_and_what_is_recorded(keys) -> None:
    known = keys()
    cited = cited_claim(known)
    proof = keys()
    proof._texts[cited] = [text._replace(text=f"{text.text}#") for text in proof._texts[cited]]
    assert proof.key(ID) != known.key(ID)
    recorded = keys()
    recorded.claims[cited] = replace(recorded.claims[cited], grade="points")
    assert recorded.key(ID) != known.key(ID)
    other = keys()
    elsewhere = next(id for id in other.claims if id not in known.named(ID))
    other.claims[elsewhere] = replace(other.claims[elsewhere], grade="points")
    assert other.key(ID) == known.key(ID)


def test_a_false_print_depends_on_its_repair_whose_proof_ends_its_check(keys) -> None:
    assert "zcdp.lem1.repaired" in keys().named("zcdp.lem1")


def test_the_statement_counts_and_where_it_stands_does_not(keys) -> None:
    before = keys().key(ID)
    for fields, same in (({"statement": "So."}, False), ({"line": 10_000}, True)):
        changed = keys()
        changed.claims[ID] = replace(changed.claims[ID], **fields)
        assert (changed.key(ID) == before) is same


def test_its_certificates_count_and_those_of_others_do_not(keys, monkeypatch, tmp_path) -> None:
    before, other = keys(), "adv.lem18"
    known = {id: before.key(id) for id in (ID, other)}
    changed = tmp_path / "changed.certificates"
    changed.write_text("0123456789abcdef {}\n", encoding="utf-8")
    monkeypatch.setattr(
        content_keys, "files_of", lambda id: (changed,) if id == ID else files_of(id)
    )
    assert keys().key(other) == known[other]
    assert keys().key(ID) != known[ID]


def test_facts_of_files_are_kept_where_only_the_user_writes(monkeypatch, tmp_path: Path) -> None:
    """Whoever could change them would decide which edits count."""
    monkeypatch.setattr(file_imports, "trusted_folder", lambda: tmp_path)
    assert file_of_imports() == tmp_path / FILE
    monkeypatch.setattr(file_imports, "trusted_folder", lambda: None)
    assert file_of_imports() is None


def test_a_key_is_the_same_whether_programs_were_imported_or_not(keys, monkeypatch) -> None:
    part, user = "bern.fig8.matches", "bern.exp5.index"
    find(part)
    with monkeypatch.context() as change:
        change.delitem(REGISTERED, part)
        before = keys().key(user)
        assert part.rpartition(".")[0] in keys().named(user)
    assert keys().key(user) == before


def test_versions_count(keys, monkeypatch) -> None:
    before = keys().key(ID)
    monkeypatch.setattr(content_keys, "version", lambda name: "0")
    assert keys().key(ID) != before


LOADED = """
import sys
from banditproof.paper_checks.statements.registry import find
from banditproof.paper_checks.running.single_check import run
assert run(find(sys.argv[1])).as_recorded
print(*(name for name in sys.modules if name.startswith("banditproof.")))
"""


@pytest.mark.slow
@pytest.mark.parametrize("id", [ID, "bern.thm4.3", "adv.lem18", "renyi.lem12", "zcdp.thm10"])
def test_a_check_imports_nothing_that_its_key_leaves_out(keys, id: str) -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED, id], check=True, capture_output=True, text=True
    ).stdout.split()
    known = keys()
    counted = set(known.programs.closure("banditproof.paper_checks.running.single_check"))
    for other in known.named(id):
        counted.update(*map(known.programs.closure, known.modules(other)))
    assert set(loaded) & known.programs.modules.keys() <= counted
