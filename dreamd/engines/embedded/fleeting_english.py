"""What English says of the hour, kind by kind: moods, progress, waiting, accounts, orders, plans, to-dos, states."""

from __future__ import annotations

from dreamd.engines.embedded.fleeting_words import (
    BARE_VAGUE,
    BE,
    BELOW_LIMIT,
    DID,
    DONE,
    I_AM,
    NUM,
    ONCE,
    ONE,
    READ,
    RULED,
    SOON,
    THING,
    TO_DO,
    VAGUE,
    VERY,
    WORK,
)
from dreamd.engines.embedded.shapes import WEEKDAY

SURE = {
    "mood": (
        r"^(?:ugh+|a+rgh+|gah|phew|woo+(?:hoo+)?|yay+|hooray|sigh|whew|meh|yikes|grr+|omg|oof"
        rf"|finally[!,.])(?!.*\bplease\b)|finally (?:some|it|got|works|working|green|done)|{I_AM}(?:tired|exhausted"
        r"|frustrated|annoyed|bored|hungry|stressed|wiped|knackered|drained|happy|thrilled|relieved|proud|nervous"
        r"|worried|sick|fed up|beat|sleepy|lost|confused|overwhelmed|burned out|hungover|grumpy|excited|glad|sad"
        r"|angry|pissed|going (?:crazy|mad|nuts)|losing)(?! (?:when|if|whenever|by|with|without|to)\b| of (?!this"
        r"|that|the|these|it|my|\w+ing)\b)|feeling (?:human|better|good|great|terrible|awful|tired|sick|much|so"
        r"|really|pretty|a bit|like|down|stupid)|i feel (?:sick|terrible|awful|great|so|stupid|like (?:giving|crying"
        r"|an idiot|quitting))|driving me (?:crazy|nuts|mad|insane|up the wall)(?! when)|my (?:brain|head|eyes)(?:'s"
        r"| is| are| feels?)? (?:\w+ )?(?:fried|mush|spinning|hurts?|exploding|burning|toast|pounding|killing)"
        r"|what an? (?:\w+ )?(?:day|mess|week|relief|nightmare|morning|night|joy)|i (?:hate|love) (?:this (?:bug|code"
        r"|day|thing|job|feeling|ticket|build|week|mess)|today|my life)|losing (?:my mind|hope|patience)|(?:could"
        r"|want to|about to|gonna) (?:cry|scream|quit)|(?:good|bad|great|foul|terrible|lousy|better) mood(?! when)"
        r"|(?:need|want) (?:a |some |more |another )?(?:coffee|break|nap|drink|beer|holiday|vacation|sleep)|(?:today"
        r"|this week|it)(?:'s| has| was| is)(?: been)? (?:such )?a? ?(?:rough|long|awful|great|terrible|bad) (?:day"
        r"|week|morning|night)|barely slept|slept (?:badly|terribly|two|three|four)|(?:fed up with|sick of) this"
        rf"|want to (?:go home|sleep|hide)|nothing works\b|^(?:god|man),? i\b|(?:{VERY})(?:proud|bummed|happy|tired"
        r"|annoyed|frustrated|excited|relieved|nervous|stoked|gutted|fed up)(?! (?:when|if|by|with|to|about emoji)\b)"
        r"|not my day|(?:best|worst|long|longest) (?:day|week|night|morning)(?: (?:ever|in|of|so far))"
        r"|be the death of me|coffee kicked in|i give up|can'?t (?:think straight|take (?:it|this)|even)|(?:brain"
        r"|head)(?:'s| is) (?:mush|fried|toast)|(?:this|that|it)(?:'s| is) (?:so |really |just |such )*(?:annoying"
        r"|ridiculous|painful|awesome|brutal|hell|an? (?:nightmare|pain))\W*$|^(?:wtf|ffs|damn|crap|shit|bloody"
        r"|thank (?:god|goodness)|tgif|nice[!,]|love it)|had enough of this|done with this|what the hell|(?:zero"
        r"|no) (?:energy|motivation)|over the moon|(?:ready for|need) the weekend|could use a"
    ),
    "progress": (
        r"(?:nearly|almost|mostly|half|halfway|not quite) (?:there|done|finished|through|ready|complete)(?! when)"
        r"|half ?way|\d+(?:\.\d+)?\s?% (?:done|complete|finished|full|there|through)|half of (?:the"
        rf"|all)(?=.*\b{DONE}\b)|(?:half|thirds?|quarters?|most|{NUM}) (?:out )?of (?:the |my |our "
        rf"|all )*(?:[\w-]+ ){{0,4}}?(?:is |are |have |has |been |now |already )*{DONE}(?= (?:so far|now|already"
        rf"|by now)\b|\W*$)|{NUM} (?:more )?(?:[\w-]+ ){{0,3}}(?:(?<!the )left(?= to\b| over\b|\W*$|[,.;])|to go"
        r"|remaining|still missing)|so far so good|(?:half|most|none|\d+)\b.{0,60}\bso far|(?:made|making) (?:good "
        r"|some |a lot of )?progress|getting there|coming along|{NUM} of (?:the )?{NUM}\b|first (?:draft|pass|half"
        r"|cut) (?:is |'s )?(?:done|ready|finished|written)|(?:only|just) the (?:[\w-]+ ){1,4}?(?:is |are )?(?:left"
        rf"|missing|to go)|(?:still|got) (?:{NUM} )(?:more )?(?:[\w-]+ ){{0,2}}(?:to (?:do|fix|write|port|convert"
        rf"|review|go))|got through (?:{NUM}|half|most)|^(?:we'?re |i'?m )?down to (?:the last|{NUM})|(?:i'?m"
        r"|we'?re) (?:up to|on) (?:step|chapter|page|file|number|part|item) (?:\d+|[a-z]+)"
    ),
    "waiting": (
        r"^(?:i |we )?(?:still )?(?:can'?t|cannot|can not|unable to) (?:[\w-]+ ){1,4}?(?:until|till|before"
        r"|without) .{0,40}\b(?:me|us|my|back|replies|answers|responds|arrives|gives|sends|unblocks|approves it"
        r"|wakes up)|(?:ha(?:s|ve)n'?t|ha(?:s|ve) not|never|still not) (?:\w+ )?(?:heard|replied|answered|responded"
        r"|got(?:ten)? back|come back|reacted)(?: back| to me| yet|\W*$)|left (?:me )?on read|sitting (?:there "
        r"|in \w+ )?(?:since|for)|(?:ball is|ball's) in (?:his|her|their)|(?:still|been|just) waiting"
        r"|still no (?:answer|reply|word|news|response|feedback|sign|approval|access|decision|review)"
    ),
    "account": r"earlier today|just now|on my way (?:home|in|here)",
    "once": (
        r"for the (?:screenshot|demo|video|call|talk|pitch|spike|prototype|presentation|draft|poc|screencast)|(?:it"
        r"|this|that)(?:'s| is) (?:just |only )?an? (?:throwaway|one-off|draft|spike|prototype|quick (?:hack|fix"
        rf"|test)|demo|hack|poc)\W*$|this (?:once|one time)|(?:just|only) this (?:one|{ONCE})|for (?:this"
        rf"|the current) (?:one |particular )?{ONCE}|in this (?:pr|mr|commit|branch|patch|session|run)|(?:for|just"
        r"|only) (?:now|today|tonight)|today only|for the (?:moment|time being)|one[- ]off|make an exception|(?:skip"
        r"|ignore|forget) (?:it|that|this)(?: \w+)?|(?:do not|don'?t) .{1,40}\b(?:just yet|yet|right now|for now)\W*$"
        r"|not now|hold off|this time(?: around| only)?"
    ),
    "soon": (
        rf"tomorrow|tonight|this (?:morning|afternoon|evening|week|weekend|sprint|{WEEKDAY})|by (?:tonight|noon)"
        rf"|(?<!\bthe )(?<!\bevery )next (?:week|weekend|month|{WEEKDAY})|(?:later|due) today|day after tomorrow"
        rf"|(?:{BE}|starts?|begins?|due|live|left|have|got) in (?:about |under |less than )?(?:an?|half an?"
        rf"|{NUM}) (?:min(?:ute)?s?|hours?|hrs?|days?)(?! of)|due (?:on |by |at )?(?:{SOON})(?!s)|(?:has|needs?|must"
        rf"|have|gotta)\b.{{0,60}}\btoday\W*$|by (?:{NUM}|\d+:\d\d) ?(?:am|pm|o'clock)?(?: today)?\W*$"
        rf"|{WEEKDAY}(?!s),? (?:i|we)\b|(?:we|i) (?:go live|meet|present|sit down|fly|leave|launch|demo"
        rf"|start)\b.{{0,40}}\b{WEEKDAY}(?!s)|(?:{NUM}|half an) (?:min\w*|hours?|days?) (?:until|till|to)|(?:has"
        rf"|needs?|gotta|got|i have|must) (?:to )?(?:[\w-]+ ){{0,5}}(?:by|before) (?:{SOON})(?!s)|(?:deadline|demo"
        r"|exam|presentation|launch|flight|cutover|appointment|interview|pitch|go-?live)(?:'s| is) (?:on )?(?:today"
        rf"|{WEEKDAY})(?!s)|(?:i'?ll|we'?ll|gonna|going to|let'?s|i'?m|then|first)\b.{{0,60}}\b(?:after"
        r"|before) (?:lunch|dinner|work|standup|the (?:meeting|call|demo|break))|^(?:i'?m |we'?re )?gonna\b"
        r"|^next,? (?:i|we)\b|(?:have|got|'ve) until|plan for (?:today|now|the (?:day|afternoon|morning))|up next"
        r"|^next up"
    ),
    "todo": (
        r"^\W*(?:todo|fixme|wip)(?! (?:must|comments?|lists?|必须|都?要|里|注释))|(?:do not|don'?t) let me forget"
        r"|remind me (?:to|about|later|in|that i)|note to self|(?:must(?: not|n't)|can'?t|better not) forget|(?:have"
        r"|need|got) to do (?:that|this|it)\W*$|(?:need|needs|have|has|got|gotta|should|must|ought|want|could|might"
        rf"|will|i'?ll|we'?ll|supposed)\b.{{0,80}}\b{VAGUE}|^{TO_DO}\b.{{0,60}}\b{VAGUE}\W*$|^(?:i |still |also |now "
        r"|just |probably |really |oh,? |and |so |someone |somebody |one of us |we still )*(?:need to|needs to"
        rf"|have to|has to|got to|gotta|ought to|(?:had )?better) (?:still |also )?{TO_DO}\b{RULED}|(?:i|someone"
        rf"|somebody) should (?:probably |really )?{TO_DO}\b{RULED}|^should (?:probably|really|also|still|maybe"
        rf"|{TO_DO})\b{RULED}|{BARE_VAGUE}\W*$|still (?:needs?|wants?) (?:an? |some |more |to be )?\w+|(?:on"
        r"|to) (?:my|the|our) (?:to-?do|backlog|plate)|would be (?:nice|good|great) to (?:have|get|clean|refactor)"
        r"|(?:don'?t forget|remember) (?:to )?(?:call|buy|pick up|book|pay|email|text|phone|order|return|water) "
    ),
    "state": (
        rf"{NUM} commits? (?:behind|ahead)|(?:behind|ahead of) (?:main|master|origin|trunk|develop|upstream)"
        rf"|^(?:today|it)(?:'s| is) (?:now )?(?:\d[\d:.]* ?(?:[ap]m)?|{WEEKDAY})|there (?:are"
        rf"|is) (?:\w+ )?\d+ (?:\w+ )?{READ}|(?:has|have|got) (?:\w+ )?\d+ (?:\w+ )?{READ}"
        rf"|\d+ \w+s (?:are )?(?:still )?{READ}|has \d+ (?:messages|jobs|tasks|errors|warnings|failures|conflicts)"
        rf"|(?:load average|uptime|latency|battery)\b{BELOW_LIMIT}.{{0,12}}\b(?:is|at)\b.{{0,5}}\d+\S*"
        rf"|^\W*(?:the )?(?:disk|memory|cpu|ram|load|swap|heap)\b{BELOW_LIMIT}[^,;，；]{{0,24}}\d\s?%\W*$"
    ),
}
"""Kind -> what belongs to it however it is put: kept, it would be wrong next week, even beside "must"."""

LIKELY = {
    "progress": (
        r"in progress|(?:^|i'?m |we'?re |still )in the middle of|not (?:yet )?(?:done|finished|merged|deployed)"
        r"|left to do|next steps?|(?<!they )(?<!before it )(?<!until it )(?<!once it )(?<!after it )(?:is|are|was"
        r"|has been) (?:now |almost |nearly |just |already )*(?:done|finished|completed|merged|deployed)(?=\W*$|[,.;]"
        r"| (?:now|already|and|but|yet|again)\b)|(?:at|reached|used) \d+(?:\.\d+)?\s?%|half of (?:the|all)|working on"
        r"|(?:about|roughly|around|over) (?:half|a third|two thirds|three quarters)|(?:i|we)(?:'m| am|'re"
        r"| are) (?:now |currently |still )*(?!using|working (?:as|at|for|from|in)|living|learning|going)[a-z]+ing"
    ),
    "waiting": (
        r"^(?:waiting|blocked|stuck|pending)|nothing so far|so far nothing|nobody(?:'s| has)? (?:picked|looked"
        r"|answered|replied|reviewed|reacted)|(?:said|promised)(?: that)? (?:they|he|she|to)\b(?:'d| would| will"
        r"|'ll)? (?:open|call|send|look|fix|get back|answer|reply|grant|check|do|give)|need (?-i:[A-Z])\w+'s (?:ok"
        r"|okay|go-ahead|approval|password|key|review|answer|yes)|waiting for(?! no one)|^need (?:the |an? "
        r"|some )?[\w -]{2,30} from .{0,40}\bbefore (?:i|we)|(?:still )?need(?:ing)? (?:the |an? |his |her )?(?:ok"
        r"|okay|go-ahead|approval|access|sign-?off|key|credentials|password|review)\b.{0,20}\bfrom|blocked (?:by|on"
        r"|until|because)|on hold|(?<!^)not yet|\w+n't yet|(?:not|\w+n't) (?:been )?\w+ yet|ha(?:s|ve)(?: not"
        rf"|n't) been (?:looked|assigned|approved|answered|{WORK})|(?:waiting|awaiting|pending"
        rf"|about) (?:to (?:be )?)?(?:review|merge|approval|release|{WORK})|no (?:answer|reply|replies|response|word"
        r"|news|reaction|comments?|feedback) (?:from|yet|so far|since|back|on)|(?:chased|pinged|nudged) (?:him|her"
        r"|them|(?-i:[A-Z])\w+)|owes? me (?:an?|the|his|her)|(?:until|till|once) (?-i:[A-Z])\w+ (?:gets|comes|is"
        r"|gives|sends|answers|replies|confirms)\b.{0,20}|(?:got|is in) (?:review|approved)|no (?:one"
        r"|body) (?:has )?(?:looked|reviewed|answered|picked)"
    ),
    "account": (
        r"(?:\d+|an?|a few|some|two|several) (?:seconds?|minutes?|hours?|days?|weeks?) ago|^(?:so |then |ok(?:ay)?,? "
        r"|and |well,? |just |finally |already |also |today )*i(?: have|'ve|'d)? (?:just |also |finally |already "
        rf"|accidentally |then |only |now )*{DID}(?!.*\byears?\b)|^(?:so |then |ok(?:ay)?,? |and )*we (?:just "
        r"|already |finally )*(?:broke|re-?started|rebooted|rolled back|reverted|redeployed|pushed|merged|rebased"
        r"|re-?ran|patched|fixed|had an? )|^we just \w+ed|^(?:just |finally |already |ok,? |so |and |then )*(?:pushed"
        r"|merged|fixed|re-?started|rebooted|(?:re)?deployed|reverted|rolled back|rebased|committed|re-?ran"
        r"|cherry-picked|squashed|patched|bumped|cleared|cleaned up|tested|tried|found|sent|opened|closed|added"
        r"|removed|deleted|updated|moved|spent|asked|uploaded|got)(?= (?:the|it|that|this|an?|to|everything|both|my"
        r"|our|and|twice|again|back|him|her|them|two|three|all)\b|\W*$)|^(?:went|saw|forgot|took|gave|broke|ran|did"
        r"|had|spent|woke|came|ended up|turned out|figured out|managed to|looked|checked|talked|called|emailed"
        r"|messaged|pinged|dug|sat)\b|(?:works?|fine|passes|back) (?:now|again)\W*$|last night|yesterday (?:i|evening"
        r"|afternoon|morning)|got (?:approved|merged|rejected|reverted|deployed)|(?:deploy\w*|build|pipeline|tests?"
        r"|ci|migration|release|upload|import|rollback|hotfix|patch|fix) (?:went (?:through|out|fine|in|live)"
        r"|(?:just )?(?:passed|finished|succeeded|failed|crashed|died)|is (?:in|out|through|up))(?! (?:if|when)\b)"
        rf"|all (?:fine|good|green|well|back to normal) (?:again|now)|(?:last|latest|previous) {ONE}s?|(?:^|^the "
        rf"|, ){ONE} #?\d+|(?:with|got) the same (?:error|result|stack ?trace|problem)"
    ),
    "once": (
        r"(?:please |now |just )*(?:restart|re-?run|reboot|redo|ping|email|kill|wake) (?:the|it|that|him|her"
        r"|them)\W*$|^(?:please |now |just )*(?:restart|re-?run|reboot|redo|ping|email|send|stop the|(?:kill"
        r"|wake)(?= (?:the|it|that|this|all|my)\b))|ship it|let (?:it|this|that)(?: one)? (?:slide|go|be)\b"
        r"|(?:in a hurry|in a rush)\W*$|and (?:we'?re|i'?m|you'?re) done|(?:good enough|fine|enough|ok) (?:for now"
        r"|for today|here)|this one (?!is|of|has|are|was)[a-z]+|let me (?:think|check|see|try|look)\b[^,]{0,20}$"
        r"|(?:only|just) here|temporarily"
    ),
    "soon": (
        r"(?:(?:as of|as it is|until|still|even) today)?(?:(?<!as of )(?<!as it is )(?<!until )(?<!even )today)"
        r"|(?:call|demo|meeting|stand-?up|review|presentation|interview|train|flight|bus|deadline|release|launch|sync"
        r"|exam|appointment|workshop|retro|handover|cutover|deploy|maintenance) (?:is |starts "
        rf"|again )?in (?:about )?(?:an?|half an?|{NUM}) (?:min(?:ute)?s?|hours?|hrs?|h)"
        r"|(?:(?<!days )(?<!weeks )(?<!hours )(?<!minutes )(?<!day )(?<!week )(?<!hour )(?<!month )(?<!months )later"
        r"|in a (?:minute|moment|bit|sec(?:ond)?))\W*$|in (?:half )?an hour|in a few (?:minutes|hours)"
        r"|^(?:ok(?:ay)?,? |so |then |first |now )*(?:i'?ll|i will|i'?m going to|i am going to|i plan to"
        r"|i want to) (?:first |now |just |then |quickly |also )*(?:finish|do(?! all)|take|fix|look|try|start|grab"
        r"|continue|push|merge|pick|test|check|refactor|clean|deploy|go|tackle|wrap|head|come|be (?:back|away|off|out"
        r"|late|right|offline|in)|rebase|split|rename|move|update|add|ask|call|send|drop|leave|sleep|rewrite"
        r"|implement|have a)\b(?!.*\b(?:myself|anyway)\b)|i(?:'m| am) off on|about to (?!be\b)\w+|first (?:coffee"
        r"|lunch|food|the [\w-]+(?: [\w-]+)?),? then"
    ),
    "todo": (
        r"to ?-?do list|^(?:i|we) (?:still |first |just )*(?:need|have) to (?:fix|finish|check|look|rerun|restart"
        r"|rebase|merge)|^(?:the|that|this|those|my) .{1,40}\bneeds? (?:[a-z]+ing|(?:an? |some |more )?(?:tests?|docs"
        r"|clean-?up|rewrite|rename|refactor\w*|work|love|second look|another look))\W*$|(?:the|this|that"
        rf"|my) {ONE}\b.{{0,30}}\bneeds? an? \w+$|(?:tests?|docs|documentation|types|translations) (?:are"
        r"|is) (?:still )?missing|(?:there'?s|there is) (?:still )?(?:no test|a lot|stuff|work"
        r"|some \w+)\b.{0,30}\bto (?:do|fix|write|clean)|worth (?:a look|checking|revisiting|cleaning|refactoring)"
    ),
    "state": (
        rf"right now|at the moment|for the moment|as of now|{BE} (?:currently|still (?:not|no|red|green|down|broken"
        r"|stuck|open|[a-z]+ing))|^(?:ok,? |so |hm+,? |now )*(?:it|that|this|everything|nothing) (?:still |now "
        r"|just )*(?:works?|worked|fails?|failed|broke|is broken|looks? (?:good|fine|ok|broken|bad|wrong|weird))"
        rf"|^looks (?:good|fine|ok|like)|{BE} (?:acting up|playing up|misbehaving|acting weird)|(?:is|are"
        rf"|am) at \d+ ?(?:%|percent)|(?:^|the |my ){THING} (?:doesn'?t|does not|won'?t|isn'?t) [a-z]+(?:ing)?\W*$"
        r"|(?:\w+(?:'s|'re)|(?:is|are)) (?:still |now |already |all |just |currently )*(?:holding|hogging|using up"
        r"|blocking|hanging|sitting|eating|deploying|crashing|failing|timing out|throwing|spinning|leaking|melting"
        r"|sleeping|rebooting|freezing|looking into|debugging|fixing|reviewing it|swapping|dying|testing on)"
        rf"|{I_AM}(?:idle|back|off|out|away|late|busy|swamped|buried|in a (?:hurry|rush)|at home|on (?:hotel|train"
        r"|mobile))(?! (?:with|by|to|on)\b)|all (?:day|morning|afternoon|week|night)\W*$|back (?:on )?(?:mon|tues"
        r"|wednes|thurs|fri)day(?!s)|suddenly|out of nowhere|for some reason|(?:has|have|with) (?:the flu|a cold"
        r"|covid|a fever)|(?:again)\W*$|(?:is|are) (?:down|broken|on fire|crashing|failing"
        rf"|unreachable)(?: again)?\W*$|(?:the|this|that|my) {ONE}\b.{{0,30}}\b(?:has (?:\w+ )?conflicts?|is (?:open"
        r"|gone|red|blocked))|(?:is|are|am) (?:still |now |all |currently )*(?:blocked|stuck|out of (?!date)\w+"
        rf"|(?:almost|nearly) \w+|taken|in use|frozen)|(?:is|are) in review|{I_AM}(?:in|at|on) (?:an? |the "
        r"|my )?(?:meeting|call|train|bus|plane|lunch|break|way|phone|airport|caf[eé]|car|tram|hotel|dentist\w*"
        rf"|doctor\w*|station|taxi|subway|metro|hotspot|couch)|{BE} (?:currently |still |all "
        r"|also )*(?:at the (?:dentist|doctor\w*|hospital|airport|office today)|out (?:sick|of office|until|till|for)"
        r"|off (?:sick|until|till)|on (?:vacation|holiday|leave|sick leave|pto)|(?:home )?sick|at lunch|in a meeting"
        r"|not (?:in|here|around))(?! every)|(?:can'?t|cannot|couldn'?t) (?:reach|connect to|log ?in(?:to)?"
        rf"|ssh (?:in)?to|access) (?:the )?(?:\w+ )?{THING}\W*$|(?:times?|timed|timing) out|(?:won'?t"
        r"|will not) (?:start|boot|load|compile|build|connect|open|come up|respond|turn on)\W*$|none of (?:them|these"
        rf"|it) (?:\w+ )?(?:loads?|works?|responds?|starts?|opens?|builds?)|(?:^|the |my |our |and ){THING}(?:'s| is"
        rf"| are|'re) (?:{VERY})*(?:down|red|green|broken|slow|flaky|dead|frozen|empty|full|backed up|back|up again"
        r"|loud|hot|cold|dying|spotty|locked|occupied|busy|offline|hanging|stuck|crawling|unstable|overloaded"
        r"|unreachable)(?! (?:on|at|in|between|after|by|during|when|for|over|enough)\b)|(?:running|runs"
        r"|ran) (?:out of|low)|\d+ ?(?:mb|gb|mib|gib|%|percent) (?:left|free)\W*$|has been (?:red|down|failing|slow"
        rf"|hanging|flaky)|(?:got|have) (?:like )?{NUM} (?:[\w-]+ )?(?:windows?|tabs?|terminals?|errors?|conflicts?"
        r"|failures?|warnings?)|(?:is|are) (?:currently |still |now )*(?:being )?(?:deploying|migrating|rebuilding"
        r"|restarting|re-?indexing|installing|compiling|syncing|rebooting|updating|loading|downloading|uploading"
        r"|running low)"
    ),
}
"""Kind -> what belongs to it unless a rule, a taste, a decision or a lasting fact stands beside it."""

HINTS = {
    "mood": r"^(?:not sure|no idea|dunno)",
    "waiting": r"(?:hasn'?t|haven'?t|has not|have not) (?:\w+ )?\w+(?:ed|en|ne|nt|ght)\b|has the ball",
    "state": (
        rf"{BE} (?:{VERY})*(?!(?:interest|confus|someth|noth|anyth|everyth|bor|annoy|str|dur|bind|exist|outstand"
        r"|misslead|willing)ing\b)[a-z]{2,}ing\b|(?<!^)keeps? \w+ing|half (?:of )?the (?:office|team|house)"
        r"|read-only since|since the (?:crash|outage|reboot|power cut)|(?:ha(?:s|ve)|[\w-]+'s|[\w-]+'ve) (?:been "
        r"|just |already |now )*(?:\w+ing|gone|stopped|filled|run|come|got|frozen|broken|crashed|died|not)|^(?:i"
        rf"|we)(?:'ve got| have| got) (?:about |like )?(?:{NUM}|twenty|thirty) (?:uncommitted|open|unread|pending"
        rf"|failing|stale|stuck|broken) \w+|{BE} (?:{VERY})*(?:jammed|unplugged|asleep|out of sync|overheating"
        r"|unresponsive|off today|swamped|missing)"
    ),
    "account": (
        r"^(?!need|used|based|located|shared|advanced|embed|feed|seed|speed|indeed|required|allowed|supported"
        r"|deprecated)[a-z]{2,}ed (?:the|an?|it|that|this|my|our|everything|to|\w+ing)\b"
        r"|(?-i:[A-Z])\w+ and i (?:\w+ed|had|went|met|ran|did)\b|^i(?:'ve| have) (?!used|worked|been|lived|always"
        r"|learned|studied|had)(?:\w+ )?\w+ed\b|the deploy (?:at|on|this|last) .{0,20}went|no luck\W*$|^i (?!used"
        r"|switched|moved|learned|learnt|studied|worked|lived|trained|graduated|joined|retired|need)(?:\w+ed|ran|got"
        r"|did|put|took|made|saw|found)\b(?!.*\b(?:so|because)\b)|[\w-]+'s \w+ (?:filled|died|crashed|stopped|broke"
        r"|ran|went)|^the [\w-]+ (?:\w+ )?(?:filled|died|crashed|stopped|broke|went|failed|came back)\b"
    ),
    "todo": rf"{VAGUE}\W*$|wants? (?:\w+ing|a (?:rewrite|rename|test))",
    "once": r"^(?:just|simply) (?!use)[a-z]+ (?:the|it|that|this|an?|one)\b|^no [\w-]+ for the \w+",
    "progress": r"(?:is|are) next\W*$|(?:has|have) \w+ (?:now|already)\W*$|wrapping up|done,? now",
}
"""Kind -> what tells of the hour where nothing else in the statement speaks for keeping it."""

LASTS = (
    r"always|never(?! mind)|usually|normally|typically|generally|every(?! (?:few|couple|other|two|three|five|ten"
    r"|\d+) (?:minutes|seconds))|each|whenever|threshold|years?|by default|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days|20[2-9]\d|foreseeable future|for (?:ages|good)|permanent(?:ly)?|long[- ]term|no exceptions?"
    r"|in general|from now on|going forward|as a rule|ever|at all times|at the (?:very )?moment (?:of|when|that|you|a"
    r"|an|(?:the [\w-]+ \w+s(?<! is)(?<! has) the))|(?<!not )(?<!n't )(?:decided|agreed|settled|chose|(?:i"
    rf"|we) promised)|(?:as of|starting|effective|from) (?:today|tomorrow|now|next|this|{WEEKDAY})(?! (?:afternoon"
    r"|morning))|since (?:last|this|yesterday|today)\b.{0,60}\b(?:owns|handles|goes|responsible|in charge|belongs"
    r"|lives|any ?more|no longer|instead|maintains)|(?:^|(?<=[,;.] )|(?<=so )|(?<=and ))(?:when|if"
    r"|unless)(?= )(?! (?:i|we|they|it) (?:\w+ed|ran|tried|got|went|saw|came|have|find)\b)(?! (?:i|we|they) get (?:to"
    r"|back|home|around))"
)
"""What tells of longer than the day, whatever stands beside it."""
RULES = (
    r"must|only|(?:nobody|no one) (?:\w+s|can|may|should|must)|not allowed|means|any ?more|no longer|i mean"
    r"|rather than|so i (?:may|can)|(?:so|,) (?:please )?(?:use|go|ask|keep|avoid|explain|write|send|tell|stick|give"
    r"|speak|show)"
)
"""What makes a rule or a fact of a statement that might be one of the hour."""
