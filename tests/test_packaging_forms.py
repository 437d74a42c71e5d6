"""However the repository arrives, it builds, installs and imports the same modules and data."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
import pytest
from case_tables import table

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")
TOP = {"__init__.py", "__main__.py", "claims.py", "lazy_names.py", "py.typed", "testing.py"}
at_night = pytest.mark.night("test_wheel.py builds the wheel, and installs it, by day")
FORMS = ("a clone", "clone-without-links", "zip")
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
FOUND = table(__file__, "found")
"""Which files the modules of the rooms are; all of them are imported from a wheel, once."""


def run(*command: object, folder: Path) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=CLEAN | {"SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, tree: Path, folder: Path) -> Path:
    """Build by the setuptools of this environment, as `build` does it, and without network."""
    hook = f"import sys; from setuptools import build_meta; build_meta.build_{kind}(sys.argv[1])"
    folder.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-c", hook, folder, folder=tree)
    (made,) = folder.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[kind])
    return made


def left_behind(folder: str, names: list[str]) -> list[str]:
    """What is no part of the repository: caches, and other folders at its top."""
    kept = {*ROOMS, ".ci", "benchmarks", "docs", "src", "tests"}
    top = Path(folder) == PROJECT
    return [
        name
        for name in names
        if name == "__pycache__"
        or name.endswith(".egg-info")
        or (top and name not in kept and (PROJECT / name).is_dir())
        or name == ".git"
    ]


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of this checkout as a clone, a clone without links, and an unpacked zip."""
    top = tmp_path_factory.mktemp("forms")
    origin = top / "origin"
    shutil.copytree(PROJECT, origin, symlinks=True, ignore=left_behind)
    for room in ROOMS:
        link = origin / "src" / "banditproof" / room
        link.unlink(missing_ok=True)
        link.symlink_to(Path("../..", room))
    git = ["git", "-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    run(*git, "init", "--quiet", folder=origin)
    run(*git, "add", "--all", folder=origin)
    run(*git, "commit", "--quiet", "--no-gpg-sign", "--message", "All", folder=origin)
    run(*git, "archive", "--format=zip", "--output", top / "files.zip", "HEAD", folder=origin)
    clone, without, unpacked = (top / form for form in FORMS)
    run("git", "clone", "--quiet", origin, clone, folder=top)
    run("git", "clone", "--quiet", "--config", "core.symlinks=false", origin, without, folder=top)
    with zipfile.ZipFile(top / "files.zip") as archive:
        archive.extractall(unpacked)
    assert (clone / "src/banditproof/theory").is_symlink()
    assert (without / "src/banditproof/theory").is_file()
    assert (unpacked / "src/banditproof/theory").is_file()
    return dict(zip(FORMS, (clone, without, unpacked), strict=True))


@pytest.fixture(scope="module")
def built(trees: dict[str, Path]) -> dict[str, Path]:
    """Each form with an sdist, and in it two wheels: of the form itself, and of the sdist.

    The clone is full of what may lie about: an earlier build, an environment, a list of files.
    """
    clone = trees["a clone"]
    for stray in ("build/lib/banditproof/theory", ".venv/lib/banditproof", "src/banditproof/stray"):
        (clone / stray).mkdir(parents=True)
        (clone / stray / "stray.py").touch()
    (clone / "banditproof.egg-info").mkdir()
    listed = ["tests/test_wheel.py", "benchmarks/__main__.py", "src/banditproof/theory/exact.py"]
    (clone / "banditproof.egg-info" / "SOURCES.txt").write_text("\n".join(listed))
    unpacked: dict[frozenset[tuple[str, int, bytes]], Path] = {}
    for form, tree in trees.items():
        build("wheel", tree, tree / "dist" / "direct")
        with tarfile.open(build("sdist", tree, tree / "dist")) as archive:
            files = frozenset(held(archive))
            if files in unpacked:  # the same files make the same wheel
                shutil.copy(unpacked[files], tree / "dist")
                continue
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not in 3.11.2
            archive.extractall(tree.parent / f"sdist of {form}")
        (folder,) = (tree.parent / f"sdist of {form}").iterdir()
        unpacked[files] = build("wheel", folder, tree / "dist")
    return trees


def held(archive: tarfile.TarFile) -> Iterator[tuple[str, int, bytes]]:
    """The files of an sdist: the name, the mode and the contents of each."""
    for member in archive:
        file = archive.extractfile(member)
        if file is not None:
            yield member.name, member.mode, hashlib.sha256(file.read()).digest()


def contents(wheel: Path) -> dict[str, str]:
    """What each file of a wheel holds."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def expected(*kinds: str) -> set[str]:
    """The files of the rooms: the modules (`code`), the other ones (`data`)."""
    result = (file for room in ROOMS for file in (PROJECT / room).rglob("*") if file.is_file())
    files = {
        file.relative_to(PROJECT).as_posix(): "code" if file.suffix == ".py" else "data"
        for file in result
        if "__pycache__" not in file.parts
    }
    return {name for name, kind in files.items() if kind in kinds}


def module(file: str) -> str:
    """The name under which a file of the rooms is imported."""
    return f"banditproof.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"


@at_night
def test_every_form_gives_the_same_wheel(built: dict[str, Path]) -> None:
    wheels = [wheel for tree in built.values() for wheel in tree.glob("dist/**/*.whl")]
    assert len(wheels) == 2 * len(FORMS)
    first, *others = map(contents, wheels)
    assert all(other == first for other in others)
    code = {name.removeprefix("banditproof/") for name in first if ".dist-info/" not in name}
    assert code == expected("code", "data") | TOP


@at_night
@pytest.mark.parametrize("form", FORMS)
def test_an_sdist_has_the_layout_of_the_repository_and_no_tests(
    form: str, built: dict[str, Path]
) -> None:
    (sdist,) = built[form].glob("dist/*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    made = {"PKG-INFO", "setup.cfg"}
    names = {name for name in names - made if not name.startswith("banditproof.egg-info/")}
    assert not [name for name in names if not (PROJECT / name).is_file()]
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]
    assert names >= expected("code", "data") | {"setup.py", "pyproject.toml"}
    assert {name for name in names if name.startswith("src/")} == {
        f"src/banditproof/{name}" for name in TOP
    }


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """An empty environment before the packages of this one, which hold the dependencies."""
    venv.create(tmp_path / "fresh", with_pip=False, symlinks=True)
    python = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = Path(run(python, "-c", where, folder=tmp_path).strip())
    here = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (own / "dependencies.pth").write_text("\n".join(here))
    return python


@at_night
@pytest.mark.parametrize(
    ("how", "form"),
    # the wheels of all forms are the same; these tests themselves run in an editable clone
    table(__file__, "every_form_installs_the_same_modules_and_data"),
)
def test_every_form_installs_the_same_modules_and_data(
    form: str, how: str, built: dict[str, Path], fresh: Path, tmp_path: Path
) -> None:
    tree = built[form]
    results = {"sdist": tree.glob("dist/*.tar.gz"), "wheel": tree.glob("dist/*.whl")}
    source = (
        [*results[how]] if how in results else ["--editable", tree] if how == "editable" else [tree]
    )
    install = ("install", "--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed")
    pip = (sys.executable, "-m", "pip", "--python", fresh, *install, "--no-compile", "--quiet")
    run(*pip, *source, folder=tmp_path)
    answer = json.loads(run(fresh, "-c", FOUND, how, *ROOMS, folder=tmp_path))
    top = PROJECT / "src" / "banditproof"
    files = {module(file): PROJECT / file for file in expected("code")}
    files |= {"banditproof": top / "__init__.py"}
    files |= {f"banditproof.{name}": top / f"{name}.py" for name in ("claims", "testing")}
    assert answer["files"] == {
        name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()
    }
    assert set(answer["data"]) == expected("data")
    assert "banditproof 0." in run(fresh, "-m", "banditproof", "--version", folder=tmp_path)
    script = fresh.parent / "banditproof"
    checked = run(script, "check", "bern.lemF.3", "--json", folder=tmp_path)
    assert json.loads(checked)[0]["verdict"] == "holds"


@at_night
def test_an_editable_install_of_a_clone_is_a_plain_path(
    built: dict[str, Path], fresh: Path, tmp_path: Path
) -> None:
    """So that type checkers and editors follow it."""
    install = ("install", "--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed")
    pip = (sys.executable, "-m", "pip", "--python", fresh, *install, "--quiet")
    run(*pip, "--editable", built["a clone"], folder=tmp_path)
    (path,) = (tmp_path / "fresh").rglob("__editable__*.pth")
    assert Path(path.read_text(encoding="utf-8").strip()) == built["a clone"] / "src"


@at_night
@pytest.mark.parametrize("form", [form for form in FORMS if form != "a clone"])
def test_mypy_fails_where_it_does_not_see_the_files(
    form: str, trees: dict[str, Path], tmp_path: Path
) -> None:
    """In a clone with links `make types` shows that it sees them."""
    command = [sys.executable, ".ci/check_types.py", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        command, cwd=trees[form], env=CLEAN, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert done.stderr.startswith("mypy checked 0 files, but the rooms hold ")


@at_night
def test_a_build_without_a_room_fails_with_one_sentence(
    trees: dict[str, Path], tmp_path: Path
) -> None:
    tree = tmp_path / "incomplete"
    shutil.copytree(trees["zip"], tree)
    shutil.rmtree(tree / "verify")
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
        str(tree),
    ]
    done = subprocess.run(command, env=CLEAN, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "The folder verify/ or its __init__.py is missing; " in done.stdout + done.stderr
    assert not [*tmp_path.glob("*.whl"), *tmp_path.glob("*.tar.gz")]
