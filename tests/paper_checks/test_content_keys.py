"""The key of a claim changes with all that decides its verdict, and with nothing else."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from banditproof.paper_checks import find
from banditproof.paper_checks.proofs.stored_files import archive_at, file_of
from banditproof.paper_checks.proofs.text import locating
from banditproof.paper_checks.proofs.text.locating import contents, lemma_place
from banditproof.paper_checks.running import content_keys, file_facts
from banditproof.paper_checks.running.content_keys import ContentKeys
from banditproof.paper_checks.running.file_facts import FILE, FileFacts, KeptFacts, file_of_facts
from banditproof.paper_checks.running.import_closure import Programs
from banditproof.theory.prover.proof_archive import ProofArchive

ID = "thesis.thm4.17.repaired"
"""A claim with a proof as text, which cites other claims and has stored proofs."""


@pytest.fixture(scope="module")
def facts(tmp_path_factory) -> KeptFacts:
    kept = KeptFacts(tmp_path_factory.mktemp("facts") / FILE)
    ContentKeys(kept)
    return kept


@pytest.fixture
def keys(facts) -> Callable[[], ContentKeys]:
    return lambda: ContentKeys(facts)


def edited(keys: ContentKeys, module: str) -> str:
    """The key of the claim after an edit of a module, which imports what it did."""
    programs = keys.programs.modules
    programs[module] = replace(programs[module], digest="edited")
    return keys.key(ID)


@pytest.mark.parametrize(
    "module",
    [
        "theory.prover.checker.rules",  # imported inside of functions alone
        "theory.prover.kernel.terms",
        "theory.balls",
        "paper_checks.proofs.inequality",
        "paper_checks.proofs.schemas.schemas_as_text",
        "paper_checks.textbook",
        "paper_checks.verdicts.vocabulary",
        "paper_checks.running.single_check",
        "paper_checks.thesis",  # a package around the module
        "theory",
    ],
)
def test_an_edit_of_what_it_may_import_changes_the_key(keys, module: str) -> None:
    assert edited(keys(), f"banditproof.{module}") != keys().key(ID)


@pytest.mark.parametrize(
    "module",
    [
        "paper_checks.renyi.section_1_introduction",
        "paper_checks.report.site",
        "paper_checks.other_papers.opening",
        "algorithms.regret.dp_imed",
        "verify.audit.price",
    ],
)
def test_an_edit_elsewhere_does_not(keys, module: str) -> None:
    """A docstring of another document, a page, an algorithm that it does not run."""
    assert edited(keys(), f"banditproof.{module}") == keys().key(ID)


def test_its_own_program_and_proof_count(keys) -> None:
    known = keys()
    (module, *_) = known.modules(ID)
    assert edited(keys(), module) != known.key(ID)
    own = keys()
    own._texts[ID] = [text._replace(text=f"{text.text}\n# so") for text in own._texts[ID]]
    assert own.key(ID) != known.key(ID)


def test_a_lemma_counts_for_each_proof_that_takes_it_in_and_for_no_other(keys, monkeypatch) -> None:
    """An edit of its text in its file, which is that of another document."""
    users, others = ("renyi.cor16", "zcdp.cor1"), (ID, "thesis.thm5.2")
    before = keys()
    place = lemma_place("zcdp.width-of-an-optimal-design")
    assert place.path.parent not in {item.folder for item in before._texts["renyi.cor16"][:1]}
    text = contents(place.path)
    words = "Each $a$ is played $N_a="
    assert words in place.text
    changed = text.replace(words, f"So {words}")
    monkeypatch.setattr(locating, "contents", lambda path: read(path, changed, place.path))
    after = keys()
    assert [after.key(id) == before.key(id) for id in users] == [False, False]
    assert [after.key(id) == before.key(id) for id in others] == [True, True]


def read(path: Path, changed: str, edited: Path) -> str:
    """The text of a file, of which one is edited and as long as before."""
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


def test_its_stored_proofs_count_and_those_of_others_do_not(keys, monkeypatch) -> None:
    known = keys()
    elsewhere = next(
        id for id in archive_at(file_of(ID)).ids if id not in known.named(ID) and id != ID
    )
    for id, same in ((elsewhere, True), (ID, False)):
        content = archive_at(file_of(ID)).with_proofs(id, {"1": {"by": "span"}})
        with monkeypatch.context() as patch:
            patch.setattr(
                content_keys, "archive_at", lambda file, result=content: ProofArchive(result)
            )
            assert (keys().key(ID) == known.key(ID)) is same


def test_a_damaged_file_of_stored_proofs_concerns_its_claims_alone(keys, monkeypatch) -> None:
    other, damaged = "adv.lem18", file_of(ID)
    before = keys()
    known = {id: before.key(id) for id in (ID, other)}
    whole = content_keys.archive_at

    def archive(file: Path) -> ProofArchive:
        return ProofArchive(b"damaged") if file == damaged else whole(file)

    monkeypatch.setattr(content_keys, "archive_at", archive)
    assert keys().key(other) == known[other]
    assert keys().key(ID) != known[ID]


def test_facts_of_files_are_kept_where_only_the_user_writes(monkeypatch, tmp_path: Path) -> None:
    """Whoever could change them would decide which edits count."""
    monkeypatch.setattr(file_facts, "trusted_folder", lambda: tmp_path)
    assert file_of_facts() == tmp_path / FILE
    monkeypatch.setattr(file_facts, "trusted_folder", lambda: None)
    assert file_of_facts() is None


def test_a_key_is_the_same_whether_programs_were_imported_or_not(keys, registry) -> None:
    part, user = "bern.fig8.matches", "bern.exp5.index"
    registry.pop(part, None)
    before = keys().key(user)
    assert part.rpartition(".")[0] in keys().named(user)
    find(part)
    assert keys().key(user) == before


def test_versions_count(keys, monkeypatch) -> None:
    before = keys().key(ID)
    monkeypatch.setattr(content_keys, "version", lambda name: "0")
    assert keys().key(ID) != before


SOURCES = {
    "__init__.py": "",
    "top.py": "from typing import TYPE_CHECKING\nfrom .lazy import far\n"
    "if TYPE_CHECKING:\n    from .types_alone import T\n"
    "def f():\n    from . import late\n    return far, late\n",
    "lazy/__init__.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
    "    from .a import far\n    from .b import near\nelse:\n"
    "    __getattr__, __dir__ = names(__name__)\n",
    "lazy/a.py": "import banditproof.room.under.deep\n",
    "lazy/b.py": "",
    "types_alone.py": "",
    "late.py": "from importlib import import_module\n"
    "def g(name):\n    return import_module(f'banditproof.room.plug.{name}')\n",
    "plug/__init__.py": "",
    "plug/one.py": "",
    "under/__init__.py": "",
    "under/deep.py": "from .. import lazy\n",
    "apart.py": "",
}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def programs(room: Path) -> Programs:
    return Programs({"banditproof.room": room})


def closure(room: Path, module: str = "top") -> set[str]:
    result = programs(room).closure(f"banditproof.room.{module}")
    return {name.removeprefix("banditproof.room").removeprefix(".") for name in result}


def test_late_lazy_and_made_up_imports_are_followed(room: Path) -> None:
    assert closure(room) == {
        *("", "top", "lazy", "lazy.a", "lazy.b", "late"),
        *("plug", "plug.one", "under", "under.deep"),
    }


def test_a_name_of_a_lazy_package_leads_to_its_module_alone(room: Path) -> None:
    (room / "under" / "deep.py").write_text("", encoding="utf-8")
    assert {"lazy", "lazy.a"} <= closure(room)
    assert "lazy.b" not in closure(room)
    (room / "top.py").write_text("from .lazy import unlisted\n", encoding="utf-8")
    assert {"lazy.a", "lazy.b"} <= closure(room)
    (room / "top.py").write_text("import banditproof.room.lazy as lazy\n", encoding="utf-8")
    assert {"lazy.a", "lazy.b"} <= closure(room)


@pytest.mark.parametrize(
    "text",
    [
        "from importlib import import_module as load\nload(name)\n",
        "import importlib as i\ni.import_module(name)\n",
        "import importlib\nload = importlib.import_module\n",
        "import importlib\ngetattr(importlib, 'import_module')(name)\n",
        "from importlib import import_module\nlist(map(import_module, names))\n",
        "from importlib import import_module\nimport_module('.' + name, __package__)\n",
        "from importlib import import_module\nimport_module('.late', package)\n",
        "from importlib import import_module\nimport_module(f'{room}.late')\n",
        "__import__(name)\n",
        "exec(text)\n",
        "from runpy import run_module as start\nstart(name)\n",
        "import importlib.util as u\nu.spec_from_file_location(name, place)\n",
    ],
)
def test_what_no_text_shows_may_be_anything(room: Path, text: str) -> None:
    (room / "top.py").write_text(text, encoding="utf-8")
    assert {"apart", "late", "plug.one", "under.deep"} <= closure(room)


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("import_module('.apart', __package__)", {"apart"}),
        ("import_module('.apart', package=__package__)", {"apart"}),
        ("import_module('banditproof.room.apart')", {"apart"}),
        ("import_module(f'.plug.{name}', __package__)", {"plug", "plug.one"}),
        ("import_module(f'banditproof.room.pl{name}')", {"plug", "plug.one"}),
    ],
)
def test_a_call_that_names_a_module_imports_it(room: Path, call: str, names: set[str]) -> None:
    text = f"from importlib import import_module\n{call}\n"
    (room / "top.py").write_text(text, encoding="utf-8")
    assert closure(room) == {"", "top", *names}


def test_a_call_in_a_package_names_modules_of_it(room: Path) -> None:
    text = "from importlib import import_module\nimport_module('.one', __package__)\n"
    (room / "plug" / "__init__.py").write_text(text, encoding="utf-8")
    assert closure(room, "plug") == {"", "plug", "plug.one"}
    (room / "plug" / "one.py").write_text(text.replace("'.one'", "'..apart'"), encoding="utf-8")
    assert closure(room, "plug.one") == {"", "plug", "plug.one", "apart"}


def test_a_package_comes_before_a_module_of_its_name(room: Path) -> None:
    (room / "late").mkdir()
    (room / "late" / "__init__.py").write_text("from .. import apart\n", encoding="utf-8")
    assert {"late", "apart"} <= closure(room)
    assert "plug.one" not in closure(room)


def test_a_linked_folder_counts(room: Path, tmp_path_factory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "inner.py").write_text("x = 1\n", encoding="utf-8")
    (elsewhere / "again").symlink_to(elsewhere)
    (room / "linked").symlink_to(elsewhere)
    (room / "top.py").write_text("from .linked import inner\n", encoding="utf-8")
    assert "linked.inner" in closure(room)


def test_a_broken_program_concerns_those_alone_that_import_it(room: Path) -> None:
    before = programs(room)
    (room / "late.py").write_text("def f(:\n", encoding="utf-8")
    after = programs(room)
    assert after.digest("banditproof.room.top") != before.digest("banditproof.room.top")
    assert after.digest("banditproof.room.plug") == before.digest("banditproof.room.plug")


@pytest.mark.parametrize(
    ("file", "text", "same"),
    [
        ("lazy/a.py", "import banditproof.room.under.deep\nx = 1\n", False),
        ("late.py", "y = 2\n", False),
        ("types_alone.py", "T = int\n", True),
        ("apart.py", "y = 2\n", True),
        ("table.csv", "a,b\n", False),
        ("plug/table.csv", "a,b\n", False),
        ("tables/deep/table.csv", "a,b\n", False),
        ("apart/table.csv", "a,b\n", False),
        ("lazy/steps.proof", "proof my.thm1\n", True),
        ("statements.claims", "my.thm1\n", True),
    ],
)
def test_an_edit_of_a_file_changes_what_depends_on_it(
    room: Path, file: str, text: str, same: bool
) -> None:
    before = programs(room).digest("banditproof.room.top")
    (room / file).parent.mkdir(parents=True, exist_ok=True)
    (room / file).write_text(text, encoding="utf-8")
    assert (programs(room).digest("banditproof.room.top") == before) is same


def test_what_was_read_of_files_is_kept_by_their_content(tmp_path: Path, monkeypatch) -> None:
    kept = KeptFacts(tmp_path / FILE)
    _, facts = kept.of(b"from .a import b\n")
    kept.keep()
    read: list[bytes] = []
    monkeypatch.setattr(FileFacts, "of", lambda content: read.append(content) or facts)
    again = KeptFacts(tmp_path / FILE)
    assert again.of(b"from .a import b\n")[1] == facts
    assert read == []
    again.of(b"from .a import c\n")
    assert read == [b"from .a import c\n"]


@pytest.mark.parametrize("text", ["{", "[]", "[" * 100_000, '{"version": 1}', '{"files": {}}', "3"])
def test_a_damaged_file_of_facts_is_written_anew_with_a_warning(tmp_path: Path, text: str) -> None:
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    if text.startswith('{"version'):  # another program wrote it
        kept = KeptFacts(file)
    else:
        with pytest.warns(UserWarning, match=r"imports\.json is damaged .* it is written anew"):
            kept = KeptFacts(file)
    digest, facts = kept.of(b"from .a import b\n")
    kept.keep()
    assert KeptFacts(file).facts == {digest: facts}


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
