"""The folder of policies that are played apart is the working directory."""

import os
from pathlib import Path
import pytest

collect_ignore_glob = [] if hasattr(os, "fork") else ["test_[!mp]*.py", "test_play_apart.py"]


@pytest.fixture(autouse=True)
def _beside_the_policies(monkeypatch):
    monkeypatch.chdir(Path(__file__).with_name("policies"))
