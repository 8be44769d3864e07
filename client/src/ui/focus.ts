// The focus never falls to the body: when what had it goes, beside the table and before the match what has come in its
// place has it, before the match and in a review else what stands beside that, else the hand, the table, the page.

const FORMS = '.lounge, .review';
const ASKING = `aside:not(.scene aside), ${FORMS}`; // a button there may be asked about once more
const LANDINGS = ['[data-testid=hand] [tabindex="0"]', '.scene', '#main'];

/** Looks after the focus; returns how to stop. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let place: Element | null = null; // where that stands

  function remember({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
    place = last?.parentElement ?? null;
  }

  function look(changed: MutationRecord[]): void {
    if (last === null || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(':disabled')) return; // put away by the reader
    const there = place?.closest(ASKING) ? changed.filter(({ target }) => target === place) : [];
    const landings = [
      ...there.flatMap(({ addedNodes }) => [...addedNodes]),
      ...(place?.closest(FORMS) ? place.children : []),
      ...LANDINGS.map((where) => document.querySelector(where)),
    ];
    for (const landing of landings) {
      if (landing instanceof HTMLElement) landing.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return; // not so below a dialog that is still there
    }
  }

  const observer = new MutationObserver(look);
  const changes = { subtree: true, childList: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, changes);
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}
