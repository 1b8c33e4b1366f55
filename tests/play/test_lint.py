"""Warnings and notes: each code on a made-up pack that deserves it, and on one like it that does not.

The line with `# here` is expected to be told of with the code of the case, and nothing else is.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import MANIFEST, OTHER, RULEBOOK, THINGS, Case, check, doing, files_of, places, told, when
from shipped import games, overlays

from rulewright.source.codes import CODES
from rulewright.source.diagnostics import ContentError
from rulewright_tools.checking import check as check_spec

MARKET = "{of: shell, visible: all, size: 2, from: beach, discard: beach}"
SMALL = MARKET.replace("size: 2", "size: 1")

TEXTS: dict[str, Case] = {  # code, rules that deserve it, rules like them that do not
    "behind two stops": (
        "W901",
        doing("if tide > 3:\n  stop\nelse:\n  earn(2)\n  stop\nearn(3) # here"),
        doing("if tide > 3:\n  stop\nelse:\n  earn(2)\nearn(3)"),
    ),
    "behind a menu that always stops": (
        "W901",
        doing("choose one:\n  option a then stop\n  option b if tide > 2 then stop\nearn(3) # here"),
        doing("choose one:\n  option a if tide > 3 then stop\n  option b if tide > 2 then stop\nearn(3)"),
    ),
    "behind a loop that only `stop` leaves": (
        "W901",
        doing("repeat while true:\n  earn(1)\n  if my pearls > 9 then stop\nearn(2) # here"),
        doing("repeat while tide < 9:\n  tide += 1\n  if my pearls > 9 then stop\nearn(2)"),
    ),
    "for each of none": (
        "W901",
        doing("for n in 5..4 then earn(n) # here"),
        doing("for n in 4..tide then earn(n)"),
    ),
    "choose where nothing is": (
        "W902",
        doing("choose 1 shell in beach where size > 6: # here\n  earn(1)"),
        doing("choose 1 shell in beach where size > 5:\n  earn(1)"),
    ),
    "for each where nothing is": (
        "W902",
        doing("for s in beach where size > 6 then earn(s.gain) # here"),
        doing("for s in beach where size > 5 then earn(s.gain)"),
    ),
    "a number that cannot be": ("W902", when("what.size > 6"), when("what.size > 5")),
    "a sum that cannot be": ("W902", when("what.size + tide < 1"), when("what.size + tide < 2")),
    "compared with itself": ("W902", when("what.tone == what.tone"), when("what.size == tide")),
    "not one or not the other": (
        "W902",
        when("what.tone != red or what.tone != green"),
        when("what.tone != red or tide > 2"),
    ),
    "no number between": ("W902", when("tide > 3 and tide < 3"), when("tide > 3 and tide < 5")),
    "both true and false": (
        "W902",
        when("what.turned and tide > 2 and not what.turned"),
        when("what.turned and tide > 2"),
    ),
    "one side of several": ("W902", when("tide > 3 and count(beach) >= 0"), when("tide > 3 and any(beach)")),
    "a range that holds all": ("W902", when("what.size in 0..6"), when("what.size in 2..6")),
    "asked before": (
        "W902",
        doing("if tide > 3:\n  earn(2)\nelse if tide > 5: # here\n  earn(3)"),
        doing("if tide > 3:\n  earn(2)\nelse if tide > 1:\n  earn(3)"),
    ),
    "all that is left": (
        "W902",
        doing("earn(if tide > 3 then 1 else if tide <= 3 then 2 else 3) # here"),
        doing("earn(if tide > 3 then 1 else if tide <= 2 then 2 else 3)"),
    ),
    "never offered": (
        "W902",
        doing("choose one:\n  option a then earn(2)\n  option b if players < 2 then earn(3) # here"),
        doing("choose one:\n  option a then earn(2)\n  option b if players < 3 then earn(3)"),
    ),
    "filtered": (
        "W902",
        doing("let some = beach where size >= 1 # here\nearn(count(some))"),
        doing("let some = beach where size >= 2\nearn(count(some))"),
    ),
    "repeated until": (
        "W902",
        "flow\n  more: {until: tide >= 0, do: tide += 1} # here\n",
        "flow\n  more: {until: tide >= 1, do: tide += 1}\n",
    ),
    "an outcome": (
        "W902",
        "outcomes: {w: {when: players > 1, most: {total: total}}} # here\n",
        "outcomes: {w: {when: players > 2, most: {total: total}}, v: {most: {total: total}}}\n",
    ),
    "numbers from a range without any": (
        "W903",
        doing("choose 1 number in 6..1 then earn(it) # here"),
        doing("choose 1 number in 1..6 then earn(it)"),
    ),
    "a zone that is never filled": (
        "W903",
        "zones: {net: {of: shell, visible: all}}\n"
        + doing("choose 1 shell in net then earn(it.size) # here"),
        "zones: {net: {of: shell, visible: all}}\n"
        + doing("move(what, to=net)\nchoose 1 shell in net then earn(it.size)"),
    ),
    "fewer in the range than are to be chosen": (
        "W903",
        doing("choose 4 numbers in 1..3, together: # here\n  earn(1)"),
        doing("choose 3 numbers in 1..3, together:\n  earn(1)"),
    ),
    "fewer in a market": (
        "W903",
        f"zones: {{net: {MARKET}}}\n"
        + doing("replace_all(net)\nchoose up to 3 shells in net where size > 2, together: # here\n  earn(1)"),
        f"zones: {{net: {MARKET}}}\n"
        + doing("replace_all(net)\nchoose up to 2 shells in net where size > 2, together:\n  earn(1)"),
    ),
    "fewer in a market that other things come to": (
        "W903",
        f"zones: {{net: {SMALL}}}\n" + doing("choose 2 shells in net: # here\n  earn(1)\nreplace_all(net)"),
        f"zones: {{net: {SMALL}}}\n"
        + doing("replace_all(net)\nmove(what, to=net)\nchoose 2 shells in net:\n  earn(1)"),
    ),
    "a loop of no rounds": (
        "W901",
        doing("repeat (tide - 9) times then earn(1) # here"),
        doing("repeat (tide - 8) times then earn(1)"),
    ),
    "a step of as many rounds as it has had": (
        "W901",
        "flow\n  more: {times: more, do: tide += 1} # here\n",
        "flow\n  more: {times: 2, steps: {again: {times: more, do: tide += 1}}}\n",
    ),
    "a budget of nothing": (
        "W901",
        "budgets: {once: {of: seat, per: turn, limit: 0}} # here\n"
        "rules: {x: {after: take(what), uses: once, do: earn(1)}}\n",
        "budgets: {once: {of: seat, per: turn, limit: 1}}\n"
        "rules: {x: {after: take(what), uses: once, do: earn(1)}}\n",
    ),
    "a loop that changes nothing it asks": (
        "W904",
        doing("repeat while tide < 3 then earn(1) # here"),
        "verbs: {ebb: {do: tide += 1}}\n" + doing("repeat while tide < 3 then ebb()"),
    ),
    "a loop with a value": (
        "W904",
        "values: {high: {is: tide > 3}}\n" + doing("repeat while not high then my pearls += 1 # here"),
        "values: {high: {is: tide > 3}}\n" + doing("repeat while not high then tide += 1"),
    ),
    "a loop about where things lie": (
        "W904",
        doing("repeat while any(beach) then earn(1) # here"),
        doing("repeat while any(beach) then move(top(beach, 1), to=my hand)"),
    ),
    "a step": (
        "W904",
        "flow\n  more: {until: tide > 3, do: first_seat.pearls += 1} # here\n",
        "flow\n  more: {until: tide > 3, guard: 20, do: first_seat.pearls += 1}\n",
    ),
    "a circle through a verb and an ability": (
        "W904",
        "verbs:\n  ping: {do: pong()}\n  pong: {do: tide += 2}\nrules:\n"
        "  x: {after: pong(), do: ping()} # here\n  z: {after: take(what), do: ping()}\n",
        "verbs:\n  ping: {do: pong()}\n  pong: {do: tide += 2}\nrules:\n"
        "  x: {after: pong(), when: tide < 4, do: ping()}\n  z: {after: take(what), do: ping()}\n",
    ),
    "a loop without end": (
        "W904",
        doing("repeat while true: # here\n  tide += 1\nearn(1)"),
        doing("repeat while true:\n  tide += 1\n  if tide > 3 then stop"),
    ),
    "a loop whose test is always true": (
        "W902",
        doing("repeat while tide < 10 then earn(1) # here"),
        doing("repeat while tide < 9 then tide += 1"),
    ),
    "a step whose end never comes": (
        "W902",
        "flow\n  more: {until: tide > 9, do: first_seat.pearls += 1} # here\n",
        "flow\n  more: {until: tide > 8, do: tide += 1}\n",
    ),
    "a derived value at its name": (
        "W907",
        "game:\n  derived:\n    low: # here\n      tide < 3\n",
        "game:\n  derived:\n    low:\n      tide < 3\n" + doing("if low then earn(1)"),
    ),
    "verbs that call each other": (
        "W904",
        "verbs:\n  ping: {do: pong()} # here\n  pong: {do: ping()} # here\n" + doing("ping()"),
        "verbs:\n  ping: {do: pong()}\n  pong: {do: if tide > 3 then ping()}\n" + doing("ping()"),
    ),
    "an event that follows itself": (
        "W904",
        "verbs:\n  ping: {do: tide += 1}\n"
        "rules:\n  x: {after: ping(), do: ping()} # here\n  y: {after: take(what), do: ping()}\n",
        "verbs:\n  ping: {do: tide += 1}\nrules: {x: {after: ping(), when: tide < 4, do: ping()}, "
        "y: {after: take(what), do: ping()}}\n",
    ),
    "a circle of events": (
        "W904",
        "verbs:\n  ping: {do: tide += 1}\n  pong: {do: tide += 2}\nrules:\n"
        "  x: {after: ping(), do: pong()} # here\n  y: {before: pong(), do: ping()} # here\n"
        "  z: {after: take(what), do: ping()}\n",
        "verbs:\n  ping: {do: tide += 1}\n  pong: {do: tide += 2}\n"
        "rules: {x: {after: ping(), do: pong()}, y: {before: pong(), may: true, do: ping()}, "
        "z: {after: take(what), do: ping()}}\n",
    ),
    "an event about something that follows itself": (
        "W904",
        "verbs: {paint: {params: {tone: tone}, do: 'if tone == red then tide += 1'}}\n"
        "rules:\n  x: {after: paint(red), do: paint(red)} # here\n  y: {after: take(what), do: paint(red)}\n",
        "verbs: {paint: {params: {tone: tone}, do: 'if tone == red then tide += 1'}}\n"
        "rules:\n  x: {after: paint(red), do: paint(green)}\n  y: {after: take(what), do: paint(red)}\n",
    ),
    "a verb": (
        "W905",
        "verbs:\n  ebb: {do: tide = 0} # here\n",
        "verbs:\n  ebb: {do: tide = 0}\n" + doing("ebb()"),
    ),
    "a verb that calls itself": (
        "W905",
        "verbs:\n  ebb: {do: if tide > 0 then ebb()} # here\n",
        "verbs:\n  ebb: {do: if tide > 0 then ebb()}\n" + doing("ebb()"),
    ),
    "an ability at a verb that nothing calls": (
        "W906",
        "verbs: {ebb: {do: tide = 0}} # here W905\nrules: {x: {after: ebb(), do: earn(1)}} # here\n",
        "verbs: {ebb: {do: tide = 0}}\nrules: {x: {after: ebb(), do: earn(1)}, "
        "y: {after: take(what), do: ebb()}}\n",
    ),
    "a question that nobody is asked": (
        "W907",
        "prompts:\n  which: {} # here\n" + doing("choose 1 number in 1..2 then earn(it)"),
        "prompts:\n  which: {}\n" + doing("choose 1 number in 1..2, asking which then earn(it)"),
    ),
    "a value": ("W907", "values: {v: {is: 3}} # here\n", "values: {v: {is: 3}}\n" + doing("earn(v)")),
    "a name": ("W907", doing("let n = 3 # here\nearn(2)"), doing("let n = 3\nearn(n)")),
    "the result of a verb": (
        "W907",
        "verbs: {two: {gives: int, do: result = 2}}\n" + doing("let n = two() # here\nearn(1)"),
        "verbs: {two: {gives: int, do: result = 2}}\n" + doing("let n = two()\nearn(n)"),
    ),
    "a table": (
        "W907",
        "tables: {worth: {by: int, gives: int, values: [0, 1]}} # here\n",
        "tables: {worth: {by: int, gives: int, values: [0, 1]}}\n" + doing("earn(worth(1))"),
    ),
    "state that is only written": (
        "W907",
        "game: {state: {calm: {type: int, start: 0}}} # here\n" + doing("calm += 1"),
        "game: {state: {calm: {type: int, start: 0}}}\n" + doing("calm += 1\nearn(calm)"),
    ),
    "a derived value": (
        "W907",
        "seat: {derived: {rich: pearls > 3}} # here\n",
        "seat: {derived: {rich: pearls > 3}}\n" + doing("if me.rich then earn(1)"),
    ),
    "a budget": (
        "W907",
        "budgets: {few: {of: seat, limit: 1, per: turn}} # here\n",
        "budgets: {few: {of: seat, limit: 1, per: turn}}\n"
        "rules: {r: {after: take(what), uses: few, do: earn(2)}}\n",
    ),
    "a zone that nothing uses": (
        "W907",
        "zones: {net: {of: shell, visible: all}} # here\n",
        "zones: {net: {of: shell, visible: all}}\n" + doing("move(what, to=net)"),
    ),
    "a zone that is only read": (
        "W907",
        "zones: {net: {of: shell, visible: all}} # here\n" + doing("earn(count(net))"),
        "zones: {net: {of: shell, visible: all}}\n" + doing("move(what, to=net)\nearn(count(net))"),
    ),
    "an enum": (
        "W907",
        "enums: {mood: [merry, cross]} # here\n",
        "enums: {mood: [merry, cross]}\nseat: {state: {mood: optional mood}}\n"
        + doing("choose 1 mood in mood then my mood = it\nif my mood == cross then earn(2)"),
    ),
    "a symbol": (
        "W907",
        "enums:\n  mood:\n    - merry\n    - cross # here\n"
        "seat: {state: {mood: optional mood}}\n" + doing("my mood = merry\nif my mood == merry then earn(2)"),
        "enums:\n  mood:\n    - merry\n    - cross\nseat: {state: {mood: {type: mood, start: merry}}}\n"
        + doing("my mood = cross\nif my mood == merry then earn(2)"),
    ),
    "state that is only read": (
        "W907",
        "game: {state: {calm: {type: int, start: 0}}} # here\n" + doing("earn(calm)"),
        "game: {state: {calm: {type: int, start: 0}}}\n" + doing("calm += 1\nearn(calm)"),
    ),
    "a parameter of a verb": (
        "W907",
        "verbs: {ebb: {params: {n: int}, do: tide = 0}} # here\n" + doing("ebb(1)"),
        "verbs: {ebb: {params: {n: int}, do: tide = 0}}\n"
        "rules: {r: {after: take(what), do: ebb(1)}, x: {after: ebb(n), do: earn(n)}}\n",
    ),
    "a parameter of a value": (
        "W907",
        "values: {v: {params: {n: int}, is: 3}} # here\n" + doing("earn(v(1))"),
        "values: {v: {params: {n: int}, is: 3}}\n"
        "rules: {r: {after: take(what), do: earn(v(1))}, x: {modify: v, when: n > 1, add: 2}}\n",
    ),
    "a window": ("W907", "windows: {w: {seat: turn.seat, during: turns}} # here\n", ""),
    "words of a verb": (
        "W916",
        "texts: {verbs: {earn: earn something}} # here\n",
        "texts: {verbs: {earn: 'earn[ {n pearl|pearls}]'}}\n",
    ),
    "words of a value": (
        "W916",
        "values: {v: {params: {what: shell, n: int}, is: what.size + n}}\n"
        "texts: {values: {v: 'size of {what}'}} # here\n" + doing("earn(v(what, 2))"),
        "values: {v: {params: {what: shell, n: int}, is: what.size + n}}\n"
        "texts: {values: {v: 'size above {n}'}}\n" + doing("earn(v(what, 2))"),
    ),
    "words of a table": (
        "W916",
        "tables: {worth: {by: int, gives: int, values: [0, 1]}}\n"
        "texts: {tables: {worth: what it is worth}} # here\n" + doing("earn(worth(1))"),
        "tables: {worth: {by: int, gives: int, values: [0, 1]}}\n"
        "texts: {tables: {worth: 'what {key} is worth'}}\n" + doing("earn(worth(1))"),
    ),
    "a name for state": (
        "W917",
        doing("let tide = 3 # here\nearn(tide)"),
        doing("let surf = 3\nearn(surf)"),
    ),
    "a name for a zone": (
        "W917",
        doing("choose 1 number in 1..2 as beach then earn(beach) # here"),
        doing("choose 1 number in 1..2 as shell then earn(shell)"),
    ),
    "a name for a round": (
        "W917",
        "flow\n  more: {times: 3, do: for more in 1..2 then tide += more} # here\n",
        "flow\n  more: {times: 3, do: for less in 1..2 then tide += less + more}\n",
    ),
    "a parameter called like a symbol": (
        "W917",
        "verbs: {paint: {params: {red: int}, do: tide += red}} # here\n" + doing("paint(1)"),
        "verbs: {paint: {params: {blue: int}, do: tide += blue}}\n" + doing("paint(1)"),
    ),
    "bounds the wrong way round": (
        "W914",
        "values: {v: {is: tide, at_least: 5, at_most: 2}} # here\n" + doing("earn(v)"),
        "values: {v: {is: tide, at_least: 2, at_most: 5}}\n" + doing("earn(v)"),
    ),
    "nought is added": ("W914", doing("tide += 0 # here"), doing("tide += 1")),
    "what is already there": ("W914", doing("tide = tide # here"), doing("tide = my pearls")),
    "a shuffle of what has no order": (
        "W914",
        doing("shuffle(my hand) # here"),
        "zones: {pile: {of: shell, order: stack, visible: none}}\n"
        + doing("move(what, to=pile)\nshuffle(pile)"),
    ),
    "a modifier that adds nought": (
        "W914",
        "values: {v: {is: 3}}\n"
        + when("true").replace("when: true # here", "when: tide > 3")
        + "  x: {modify: v, add: 0} # here\n  y: {after: take(what), do: earn(v)}\n",
        "values: {v: {is: 3}}\n"
        + when("true").replace("when: true # here", "when: tide > 3")
        + "  x: {modify: v, add: 1}\n  y: {after: take(what), do: earn(v)}\n",
    ),
    "a number in the words": (
        "W912",
        "scoring\n  tall: {points: my pearls * 2, says: 3 for each pearl} # here\n",
        "scoring\n  tall: {points: my pearls * 2, says: 2 for each pearl}\n",
    ),
    "a number in what is called": (
        "W912",
        "scoring\n  tall: {points: my pearls * v, says: 3 for each pearl} # here\nvalues: {v: {is: 2}}\n",
        "scoring\n  tall: {points: my pearls * v, says: 3 for each pearl}\nvalues: {v: {is: 3}}\n",
    ),
}
ASKED = """
prompts: {which: {}, kept: {must: true}, act: {params: {who: shell}}, rest: {params: {n: int}}}
windows: {late: {seat: turn.seat, during: turns}}
rules:
  look: {window: late, prompt: rest(n), do: tide = 0}
  r:
    after: take(what)
    do: |
      may choose 1 shell in beach, asking which then earn(1)
      may choose 1 shell in beach, asking kept then earn(1)
      choose one, asking act(what):
        option run then earn(1)
        option sit then earn(2)
      may choose one, asking rest(tide):
        option run then earn(1)
policies:
"""
POLICIES: dict[str, Case] = {  # code, policies that deserve it, and some like them that do not
    "where that is never true": (
        "W902",
        "p: {rules: {a: {at: which, where: it.size > 6}}} # here",
        "p: {rules: {a: {at: which, where: it.size > 5}}}",
    ),
    "when that is always true": (
        "W902",
        "p: {rules: {a: {at: rest(3), when: tide >= 0}}} # here",
        "p: {rules: {a: {at: rest(n), when: n >= 0}}}",
    ),
    "behind one that takes everything": (
        "W915",
        "p:\n  rules:\n    a: {at: which}\n    b: {at: which, prefer: it.size} # here",
        "p:\n  rules:\n    a: {at: which, when: tide > 2}\n    b: {at: which, prefer: it.size}",
    ),
    "behind one that takes everything at every question": (
        "W915",
        "p:\n  rules:\n    a: {when: tide > 2}\n    b: {at: which, when: tide > 3} # here",
        "p:\n  rules:\n    a: {when: tide > 2}\n    b: {at: which, when: tide > 1}",
    ),
    "behind one that takes more": (
        "W915",
        "p:\n  rules:\n    a: {at: act, pick: [run, sit]}\n    b: {at: act, pick: [sit]} # here",
        "p:\n  rules:\n    a: {at: act, pick: [sit]}\n    b: {at: act, pick: [run, sit]}",
    ),
    "behind one that takes more of the things": (
        "W915",
        "p:\n  rules:\n    a: {at: which, where: it.size > 2}\n    b: {at: which, where: it.size > 3} # here",
        "p:\n  rules:\n    a: {at: which, where: it.size > 3}\n    b: {at: which, where: it.size > 2}",
    ),
    "behind one that takes things, where it declines": (
        "W915",
        "p:\n  rules:\n    a: {at: act}\n    b: {at: act, pick: [run]} # here",
        "p:\n  rules:\n    a: {at: rest}\n    b: {at: rest, pick: [decline, look]}",
    ),
    "a question with other arguments": (
        "W915",
        "p:\n  rules:\n    a: {at: rest, pick: [run]}\n    b: {at: rest(3), pick: [run]} # here",
        "p:\n  rules:\n    a: {at: rest(3), pick: [run]}\n    b: {at: rest, pick: [run]}",
    ),
    "another policy of which nothing is left": (
        "W915",
        "p:\n  rules:\n    a: {at: act}\n    b: {follow: q} # here\nq: {rules: {x: {at: act, pick: [sit]}}}",
        "p:\n  rules:\n    a: {at: which}\n    b: {follow: q}\nq: {rules: {x: {at: act, pick: [sit]}}}",
    ),
    "a question that cannot be declined": (
        "W915",
        "p: {rules: {a: {at: act, pick: [decline]}}} # here",
        "p: {rules: {a: {at: which, pick: [decline]}}}",
    ),
    "a question that must be answered": (
        "W915",
        "p: {rules: {a: {at: kept, pick: [decline]}}} # here",
        "p: {rules: {a: {at: rest, pick: [decline]}}}",
    ),
    "an ability of another question": (
        "W915",
        "p: {rules: {a: {at: act, pick: [look]}}} # here",
        "p: {rules: {a: {at: rest, pick: [look]}}}",
    ),
    "an ability that nobody is asked about": (
        "W915",
        "p: {rules: {a: {pick: [r]}}} # here",
        "p: {rules: {a: {pick: [look]}}}",
    ),
    "for components that no question is about": (
        "W915",
        "p: {by: {buoy: {}}, rules: {a: {pick: [run]}}} # here",
        "p: {by: {shell: {cone: q}}, rules: {a: {pick: [run]}}}\nq: {rules: {a: {pick: [run]}}}",
    ),
    "what is the same for all": (
        "W914",
        "p: {rules: {a: {at: which, prefer: tide}}} # here",
        "p: {rules: {a: {at: which, prefer: it.size + tide}}}",
    ),
    "what counts nothing": (
        "W914",
        "p: {rules: {a: {at: which, prefer: it.size * 0}}} # here",
        "p: {rules: {a: {at: which, prefer: it.size * 2}}}",
    ),
}
CARDS_OF: dict[str, Case] = {  # code, cards that deserve it, cards like them that do not
    "a card that nothing bears": (
        "W908",
        "mark:\n  dot: {}\n  dash: {} # here\nbuoy: {b: {a: {bears: dot}}}\n",
        "mark:\n  dot: {}\n  dash: {}\nbuoy: {b: {a: {bears: dot}}, c: {a: {bears: dash}}}\n",
    ),
    "a card of none": (
        "W908",
        "shell:\n  conch: {size: 1, tone: red, story: x, gain: 0, cost: 0, copies: 0} # here\n",
        "shell:\n  conch: {size: 1, tone: red, story: x, gain: 0, cost: 0, copies: 1}\n",
    ),
    "more for less": (
        "W911",
        "shell:\n  conch: {size: 6, tone: red, story: x, gain: 2, cost: 1}\n"
        "  crab: {size: 6, tone: red, story: y, gain: 2, cost: 2} # here\n",
        "shell:\n  conch: {size: 6, tone: red, story: x, gain: 2, cost: 1}\n"
        "  crab: {size: 6, tone: red, story: y, gain: 3, cost: 2}\n",
    ),
    "alike but for a field that plays a part": (
        "W911",
        "shell:\n  conch: {size: 6, tone: red, story: x, gain: 2, cost: 1}\n"
        "  crab: {size: 6, tone: red, story: y, gain: 1, cost: 1} # here\n",
        "shell:\n  conch: {size: 5, tone: red, story: x, gain: 2, cost: 1}\n"
        "  crab: {size: 6, tone: red, story: y, gain: 1, cost: 1}\n",
    ),
    "words of a card": (
        "W912",
        "shell:\n  conch: {size: 1, tone: red, story: earn 5, gain: 0, cost: 0, abilities: {a: {after: "
        "take(this), do: earn(2)}}} # here\n",
        "shell:\n  conch: {size: 1, tone: red, story: earn 5, gain: 0, cost: 0, abilities: {a: {after: "
        "take(this), do: earn(5)}}}\n",
    ),
}


@pytest.mark.parametrize("case", TEXTS)
def test_a_text_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = TEXTS[case]
    name, bad = files_of(bad)
    check(tmp_path, code, name, bad, files_of(good)[1])


@pytest.mark.parametrize("case", CARDS_OF)
def test_a_card_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, bad, good = CARDS_OF[case]
    check(tmp_path, code, "cards/more.yaml", bad, good)


@pytest.mark.parametrize("case", POLICIES)
def test_a_policy_is_told_of_and_one_like_it_is_not(tmp_path: Path, case: str) -> None:
    code, *texts = POLICIES[case]
    bad, good = (ASKED.lstrip("\n") + "".join(f"  {line}\n" for line in text.split("\n")) for text in texts)
    check(tmp_path, code, "rules/more.yaml", bad, good)


CONCH = "{size: 1, tone: red, story: x, gain: 0, cost: 0, abilities: {a: {after: take(this), do: earn(1)}}}"


def test_a_card_with_effects_that_no_scenario_names_is_noted(tmp_path: Path) -> None:
    cards = f"shell:\n  whelk: {CONCH}\n"
    found = told(tmp_path / "bad", {"cards/more.yaml": cards})
    assert places(found) == [("W910", "cards/more.yaml", 2)]
    assert [d.severity for d in found] == ["note"]
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk]}}\nplay: [cone]")
    assert told(tmp_path / "good", {"cards/more.yaml": cards, "scenarios/whelk.yaml": named}) == []


@pytest.mark.parametrize(
    ("stage", "body", "found"),
    [
        ("after", "'move(what, to=beach)'", ["W913"]),
        ("before", "'move(what, to=beach)'", []),
        ("after", "'if what.turned then move(what, to=beach)'", []),
        ("after", "'move(what, to=my hand)'", []),
    ],
)
def test_an_ability_after_what_takes_its_card_away_is_never_done(
    tmp_path: Path, stage: str, body: str, found: list[str]
) -> None:
    more = f"verbs: {{toss: {{params: {{what: shell}}, do: {body}}}}}\n" + doing("toss(what)")
    cards = f"shell:\n  whelk: {CONCH}\n".replace("after: take(this)", f"{stage}: toss(this)")
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk]}}\nplay: [cone]")
    files = {"rules/more.yaml": more, "cards/more.yaml": cards, "scenarios/whelk.yaml": named}
    assert [d.code for d in told(tmp_path, files)] == found


AGAIN = ["W904"]


@pytest.mark.parametrize(
    ("ability", "found"),
    [
        ("after: take(this), do: take(this)", AGAIN),
        ("before: take(this), do: take(this)", AGAIN),
        ("after: take(this), when: tide > 3, do: take(this)", []),
        ("after: take(this), may: true, do: take(this)", []),
        ("after: take(this), do: if tide > 3 then take(this)", []),
        ("after: earn(n), do: earn(1)", AGAIN),
        ("after: earn(n), do: praise()", AGAIN),  # it earns
        ("after: earn(1), do: earn(2)", []),
        ("after: earn(2), do: praise()", AGAIN),
        ("after: earn(1), do: praise()", []),
        ("after: earn(n), do: toss(this)", []),  # it lies elsewhere then
        ("after: drop(this), do: drop(this)", []),
        ("instead_of: take(this), do: take(this)", []),
    ],
)
def test_an_ability_that_always_sets_itself_off_never_ends(
    tmp_path: Path, ability: str, found: list[str]
) -> None:
    more = (
        "zones: {far: {of: shell, visible: all}}\n"
        "verbs:\n  praise: {do: earn(2)}\n"
        "  drop: {params: {what: shell}, do: 'if tide > 3 then move(what, to=far)'}\n"
        "  toss:\n    params: {what: shell}\n    do: |\n      move(what, to=far)\n      earn(1)\n"
        + doing("if tide > 2:\n  drop(what)\n  praise()\n  toss(what)")
    )
    cards = f"shell:\n  whelk: {CONCH}\n".replace("after: take(this), do: earn(1)", ability)
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk]}}\nplay: [cone]")
    files = {"rules/more.yaml": more, "cards/more.yaml": cards, "scenarios/whelk.yaml": named}
    assert [d.code for d in told(tmp_path, files)] == found


def test_two_cards_that_set_each_other_off_never_end(tmp_path: Path) -> None:
    one = CONCH.replace("take(this)", "earn(n)").replace("earn(1)", "praise()")
    other = CONCH.replace("take(this)", "praise()")
    more = "verbs: {praise: {do: tide = 0}}\n" + doing("praise()")
    cards = f"shell:\n  conch: {one}\n  whelk: {other}\n"
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [whelk, conch]}}\nplay: [cone]")
    files = {"rules/more.yaml": more, "cards/more.yaml": cards, "scenarios/whelk.yaml": named}
    found = told(tmp_path, files)
    assert [(d.code, d.span.line, [at.line for _, at in d.related]) for d in found] == [
        ("W904", 2, [3]),
        ("W904", 3, [2]),
    ]


def test_of_cards_with_the_same_effect_one_is_named(tmp_path: Path) -> None:
    cards = (
        f"templates: {{shell: {{twin: {CONCH}}}}}\nshell: {{conch: {{like: twin}}, crab: {{like: twin}}}}\n"
    )
    named = OTHER.replace("play: [cone]", "given: {zones: {beach: [crab]}}\nplay: [cone]")
    assert told(tmp_path, {"cards/more.yaml": cards, "scenarios/crab.yaml": named}) == []


def test_a_rule_that_nothing_cites_is_noted(tmp_path: Path) -> None:
    book = RULEBOOK + "  SH-2: {says: Shells are counted.}\n"
    found = told(tmp_path / "bad", {"rulebook.yaml": book})
    assert places(found) == [("W909", "rulebook.yaml", 3)]
    assert [d.severity for d in found] == ["note"]
    rules = "invariants: {two: {is: count(shell) == 2, says: there are two, rules: [SH-2]}}\n"
    assert told(tmp_path / "good", {"rulebook.yaml": book, "rules/more.yaml": rules}) == []


def test_what_the_own_entries_of_a_scenario_use_is_used(tmp_path: Path) -> None:
    more = "verbs: {ebb: {do: tide = 0}}\n"
    ability = "abilities: {a: {after: take(what), do: ebb()}}"
    entry = f"with: {{shell: {{crab: {{size: 1, tone: red, story: x, gain: 0, cost: 0, {ability}}}}}}}\n"
    given = "given: {zones: {beach: [crab]}}\n"
    files = {"rules/more.yaml": more, "scenarios/ebb.yaml": OTHER + given + entry}
    assert told(tmp_path, files) == []


def test_what_scenarios_expect_of_events_is_read(tmp_path: Path) -> None:
    more = "verbs: {ebb: {params: {n: int}, do: tide = 0}}\n" + doing("ebb(2)")
    expected = OTHER.replace("expect: {", "expect: {events: ['take cone', 'ebb 2', 'earn 1'], ")
    found = told(tmp_path / "bad", {"rules/more.yaml": more})
    assert places(found) == [("W907", "rules/more.yaml", 1)]
    assert told(tmp_path / "good", {"rules/more.yaml": more, "scenarios/ebb.yaml": expected}) == []


def test_of_better_there_is_only_more_or_less_of_a_number(tmp_path: Path) -> None:
    things = THINGS.replace("tone: tone\n", "tone: {type: tone, better: more}\n")
    with pytest.raises(ContentError) as caught:
        told(tmp_path, {"rules/things.yaml": things})
    assert [d.code for d in caught.value.diagnostics] == ["R311"]


def test_what_tables_and_starts_name_is_used(tmp_path: Path) -> None:
    more = (
        "game: {state: {first: {type: mark, start: dot}}}\n"
        "tables: {marks: {by: int, gives: mark, values: [dash]}}\n"
        + doing("if first == marks(0) then earn(2)\nfirst = marks(0)")
    )
    assert told(tmp_path, {"rules/more.yaml": more, "cards/more.yaml": "mark: {dot: {}, dash: {}}\n"}) == []


def test_what_is_read_of_or_named_by_what_bears_it_is_used(tmp_path: Path) -> None:
    things = (
        "kinds:\n  gem: {fields: {shine: int, hue: optional tone}}\n  stone: {bears: gem}\n"
        "  ring: {parts: {top: {of: stone}}, starts_in: box}\n"
        "zones: {box: {of: ring, visible: all}}\n"
        + doing(
            "for r in parts(box) where has hue and hue == red then earn(r.shine)\n"
            "earn(sum(parts(box) each shine))"
        )
    )
    cards = "gem: {ruby: {shine: 1, hue: red}, onyx: {shine: 2}}\n"
    cards += "ring: {gold: {top: {bears: ruby}}, tin: {top: {bears: onyx}}}\n"
    assert told(tmp_path, {"rules/more.yaml": things, "cards/more.yaml": cards}) == []


def test_a_step_that_counts_itself_may_have_meant_a_setting(tmp_path: Path) -> None:
    settings = "settings: {laps: {type: 1..6, default: 4}}\n"
    flow = "flow: {lap: {times: lap, do: tide = 1}}\n"
    files = {"pack.yaml": MANIFEST + settings, "rules/more.yaml": flow, "rules/play.yaml": "{}\n"}
    found = told(tmp_path, files)
    assert "did you mean 'laps'?" in str(next(d.hint for d in found if d.code == "W901"))
    assert not any("'laps'" in d.message for d in found)


def test_every_warning_has_a_case() -> None:
    cases = (*TEXTS.values(), *CARDS_OF.values(), *POLICIES.values())
    shown = {code for code, _, _ in cases} | {"W909", "W910", "W913", "W918", "W919", "W920", "W921", "W922"}
    assert shown == {code for code in CODES if code.startswith("W9")}


@pytest.mark.parametrize("spec", [*games(), *overlays()])
def test_the_packs_that_ship_are_meant_as_they_are(spec: str) -> None:
    assert [f"{d.span}: {d.code} {d.message}" for d in check_spec(spec).problems] == []
