"""A module that is misspelled is answered by the one that stands in the working folder."""

from pathlib import Path
import pytest
from banditproof.algorithms.named_factory import named_factory


def test_a_misspelled_module_is_answered_by_the_one_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bandit_of_noise.py").write_text("import nothing_of_this_name\n")
    with pytest.raises(ValueError, match=r"did you mean my_bandit_of_noise\?"):
        named_factory("my_bandit_of_nois:make")
    with pytest.raises(ValueError, match=r"No module named 'nothing_of_this_name'\.?$"):
        named_factory("my_bandit_of_noise:make")  # which imports what there is not
