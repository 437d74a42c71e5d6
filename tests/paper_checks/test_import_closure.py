"""What a program imports is read off its text, late, lazy and made-up imports too."""

from pathlib import Path
import pytest
from banditproof.paper_checks.running.file_imports import FILE, FileImports, KeptImports
from banditproof.paper_checks.running.import_closure import Programs

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
