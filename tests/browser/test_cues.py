"""What is heard, and what is told to who looks elsewhere: only if they want it."""

import pytest
from playwright.sync_api import expect

from browser.pages import Sit
from browser.stage import Prepared, Put, phase

KEEP = """
  window.notes = []; window.told = []; window.felt = [];
  navigator.vibrate = (ms) => window.felt.push(ms);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes.push(this.frequency.value); start.call(this, at); };
  window.Notification = class { static permission = 'granted'; constructor(title) { window.told.push(title); } };
  Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
"""


@pytest.mark.parametrize("wanted", [True, False])
def test_turns_are_heard_and_told_to_who_wants_it(put: Put, sit: Sit, wanted: bool) -> None:
    table = put(Prepared("rwd", 3).until(lambda p: phase(p) == "take" and int(p.state.turn) == 2))
    chosen = {"sound": wanted, "notify": wanted}
    ann = sit(table, chosen=chosen, permissions=["notifications"])
    ann.page.context.add_init_script(KEEP)
    ann.page.reload()
    expect(ann.turn_line).to_be_visible()
    assert ann.page.evaluate("[window.notes, window.told]") == [[], []]  # what was there is not news
    table.until(lambda p: int(p.state.turn) == 0)
    expect(ann.turn_line).to_contain_text("Your turn")
    expect(ann.page).to_have_title("● Your turn – RWD")
    notes, told = ann.page.evaluate("[window.notes.slice(-2), window.told]")
    assert [round(note) for note in notes] == ([523, 784] if wanted else [])
    assert told == (["Your turn"] if wanted else [])
    assert ann.page.evaluate("window.felt") == ([30] if wanted else [])
