"""Whatever is said of a host, its shape reads back as the same fact, and one attribute has one value."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dreamd.memory import fact
from dreamd.memory.entry import plain

HOSTS = st.from_regex(r"[a-z]{2,6}-[0-9]{1,3}", fullmatch=True)
ATTRIBUTES = st.sampled_from(
    ["OS", "os", "IP address", "端口", "port", "role", "版本", "Version", "rack", "机房", "disk size"]
)
VALUES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 ._/-]{0,30}[A-Za-z0-9]", fullmatch=True)
SPACES = st.sampled_from(["", " "])


@given(HOSTS, ATTRIBUTES, VALUES, SPACES, st.sampled_from(":："), st.sampled_from("=＝"))
def test_a_fact_in_its_shape_reads_back_as_itself(
    host: str, attribute: str, value: str, space: str, colon: str, equals: str
) -> None:
    said = f"{host}{space}{colon}{space}{attribute}{space}{equals}{space}{value}"
    shaped = fact.shaped(said, ())
    first, again = fact.read(said), fact.read(shaped)
    assert first is not None
    assert again is not None
    assert again.same(first)
    assert fact.shaped(shaped, ()) == shaped == again.text
    assert plain(shaped) == shaped


@given(HOSTS, ATTRIBUTES, ATTRIBUTES, VALUES, VALUES)
def test_of_two_facts_one_replaces_the_other_or_they_stand_together_or_are_the_same(
    host: str, first: str, second: str, one: str, two: str
) -> None:
    old, new = fact.read(f"{host}: {first} = {one}"), fact.read(f"{host}: {second} = {two}")
    assert old is not None
    assert new is not None
    assert new.replaces(old) == old.replaces(new)
    assert new.same(old) == old.same(new)
    assert (new.replaces(old) or new.same(old)) == new.about(old)


@given(st.text(max_size=80))
def test_no_text_is_too_odd_to_be_shaped_once_and_for_all(text: str) -> None:
    shaped = fact.shaped(plain(text), ())
    assert fact.shaped(shaped, ()) == shaped


def test_a_line_with_two_attributes_is_no_fact_that_another_could_replace() -> None:
    for said in ("db-02: OS = Debian 12 and RAM = 64 GB", "db-02：系统 = Debian 12，内存 = 64 GB"):
        assert fact.read(said) is None
