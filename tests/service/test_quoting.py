"""Texts as systemd reads them back. Whether it does is tried on a real manager in ``e2e/test_service.py``."""

from __future__ import annotations

import pytest

from dreamd.errors import ConfigError
from dreamd.service.quoting import file_name, plain, word


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("/usr/bin/python", '"/usr/bin/python"'),
        ("/home/mira b/x", '"/home/mira b/x"'),
        ("/home/100%/x", '"/home/100%%/x"'),
        ('/home/"q"/x', r'"/home/\"q\"/x"'),
        (r"/home/a\b", r'"/home/a\\b"'),
        ("/home/$HOME/李", '"/home/$HOME/李"'),
    ],
)
def test_a_word_is_quoted_and_its_specifiers_are_escaped(text: str, quoted: str) -> None:
    assert word(text) == quoted


def test_the_name_of_a_file_of_variables_is_no_pattern() -> None:
    assert file_name("/home/m%h [x]/a b*?") == r"/home/m%%h \[x]/a b\*\?"


@pytest.mark.parametrize("text", ["a\nExecStart=/bin/evil", "a\rb", "a\0b", "a\x7fb", "a\x1bb", "a\udcffb"])
def test_what_no_unit_can_hold_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="DREAMD_HOME holds a character"):
        plain(text, "DREAMD_HOME")
