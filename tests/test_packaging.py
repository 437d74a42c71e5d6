"""The map from the rooms to the package is complete, wherever the repository is put."""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
import pytest
import banditproof

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")


def loaded(path: str) -> ModuleType:
    """A file of the repository that is no module of the package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, PROJECT / path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


setup = loaded("setup.py")
check_types = loaded(".ci/check_types.py")


def files(root: Path = PROJECT) -> list[Path]:
    """Every file of the rooms, without what Python and the system leave behind."""
    result = (file for room in ROOMS for file in (root / room).rglob("*") if file.is_file())
    return [file for file in result if "__pycache__" not in file.parts and file.name[0] != "."]


def data_files(root: Path = PROJECT) -> set[Path]:
    """The data files that a wheel holds."""
    result = setup.data(root)
    return {root / room / name for room in ROOMS for name in result.get(f"banditproof.{room}", [])}


def not_packaged(folders: dict[str, str], root: Path = PROJECT) -> list[str]:
    """The files of the rooms that a wheel built with this map of folders would not hold."""
    code = {root / folder for folder in folders.values()}
    rooms = {root / folders[name] for name in folders if name.count(".") == 1}
    data = {file for file in data_files(root) if rooms & set(file.parents)}
    return [
        str(file)
        for file in files(root)
        if not (file.parent in code if file.suffix == ".py" else file in data)
    ]


def copied(root: Path) -> Path:
    """A repository of small rooms: a package, a package inside it, and a folder of data."""
    for room in ROOMS:
        for folder in (root / room, root / room / "inside"):
            folder.mkdir(parents=True)
            (folder / "__init__.py").touch()
        (root / room / "data").mkdir()
        (root / room / "data" / "numbers.csv").touch()
    (root / setup.SOURCE).mkdir(parents=True)
    return root


def test_every_file_of_the_rooms_is_packaged() -> None:
    assert not not_packaged(setup.folders(PROJECT))
    assert len([file for file in files() if file.suffix == ".py"]) > 500


@pytest.mark.parametrize("room", ROOMS)
def test_a_map_without_a_room_is_noticed(room: str, monkeypatch) -> None:
    monkeypatch.setattr(setup, "ROOMS", tuple(other for other in ROOMS if other != room))
    assert not_packaged(setup.folders(PROJECT))


def test_a_map_without_an_inner_package_is_noticed(tmp_path: Path) -> None:
    folders = setup.folders(copied(tmp_path))
    assert not not_packaged(folders, tmp_path)
    del folders["banditproof.verify.inside"]
    assert not_packaged(folders, tmp_path) == [str(tmp_path / "verify/inside/__init__.py")]


def test_data_of_every_kind_is_packaged_and_what_is_left_behind_is_not(tmp_path: Path) -> None:
    theory = copied(tmp_path) / "theory"
    for name in ("table.xyz", "static/style.css", "static/font.woff2", "LICENSE", "[a].html"):
        (theory / name).parent.mkdir(exist_ok=True)
        (theory / name).touch()
    before = data_files(tmp_path)
    for name in ("table.xyz~", ".hidden", ".cache/a.csv", "__pycache__/exact.cpython-311.pyc"):
        (theory / name).parent.mkdir(exist_ok=True)
        (theory / name).touch()
    assert data_files(tmp_path) == before
    names = {file.relative_to(theory).as_posix() for file in before if theory in file.parents}
    # a pattern that stands for this name alone
    assert names == {"data/numbers.csv", "table.xyz", "static/style.css", "static/font.woff2",
                     "LICENSE", "[[]a].html"}  # fmt: skip


def test_the_data_files_are_those_of_the_repository() -> None:
    """By one rule, so that nobody has to list templates, fonts or tables."""
    if not (PROJECT / ".git").exists():
        pytest.skip("This is no clone, so there is no list of files to compare with.")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *ROOMS]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    listed = {PROJECT / name for name in done.stdout.splitlines()}
    listed = {file for file in listed if file.is_file() and file.suffix != ".py"}
    assert data_files() == listed
    assert len(listed) > 100


def test_the_map_uses_the_names_of_the_design() -> None:
    folders = setup.folders(PROJECT)
    assert folders["banditproof"] == "src/banditproof"
    assert folders["banditproof.theory"] == "theory"
    assert folders["banditproof.cli"] == "cli"
    assert {name.split(".")[1] for name in folders if "." in name} == set(ROOMS)
    # setuptools wants slashes, on every system, and relative paths
    assert not any("\\" in folder or os.path.isabs(folder) for folder in folders.values())


def test_stray_folders_are_not_packaged(tmp_path: Path) -> None:
    before = setup.folders(copied(tmp_path))
    for stray in ("build/lib/banditproof/theory", ".venv/lib/theory", "tests", "benchmarks"):
        (tmp_path / stray).mkdir(parents=True)
        (tmp_path / stray / "__init__.py").touch()
    hidden = tmp_path / "theory" / ".checkpoints"
    hidden.mkdir()
    (hidden / "copy.py").touch()
    assert setup.folders(tmp_path) == before


@pytest.mark.parametrize("room", ROOMS)
def test_a_missing_room_stops_the_build_with_one_sentence(room: str, tmp_path: Path) -> None:
    shutil.rmtree(copied(tmp_path) / room)
    with pytest.raises(
        SystemExit, match=rf"^The folder {room}/ or its __init__.py is missing; .*\.$"
    ):
        setup.folders(tmp_path)


def test_a_link_that_became_a_text_file_is_no_room(tmp_path: Path) -> None:
    shutil.rmtree(copied(tmp_path) / "theory")
    (tmp_path / "theory").write_text("../theory")
    with pytest.raises(SystemExit, match=r"^The folder theory/"):
        setup.folders(tmp_path)


def test_a_folder_without_init_stops_the_build_with_one_sentence(tmp_path: Path) -> None:
    (copied(tmp_path) / "verify" / "inside" / "__init__.py").unlink()
    (tmp_path / "verify" / "inside" / "module.py").touch()
    with pytest.raises(
        SystemExit, match=r"^The file verify/inside/module.py would not be packaged"
    ):
        setup.folders(tmp_path)


def test_links_are_used_if_all_lead_to_their_rooms(tmp_path: Path) -> None:
    source = copied(tmp_path) / setup.SOURCE
    assert not setup.linked(tmp_path)
    for room in ROOMS:
        (source / room).symlink_to(Path("../..", room))
    assert setup.linked(tmp_path)
    (source / "theory").unlink()
    (source / "theory").write_text("../../theory")
    assert not setup.linked(tmp_path), "a text file is no link"
    (source / "theory").unlink()
    shutil.copytree(tmp_path / "theory", source / "theory")
    assert not setup.linked(tmp_path), "a copy is no link"


def test_the_rooms_are_the_same_everywhere() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    (named,) = re.findall(r"^ROOMS *:= (.*)$", makefile, re.MULTILINE)
    manifest = (PROJECT / "MANIFEST.in").read_text(encoding="utf-8")
    assert setup.ROOMS == check_types.ROOMS == tuple(named.split()) == ROOMS
    assert set(re.findall(r"^prune src/banditproof/(\w+)$", manifest, re.MULTILINE)) == set(ROOMS)
    assert {name for name in dir(banditproof) if (PROJECT / name).is_dir()} == set(ROOMS)


def test_the_environment_follows_the_files_that_describe_it() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    (needed,) = re.findall(r"^\$\(READY\):(.*)$", makefile, re.MULTILINE)
    assert set(needed.split()) >= {"pyproject.toml", "setup.py"}


def test_checking_needs_no_more_than_the_package() -> None:
    """`make check` is the first thing that somebody types; `make test` adds what tests need."""
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    needs = dict(re.findall(r"^(\$?\(?[\w-]+\)?): (\$\(.*\))$", makefile, re.MULTILINE))
    assert needs["check"] == "$(READY)"
    assert needs["test"] == needs["environment"] == "$(TOOLS)"
    assert needs["$(TOOLS)"] == "$(READY)"
    extras = re.findall(r"^\t\$\(INSTALL\) --editable (.*)$", makefile, re.MULTILINE)
    assert {".", '".[dev]"'} <= set(extras)


@pytest.mark.parametrize(
    ("report", "count"),
    [
        ("Success: no issues found in 1 source file\n", 1),
        ("Success: no issues found in 545 source files\n", 545),
        ("x.py:1: error: 7 source files\nFound 2 errors in 1 file (checked 545 source files)", 545),
        ("mypy: can't read file\n", 0),
    ],
)
def test_the_files_that_mypy_checked_are_counted(report: str, count: int) -> None:
    assert check_types.checked(report) == count
    assert not check_types.complaint(report, count)
    assert check_types.complaint(report, count + 1).endswith(".")


def test_as_many_files_are_expected_as_the_rooms_hold() -> None:
    assert check_types.files() == len([file for file in files() if file.suffix == ".py"])
