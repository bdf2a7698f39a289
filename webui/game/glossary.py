"""The words of a rulebook with their explanations, for the page that marks them in its texts.

GET /api/glossary?book=NAME answers

    {"words": [{"id": "cover", "forms": ["cover", "in cover"], "text": "What stands between ...", "clause": "..."}]}

in the language of the device; an unknown book has no words.
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.glossary import GlossaryWord


def blueprint(books: Catalogue) -> Blueprint:
    """Serves /api/glossary."""
    pages = Blueprint("glossary", __name__)

    @pages.get("/api/glossary")
    def list_words() -> Response:
        book = books.books.get(request.args.get("book", ""))
        return jsonify(words=[_word_to_json(word) for word in book.glossary] if book else [])

    return pages


def _word_to_json(word: GlossaryWord) -> dict[str, object]:
    return {
        "id": word.id,
        "forms": word.written,
        "text": str(word.explanation),
        "clause": str(word.clause),
    }
