"""Whether a topic's name, title and description say no more than what is known of its subject.

No quote stands for them, yet agents load them at every start: so they are made of the words of the topic's statements
and of these plain ones, which name subjects and command nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory import support

if TYPE_CHECKING:
    from collections.abc import Iterable

READ = re.compile(r"\s*(?:read|阅读|读|先看|看)", re.IGNORECASE)
ORDERS = re.compile(
    r"[!;；！]|\b(?:always|never|must|should|shall|not?|none|without|only|every|each|all|any|do|does|don|avoid|stop"
    r"|need|needs|make|let|keep|you|agents?)\b|[不别勿必须应]",
    re.IGNORECASE,
)
PLAIN = """
account accounts after agreement agreements answer answering answers api apis approach architecture area asking assert
automation away backend backup backups before behavior behaviour branch branches budget build building builds cache
changelog changing channel channels check checking checks choice choices choosing ci class cli client clients cloud
code coding command commands comment comments commit commits committing communication component components config
configuration configuring constraint constraints contact contacts container containers convention conventions cover
coverage customer customers data database databases date dates deadline deadlines debugging decided decision decisions
dependencies dependency deploy deploying deployment deployments design designing detail details developer development
directory docs document documentation documenting documents domain domains done editing editor environment
environments error errors estimate example examples experience explaining fact facts feature features file files first
fixing folder folders format formatting framework frameworks frontend function functions general git goal goals
guideline guidelines handling history holds host hosting hosts identity infrastructure installing integration
interface issue issues job jobs kind know knowledge language languages layout leaves libraries library license limit
limits linting local location locations logging logs long looking maintenance manager managers meant meeting meetings
merge merging migration migrations mode model models module modules monitoring moved name names naming network notes
open opening operations order organisation owner owners ownership owns package packages page pages pattern patterns
performance personal pipeline pipelines place places plan planning plans platform port ports practice practices
preferences principle principles priorities priority problem problems procedure process processes product production
profile programming proposing publishing pull push pushing question questions reading reason reasons refactoring
reference references release releases releasing remote reply reporting request requests requirement requirements
resource resources restructuring review reviewing reviews role roles rule rules running runtime schedule scheduling
schema scope script scripts search section security server servers service services session sessions setting settings
setup shape shell site skill software source sources spec specs staging standard standards start starting status
storage structure style styles subject support system systems task tasks team teams technology terminal test testing
tests text things time timeline times tone tool tooling tools topic topics touching tracker trackers troubleshooting
type types unit updating upgrade upgrades upgrading usage validation values version versions wording work workflow
workflows working workspace writing
"""
PLAIN_TOGETHER = (
    "阅读先看读写改动测试前后之前工作时候查找什么哪里谁如何怎么规则约定工具代码文档部署发布环境服务器"
    "数据库提交评审风格偏好沟通回答语言人员团队决定项目设置配置版本限制开始做事方式主题位置负责流程"
)


def command(title: str, description: str) -> str:
    """The word or form by which a title or description orders something; empty where neither does."""
    if description and not READ.match(description):
        return "the description begins otherwise"
    found = ORDERS.search(f"{title}\n{READ.sub('', description)}")
    return f"leave out {found[0]!r}" if found else ""


def foreign(heading: str, ground: Iterable[str]) -> list[str]:
    """The words of a name, title or description that are neither plain nor the ground's.

    Args:
        heading: all of them, as one text.
        ground: what the topic's statements say, and what they rest on.
    """
    unknown = support.unsupported(heading, [PLAIN, PLAIN_TOGETHER, *ground])
    return [word for word in unknown if len(word) > 1 or not word.isalnum()]
