"""Random rosters in each format, for tests of the reader and of the import."""

import csv
import io
import json
import random
import zipfile
from xml.sax.saxutils import quoteattr

WORDS = ("Bosun", "Gull", "Docker", "Käpt’n", "Ölkanne", "Ærø", "Łódka", "Heron", "O'Malley", "Lamp", "Tide", "Old")

Made = tuple[list[tuple[str, int, int | None]], list[str]]


def draw(chance: random.Random) -> Made:
    """Models (name, count, points of all together), and names of things that are no models."""
    names = [" ".join(chance.sample(WORDS, chance.randint(1, 3))) for _ in range(chance.randint(1, 12))]
    models = [(name, chance.randint(1, 9), chance.choice([None, chance.randint(1, 300)])) for name in names]
    return models, [f"Detachment {number}" for number in range(chance.randint(0, 3))]


def as_ros(made: Made) -> bytes:
    models, others = made
    selections = [
        f"<selection name={quoteattr(name)} number='{count}' type='model'>"
        + ("" if points is None else f"<costs><cost name='pts' value='{points}.0'/></costs>")
        + "</selection>"
        for name, count, points in models
    ]
    selections += [f"<selection name={quoteattr(name)} number='1' type='upgrade'/>" for name in others]
    inner = "".join(selections)
    return f"<roster name='R'><forces><force><selections>{inner}</selections></force></forces></roster>".encode()


def as_rosz(made: Made) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("r.ros", as_ros(made))
    return file.getvalue()


def as_json(made: Made) -> bytes:
    models, others = made
    selections = [
        {"name": name, "number": count, "type": "model"}
        | ({} if points is None else {"costs": [{"name": "pts", "value": points}]})
        for name, count, points in models
    ]
    selections += [{"name": name, "number": 1, "type": "upgrade"} for name in others]
    return json.dumps({"roster": {"name": "R", "forces": [{"selections": selections}]}}).encode()


def as_text(made: Made) -> bytes:
    models, others = made
    lines = ["++ R ++", ""]
    lines += [f"{count}x {name}" + ("" if points is None else f" [{points} pts]") for name, count, points in models]
    lines += [f"{name}: " + "word " * 60 for name in others]
    return "\n".join(lines).encode()


def as_csv(made: Made) -> bytes:
    models, others = made
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(["name", "count", "points", *others])
    for name, count, points in models:
        rows.writerow([name, count, "" if points is None else points // count, *("x" for _ in others)])
    return file.getvalue().encode()


FORMATS = {"r.ros": as_ros, "r.rosz": as_rosz, "r.json": as_json, "r.txt": as_text, "r.csv": as_csv}
