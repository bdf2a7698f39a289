"""Prints the certificate of a table on one page; the readings of many cameras continue on a second page."""

import io

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from tablecam.base.i18n import Message, current_language
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, join_sentences
from tablecam.setup.gauge_step import GaugeReading
from tablecam.setup.table_certificate import TableCertificate

FONT, BOLD = "Helvetica", "Helvetica-Bold"
COLOURS = {GOOD: "#1d7a35", FAIR: "#a06a00", BAD: "#b3261e", UNKNOWN: "#5a5a5a"}
HEADINGS = {
    GOOD: Message("This table measures as accurately as it states."),
    FAIR: Message("This table is accurate enough, but it could be better."),
    BAD: Message("This table does not measure accurately."),
    UNKNOWN: Message("This table is not certified yet."),
}
SHAPE_UNKNOWN = Message("The shape of the table is not measured.")
LEFT, RIGHT, TOP, BOTTOM = 20 * mm, A4[0] - 20 * mm, A4[1] - 25 * mm, 15 * mm
LINE = 5 * mm


def certificate_pdf(certificate: TableCertificate, table: str, stale: Message | None) -> bytes:
    """Makes the page as a PDF, in the current language. table: its name. stale: why the certificate no longer holds."""
    file = io.BytesIO()
    # invariant: the same certificate is the same file, byte for byte
    canvas = Canvas(file, pagesize=A4, invariant=1, lang=current_language())
    title = str(Message("Table certificate: {table}", table=table))
    canvas.setTitle(title)
    y = _draw_words(canvas, TOP, title, 18, BOLD)
    y = _draw_words(canvas, y, str(Message("Made on {date} with tablecam.", date=certificate.made)), 10)
    verdict = UNKNOWN if stale is not None else certificate.verdict
    canvas.setFillColor(HexColor(COLOURS[verdict]))
    y = _draw_words(canvas, y - 3 * mm, str(stale or heading(certificate)), 14, BOLD)
    canvas.setFillColor(HexColor("#000000"))
    y -= 2 * mm
    for line in certificate.lines:
        canvas.setFillColor(HexColor(COLOURS[line.finding.verdict]))
        canvas.circle(LEFT + 1.5 * mm, y + 1.2 * mm, 1.5 * mm, stroke=0, fill=1)
        canvas.setFillColor(HexColor("#000000"))
        y = _draw_words(canvas, y, str(line.title), 11, BOLD, LEFT + 6 * mm)
        y = _draw_words(canvas, y, str(line.finding.says), 10, FONT, LEFT + 6 * mm) - 2 * mm
    _draw_readings(canvas, y - 2 * mm, certificate)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def heading(certificate: TableCertificate) -> Message:
    """States the verdict, and the gap that a green one leaves."""
    says = HEADINGS[certificate.verdict]
    return says if certificate.verdict != GOOD or certificate.shape_known else join_sentences(says, SHAPE_UNKNOWN)


def _draw_words(canvas: Canvas, y: float, words: str, size: float, font: str = FONT, x: float = LEFT) -> float:
    """Writes words from `x` on, in as many lines as they need, and returns the y of the next line."""
    canvas.setFont(font, size)
    for line in simpleSplit(words, font, size, RIGHT - x):
        canvas.drawString(x, y, line)
        y -= max(LINE, size * 1.25)
    return y


def _draw_readings(canvas: Canvas, y: float, certificate: TableCertificate) -> None:
    several = len(certificate.cameras) > 1
    heads = [Message("Card at"), Message("measured"), Message("off by"), Message("stated, one sigma")]
    if several:
        heads.append(Message("by camera"))
    columns = [LEFT + offset_mm * mm for offset_mm in ((0, 40, 70, 100, 145) if several else (0, 45, 80, 115))]
    canvas.setFont(BOLD, 10)
    for x, head in zip(columns, heads, strict=True):
        canvas.drawString(x, y, str(head))
    canvas.setFont(FONT, 10)
    for reading in certificate.readings:
        y -= LINE
        if y < BOTTOM:
            canvas.showPage()
            canvas.setFont(FONT, 10)
            y = TOP
        error_in = reading.measured_in - certificate.true_in
        cells = [
            str(_describe_place(reading)),
            *(str(Message("{length} in", length=text)) for text in _format_lengths(reading, error_in)),
            *([str(reading.camera + 1)] if several else []),
        ]
        for x, cell in zip(columns, cells, strict=True):
            canvas.drawString(x, y, cell)


def _describe_place(reading: GaugeReading) -> Message:
    x, y = (f"{coordinate:.0f}" for coordinate in reading.at_in)
    return Message("{x}, {y} in, {turn}°", x=x, y=y, turn=f"{reading.turn_deg:.0f}")


def _format_lengths(reading: GaugeReading, off_in: float) -> tuple[str, str, str]:
    return f"{reading.measured_in:.3f}", f"{off_in:+z.3f}", f"{reading.sigma_in:.4f}"
