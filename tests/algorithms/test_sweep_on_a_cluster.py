"""What is sent to a cluster whose workers end: nobody is blamed for a neighbour."""

from typing import Any
from banditproof.algorithms import Sweep
from banditproof.algorithms.sweeps import places_of_work
from banditproof.algorithms.sweeps.dask_cluster import _Session, _Work
from banditproof.algorithms.sweeps.local_processes import LOST
from banditproof.algorithms.sweeps.task import Finished
from banditproof.theory import BernoulliBandit

DEADLY = "deadly"


class KilledWorker(Exception):
    """Named as that of Dask."""


class Sent:
    """A future of Dask, finished when it is looked at."""

    def __init__(self, cluster: "FragileCluster", batch: list[str]) -> None:
        self.cluster = cluster
        self.batch = batch
        self.lost = False

    def add_done_callback(self, callback: Any) -> None:
        callback(self)

    @property
    def status(self) -> str:
        """A deadly task takes all with it that are under way."""
        if self in self.cluster.under_way:
            if DEADLY in self.batch:
                self.cluster.deaths.append(len(self.cluster.under_way))
                for other in self.cluster.under_way:
                    other.lost = True
                self.cluster.under_way.clear()
            else:
                self.cluster.under_way.remove(self)
        return "error" if self.lost else "finished"

    def exception(self) -> BaseException:
        return KilledWorker()

    def result(self) -> list[Finished]:
        return [Finished(task.encode(), 0.1) for task in self.batch]

    def release(self) -> None:
        """Nothing is held."""


class FragileCluster:
    """Two threads of workers that share their fate."""

    status = "running"

    def __init__(self) -> None:
        self.under_way: list[Sent] = []
        self.deaths: list[int] = []

    def nthreads(self) -> dict[str, int]:
        return {"one": 2}

    def submit(self, run: Any, batch: list[str], *more: Any, **options: Any) -> Sent:
        self.under_way.append(Sent(self, batch))
        return self.under_way[-1]

    def cancel(self, *futures: Any, **options: Any) -> None:
        """Nothing is cancelled."""


def test_a_task_is_given_up_only_if_nothing_was_beside_it() -> None:
    cluster, threads = FragileCluster(), []
    batches: list[Any] = [["a", "b"], [DEADLY, "c"], *([str(n)] for n in range(8))]
    work = _Work(iter(batches))
    results = {
        task: item
        for batch, done in _Session(cluster, work, threads.append).outcomes()
        for task, item in zip(batch, done, strict=True)
    }
    assert work.is_over
    assert {task for task, item in results.items() if item.error == LOST} == {DEADLY}
    assert all(item.content == task.encode() for task, item in results.items() if task != DEADLY)
    assert set(results) == {"a", "b", "c", DEADLY, *map(str, range(8))}
    assert cluster.deaths[-1] == 1
    assert set(threads) == {2}


def test_the_estimate_counts_the_threads_of_the_cluster(tmp_path, monkeypatch) -> None:
    def on_cluster(batches, address, spread):
        for batch in batches:
            spread(1000)
            yield batch, [Finished(task.content(), 1000.0) for task in batch]

    monkeypatch.setattr(places_of_work, "on_cluster", on_cluster)
    sweep = Sweep(["ucb"], {"mu": BernoulliBandit(("0.75", "0.5"))}, [50], seeds=31)
    said: list[str] = []
    sweep.run(tmp_path, dask="tcp://a:1", progress=lambda n, left: said.append(left)).close()
    assert said[1] == "about 30 s left"
