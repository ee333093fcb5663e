"""Pictures that move, as a student moves them: in JupyterLab, in a browser, with the keyboard and the mouse."""

import json

import pytest
from notebooks.lab import lab, wait
from viz.moving import CELLS, PLACES, notebook


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("moving")
    (folder / "moving.ipynb").write_text(json.dumps(notebook(CELLS.values())), encoding="utf-8")
    with lab(folder) as open, open("moving.ipynb") as page:
        page.browser.get_log("browser")                     # what JupyterLab itself said while it started
        for place in PLACES.values():
            page.run(place)
        yield page


def output(page, name):
    """What stands under a cell, as an element of the page."""
    page.select(PLACES[name])
    return wait(lambda: page.tell("return panel.content.widgets[arguments[0]].outputArea.node", PLACES[name]),
                f"{name} has no output")


def shown(page, name):
    """The HTML under a cell."""
    return output(page, name).get_attribute("innerHTML")


def handle(page, name):
    """The slider's knob."""
    from selenium.webdriver.common.by import By
    found = wait(lambda: output(page, name).find_elements(By.CSS_SELECTOR, ".noUi-handle, .ui-slider-handle"),
                 f"{name} has no slider")
    return found[0]


def press(page, name, key, until):
    """A key on the slider's knob; waits until the page says so."""
    handle(page, name).send_keys(key)
    wait(lambda: until in output(page, name).text or until in shown(page, name), f"{name} does not say {until!r}")


@pytest.mark.slow
@pytest.mark.browser
def test_backward_is_stepped_through_to_the_final_gradient(page):
    from selenium.webdriver.common.keys import Keys
    press(page, "step", Keys.ARROW_RIGHT, "step 2 of 4: 3×a")
    page.shot("step-second")
    press(page, "step", Keys.END, ".grad    gets 8")
    page.shot("step-last")


@pytest.mark.slow
@pytest.mark.browser
def test_play_walks_on_its_own(page):
    from selenium.webdriver.common.by import By
    buttons = wait(lambda: output(page, "windows").find_elements(
        By.CSS_SELECTOR, ".widget-play button, .jupyter-widget-play button"), "no play button")
    buttons[0].click()
    wait(lambda: "place 3 (0 to 3)" in output(page, "windows").text, "play does not walk to the end")


@pytest.mark.slow
@pytest.mark.browser
def test_a_training_step_ends_in_the_moved_parameter(page):
    from selenium.webdriver.common.keys import Keys
    press(page, "whole step", Keys.END, "is     0.7")
    assert "update: w" in output(page, "whole step").text
    page.shot("whole-step")


@pytest.mark.slow
@pytest.mark.browser
def test_the_learning_rate_moves_the_curve(page):
    from selenium.webdriver.common.keys import Keys
    before = wait(lambda: "lr = 0.02" in shown(page, "race") and shown(page, "race"), "no picture")
    assert "outside the picture" not in before
    press(page, "race", Keys.END, "lr = 0.1")
    after = shown(page, "race")
    assert "outside the picture" in after

    def curves(html):
        return [part.partition('"')[0] for part in html.split(' d="')[1:]]
    assert curves(before) != curves(after)
    page.shot("race-fast")


@pytest.mark.slow
@pytest.mark.browser
def test_live_curves_stand_at_the_last_epoch(page):
    wait(lambda: "epoch 3: 0.333" in shown(page, "live"), "the last epoch is not drawn")
    page.shot("live")


@pytest.mark.slow
@pytest.mark.browser
def test_a_question_is_answered(page):
    from selenium.webdriver.common.by import By
    buttons = wait(lambda: output(page, "question").find_elements(By.TAG_NAME, "button"), "no buttons")
    buttons[0].click()
    wait(lambda: "a: not so. That is the input." in output(page, "question").text, "no answer")
    buttons[1].click()
    wait(lambda: "b: right. Wherever x is." in output(page, "question").text, "no answer")
    page.shot("question")


@pytest.mark.slow
@pytest.mark.browser
def test_nothing_is_said_on_the_console_and_no_cell_fails(page):
    """Runs last: all that happened before is in the console."""
    said = [entry for entry in page.browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert not said
    page.tell("console.error('heard')")                     # and the console is indeed read
    assert any("heard" in entry["message"] for entry in page.browser.get_log("browser"))
    outputs = [out for cell in page.cells() for out in cell["outputs"]]
    assert outputs and not [out for out in outputs if out["output_type"] == "error" or out.get("name") == "stderr"]
