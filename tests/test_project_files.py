"""Workflows, hooks, templates and the citation name what the repository has."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path
import pytest
import banditproof
from banditproof.cli.application import COMMANDS, imported_command

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS = set(
    re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
)


def steps(workflow: Path) -> list[str]:
    """The commands of a workflow."""
    text = workflow.read_text(encoding="utf-8")
    return re.findall(r"^ *(?:- )?run: (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_what_there_is(workflow: Path) -> None:
    assert steps(workflow)
    for step in steps(workflow):
        program, *words = shlex.split(step.partition(" > ")[0])
        if program == "make":
            assert {word for word in words if "=" not in word} <= TARGETS, step
        elif program == "banditproof" and words:
            imported_command(words[0]).make_context(words[0], words[1:])
        elif words[:3] == ["-m", "pip", "install"]:
            extras = re.findall(r"\[(.*)\]", words[-1])[0].split(",")
            assert set(extras) <= set(METADATA["optional-dependencies"]), step
        for path in (word for word in words if word.startswith("tests/")):
            assert (ROOT / path).exists(), step


def test_the_three_systems_are_tried() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in WORKFLOWS)
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= set(
        re.findall(r"\w+-latest", text)
    )
    assert {"make check", "make lint types", "make test", "make docs"} <= {
        step for file in WORKFLOWS for step in steps(file)
    }


def test_the_hooks_are_local_and_run_files_that_exist() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (.*)", text) == ["local"]
    for path in re.findall(r"tests/\w+\.py", text):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(
    "template", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.md")), ids=lambda file: file.stem
)
def test_a_template_of_issues_has_a_head(template: Path) -> None:
    head = template.read_text(encoding="utf-8").split("---\n")[1]
    assert set(re.findall(r"^(\w+): .+$", head, re.MULTILINE)) == {"name", "about", "labels"}


def test_the_pull_request_template_names_targets() -> None:
    text = (ROOT / ".github" / "pull_request_template.md").read_text(encoding="utf-8")
    named = re.findall(r"`make ([\w-]+)`", text)
    assert len(named) > 3
    assert set(named) <= TARGETS


def test_the_citation_agrees_with_the_package() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([\w-]+): (.+)$", text, re.MULTILINE))
    assert fields["version"] == banditproof.__version__
    assert fields["license"] == METADATA["license"]
    assert fields["title"] == METADATA["name"]


def test_no_address_is_invented() -> None:
    """The project has no public home yet; when it has one, both files name the same."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    named = re.findall(r"^(?:url|repository-code): \"?([^\"\n]+)", citation, re.MULTILINE)
    assert set(named) <= set(METADATA.get("urls", {}).values())
    assert bool(named) == bool(METADATA.get("urls"))


def test_the_changelog_says_what_the_version_has_and_is_no_diary() -> None:
    """The first version by topic; a later one above it, by kinds of changes."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    *later, first = re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]
    newest = (later or [first])[0].splitlines()[0]
    assert newest == "## Unreleased" or newest.startswith(f"## {banditproof.__version__} ")
    assert set(re.findall(r"^### (.+)$", "".join(later), re.MULTILINE)) <= {
        "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security",
    }  # fmt: skip
    topics = re.split(r"^### ", first, flags=re.MULTILINE)[1:]
    assert all(re.search(r"^- ", topic, re.MULTILINE) for topic in topics)
    assert not re.search(r"^- \d{4}-\d{2}-\d{2}", first, re.MULTILINE)


def test_every_command_is_in_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert {
        name for name in COMMANDS if f"`{name}`" not in text and f"`{name} " not in text
    } == set()


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.mkdir()
    (kept / "notes").touch()
    link.symlink_to(kept)

    def new(folder: Path) -> int:
        words = [f"VENV={folder}", f"PYTHON=mkdir -p {folder} && true", "INSTALL=:", "COMPILE=:"]
        return subprocess.run(
            ["make", *words, "packages"], cwd=ROOT, capture_output=True
        ).returncode

    assert new(kept) == 2
    assert new(link) == 0
    assert not link.is_symlink()
    assert [file.name for file in kept.iterdir()] == ["notes"]
    (kept / "notes").rename(kept / "pyvenv.cfg")
    assert new(kept) == 0


def test_what_contributing_says_of_an_algorithm_is_so() -> None:
    """Each policy has its name in the catalogue, and an exact budget gives exact noise."""
    from fractions import Fraction
    from banditproof.algorithms import POLICIES, Silent, make_policy

    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "Its `name` is that of the catalogue" in " ".join(said.split())
    seen = 0
    for name, entry in POLICIES.items():
        if entry.linear or entry.stops or {"eps"} != entry.options & {"eps", "rho", "alpha"}:
            continue
        policy = make_policy(name, arms=2, eps=Fraction(1, 3), horizon=100)
        seen += 1
        assert policy.name == name
        noise = policy.mechanism(policy.start(), policy.decide(policy.start(), 1, Silent()))
        assert not isinstance(noise.scale, float), name
    assert seen > 5
