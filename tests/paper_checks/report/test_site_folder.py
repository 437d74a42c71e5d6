"""The folder of a site: new, or an old report that goes when the new one is complete."""

import json
import pytest
from banditproof.paper_checks.report.site_folder import MARK, OLD, new_site, require_place


def fill(folder, text: str) -> None:
    with new_site(folder) as part:
        (part / "index.html").write_text(text, encoding="utf-8")
        (part / "claims").mkdir()


def stop_halfway(folder, error) -> None:
    with new_site(folder) as part:
        (part / "index.html").write_text("new", encoding="utf-8")
        raise error


def names(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_site_replaces_an_old_one_whole(tmp_path) -> None:
    site = tmp_path / "deep" / "site"
    fill(site, "old")
    with new_site(site) as part:
        (part / "claims").mkdir()
        (part / "claims" / "gone.html").write_text("old", encoding="utf-8")
    fill(site, "new")
    assert names(site) == [MARK, "claims", "index.html"]
    assert names(site / "claims") == []
    assert (site / "index.html").read_text(encoding="utf-8") == "new"
    assert names(site.parent) == ["site"]


@pytest.mark.parametrize("name", ["notes.md", "claims/notes.md", ".hidden/notes.md"])
def test_files_of_somebody_else_in_a_report_stay(tmp_path, name) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    (site / name).parent.mkdir(exist_ok=True)
    (site / name).write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="besides a report; move it elsewhere"):
        fill(site, "new")
    assert (site / name).read_text(encoding="utf-8") == "mine"
    assert (site / "index.html").read_text(encoding="utf-8") == "old"
    (site / name).rename(tmp_path / "notes.md")
    if name.startswith(".hidden"):
        (site / ".hidden").rmdir()
    fill(site, "new")
    assert names(site) == [MARK, "claims", "index.html"]


def test_files_that_come_while_pages_are_written_stay(tmp_path) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    with pytest.raises(ValueError, match="besides a report"), new_site(site):
        (site / "notes.md").write_text("mine", encoding="utf-8")
    assert names(site) == [MARK, "claims", "index.html", "notes.md"]


def test_a_list_that_names_other_places_removes_nothing_there(tmp_path) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    (tmp_path / "precious").write_text("mine", encoding="utf-8")
    own = ["../precious", str(tmp_path / "precious"), "claims", "index.html", MARK]
    (site / MARK).write_text(json.dumps({"files": own}), encoding="utf-8")
    fill(site, "new")
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "mine"
    (site / MARK).write_text('{"report": 1}', encoding="utf-8")
    with pytest.raises(ValueError, match="does not list its files"):
        fill(site, "newer")


def test_an_interruption_between_two_moves_leaves_the_old_site(tmp_path, monkeypatch) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    known = type(site).rename

    def rename(self, target):
        known(self, target)
        if target.name.startswith(OLD):
            raise KeyboardInterrupt

    monkeypatch.setattr(type(site), "rename", rename)
    with pytest.raises(KeyboardInterrupt):
        fill(site, "new")
    assert (site / "index.html").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["site"]


def test_an_empty_folder_is_a_place(tmp_path) -> None:
    (tmp_path / "site").mkdir()
    fill(tmp_path / "site", "new")
    assert "index.html" in names(tmp_path / "site")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_is_interrupted_leaves_the_old_site(tmp_path, error) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    with pytest.raises(error):
        stop_halfway(site, error)
    assert (site / "index.html").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["site"]


def test_a_full_disk_is_one_sentence(tmp_path) -> None:
    with (
        pytest.raises(ValueError, match="cannot be written: No space left"),
        new_site(tmp_path / "site"),
    ):
        raise OSError(28, "No space left on device")
    assert names(tmp_path) == []


def test_a_folder_of_somebody_else_is_refused(tmp_path) -> None:
    (tmp_path / "thesis.tex").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="holds other files than a report"):
        require_place(tmp_path)
    with pytest.raises(ValueError, match=r"thesis\.tex is a file; give a folder"):
        require_place(tmp_path / "thesis.tex")
    assert names(tmp_path) == ["thesis.tex"]


def test_the_working_directory_and_the_root_are_refused(tmp_path, monkeypatch) -> None:
    (tmp_path / "site").mkdir()
    monkeypatch.chdir(tmp_path / "site")
    for place in (tmp_path / "site", tmp_path / "site" / "."):
        with pytest.raises(ValueError, match="is the working directory"):
            require_place(place)


def test_a_link_to_a_report_is_followed(tmp_path) -> None:
    fill(tmp_path / "one", "old")
    (tmp_path / "latest").symlink_to(tmp_path / "one")
    fill(tmp_path / "latest", "new")
    assert (tmp_path / "latest").is_symlink()
    assert (tmp_path / "one" / "index.html").read_text(encoding="utf-8") == "new"


def test_what_a_killed_process_left_is_removed(tmp_path) -> None:
    """The folder of a process that is gone goes; that of one which is alive, or elsewhere, stays."""
    from banditproof.theory.atomic_files import unfinished_folder

    with unfinished_folder(tmp_path) as part:
        host = part.name.split("-")[1]
    gone, elsewhere = (f".part-{name}-4194303-00000000" for name in (host, "00000000"))
    alive = f".part-{host}-1-00000000"
    parent = tmp_path / "sites"
    for name in (gone, elsewhere, alive):
        (parent / name / "claims").mkdir(parents=True)
    fill(parent / "site", "new")
    assert names(parent) == sorted([elsewhere, alive, "site"])


def test_the_old_site_comes_back_if_the_new_one_cannot_take_its_place(
    tmp_path, monkeypatch
) -> None:
    site = tmp_path / "site"
    fill(site, "old")
    known = type(site).rename

    def rename(self, target):
        if self.name.startswith(".part-"):
            raise OSError(5, "Input/output error")
        return known(self, target)

    monkeypatch.setattr(type(site), "rename", rename)
    with pytest.raises(ValueError, match="cannot be written: Input/output error"):
        fill(site, "new")
    assert (site / "index.html").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["site"]
