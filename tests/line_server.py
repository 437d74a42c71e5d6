"""A process that runs command lines, one after the other, limited in time and memory."""

import io
import json
import os
import resource
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 30
"""How long a line may work."""
ASLEEP = 300
"""The seconds after which a process that does not work any more hangs too."""
MEMORY = 4 * 2**30


class Server:
    """The process that runs the lines; it is started again when it hangs or dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def answer(self, line: list[str], seconds: float = SECONDS) -> dict[str, Any]:
        """The exit code, the two outputs and the new files of a line; or what went wrong."""
        if self.process is None:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
            self.process = subprocess.Popen(
                [sys.executable, __file__],
                cwd=self.folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        ready: list[Any] = []
        allowed = self.seconds() + seconds
        for _ in range(ASLEEP):
            ready, _, _ = select.select([self.process.stdout], [], [], 1)
            if ready or self.seconds() > allowed:
                break
        reply = self.process.stdout.readline() if ready else b""
        if reply:
            return json.loads(reply)
        self.close()
        return {"code": "hangs" if not ready else "dies", "out": "", "err": "", "new": []}

    def seconds(self) -> float:
        """How long the process has worked: what waits for a busy machine does not hang."""
        assert self.process is not None
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def serve() -> None:
    """Run the lines that are read, each as a JSON list, and print what became of them."""
    from banditproof.cli import main

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    lines, sys.stdin = sys.stdin, io.StringIO()  # a command that reads finds nothing
    for text in lines:
        before = {*Path().rglob("*")}
        sys.argv = ["banditproof", *json.loads(text)]
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
        sys.stdout, sys.stderr = streams
        code: Any = 0
        try:
            main()
        except SystemExit as stopped:
            code = stopped.code
        except BaseException as error:
            code = f"{type(error).__name__}: {error}"
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        outputs = []
        for stream in streams:
            stream.flush()
            outputs.append(stream.buffer.getvalue().decode("utf-8", "replace"))
        new = [path for path in Path().rglob("*") if path not in before]
        for path in new:
            if path.is_file():
                path.unlink()
        answer = dict(zip(("out", "err"), outputs, strict=True))
        print(
            json.dumps({"code": code, **answer, "new": list(map(str, new))}),
            file=answers,
            flush=True,
        )


if __name__ == "__main__":
    serve()
