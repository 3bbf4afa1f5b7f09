"""Prints how many planted faults ``govern`` finds in seeded memories, and what it finds that is none.

    python -m bench.seeded [--more]

The memories lie in ``bench/seeded_memories/``, a file of them a line, each with its project, its skills, what persons
said and what was planted, by somebody who saw no check of ours. All but ``a`` were measured once before anybody looked:
of 30 were found 20 (``b``), 26 (``e``), 26 (``k``), 23 (``m``), 22 (``o``), 23 (``p``) and 20 (``q``), beside 3, 1, 3,
3, 2, 1 and 7 false ones. The checks were mended since with all of them but ``q`` in view, so figures of the others say
nothing of what is new.
A fault is found where a finding is about its line, or about one of its two places; a finding about no planted line is
false. ``--more`` names both kinds of mistakes. The pairs of statements are asked one by one.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from dreamd import clock, governance, governing, ledger, paths, registry, state
from dreamd.memory import contents, store
from dreamd.memory.layout import Workspace
from dreamd.records import Quote

if TYPE_CHECKING:
    from dreamd.faults import Fault
    from dreamd.governance import Check
    from dreamd.paths import Places

TODAY = clock.parse("2026-11-30") or 0
DATED = "[created: 2026-10-01, updated: 2026-10-01, source: you/2026-10-01]"
SEARCH = "/usr/bin:/bin:/usr/local/bin"


HOLES = {"{A}": "AKIA", "{G}": "ghp_", "{T}": "/" + "tmp"}
"""What begins a made-up key, or path: whoever looks for such in this repository shall find none."""


def unpacked(packed: Path, top: Path) -> Path:
    """Lay a seeded memory out below a directory; returns where."""
    seeded = top / packed.stem
    for one in lines(packed):
        path, text = seeded / one["file"], one["text"]
        for hole, filling in HOLES.items():
            text = text.replace(hole, filling)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return seeded


def lines(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines() if line.strip()]


def _quote(number: int, said: dict[str, str]) -> Quote:
    session, date = "00000000-0000", said["date"]
    return Quote(source="claude-code", session=session, line=number, quote=said["quote"], role="human", date=date)


def laid(top: Path, seeded: Path) -> tuple[Places, Workspace]:
    """The seeded memory as a person has it: their home, repository and skills, and what is known of what they said."""
    home, project = top / "home", top / "home" / "project"
    shutil.copytree(seeded / "project", project)
    shutil.copytree(seeded / "skills", home / ".claude" / "skills")
    root = home / ".claude" / "projects" / "-project" / "memory"
    shutil.copytree(seeded / "memory", root)
    who = ["-c", "user.name=a", "-c", "user.email=a"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-qm", "a"]):
        subprocess.run(["git", "-C", str(project), *command], check=True)
    places = paths.places({"HOME": str(home), "DREAMD_HOME": str(top / "own")})
    workspace = Workspace(name="seeded", root=root, layout="claude-code", project=project)
    quotes = tuple(_quote(number, said) for number, said in enumerate(lines(seeded / "said.jsonl"), 1))
    held = contents.placed(contents.topics(workspace, store.read(workspace).bytes))
    own = [one.key for one in held if one.item.entry.sources]
    with state.database(places.database) as db:
        state.add_workspace(db, workspace)
        for key in own:
            db.execute("INSERT OR IGNORE INTO statements VALUES (?, ?)", (workspace.name, key))
        ledger.add_evidence(db, workspace.name, own[0], quotes)
    return places, workspace


def judged(seeded: Path, found: tuple[Fault, ...], *, more: bool) -> None:
    """Compare with what was planted."""
    planted = lines(seeded / "faults.jsonl")
    spots = [{(one[f"{at}file"], one[f"{at}line"]) for at in ("", "other_") if one.get(f"{at}file")} for one in planted]
    told = [(fault, _spots(seeded, fault)) for fault in found]
    met = [any(own & about for _, about in told) for own in spots]
    every = set().union(*spots)
    false = [fault for fault, about in told if not about & every]
    kinds, right = Counter(one["kind"] for one in planted), Counter[str]()
    for one, hit in zip(planted, met, strict=True):
        right[one["kind"]] += hit
        if more and not hit:
            print(f"  missed {one['kind']}: {one['file']}:{one['line']} {one['near'][:90]}")
    if more:
        for fault in false:
            print(f"  false {fault.check}: {fault.file}:{fault.line} {fault.text[:100]}")
    by_kind = ", ".join(f"{kind} {right[kind]} of {kinds[kind]}" for kind in kinds)
    print(f"{seeded.name}: {sum(met)} of {len(planted)} found, {len(false)} false; {by_kind}")


def _spots(seeded: Path, fault: Fault) -> set[tuple[str, int]]:
    """Lines that a finding is about, as the seeded directory names them; of a whole file all that may stand for it."""
    about = {(place.file, place.line) for place in fault.places} | {(fault.file, fault.line)}
    found = set()
    for file, line in about:
        name = f"memory/{file}" if (seeded / "memory" / file).exists() else file
        if "SKILL.md" in file or (seeded / "skills" / file).exists():
            stem = Path(file).parent.name or file
            name = f"skills/{stem}/SKILL.md"
        found |= {(name, line)} if line > 1 else {(name, number) for number in range(1, 4)} | {(name, line)}
    return found


def pairs(seeded: Path) -> None:
    """Each pair as two entries of two topics."""
    asked, told = Counter[bool](), Counter[bool]()
    shelf = [check for check in cast("list[Check]", registry.entries(governance, "CHECK")) if check.name == "conflicts"]
    for one in lines(seeded / "pairs.jsonl"):
        workspace = Workspace(name="p", root=Path("/p"), layout="claude-code", project=Path("/p"))
        files = {f"{stem}.md": f"# {stem}\n\n- {one[stem]} {DATED}\n".encode() for stem in "ab"}
        seen = governance.snapshot(workspace, files, "2026-11-30")
        hit = any(True for check in shelf for _ in check.run(seen))
        asked[one["conflict"]] += 1
        told[one["conflict"]] += hit
        if "--more" in sys.argv and hit is not one["conflict"]:
            print(f"  {'missed' if one['conflict'] else 'false'}: {one['a']} | {one['b']}")
    shares = f"{told[True]} of {asked[True]} found, {told[False]} of {asked[False]} others taken for one"
    print(f"{seeded.name}: pairs {shares}")


def main(arguments: list[str]) -> None:
    for packed in sorted(Path(__file__).with_name("seeded_memories").glob("*.jsonl")):
        with tempfile.TemporaryDirectory(prefix="dreamd-bench-") as name:
            top = Path(name).resolve()
            seeded = unpacked(packed, top / "seeded")
            places, workspace = laid(top, seeded)
            found = governing.findings(places, workspace, SEARCH, TODAY)
            judged(seeded, found, more="--more" in arguments)
            pairs(seeded)


if __name__ == "__main__":
    main(sys.argv[1:])
