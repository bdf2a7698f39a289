"""A second and a third camera over a table that is set up: added, placed, kept, and removed again."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablecam.base.errors import CameraUnavailable
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.setup_files import list_lenses
from tablecam.setup.table_cameras import Cameras, TableCameras
from tablecam.storage.table_toml import read_sources


class Still:
    """A live camera that always shows one picture."""

    live = True

    def __init__(self, name: str, frame: Frame) -> None:
        self.name, self._frame = name, frame
        self._number = 0
        self.closed = threading.Event()

    def read(self) -> Frame | None:
        if self.closed.wait(0.02):
            return None
        self._number += 1
        # a live picture is never twice the same
        image = self._frame.grey.copy()
        image[0, :8] = self._number % 256
        return Frame(image, self._number / 50, self._number)

    def close(self) -> None:
        self.closed.set()


class Bench:
    """Cameras at a table that is read all the time, as by the live loop."""

    def __init__(self, folder: Path, frame: Frame) -> None:
        self.folder, self.reloads = folder, 0
        self.opened: dict[str, Still] = {}
        self._frame = frame
        self.swap = HotSwap(self.open("/dev/video0", None))
        self.running: SeveralCameras[HotSwap] = SeveralCameras([self.swap])
        offers = [Offer(f"/dev/video{n}", f"Cam {n}") for n in (0, 2, 4)]
        choice = Cameras(lambda: offers, (), self.open, self.running, ("0",))
        self.cameras = TableCameras(folder, self.swap, choice, self.reload)
        self._over = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def open(self, source: str, size: tuple[int, int] | None) -> Still:
        self.opened[source] = Still(source, self._frame)
        return self.opened[source]

    def reload(self) -> None:
        self.reloads += 1

    def placed(self, number: int) -> None:
        """Returns once the camera has found its place."""
        camera = self.cameras.get_camera(number)
        while camera.see_place().result is None:
            camera.camera.look(-1, 0.1)

    def close(self) -> None:
        self._over.set()
        self._reader.join()
        self.cameras.close()
        self.running.close()
        self.swap.close()

    def _read(self) -> None:
        number = -1
        while not self._over.is_set():
            frame = self.running.wait(number, 0.05)
            number = frame.number if frame is not None else number


@pytest.fixture
def bench(folder, frame: Frame) -> Iterator[Bench]:
    bench = Bench(folder("camera.yaml", "table.toml"), frame)
    yield bench
    bench.close()


def test_a_second_camera_is_kept_once_it_is_placed(bench: Bench) -> None:
    cameras = bench.cameras
    # a device's number and its path are one camera
    assert [offer.source for offer in cameras.offers()] == ["/dev/video2", "/dev/video4"]
    assert [offer.source for offer in cameras.offers(0)] == ["/dev/video0", "/dev/video2", "/dev/video4"]
    assert cameras.preview("/dev/video4").size == (1920, 1080)
    assert bench.opened["/dev/video4"].closed.is_set()
    with pytest.raises(CameraUnavailable, match="already over this table"):
        cameras.preview("/dev/video0")
    second = cameras.add("/dev/video2")
    assert (second.number, bench.running.captures[1]) == (1, second.camera)
    assert str(cameras.why_not_add()) == "Camera 2 has no position yet: set it up, or remove it."
    with pytest.raises(SetupRefusal, match="has no position yet"):
        cameras.add("/dev/video4")
    with pytest.raises(SetupRefusal, match="position is not known yet"):
        cameras.keep(1)
    assert read_sources(bench.folder) == ()
    known = second.lens.list_lenses((1920, 1080))
    assert [(lens.file, lens.camera) for lens in known] == [("camera.yaml", 0)]
    assert second.lens.list_lenses((1600, 1200)) == ()
    with pytest.raises(SetupRefusal, match="does not fit images of this shape"):
        second.lens.take_known("models.toml", (1920, 1080))
    second.lens.take_known("camera.yaml", (1920, 1080))
    assert (bench.folder / "camera-2.yaml").read_bytes() == (bench.folder / "camera.yaml").read_bytes()
    bench.placed(1)
    cameras.keep(1)
    assert read_sources(bench.folder) == ("0", "/dev/video2")
    assert not cameras.why_not_add()
    cameras.change(1, "/dev/video4")
    assert read_sources(bench.folder) == ("0", "/dev/video4")
    assert bench.opened["/dev/video2"].closed.is_set()


def test_a_camera_that_is_removed_leaves_its_lens_and_the_later_ones_move_up(bench: Bench) -> None:
    cameras, folder = bench.cameras, bench.folder
    for number, source in ((1, "/dev/video2"), (2, "/dev/video4")):
        cameras.add(source)
        shutil.copy(folder / "camera.yaml", folder / f"camera-{number + 1}.yaml")
        with (folder / f"camera-{number + 1}.yaml").open("a") as file:
            file.write(f"# of {source}\n")
        bench.placed(number)
        cameras.keep(number)
    third, reloads = cameras.get_camera(2).camera, bench.reloads
    cameras.remove(1)
    assert bench.opened["/dev/video2"].closed.is_set()
    assert (cameras.get_camera(1).camera, bench.running.captures) == (third, (bench.swap, third))
    assert read_sources(folder) == ("0", "/dev/video4")
    assert "# of /dev/video4" in (folder / "camera-2.yaml").read_text()
    assert not (folder / "camera-3.yaml").exists()
    assert [(lens.file, lens.camera) for lens in list_lenses(folder)] == [
        ("camera.yaml", 0), ("camera-2.yaml", 1), ("lens-1.yaml", None)
    ]  # fmt: skip
    assert "# of /dev/video2" in (folder / "lens-1.yaml").read_text()
    assert bench.reloads == reloads + 1
    with pytest.raises(SetupRefusal, match="first camera cannot be removed"):
        cameras.remove(0)
    with pytest.raises(SetupRefusal, match="no camera 3"):
        cameras.remove(2)


def test_another_camera_waits_for_the_first(folder, frame: Frame) -> None:
    bench = Bench(folder("camera.yaml"), frame)
    try:
        with pytest.raises(SetupRefusal, match="Set up the first camera before another"):
            bench.cameras.add("/dev/video2")
    finally:
        bench.close()
