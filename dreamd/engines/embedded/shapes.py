"""The forms of phrases that facts are made of: names, people, numbers, dates, places.

They are parts of regular expressions. A name is known by its form, not from a list.
"""

from __future__ import annotations

NAME = r"(?:`[^`\n]{1,80}`|(?<![\w./-])(?=[\w./-]{0,40}[\d_./-]\w)(?=[\w./-]{0,40}[a-z])[\w][\w./-]{1,60})"
"""Looks like the name of a machine, a service, a table: letters with a digit, a hyphen, an underscore or a dot."""
PROPER = (
    r"(?-i:(?!(?:This|That|It|There|Here|These|Those|What|Who|Which|He|She|They|You|We|I|If|When|Now|Today)\b)[A-Z])"
)
PROPER += r"[\w'’-]{1,30}(?: (?-i:[A-Z])[\w'’-]{1,30})?"
PASSING_NOUN = (
    r"(?:error|problem|bug|issue|ticket|branch|pr|commit|failing|failed|output|result|culprit|cause|reason|question"
    r"|answer|idea|change|diff|same|one|only|right|wrong|first|second|third|last|other|next)"
)
"""Heads of phrases that name something of the moment."""
NUMBER = (
    r"(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    r"|an? (?:hundred|thousand|dozen)|half)"
)
UNIT = r"(?:second|minute|hour|day|night|week|month|year|sprint|user|customer|client|key|request|call|file|page|class)"
TEAM = r"(?:the |our )?(?:[\w-]+ ){0,2}(?:team|squad|group|office|department|people|folks|board|committee)"
MONTH = (
    r"(?-i:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun"
    r"|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
DATE = (
    rf"(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|{MONTH}|(?-i:Q[1-4])|\d{{1,2}}:\d\d|noon"
    r"|midnight|(?:early |late |next )?(?:spring|summer|autumn|winter)|next (?:month|year|quarter)"
    r"|(?:the )?(?:\w+ )?(?:first|last|end|beginning|\d{1,2}(?:st|nd|rd|th)) of (?:the |each |every )?(?:\w+))"
)
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
HERE = (
    r"(?:https?://\S+|#[a-z][\w-]+|[\w.-]+@[\w-]+\.\w+"
    r"|(?:the |our |a )?(?:[\w-]+ ){0,4}(?:wiki|drive|dashboards?|board|tracker|calendar|channel|bucket|vault|intranet"
    r"|handbook|register|spreadsheet|shared \w+|repo(?:sitory)?|archive)\b"
    r"|(?:the )?(?-i:[A-Z])[\w]+)"
)
"""Where things are kept outside the code: an address, a channel, a wiki, a tool with a name."""
