"""Words that any statement may be put in, since they claim nothing."""

from __future__ import annotations

import re

FRAMED = """
a about agent agents all also always an and any anything are as asked asks at avoid be because been but by can cannot
could did do does doesn don each else every everything except for from get gets go goes had has have he her here him
his how i if in instead into is isn it its just keep keeps let like liked likes made make may me more must my need
needs neither never no nobody none nor not nothing now of off on once one or other our out own people per person
prefer preference preferred prefers project projects rather read repo repository said same say says shall she should
so some something stop such than that the their them then there these they this those through to too two under unless
up us use used user uses using very via want wanted wants was we were what when where whether which while who why will
with without would yes you your
"""
FRAMES = frozenset(FRAMED.split())
"""What some of them deny is looked at in ``polarity``."""
FRAMES_TOGETHER = re.compile(
    "用户|偏好|希望|应该?|必须|喜欢|使用|要求|总是|从不|不要|不能|以后|的时候|时|请|要|用|在|是|的|了"
)
