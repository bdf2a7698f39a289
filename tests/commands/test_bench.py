import json

import pytest
from click.testing import CliRunner

from tablecam.base.errors import BadFile, TablecamError
from tools.bench.__main__ import bench

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.long


def test_one_part_is_printed_with_machine_and_peer() -> None:
    said = CliRunner().invoke(bench, ["photos", "--data", "."]).output
    assert "cores" in said.splitlines()[0]
    assert "photos: photographs" in said
    assert "skipped: there is no" in said
    assert said.rstrip().endswith("0 of 0 targets reached")


def test_json_is_one_object_with_everything_to_copy_into_the_readme() -> None:
    told = json.loads(CliRunner().invoke(bench, ["ranges", "photos", "--json", "--data", "."]).output)
    assert [part["part"] for part in told["parts"]] == ["ranges", "photos"]
    assert {"processor", "cores", "load", "versions"} <= told["machine"].keys()
    figure = told["parts"][0]["figures"][0]
    assert figure["value"] > 0
    assert len(figure["spread"]) == 2
    assert figure["repetitions"] > 1


def test_a_part_that_does_not_exist_is_wrong_usage_and_the_others_are_named() -> None:
    answer = CliRunner().invoke(bench, ["sped"])
    assert answer.exit_code == 2
    assert "there is no part sped" in answer.output
    assert "speed" in answer.output


def test_a_scene_that_does_not_exist_is_refused_before_anything_runs() -> None:
    answer = CliRunner().invoke(bench, ["speed", "--scene", "busy"])
    assert isinstance(answer.exception, TablecamError)
    assert "busy mat, forearm across" in str(answer.exception)


def test_a_folder_that_does_not_exist_is_refused_before_anything_runs() -> None:
    answer = CliRunner().invoke(bench, ["--data", "/no/such/folder"])
    assert isinstance(answer.exception, BadFile)
    assert "/no/such/folder" in str(answer.exception)
