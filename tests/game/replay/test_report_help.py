"""The battle report says what can be done with it, without a script and not on paper."""

from tablecam.game.replay.report_html import HELP, head, html_page


def test_the_report_has_a_question_mark_with_its_answers() -> None:
    page = html_page("Red against Blue", [head("Red against Blue", "", {}, "Urban War")])
    assert page.count('<details class="help"><summary aria-label="What can be done here?"') == 1
    assert all(str(answer) in page for answer in HELP)
    assert "<script" not in page
    assert ".help { display: none; }" in page.split("@media print", 1)[1]
