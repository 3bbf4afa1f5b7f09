"""The English words of which the tables of what passes with the day are made: numbers, deeds, errands, things."""

from __future__ import annotations

from dreamd.engines.embedded.shapes import WEEKDAY

NUM = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|a few|a couple(?: of)?|some)"
I_AM = (
    r"i(?:'| a)?m (?:just |so |really |pretty |kinda |kind of |a bit |a little |totally |super |very |still |too "
    r"|also )*"
)
WORK = (
    r"(?:pushed|merged|released|deployed|published|reviewed|committed|finished|done|shipped|tested|fixed|ready"
    r"|started)"
)
DONE = (
    r"(?:done|ported|migrated|converted|translated|finished|closed|merged|fixed|written|reviewed|passing|pass|green"
    r"|through|covered|cleaned|tested|moved|imported|ready|in|rewritten|resolved|complete|completed|processed)"
)
DID = (
    r"(?:broke|fixed|pushed|merged|re-?started|rebooted|(?:re)?deployed|reverted|tried|ran|re-?ran|wrote|added"
    r"|removed|deleted|updated|installed|started|finished(?! my)|opened|closed|rebased|committed|bumped|cleared"
    r"|checked|looked|found|noticed|saw|got|sent|asked(?! you| for)|called|told(?! you)|pinged|emailed|messaged|spent"
    r"|stayed|forgot|killed|cleaned|dumped|copied|uploaded|downloaded|debugged|tested|hit|lost|managed|cherry-picked"
    r"|squashed|changed|renamed|moved(?! to)|swapped|replaced|commented|disabled|enabled|turned|switched (?:back"
    r"|branch\w*|the)|refactored|rewrote|rebuilt|resolved|stashed|bisected|traced|profiled|rolled|patched|went|sorted"
    r"|figured|dug|talked|spoke|met|ordered|bought|paid|booked|had (?:lunch|an? |another|to )|skipped|split|extracted"
    r"|cut|tagged|shipped|fat-fingered|nuked|wiped|reset|upgraded|dropped|ended up|set up)"
)
TO_DO = (
    r"(?:re-?name|refactor|fix|write|re-?write|clean|remove|delete|update|finish|look|test|split|extract|document"
    r"|reply|call|email|send|buy|book|order|investigate|figure|sort|tidy|bump|rebase|squash|move|migrate|replace|add"
    r"|port|implement|get|check|wire|hook|set up|drop|revisit|double-check|dig|backport|merge|push|patch|reproduce"
    r"|bisect|review|talk|ping|pick|pay|answer|file|open|close|cut|prune|archive|upgrade|pin|go through|do|make|find"
    r"|try|handle|deal|see|ask|bring|rotate|renew|rebuild|re-?run|restart|restore|convert|translate)"
)
RULED = (
    r"(?!.*\b(?:before(?! (?:i|we|he|she|lunch|the)\b)|after|when|if|first|any|unless|instead|because|so that|through"
    r"|via|in order|all|until)\b)"
)
"""A to-do has no condition: with one it is a rule."""
VAGUE = (
    r"(?:(?<!or )(?<!days )(?<!weeks )(?<!months )(?<!hours )(?<!minutes )(?<!day )(?<!week )later(?! than| on)"
    r"|some ?time|at some point|some ?day|one day|eventually|sooner or later|one of these days|when (?:i|we|there'?s"
    r"|someone|somebody) (?:(?:have|has|find|finds|get|gets) )?(?:some |the |a bit of )?(?:time|an? (?:minute|moment"
    r"|chance|quiet \w+)))"
)
BARE_VAGUE = r"(?:at some point|some ?day|one of these days|sooner or later|when i (?:have|find|get) (?:the )?time)"
BE = r"(?:is|are|am|[\w-]+'(?:s|re|m))"
VERY = (
    r"(?:super|so|pretty|really|kinda|totally|a bit|very|way too|bloody|kind of|still|now|all|currently|again|just"
    r"|completely|already) "
)
SOON = rf"(?:today|tomorrow|tonight|noon|lunch(?:time)?|eod|cob|midnight|the end of (?:the )?day|{WEEKDAY}|dinner)"
ONE = r"(?:pr|pull request|branch|ticket|build|run|job|pipeline|deploy|deployment|sprint|review|error|bug|alert)"
ONCE = (
    r"(?:pr|mr|pull request|version|build|release|run|commit|branch|demo|round|file|sprint|ticket|test|change|patch"
    r"|review|deploy|call|meeting|screenshot|task|session|spike|prototype|draft|iteration|hotfix|one)"
)
BELOW_LIMIT = r"(?!.*\b(?:below|above|under|over|limit|most|least|must|should|alert)\b)"
READ = r"(?:open|online|failing|pending|running|queued|unread|active|left|broken|red|down)"
THING = (
    r"(?:wi-?fi|internet|network|vpn|connection|signal|battery|laptop|fan|monitor|screen|ci|build|pipeline|main"
    r"|master|trunk|staging|prod|production|\w*server|cluster|queue|database|db|site|tests?|suite|disk|office|room"
    r"|desk)"
)
