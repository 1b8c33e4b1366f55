"""P6xx: packs and specs."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "P601", "unknown pack", "A game spec names a bundled pack by its id, or a pack's folder by its path."
    ),
    Code("P602", "game and overlays", "A spec names one game first, then what is laid over it."),
    Code("P603", "archive", "Packs are read from folders, never from archives. Unpack it first."),
    Code(
        "P604",
        "no manifest",
        "A pack's folder has a pack.yaml.",
        "a folder with a pack.yaml",
        "name the folder of a pack; `rulewright new pack` writes one to begin with",
    ),
    Code(
        "P605",
        "file read by nothing",
        "A YAML file in a place that is never read: its content would be ignored. A table or text in "
        "`rules`, `cards`, `scenarios` or `patches` is a warning.",
    ),
    Code(
        "P606",
        "numbers of players",
        "The fewest are not more than the usual number, nor that more than the most.",
    ),
    Code(
        "P622",
        "too much in one game",
        "A game has at most 20,000 entries and 50,000 components and parts of them, and a pack at most 2,000 "
        "files.",
    ),
    Code(
        "P623",
        "link out of the folder",
        "What is read of a pack lies in its folder. A symbolic link may lead anywhere, so none is followed.",
    ),
    Code(
        "P607",
        "pack named twice",
        "A game holds a pack once; packs are told apart by their ids.",
        None,
        "name it once",
    ),
    Code(
        "P608",
        "needed pack missing",
        "A pack that another one requires is not in the spec, or is there in a version that it is not made "
        "for.",
    ),
    Code(
        "P609",
        "packs exclude each other",
        "A pack says that it cannot be played with another one.",
        None,
        "leave one of the two out of the spec",
    ),
    Code(
        "P610",
        "packs in a circle",
        "Packs require or know of each other in a circle, so that none of them could come first.",
        None,
        "let one of them go without the other: take it out of `requires` or `optional`",
    ),
    Code(
        "P611",
        "patch matches nothing",
        "What a patch names is not there, or is not declared by the pack that it names, or the overlay does "
        "not say that it knows of that pack. An address is written PACK:SECTION/ID or PACK:KIND/ID.",
    ),
    Code(
        "P612",
        "not as the patch expects",
        "A patch says with `expect` what it saw when it was written, and something else is there now: the "
        "pack below it changed, so that the patch may no longer do what it was meant to.",
    ),
    Code(
        "P613",
        "patch does not fit",
        "What is there cannot be patched in this way: a text is no number, a list of one value has no items "
        "that could be added, something new is there already; or it does nothing.",
    ),
    Code(
        "P614",
        "packs collide",
        "Two overlays that do not know of each other change the same thing in ways that cannot both be, and "
        "no order is better than the other. Let one name the other under `requires` or `optional` (then it "
        "has the last word), or settle it in a bridge that requires both.",
    ),
    Code(
        "P615",
        "name that cannot be changed",
        "A patch renames what has no name of its own, a name that means other things too, or one to a word "
        "that is used already. A name is replaced wherever it stands, so it must mean one thing only; where "
        "several things share it, each is renamed alike by a patch of its own.",
    ),
    Code(
        "P616",
        "revision that cannot be read",
        "A spec names a pack as it was at a git revision, PATH@REVISION, and there is no such revision, no "
        "pack at it, no repository, or no `git` to read it with.",
    ),
    Code(
        "P617",
        "locale that changes more than words",
        "An overlay of kind `locale` writes what people read and no rule does: `title`, `says`, `rulings`, "
        "and fields of type `text`. All scenarios hold under it. For anything else there are other kinds.",
    ),
    Code(
        "P618",
        "pack that may be misspelt",
        "Under `optional` or `conflicts` stands the id of a pack that is nowhere to be found, and one with "
        "almost that id is. Nothing is done for a pack of another name. A warning.",
    ),
    Code(
        "P620",
        "another content format",
        "`format` says by which rules a pack is written. An older one is written anew by `rulewright fmt "
        "--migrate`, which says what it changes; for a newer one Rulewright itself must be newer.",
    ),
)
