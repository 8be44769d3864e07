// What a reader has chosen for this browser; kept in localStorage.

export type Lang = 'en' | 'ja';

export interface Settings {
  lang: Lang; // language of every text; the browser's until it is switched
  theme: 'auto' | 'light' | 'dark'; // auto = as the system says
  deck: 'french' | 'swiss'; // cards of the games that may be played with Swiss ones
  fourColour: boolean; // French suits in four colours
  quickOk: boolean; // number widgets show OK at once, without a first arrow click
  motion: 'auto' | 'full' | 'none'; // auto = as the system says
}

const KEY = 'torite.settings';

const ALLOWED: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  lang: ['en', 'ja'],
  theme: ['auto', 'light', 'dark'],
  deck: ['french', 'swiss'],
  fourColour: [true, false],
  quickOk: [true, false],
  motion: ['auto', 'full', 'none'],
};

export const settings: Settings = $state({ ...defaults(), ...stored() });

/** Carries the settings into the document and the store; call once, inside an effect root. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.motion = motionIsReduced() ? 'none' : 'full';
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** Whether things should fade instead of moving. */
export function motionIsReduced(): boolean {
  return settings.motion === 'auto' ? system.stillness : settings.motion === 'none';
}

/** Whether the dark twin is shown. */
export function isDark(): boolean {
  return settings.theme === 'auto' ? system.dark : settings.theme === 'dark';
}

const system = $state({ dark: false, stillness: false });

function follow(query: string, set: (matches: boolean) => void): void {
  if (typeof matchMedia === 'undefined') return;
  const media = matchMedia(query);
  set(media.matches);
  media.addEventListener('change', (event) => set(event.matches));
}

follow('(prefers-color-scheme: dark)', (dark) => (system.dark = dark));
follow('(prefers-reduced-motion: reduce)', (stillness) => (system.stillness = stillness));

function defaults(): Settings {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  const lang = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'ja' || tag === 'en');
  return {
    lang: lang === 'ja' ? 'ja' : 'en',
    theme: 'auto',
    deck: 'french',
    fourColour: false,
    quickOk: false,
    motion: 'auto',
  };
}

function stored(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isSettings(found) ? found : {};
  } catch {
    return {}; // no storage (private window) or not ours: start from the defaults
  }
}

function isSettings(found: unknown): found is Partial<Settings> {
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(found).every(([name, value]) => {
    const allowed: readonly unknown[] | undefined = ALLOWED[name as keyof Settings];
    return allowed?.includes(value) ?? false;
  });
}
