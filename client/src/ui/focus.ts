// The focus never falls to the body: when what had it goes, the hand has it, else the table, else the page.

const LANDINGS = ['[data-testid=hand] [tabindex="0"]', '.scene', '#main'];

/** Looks after the focus; returns how to stop. */
export function keepFocus(): () => void {
  let last: Element | null = null;

  function remember({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
  }

  function look(): void {
    if (last === null || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(':disabled')) return; // put away by the reader
    last = null;
    const landing = LANDINGS.map((where) => document.querySelector<HTMLElement>(where));
    landing.find((each) => each !== null)?.focus({ preventScroll: true });
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
