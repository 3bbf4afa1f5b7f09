"""Whatever stands in an agent's file: our part goes in and out again, and nothing else changes by a byte."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dreamd import paths
from dreamd.errors import ConfigError
from dreamd.hooks import agents, block, installing, jsonc, starting

if TYPE_CHECKING:
    from dreamd.hooks.agents import Target
    from dreamd.paths import Places

COMMAND = "/opt/one/bin/python -I -m dreamd resident --quiet --agent claude-code"
OLD = "/opt/old/bin/dreamd resident"

names = st.sampled_from(["hooks", "SessionStart", "env", "matcher", "command", "权限", 'a"b\\c', "", "x"])
leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=12))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=8,
)
handlers = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("command"), "command": st.sampled_from(["echo hi", "npx other // x", "a, }"])}
    ),
    values,
)
groups = st.one_of(
    st.fixed_dictionaries(
        {"hooks": st.lists(handlers, max_size=3)}, optional={"matcher": st.sampled_from(["", "startup"]), "x": values}
    ),
    values,
)
events = st.fixed_dictionaries({}, optional={"SessionStart": st.lists(groups, max_size=3), "Stop": values, "": values})
members = st.dictionaries(names.filter(lambda name: name != "hooks"), values, max_size=4)
objects = st.tuples(members, st.one_of(st.none(), events), st.booleans()).map(
    lambda drawn: (
        drawn[0]
        if drawn[1] is None
        else {"hooks": drawn[1], **drawn[0]}
        if drawn[2]
        else {**drawn[0], "hooks": drawn[1]}
    )
)
BLANKS = (" ", "\n", "\r\n", "\t", "\n  ", "\n\t", "\r\n    ")
REMARKS = ('// a remark, { [ "\n', "/* one */", "/* two,\nlines } */")


@st.composite
def texts(draw: st.DrawFn, *, lenient: bool = False) -> str:
    """Settings as people, programs and chance write them."""
    value = draw(objects)
    style = draw(st.sampled_from([None, 2, 4, "\t", "odd"]))
    text = json.dumps(value, indent=None if style == "odd" else style, ensure_ascii=draw(st.booleans()))
    if style == "odd":
        text = "".join(_scattered(draw, piece, lenient=lenient) for piece in _pieces(text))
    if draw(st.booleans()):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    end = draw(st.sampled_from(["", "\n", "\r\n", "\n\n  "]))
    return draw(st.sampled_from(["", "\ufeff"])) + text + end


def _pieces(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        stop = at + 1
        if text[at] == '"':
            _, stop = json.JSONDecoder().raw_decode(text, at)
        elif text[at] not in "{}[],: ":
            while stop < len(text) and text[stop] not in "{}[],: ":
                stop += 1
        found.append(text[at:stop])
        at = stop
    return [piece for piece in found if piece != " "]


def _scattered(draw: st.DrawFn, piece: str, *, lenient: bool) -> str:
    before = draw(st.sampled_from(["", "", *BLANKS, *(REMARKS if lenient else ())]))
    comma = draw(st.sampled_from(["", ","])) if lenient and piece in "}]" else ""
    return f"{comma}{before}{piece}"


def at(top: Path) -> tuple[Places, Target]:
    (top / "home" / ".claude").mkdir(parents=True)
    places = paths.places({"HOME": str(top / "home"), "DREAMD_HOME": str(top / "own")})
    (target,) = agents.targets(places, ["claude-code"])
    return places, target


def install(places: Places, target: Target, command: str = COMMAND) -> None:
    change = installing.installation(places, target, command)
    assert change is not None
    installing.apply(places, change)
    assert installing.look(target, command).state == "installed"
    assert installing.installation(places, target, command) is None, "twice is once"


def uninstall(places: Places, target: Target) -> None:
    change = installing.removal(places, target)
    assert change is not None
    installing.apply(places, change)
    assert installing.removal(places, target) is None


def strict(value: object) -> str:
    return json.dumps(value)


@given(texts())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_install_and_uninstall_is_the_identity_on_any_settings(text: str) -> None:
    with tempfile.TemporaryDirectory() as top:
        places, target = at(Path(top))
        target.path.write_bytes(text.encode())
        install(places, target)
        now = target.path.read_text("utf-8-sig")
        assert strict(starting.without(json.loads(now), made(places))) == strict(
            json.loads(text.removeprefix("\ufeff"))
        )
        uninstall(places, target)
        assert target.path.read_bytes() == text.encode()


def made(places: Places) -> Any:  # noqa: ANN401 (of the note)
    return json.loads((places.state / "hooks.json").read_text("utf-8")).popitem()[1]["made"]


@given(texts(lenient=True), st.sampled_from(["hooks", "SessionStart", "group"]))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_without_a_note_only_our_part_goes_whatever_remarks_stand_around_it(text: str, level: starting.Made) -> None:
    try:
        before = jsonc.read(text).value
    except ConfigError:
        assume(False)  # noqa: FBT003 (hypothesis's form): a comma behind a bracket
    added, begun = starting.put(text, COMMAND)
    after = added.into(text)
    assert after.replace(added.text, "", 1) == text
    assert starting.differs(after, COMMAND) == ""
    try:
        taken = starting.take(after, begun)
    except ConfigError:
        return  # refused: nothing is changed
    assert strict(jsonc.read(taken).value) == strict(before)
    for remark in REMARKS:
        assert taken.count(remark.strip()) == text.count(remark.strip())
    assert starting.differs(starting.take(after, level), COMMAND) is None


@given(texts(), st.integers(0, 50), values)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_somebody_adds_after_us_stays_when_we_go(text: str, seed: int, value: object) -> None:
    with tempfile.TemporaryDirectory() as top:
        places, target = at(Path(top))
        target.path.write_bytes(text.encode())
        install(places, target)
        now = json.loads(target.path.read_text("utf-8-sig"))
        target.path.write_text(json.dumps({**now, "added": value}, indent=2 if seed % 2 else None), "utf-8")
        uninstall(places, target)
        left = json.loads(target.path.read_text("utf-8"))
        assert strict(left.pop("added")) == strict(value)
        assert strict(left) == strict(json.loads(text.removeprefix("\ufeff")))


@given(texts())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_hook_of_an_older_place_is_replaced_and_goes_as_if_it_had_never_been(text: str) -> None:
    with tempfile.TemporaryDirectory() as top:
        places, target = at(Path(top))
        target.path.write_bytes(text.encode())
        install(places, target, OLD)
        assert installing.look(target, COMMAND).detail == f"it calls: {OLD}"
        install(places, target)
        assert OLD not in target.path.read_text("utf-8")
        uninstall(places, target)
        assert target.path.read_bytes() == text.encode()


lines = st.one_of(
    st.sampled_from(["# Rules", "", "- Use pnpm.", "```sh", "<!-- dreamd is fine -->", "  indented", "中文。"]),
    st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=20),
)


@given(st.lists(lines, max_size=8), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "\n\n"]))
@settings(max_examples=150, deadline=None)
def test_a_block_goes_into_any_instructions_and_out_again(said: list[str], newline: str, end: str) -> None:
    text = newline.join(said) + end
    assume("<!-- dreamd: " not in text)
    added = block.put(text, COMMAND)
    after = added.into(text)
    assert after.startswith(text)
    assert block.differs(after, COMMAND) == ""
    gone = block.take(after)
    assert gone in {text, text + newline, text + "\n"}, "without a note a line end at the end may stay"
    assert block.take(after + "Mine." + newline).endswith("Mine." + newline)
