"""Prints how fast Claude Code's transcripts are read, beside a bare loop of ``json.loads``, the bytes and ``grep -c``.

    python bench/read.py [CORPUS] [--memory] [--others]

CORPUS is a directory with ``home/.claude/projects`` in it, by default ``../shared/corpus`` beside the checkout. It is
repeated to 400 MB, in a temporary directory. The ways take turns, so that all of them meet the machine in the same
moods; each figure is the best of five passes over those 400 MB, in process CPU time, with the files in the page cache.

``--memory`` also reads sessions of 2 GB with lines of 16 MB, each in a fresh process, and prints the most memory that
this one held (Linux). ``--others`` also reads the other agents' sessions of the corpus, each beside its own bare loop.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import registry, sources
from dreamd.paths import Places
from dreamd.records import Mark, Transcript
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE, reading, skimming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dreamd.sources import Source

    Work = Callable[[list[Transcript]], object]

PASSES = 5
BYTES = 400_000_000
HUGE, LINE = 2_000_000_000, 16_000_000
KIB = 1024


def transcripts(corpus: Path, source: Source = SOURCE) -> list[Transcript]:
    nowhere = corpus / "nowhere"
    places = Places(home=corpus / "home", config=nowhere, state=nowhere, data=nowhere, log=nowhere)
    return list(source.find(places, []))


def repeated(found: list[Transcript], folder: Path) -> Iterator[Transcript]:
    """Copies of the sessions in the folder, again and again up to ``BYTES``."""
    for number in range(1 + BYTES // sum(transcript.size for transcript in found)):
        for transcript in found:
            path = folder / f"{number}-{transcript.path.name}"
            shutil.copyfile(transcript.path, path)
            yield msgspec.structs.replace(transcript, location=str(path))


def raw(found: list[Transcript]) -> None:
    buffer = bytearray(1 << 20)
    for transcript in found:
        with transcript.path.open("rb", buffering=0) as handle:
            while handle.readinto(buffer):
                pass


def grep(found: list[Transcript]) -> None:
    names = [str(transcript.path) for transcript in found]  # into /dev/null it would stop at the first match
    subprocess.run(["grep", "-c", '"type":"user"', *names], capture_output=True, check=False)


def bare(found: list[Transcript]) -> None:
    for transcript in found:
        with transcript.path.open("rb") as handle:
            for line in handle:
                with suppress(ValueError):
                    json.loads(line)


def reader(found: list[Transcript], source: Source = SOURCE) -> int:
    return sum(1 for transcript in found for _ in source.read(transcript, Mark(), Tally()))


def seconds(ways: Iterable[Work], found: list[Transcript], passes: int = PASSES) -> list[float]:
    """The best time of each way, its children's included."""
    taken = [[_taken(work, found) for work in ways] for _ in range(passes)]
    return [min(times) for times in zip(*taken, strict=True)]


def _taken(work: Work, found: list[Transcript]) -> float:
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    work(found)
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))


def alike(found: list[Transcript]) -> int:
    """The turns of these sessions, which the tolerant way must give too, with the same tallies.

    Raises:
        SystemExit: it does not.
    """
    turns = 0
    for transcript in found:
        fast, plain = Tally(), Tally()
        ours = list(SOURCE.read(transcript, Mark(), fast))
        if ours != list(reading.read(transcript, Mark(), plain, skimming.unsound)) or fast != plain:
            raise SystemExit(f"the fast way and the tolerant way differ in {transcript.path}")
        turns += len(ours)
    return turns


def speed(found: list[Transcript]) -> None:
    print(f"turns          {alike(found):8}        of {len(found)} sessions, identical to the tolerant way's")
    with tempfile.TemporaryDirectory(prefix="dreamd-bench-") as folder:
        many = list(repeated(found, Path(folder)))
        size = sum(transcript.size for transcript in many)
        ours, slow, alone, program = seconds((reader, bare, raw, grep), many)
    print(f"corpus         {size / 1e6:8.0f} MB     {len(many)} files")
    for name, taken in (("reader", ours), ("json.loads", slow), ("readinto", alone), ("grep -c", program)):
        print(f"{name:14} {size / taken / 1e6:8.0f} MB/s   the reader has {taken / ours:.2f} times that")


def others(corpus: Path) -> None:
    for source in cast("list[Source]", registry.entries(sources, "SOURCE")):
        found = [item for item in transcripts(corpus, source) if item.path.suffix == ".jsonl"]
        if found and source.name != SOURCE.name:
            ours, slow = seconds((partial(reader, source=source), bare), found * 4, 15)
            size = sum(transcript.size for transcript in found * 4)
            print(f"{source.name:14} {size / ours / 1e6:8.0f} MB/s   {slow / ours:.2f} times json.loads")


def huge(path: Path, kind: str) -> None:
    """Write a session of 2 GB: results of tools, or texts of the person and the assistant."""
    words = "0123456789 abcdef\\n" * (LINE // 19)
    head = '{"parentUuid":"0f8e1a52-7c55-4d0e-9d5c-0a6b3c1d2e4f","isSidechain":false,"cwd":"/w","sessionId":"s",'
    tail = '"timestamp":"2026-03-10T%02d:%02d:00.000Z"}\n'
    result = f'"content":[{{"tool_use_id":"a","type":"tool_result","content":"{words}"}}]'
    bodies = {
        "results": [f'"type":"user","message":{{"role":"user",{result}}},"uuid":"%d","toolUseResult":"x",'],
        "texts": [
            f'"type":"{role}","message":{{"role":"{role}","content":[{{"type":"text","text":"{words}"}}]}},"uuid":"%d",'
            for role in ("user", "assistant")
        ],
    }[kind]
    with path.open("w") as handle:
        for number in range(HUGE // LINE):
            handle.write(head + bodies[number % len(bodies)] % number + tail % divmod(number, 60))


def memory() -> None:
    with tempfile.TemporaryDirectory(prefix="dreamd-bench-") as folder:
        for kind in ("results", "texts"):
            path = Path(folder, "huge.jsonl")
            huge(path, kind)
            command = [sys.executable, __file__, "--peak", str(path)]
            turns, peak = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            print(f"2 GB, {kind:8} {int(peak) * KIB / 1e6:8.0f} MB of memory at most, {turns} turns")


def peak(path: str) -> None:
    huge = Transcript(source=SOURCE.name, session="s", location=str(Path(path)), size=0, inode=0, mtime_ns=0)
    turns, status = reader([huge]), Path("/proc/self/status").read_text()  # ``ru_maxrss`` would tell the parent's too
    print(turns, status.partition("VmHWM:")[2].split()[0])


def main(arguments: list[str]) -> int:
    if "--peak" in arguments:
        peak(arguments[-1])
        return 0
    named = [argument for argument in arguments if not argument.startswith("--")]
    corpus = Path(named[0]) if named else Path(__file__).parents[2] / "shared" / "corpus"
    found = transcripts(corpus)
    if not found:
        print(f"no Claude Code sessions below {corpus / 'home'}: name a corpus as the argument")
        return 1
    speed(found)
    if "--others" in arguments:
        others(corpus)
    if "--memory" in arguments:
        memory()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
