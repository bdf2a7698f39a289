"""The values that a request carries: integers read with bounds, and the language of its answer."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import Context, copy_context
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, request
from werkzeug.wrappers import Request

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import speak
from tablecam.base.languages import Languages
from webui.entrance.strict_json import LARGEST

# as many digits as LARGEST has: Python itself refuses to read thousands
INTEGER = re.compile(r"-?[0-9]{1,16}")


def parse_integer(text: str) -> int | None:
    """The integer that a text is, at most LARGEST either way; None for any other text."""
    number = int(text) if INTEGER.fullmatch(text) else None
    return number if number is not None and abs(number) <= LARGEST else None


def integer(name: str, usual: int) -> int:
    """The integer that the query gives under `name`; `usual` where it gives none. Aborts with 400 for anything else."""
    text = request.args.get(name, "")
    number = parse_integer(text) if text else usual
    if number is None:
        values = {"name": name, "most": LARGEST, "example": f"{request.path}?{name}=12"}
        abort(400, _("{name} must be a whole number of at most {most}, as in {example}.", **values))
    return number


# The language of a request: the device's cookie, else its Accept-Language header; streams keep it to their end.
#
# The unit of lengths has a cookie of its own.

# set by the page, see ui/this_device.tsx
COOKIE, UNIT_COOKIE = "language", "unit"
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class InLanguage:
    """An application, each request of which runs in the language of the device that sent it."""

    def __init__(self, app: Application, languages: Languages) -> None:
        self._app = app
        self._languages = languages

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Called by the server, once a request."""
        context = copy_context()
        answer = context.run(self._begin_answer, environ, start_response)
        files = environ.get("wsgi.file_wrapper")
        # a file holds nothing to translate, and the server has a quicker way to send it
        return answer if isinstance(files, type) and isinstance(answer, files) else _Spoken(answer, context)

    def _begin_answer(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        sent_request = Request(environ)
        unit = sent_request.cookies.get(UNIT_COOKIE, "")
        speak(self._languages.translations(self._choose_language(sent_request), unit))
        return self._app(environ, start_response)

    def _choose_language(self, asking: Request) -> str:
        return self._languages.choose_language(
            asking.headers.get("Accept-Language", ""), asking.cookies.get(COOKIE, "")
        )


class _Spoken:
    """The answer of an application, made piece by piece in the context in which it began."""

    def __init__(self, answer: Iterable[bytes], context: Context) -> None:
        self._answer = answer
        self._context = context

    def __iter__(self) -> Iterator[bytes]:
        pieces = self._context.run(iter, self._answer)
        while (piece := self._context.run(next, pieces, None)) is not None:
            yield piece

    def close(self) -> None:
        """Called by the server at the end of the answer, or when the device has gone."""
        close = getattr(self._answer, "close", None)
        if close is not None:
            self._context.run(close)


def install(app: Flask, languages: Languages) -> None:
    """Runs each request in its language, and serves the page's catalogues."""
    app.wsgi_app = InLanguage(app.wsgi_app, languages)  # type: ignore[method-assign]
    app.register_blueprint(_make_catalogue_pages(languages))


def _make_catalogue_pages(languages: Languages) -> Blueprint:
    pages = Blueprint("language", __name__)

    @pages.get("/i18n/<language>.json")
    def get_catalogue(language: str) -> Response:
        try:
            response = jsonify(languages.for_page(language))
        except KeyError:
            abort(404, _("There is no such language."))
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        response.make_conditional(request)
        return response

    @pages.get("/api/languages")
    def list_languages() -> Response:
        return jsonify(languages=languages.available())

    return pages
