// What a reader has chosen for this browser, which keeps it.

import { keep, kept } from './kept.ts';

/** The languages of the house, as they are offered. */
export const LANGUAGES = ['en', 'de', 'ja'] as const;
export type Lang = (typeof LANGUAGES)[number];

export interface Settings {
  lang: Lang; // language of every text; the browser's until it is switched
  theme: 'auto' | 'light' | 'dark'; // auto = as the system says
  deck: 'french' | 'swiss'; // cards of the games that may be played with Swiss ones
  figures: boolean; // courts as figures and as many signs as a card counts; else one large sign
  cards: 'large' | 'medium' | 'small'; // size of the cards; large = as there is room
  largeIndex: boolean; // the signs in the corners are larger
  fourColour: boolean; // French suits in four colours
  numbers: 'game' | 'chips' | 'arrows'; // how a number of few is asked; game = as the game's source has it
  quickOk: boolean; // arrows have OK beside them at once, without a first click on one
  hand: 'alternating' | 'suits' | 'dealt'; // order of the own hand; nobody else learns of it
  handUp: boolean; // low cards first
  twice: boolean; // the first touch lifts a card, the second plays it
  keys: boolean; // single keys do what buttons do
  announce: boolean; // what costs nothing is announced without a question
  sound: boolean; // cards, tricks and turns are heard, on a phone felt
  notify: boolean; // who looks elsewhere is told that it is their turn
  motion: 'auto' | 'full' | 'none'; // auto = as the system says
  speed: 'calm' | 'quick' | 'none'; // at which the table tells what happened
}

const KEY = 'torite.settings';

/** What there is to choose from where it is not on or off. */
export const CHOICES = {
  lang: LANGUAGES,
  theme: ['auto', 'light', 'dark'],
  deck: ['french', 'swiss'],
  cards: ['large', 'medium', 'small'],
  numbers: ['game', 'chips', 'arrows'],
  hand: ['alternating', 'suits', 'dealt'],
  motion: ['auto', 'full', 'none'],
  speed: ['calm', 'quick', 'none'],
} as const satisfies {
  [
    Name in keyof Settings as boolean extends Settings[Name] ? never : Name
  ]: readonly Settings[Name][];
};

export const settings: Settings = $state({ ...defaults(), ...stored() });

/** Carries the settings into the document and the store; call once, inside an effect root. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.motion = motionIsReduced() ? 'none' : 'full';
  keep(KEY, settings);
}

/** Whether things should fade instead of moving. */
export function motionIsReduced(): boolean {
  return settings.motion === 'auto' ? system.stillness : settings.motion === 'none';
}

/** Whether the dark twin is shown: on a ground of the reader's own colours, the one whose drawings are seen there. */
function isDark(): boolean {
  return settings.theme === 'auto' || system.forced ? system.dark : settings.theme === 'dark';
}

const system = $state({ dark: false, forced: false, stillness: false });

function follow(query: string, set: (matches: boolean) => void): void {
  if (typeof matchMedia === 'undefined') return;
  const media = matchMedia(query);
  set(media.matches);
  media.addEventListener('change', (event) => set(event.matches));
}

follow('(prefers-color-scheme: dark)', (dark) => (system.dark = dark));
follow('(forced-colors: active)', (forced) => (system.forced = forced));
follow('(prefers-reduced-motion: reduce)', (stillness) => (system.stillness = stillness));

/** Our language of a tag such as `de-CH`. */
export function spoken(tag: string): Lang | undefined {
  return LANGUAGES.find((lang) => tag.toLowerCase().split('-', 1)[0] === lang);
}

function defaults(): Settings {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  return {
    lang: wanted.map(spoken).find((lang) => lang !== undefined) ?? 'en',
    theme: 'auto',
    deck: 'french',
    figures: true,
    cards: 'large',
    largeIndex: false,
    fourColour: false,
    numbers: 'game',
    quickOk: false,
    hand: 'alternating',
    handUp: false,
    twice: false,
    keys: true,
    announce: true,
    sound: false,
    notify: false,
    motion: 'auto',
    speed: 'calm',
  };
}

/** What has just been chosen on another page of this browser; null if it is something else that changed. */
export function chosenElsewhere({ key }: StorageEvent): Partial<Settings> | null {
  return key === KEY ? stored() : null;
}

/** What there still is of what was chosen: another version of the house may have other settings. */
function stored(): Partial<Settings> {
  const found = Object(kept(KEY)) as Record<string, unknown>;
  const choices: Record<string, readonly unknown[]> = CHOICES;
  const known = Object.keys(defaults()).filter((name) =>
    (choices[name] ?? [true, false]).includes(found[name]),
  );
  return Object.fromEntries(known.map((name) => [name, found[name]]));
}
