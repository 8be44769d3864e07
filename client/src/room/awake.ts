// A phone whose screen goes dark breaks off the line, and a bot stands in for who was only waiting for the others.
// So the screen stays on, as long as the reader does something now and then: who has laid the phone away is away.

const PATIENCE = 3 * 60_000; // ms after the last touch or key
const STIRS = ['pointerdown', 'keydown', 'visibilitychange'];
const FIRST = { capture: true }; // whoever else takes it

/** Keeps the screen on from now on where the browser can; returns how to stop. */
export function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined; // an old browser, or plain http
  let lock: WakeLockSentinel | null = null;
  let isWanted = false;
  let isAsking = false;
  let late: ReturnType<typeof setTimeout> | undefined;

  async function hold(): Promise<void> {
    if (lock !== null || isAsking || document.visibilityState !== 'visible') return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => (lock = null)); // also where the page is hidden
    } catch {
      // the battery is low, or the page was hidden meanwhile
    }
    isAsking = false;
    if (!isWanted) letGo();
  }

  function letGo(): void {
    clearTimeout(late);
    isWanted = false;
    void lock?.release();
  }

  function stir(): void {
    clearTimeout(late);
    late = setTimeout(letGo, PATIENCE);
    isWanted = true;
    void hold();
  }

  for (const type of STIRS) document.addEventListener(type, stir, FIRST);
  stir();
  return () => {
    for (const type of STIRS) document.removeEventListener(type, stir, FIRST);
    letGo();
  };
}
