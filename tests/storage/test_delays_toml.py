"""`delays.toml`: how late cameras are."""

from dataclasses import replace

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.table_toml import CameraDelay, keep_delay, read_delays

PHONE = CameraDelay("stream http://phone:8080/video", 0.42, 0.03, "2026-03-14")


def test_the_newest_measurement_of_each_camera_is_kept(tmp_path) -> None:
    assert read_delays(tmp_path) == {}
    device = CameraDelay("camera /dev/video0", 0.06, 0.01, "2026-03-14")
    newer = replace(PHONE, seconds=0.5, measured="2026-04-01")
    for one in (PHONE, device, newer):
        keep_delay(tmp_path, one)
    assert read_delays(tmp_path) == {PHONE.camera: newer, device.camera: device}


def test_faults_are_told_with_their_line(tmp_path) -> None:
    keep_delay(tmp_path, PHONE)
    file = tmp_path / "delays.toml"
    file.write_text(file.read_text() * 2)
    with pytest.raises(BadFile, match="given twice"):
        read_delays(tmp_path)
    file.write_text('[[delays]]\ncamera = "camera 0"\nseconds = -1\nsigma_s = 0\n')
    with pytest.raises(BadFile, match="seconds"):
        read_delays(tmp_path)
