"""Pages from Jinja2 templates, which lie beside the modules that fill them.

    render("tablecam/game/replay/battle_report.jinja", title="Red against Blue")

Every value is escaped unless it is Markup, and a value that is missing is an error. `_`, `ngettext` and `pgettext` in a
template look in the core's catalogue; its texts are extracted by `tools/catalogues.py`.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tablecam.base.i18n import current_language, gettext, ngettext, pgettext

# the folder of all packages, of a clone or of an environment
PACKAGES = Path(__file__).resolve().parents[2]


def render(name: str, **values: object) -> str:
    """The page of a template in the current language. name: the template's path, such as calibration/report.jinja."""
    return get_environment().get_template(name).render(values)


@cache
def get_environment() -> Environment:
    """The environment of all templates."""
    environment = Environment(
        loader=FileSystemLoader(PACKAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
    )
    environment.globals = {
        "_": _call_as_core(gettext),
        "ngettext": _call_as_core(ngettext),
        "pgettext": _call_as_core(pgettext),
        "language": current_language,
    }
    return environment


def _call_as_core(function: Callable[..., str]) -> Callable[..., str]:
    """The function as this module calls it: a text belongs to the domain of its caller, and here that is the core."""

    def call(*arguments: object, **values: object) -> str:
        return function(*arguments, **values)

    return call
