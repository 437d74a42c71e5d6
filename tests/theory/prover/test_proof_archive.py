"""Archives of stored proofs: the same content the same file, one block opened, damage refused."""

import json
import lzma
import random
import pytest
from banditproof.theory.prover import proof_archive, shared_json
from banditproof.theory.prover.proof_archive import ProofArchive, archive_of
from banditproof.theory.prover.shared_json import with_shared_lists, without_references

LONG = ["log", ["add", "1", ["mul", "2", ["x"], ["y"]]]]
SAMPLE = {
    f"my.lem{n}": {str(m): {"proof": {"by": "span", "term": ["mul", str(n), LONG, LONG]}}}
    for n in range(40)
    for m in (3,)
}


def some_json(rng: random.Random, depth: int = 5) -> object:
    kind = rng.randrange(5 if depth else 3)
    if kind == 0:
        return rng.choice(["x", "3/4", "-1", "log"])
    if kind == 1:
        return rng.choice([True, False, None, 3])
    if kind == 2:
        return LONG
    if kind == 3:
        return {f"k{n}": some_json(rng, depth - 1) for n in range(rng.randrange(4))}
    return [some_json(rng, depth - 1) for _ in range(rng.randrange(4))]


@pytest.fixture
def small_blocks(monkeypatch) -> None:
    monkeypatch.setattr(proof_archive, "BLOCK", 400)
    # the best preset takes 0.7 GB of memory for each block, however small
    monkeypatch.setattr(proof_archive, "PRESET", 0)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_shared_is_read_back(seed: int) -> None:
    value = some_json(random.Random(seed))
    assert without_references(*json.loads(json.dumps(with_shared_lists(value)))) == value


def test_a_list_inside_of_a_shared_one_is_written_there() -> None:
    inner = ["mul", "2", ["first"], ["second"]]
    shared, value = with_shared_lists([["exp", inner], ["exp", inner]])
    assert shared == [["exp", inner]]
    assert value == ["#0", "#0"]


def test_a_shared_list_is_one_object() -> None:
    first, second = without_references([LONG], ["#0", "#0"])
    assert first is second


def test_references_to_references_do_not_fill_the_memory() -> None:
    rows = [["x"] * 10, *([f"#{n}"] * 10 for n in range(30))]
    with pytest.raises(ValueError, match=str(shared_json.MOST_NODES)):
        without_references(rows, "#30")


def test_equal_proofs_make_equal_files(small_blocks) -> None:
    whole = archive_of(SAMPLE)
    assert archive_of(dict(reversed(SAMPLE.items()))) == whole
    step_by_step = archive_of({})
    for id in random.Random(1).sample(sorted(SAMPLE), len(SAMPLE)):
        step_by_step = ProofArchive(step_by_step).with_proofs(id, SAMPLE[id])
    assert step_by_step == whole
    assert ProofArchive(whole).with_proofs("my.lem7", SAMPLE["my.lem7"]) == whole
    without = ProofArchive(whole).with_proofs("my.lem7", None)
    assert without == archive_of({id: item for id, item in SAMPLE.items() if id != "my.lem7"})


def test_one_block_is_opened_for_one_claim(small_blocks) -> None:
    archive = ProofArchive(archive_of(SAMPLE))
    assert archive.proofs("my.lem23") == SAMPLE["my.lem23"]
    assert len(archive._lines) == 1 < len(archive._blocks)
    assert archive.proofs("my.lem2x") is None
    assert archive.proofs("a") is None
    assert archive.ids == tuple(sorted(SAMPLE))
    assert {id: archive.proofs(id) for id in archive.ids} == SAMPLE


def test_a_changed_claim_leaves_the_other_blocks_as_they_are(small_blocks, monkeypatch) -> None:
    archive = ProofArchive(archive_of(SAMPLE))
    packed = []
    pack = proof_archive._packed
    monkeypatch.setattr(proof_archive, "_packed", lambda text: packed.append(text) or pack(text))
    archive.with_proofs("my.lem9", {"3": {"by": "given"}})
    assert len(packed) == 2, "the first stream and one block"


def test_a_program_for_xz_shows_all_of_it() -> None:
    lines = lzma.decompress(archive_of(SAMPLE)).decode().splitlines()
    assert len(lines) == 1 + len(SAMPLE)
    assert json.loads(lines[1])[0] == "my.lem0"


def head_of(**facts: object) -> bytes:
    start = {"format": proof_archive.FORMAT, "version": 1, "blocks": []}
    return lzma.compress(json.dumps(start | facts).encode())


BLOCK = lzma.compress(b'["a",[],{}]\n')


def with_head(*blocks: object, after: bytes = BLOCK) -> bytes:
    return head_of(blocks=list(blocks)) + after


def with_lines(*lines: str, first: str = "a") -> bytes:
    text = "".join(f"{line}\n" for line in lines).encode()
    block = lzma.compress(text)
    return with_head([first, len(block), len(text)], after=block)


SIZE = len(BLOCK)
DAMAGED = {
    "empty": lambda: b"",
    "another file": lambda: b"no archive",
    "cut off": lambda: archive_of(SAMPLE)[:-10],
    "a byte after it": lambda: archive_of(SAMPLE) + b"x",
    "no head": lambda: lzma.compress(b"{}"),
    "a deep head": lambda: lzma.compress(b"[" * 100_000),
    "a long head": lambda: lzma.compress(b"x" * 10_000_000),
    "a later version": lambda: head_of(version=2),
    "a line too long": lambda: with_head(["a", SIZE, 13]),
    "a line too short": lambda: with_head(["a", SIZE, 11]),
    "a block cut off": lambda: with_head(["a", SIZE - 1, 12], after=BLOCK[:-1]),
    "a size that is no number": lambda: with_head(["a", True, 12]),
    "a size of a terabyte": lambda: with_head(["a", SIZE, 1 << 40]),
    "a claim twice": lambda: with_head(["a", SIZE, 12], ["a", SIZE, 12], after=BLOCK + BLOCK),
    "claims in another order": lambda: with_lines('["b",[],{}]', '["a",[],{}]', first="b"),
    "a claim twice in a block": lambda: with_lines('["a",[],{}]', '["a",[],{}]'),
    "another first claim": lambda: with_lines('["b",[],{}]'),
    "a row that is no list": lambda: with_head(["a", SIZE, 12], 3),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_refused(damage: str) -> None:
    archive = ProofArchive(DAMAGED[damage]())
    with pytest.raises(ValueError, match=r"write it anew|nested too deeply"):
        _ = archive.ids


def test_a_damaged_line_is_refused() -> None:
    for line in ('["a",[],"#0"]', '["a",[]]', '["a",[],[1.5]]', '["a"'):
        block = lzma.compress(f"{line}\n".encode())
        head = head_of(blocks=[["a", len(block), len(line) + 1]])
        with pytest.raises(ValueError, match="a"):
            ProofArchive(head + block).proofs("a")
