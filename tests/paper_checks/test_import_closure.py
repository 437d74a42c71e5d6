"""What a program imports is read off its text, late, lazy and made-up imports too."""

from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.running.file_imports import FILE, FileImports, KeptImports
from banditproof.paper_checks.running.import_closure import Programs

SOURCES = table(__file__, "sources")


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


@pytest.mark.parametrize("text", table(__file__, "what_no_text_shows_may_be_anything"))
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
    ("file", "text", "same"), table(__file__, "an_edit_of_a_file_changes_what_depends_on_it")
)
def test_an_edit_of_a_file_changes_what_depends_on_it(
    room: Path, file: str, text: str, same: bool
) -> None:
    before = programs(room).digest("banditproof.room.top")
    (room / file).parent.mkdir(parents=True, exist_ok=True)
    (room / file).write_text(text, encoding="utf-8")
    assert (programs(room).digest("banditproof.room.top") == before) is same


def test_what_was_read_of_files_is_kept_by_their_content(tmp_path: Path, monkeypatch) -> None:
    kept = KeptImports(tmp_path / FILE)
    _, facts = kept.of(b"from .a import b\n")
    kept.keep()
    read: list[bytes] = []
    monkeypatch.setattr(FileImports, "of", lambda content: read.append(content) or facts)
    again = KeptImports(tmp_path / FILE)
    assert again.of(b"from .a import b\n")[1] == facts
    assert read == []
    again.of(b"from .a import c\n")
    assert read == [b"from .a import c\n"]


@pytest.mark.parametrize("text", ["{", "[]", "[" * 100_000, '{"version": 1}', '{"files": {}}', "3"])
def test_a_damaged_file_of_facts_is_written_anew_with_a_warning(tmp_path: Path, text: str) -> None:
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    if text.startswith('{"version'):  # another program wrote it
        kept = KeptImports(file)
    else:
        with pytest.warns(UserWarning, match=r"imports\.json is damaged .* it is written anew"):
            kept = KeptImports(file)
    digest, facts = kept.of(b"from .a import b\n")
    kept.keep()
    assert KeptImports(file).facts == {digest: facts}
