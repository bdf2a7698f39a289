"""The drawn table of the demonstration, as a rulebook plays on it."""

from tablecam.camera.synthetic.demo import Company
from tablecam.rulebooks.book import Book
from tablecam.table.terrain import SOLID


def company_of(book: Book) -> Company:
    """The sides of a rulebook with their models' cards; what is light is made of the material that is drawn so."""
    light = next((material.id for material in book.materials if material.pattern == "weave"), SOLID)
    return Company(book.seats, book.demo().profiles, light)
