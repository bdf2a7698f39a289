"""A small data book for tests, as text: tests change one line of it and read what comes of it."""

from pathlib import Path

from tablecam.rules.books.book import DATA_BOOK_FILE, Book
from tablecam.rules.books.data_book.load_toml import load_book

SMALL = """\
name = "small"
title = "Small"

[keywords]
chief = "Chief"

[bands]
near = "Near"
far = "Far"

[numbers]
aim = { title = "Aim" }
hide = { title = "Hide" }
bite = { title = "Bite", of = "weapon", usual = 1 }

[markers]
moved = { title = "moved", until = "turn" }
afraid = { title = "afraid", until = "activation", actions = -1 }
low = { title = "low", until = "next" }

[conditions]
cover = { title = "cover", hidden = 0.5 }
far_off = { title = "far off", band = "far" }
above = { title = "above", higher_in = 2 }
below = { title = "below", of = "target", higher_in = 2 }
has_moved = { title = "moved", marked = "moved" }
low_target = { title = "low target", of = "target", marked = "low" }
chief_near = { title = "chief nearby", friend = "chief", friend_in = 6 }

[checks.hit]
title = "to hit"
add = "aim"
needs = 6
always_fails = [1]
success = { next = "save" }
[checks.hit.modifiers]
cover = -1
far_off = -1
above = 1
has_moved = -1
low_target = -1

[checks.save]
title = "to save"
roller = "target"
add = "target.hide"
needs = "4 + bite"
failure = { damage = 1 }
success = { mark = "low" }

[checks.wrestle]
title = "wrestle"
kind = "duel"
add = "aim"
against = "target.aim"
success = { damage = "bite" }
failure = { damage = 1, to = "actor" }
modifiers = { below = 2 }

[checks.crush]
title = "crush"
kind = "ladder"
steps = [3, 5, 6]
success = { damage = 1 }
failure = { mark = "afraid", to = "actor" }

[checks.fear]
title = "fear"
needs = 4
add = "hide"
failure = { mark = "afraid" }
modifiers = { chief_near = 1 }

[attacks]
shot = { title = "Shot", first = "hit", rolls = 2, sees = 0.2 }
grip = { title = "Grip", first = "wrestle", contact = true }
stone = { title = "Stone", first = "crush" }

[weapons]
bow = { title = "Bow", attack = "shot", bands = { near = 6, far = 18 }, numbers = { bite = 1 } }
rope = { title = "Rope", attack = "grip", numbers = { bite = 2 } }
stone = { title = "Stone", attack = "stone", bands = { near = 4 } }

[profiles.hunter]
title = "Hunter"
wounds = 2
points = 5
numbers = { aim = 2, hide = 1 }
weapons = ["bow", "rope", "stone"]

[profiles.chief]
title = "Chief"
wounds = 3
points = 9
numbers = { aim = 3, hide = 2 }
weapons = ["rope"]
keywords = ["chief"]

[actions]
walk = { title = "Walk", inches = "aim + 2", mark = ["moved"] }
shoot = { title = "Shoot", attack = "shot" }
grip = { title = "Grip", attack = "grip", unless = ["has_moved"] }
throw = { title = "Throw", attack = "stone" }
calm = { title = "Calm", check = "fear", needs = ["has_moved"] }

[[morale]]
when = "death"
within_in = 5
check = "fear"

[[morale]]
when = "wound"
check = "fear"

[victory]
turns = 2
scores = [{ by = "kill", gives = 2 }, { by = "hold" }, { by = "alive", gives = 1 }]

[forces.one]
title = "One"
models = { ann = "hunter", art = "chief" }

[forces.two]
title = "Two"
models = { bob = "hunter", ben = "hunter" }
names = { ben = "Big Ben" }

[scenarios.plain]
title = "Plain"
forces = { red = "one", blue = "two" }
objectives = ["well"]
"""


def write_book(folder: Path, text: str = SMALL) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DATA_BOOK_FILE).write_text(text, encoding="utf-8")
    return folder


def small_book(folder: Path, old: str = "", new: str = "") -> Book:
    """The book, with `new` in place of `old`."""
    assert old in SMALL
    return load_book(write_book(folder, SMALL.replace(old, new, 1) if old else SMALL))
