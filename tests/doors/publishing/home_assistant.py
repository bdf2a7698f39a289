"""A Home Assistant with MQTT, run by its own Python: FOLDER PORT. It prints a line of JSON whenever states change."""

import asyncio
import json
import sys
from pathlib import Path

from homeassistant import bootstrap, loader
from homeassistant.config_entries import ConfigEntries, ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry

LOOKS_S, PATIENCE_S = 0.1, 60


async def main(folder: Path, port: int) -> None:
    (folder / "configuration.yaml").touch()
    home = HomeAssistant(str(folder))
    home.config.config_dir = str(folder)
    home.config.skip_pip = True
    loader.async_setup(home)
    home.config_entries = ConfigEntries(home, {})
    await bootstrap.async_load_base_functionality(home)
    # its own page and its uploads are not asked for
    home.config.components |= {"http", "file_upload"}
    broker = {"broker": "127.0.0.1", "port": port, "discovery": True}
    # as somebody sets the integration up by hand
    entry = ConfigEntry(version=1, minor_version=1, domain="mqtt", title="broker", data=broker, source="user")
    await home.config_entries.async_add(entry)
    told = None
    for _ in range(round(PATIENCE_S / LOOKS_S)):
        shown = {
            state.entity_id: [state.name, state.state] for state in home.states.async_all() if "drawn" in state.name
        }
        if shown != told:
            told = shown
            devices = [
                [device.name, device.manufacturer] for device in device_registry.async_get(home).devices.values()
            ]
            print(json.dumps({"entities": shown, "devices": devices}), flush=True)
        await asyncio.sleep(LOOKS_S)


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
