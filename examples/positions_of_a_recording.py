"""Reads `tablecam stream`: messages as JSON lines, then positions as CSV. Name SOURCE and TABLE, or it makes some."""

import csv
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main(source: str = "", table: str = str(HERE / "table")) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(12 * (not source)):
            shutil.copy(HERE / "photo.jpg", f"{folder}/{number:02}.jpg")
        command = [sys.executable, "-m", "tablecam", "stream", source or folder, "--table", table]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stream:
            for message in map(json.loads, stream.stdout or ()):
                print(f"{len(message['models'])} models stand on the table; the camera is {message['camera']}")
        with subprocess.Popen([*command, "--csv"], stdout=subprocess.PIPE, text=True) as rows:
            for row in csv.DictReader(rows.stdout or ()):
                print(f"{row['id']} at {row['x_in']}, {row['y_in']} in")


main(*sys.argv[1:])
