"""Sweeps in processes and on a cluster: workers die, schedulers are restarted, disks are full."""

import gc
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
import pytest
from tasks_that_die import Deadly
from watched_processes import descendants, is_there, wait_for
from banditproof.algorithms import Sweep
from banditproof.algorithms.sweeps import dask_cluster
from banditproof.algorithms.sweeps.local_processes import LOST
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.theory import BernoulliBandit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc"),
    # sockets and processes that are killed on purpose
    pytest.mark.filterwarnings("ignore"),
]
SWEEP = Sweep(["etc"], {"mu": BernoulliBandit(("0.75", "0.5"))}, [50], seeds=40)
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *(p for p in sys.path if p)]),
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
}


def deadly(folder: Path) -> list[Deadly]:
    deaths = {1: 1, 4: 99}
    return [Deadly(n, str(folder), deaths.get(n, 0)) for n in range(6)]


@pytest.fixture(autouse=True)
def nothing_is_left_to_later_tests() -> Iterator[None]:
    """Sockets of a cluster that was ended are closed here, where their warnings are ignored."""
    gc.freeze()  # what earlier tests keep is not searched
    yield
    gc.collect()


def check_deadly(outcomes: dict) -> None:
    assert len(outcomes) == 6
    for task, outcome in outcomes.items():
        if task.number == 4:
            assert outcome.content is None
            assert outcome.error == LOST
        else:
            assert outcome.content == str(task.number).encode()


def test_a_worker_that_dies_costs_nothing_and_a_deadly_task_is_named(tmp_path: Path) -> None:
    check_deadly(dict(finished(deadly(tmp_path), Workers(2))))


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Cluster:
    """A scheduler and workers, as processes of their own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen] = []
        self.start()

    def _started(self, *words: str) -> None:
        command, silence = [sys.executable, "-m", *words, "--no-dashboard"], subprocess.DEVNULL
        self.processes.append(
            subprocess.Popen(command, env=ENVIRONMENT, stdout=silence, stderr=silence)
        )

    def start(self) -> None:
        place = ("--host", "127.0.0.1", "--port", str(self.port))
        self._started("distributed.cli.dask_scheduler", *place)
        for _ in range(2):
            self._started("distributed.cli.dask_worker", self.address, "--nthreads", "1")
        assert wait_for(self.answers)

    def answers(self) -> bool:
        """Whether the scheduler listens."""
        with socket.socket() as door:
            return door.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
        self.processes.clear()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    result = Cluster()
    yield result
    result.stop()


def table(folder: Path, **where) -> bytes:
    with SWEEP.run(folder, **where) as results:
        return results.write_csv(folder / "table.csv").read_bytes()


def test_the_table_depends_on_neither_workers_nor_cluster(tmp_path: Path, cluster) -> None:
    here = table(tmp_path / "here")
    assert table(tmp_path / "processes", workers=2) == here
    assert table(tmp_path / "cluster", dask=cluster.address) == here


def test_workers_of_a_cluster_die_and_a_deadly_task_is_named(tmp_path: Path, cluster) -> None:
    check_deadly(dict(finished(deadly(tmp_path), Workers(cluster=cluster.address))))


def test_a_scheduler_is_restarted_in_the_middle(tmp_path: Path, cluster) -> None:
    tasks = [Deadly(n, str(tmp_path), patience=0.05) for n in range(40)]
    contents = []
    for place, (_, item) in enumerate(finished(tasks, Workers(cluster=cluster.address))):
        contents.append(item.content)
        if place == 5:
            cluster.stop()
            cluster.start()
    assert sorted(contents) == sorted(str(n).encode() for n in range(40))


def test_a_scheduler_that_is_not_there_is_one_sentence(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(dask_cluster, "CONNECTING", 1.0)
    with pytest.raises(ValueError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:"):
        table(tmp_path, dask=f"tcp://127.0.0.1:{free_port()}")


FILE = """policies = ["imed"]
horizons = [20000]
seeds = {seeds}
runs = 3
instances.mu.means = [0.75, 0.5]
"""
COMMAND = [sys.executable, "-m", "banditproof", "sweep"]


def sweep_command(folder: Path, seeds: int, *words: str, **more) -> subprocess.Popen:
    file = folder / f"{seeds}.toml"
    file.write_text(FILE.format(seeds=seeds))
    command = [*COMMAND, str(file), "--out", str(folder / "out"), *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, **pipes, **more)


def size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("out/cells/*"))


@contextmanager
def running(folder: Path) -> Iterator[tuple[subprocess.Popen, list[int]]]:
    """A sweep with two workers that has finished some cells."""
    process = sweep_command(folder, 10**5, "--workers", "2", preexec_fn=_with_interruptions)
    workers: list[int] = []
    try:
        assert wait_for(lambda: size(folder) > 0)
        workers = descendants(process.pid)
        assert len(workers) >= 2
        yield process, workers
        assert wait_for(lambda: not any(map(is_there, workers)), 20), "no worker stays"
    finally:
        process.kill()
        for worker in filter(is_there, workers):  # it would hold the streams open for ever
            os.kill(worker, signal.SIGKILL)
        process.communicate()


def _with_interruptions() -> None:
    """A suite that runs in the background ignores them, and its children would too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_no_worker_outlives_a_sweep_and_what_is_done_is_kept(tmp_path, sent, code) -> None:
    with running(tmp_path) as (process, _):
        process.send_signal(getattr(signal, sent))
        _, error = process.communicate(timeout=30)
        assert process.returncode == code
    assert "Traceback" not in error
    if code > 0:
        said, last = error.splitlines()
        assert "cells are kept in" in said
        assert said.endswith("run the same command to go on.")
        assert last in ("banditproof: Interrupted.", "banditproof: Ended by SIGTERM.")
    assert size(tmp_path) > 0


def test_a_second_interruption_ends_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as (process, _):
        process.send_signal(signal.SIGINT)
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=10)
        assert process.returncode == 130
    assert "Traceback" not in error


def test_a_full_disk_ends_with_a_sentence_and_the_sweep_goes_on_later(tmp_path: Path) -> None:
    import resource

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    full = sweep_command(tmp_path, 30, preexec_fn=little_room)
    _, error = full.communicate(timeout=120)
    assert full.returncode == 2
    (line,) = error.splitlines()
    assert "cells are kept there" in line
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"cells"}, "no table"
    kept = size(tmp_path)
    assert 0 < kept <= 4096
    again = sweep_command(tmp_path, 30, "--json")
    out, error = again.communicate(timeout=120)
    assert (again.returncode, error) == (0, "")
    assert f'"kept": {re.search(r"again: ([0-9]+) cells", line)[1]}' in out


def test_two_sweeps_in_one_folder_end_with_the_same_table(tmp_path: Path) -> None:
    both = [sweep_command(tmp_path, 60) for _ in range(2)]
    for process in both:
        _, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (0, "")
    (alone := tmp_path / "alone").mkdir()
    sweep_command(alone, 60).communicate(timeout=120)
    first, second = ((folder / "out" / "table.csv").read_bytes() for folder in (tmp_path, alone))
    assert first == second
