"""Lays a table's overlay over its camera's picture, as streaming software does, and saves what viewers see.

python examples/overlay_over_a_picture.py [OUT.png] [BROWSER] [ADDRESS]    needs playwright and a Chromium; without an
address, a drawn table
"""

import subprocess
import sys
from urllib.request import urlopen

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

DEMO = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120"]
SIZE = 1920, 1080


def main(out: str = "stream.png", browser: str = "", address: str = "") -> None:
    if address:
        save(address, out, browser)
        return
    with subprocess.Popen(DEMO, stdout=subprocess.PIPE, text=True) as demo:
        told = demo.stdout.readline() if demo.stdout else ""
        save(next(word for word in told.split() if "://" in word), out, browser)
        demo.terminate()


def save(address: str, out: str, browser: str) -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser or None, chromium_sandbox=False)
        page = chromium.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(f"{address}/overlay")
        page.locator("[data-model]").first.wait_for()
        overlay = decoded(page.screenshot(omit_background=True))
        chromium.close()
    with urlopen(f"{address}/api/picture.jpg") as answer:  # noqa: S310 the address is the user's own
        picture = decoded(answer.read())
    high = SIZE[1] / picture.shape[0]
    camera = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    scaled = cv2.resize(picture, None, fx=high, fy=high)[:, : SIZE[0]]
    camera[: scaled.shape[0], : scaled.shape[1]] = scaled
    share = overlay[..., 3:] / 255
    seen = overlay[..., :3] * share + camera * (1 - share)
    cv2.imwrite(out, seen.astype(np.uint8))
    print(f"{out}: the overlay covers {share.mean():.0%} of the camera's picture")


def decoded(image: bytes) -> np.ndarray:
    """The channels blue, green, red, and opacity if there is one."""
    return np.asarray(cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_UNCHANGED))


if __name__ == "__main__":
    main(*sys.argv[1:])
