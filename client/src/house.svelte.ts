// What every page shares: who the reader is, the games of the house, and the toasts.

import { getGames, getMe, getTakesPasskeys, postName } from './api.ts';
import { addFaces } from './cards/faces.ts';
import { refusalText, t } from './i18n.ts';
import { dropMemory } from './memory.ts';
import type { GameInfo, Problem } from './wire.ts';

export interface Toast {
  key: number;
  text: string;
}

interface House {
  name: string | null; // the reader's, null = not given yet
  isNamedByUs: boolean; // it is a friendly one that was chosen just now, and nobody has asked for it
  passkeys: boolean; // does it take any?
  games: GameInfo[] | null; // null = not loaded yet
  problem: Problem | null; // why any of this could not be loaded
  toasts: Toast[]; // newest last
  asksName: boolean; // the dialog for the name is open
}

const TOAST_MS = 6000;
let lastKey = 0; // of a toast

export const house: House = $state({
  name: null,
  isNamedByUs: false,
  passkeys: false,
  games: null,
  problem: null,
  toasts: [],
  asksName: false,
});

/** Loads who we are and which games there are. */
export async function openHouse(): Promise<void> {
  house.problem = null;
  const [me, games, passkeys] = await Promise.all([getMe(), getGames(), getTakesPasskeys()]);
  if (me.ok) house.name = me.value.name;
  if (passkeys.ok) house.passkeys = passkeys.value.taken;
  if (games.ok) take(games.value);
  const refused = me.ok ? games : me; // who the reader is, only the database knows
  if (!refused.ok) house.problem = refused.problem;
}

/** Asks a house that did not answer once more; nothing is to be seen of it if it still does not. */
export async function askAgain(): Promise<void> {
  if ((await getMe()).ok) await openHouse();
}

/** Loads the games once more: those whose files are being worked at may have changed. */
export async function refreshGames(): Promise<void> {
  const games = await getGames();
  if (games.ok) take(games.value);
}

function take(games: GameInfo[]): void {
  addFaces(games);
  house.games = games;
}

/** Takes a name; false and a toast if it was refused. */
export async function takeName(name: string, isOurs = false): Promise<boolean> {
  const reply = await postName(name);
  if (!reply.ok) {
    complain(reply.problem);
    return false;
  }
  const me = await getMe(); // what a browser says of cookies may be wrong: an extension stops them unseen
  if (me.ok && me.value.name === null) {
    toast(t('ui.name.no_cookies'));
    return false;
  }
  house.name = reply.value.name;
  house.isNamedByUs = isOurs;
  return true;
}

/** Makes sure that the reader has a name, if need be a friendly one of ours that none of the others has. */
export async function ensureName(others: string[] = []): Promise<boolean> {
  if (house.name === null) await lookAgain();
  return house.name !== null || takeName(guestName(others), true);
}

/** Asks who the reader is: in another tab a name may have been taken, or somebody has logged out. */
export async function lookAgain(): Promise<void> {
  const before = house.name;
  const me = await getMe();
  if (!me.ok || house.name !== before || me.value.name === before) return;
  if (me.value.name === null) return becomeStranger();
  house.name = me.value.name;
  house.isNamedByUs = false;
}

/** A name for a guest, such as "Quiet Heron", that is none of the others'. */
export function guestName(others: string[] = [], chance = Math.random()): string {
  const hows = t('ui.guest.how').split(',');
  const whos = t('ui.guest.who').split(',');
  const names = hows.flatMap((how) => whos.map((who) => t('ui.guest.name', { how, who })));
  const free = names.filter((name) => !others.includes(name));
  return free[Math.floor(chance * free.length)] ?? '';
}

/** The house does not know the reader any more: logged out on another device, or the cookie is gone. */
export function becomeStranger(): void {
  if (house.name === null) return;
  dropMemory();
  house.name = null;
  toast(t('ui.home.logout.here.done'));
}

/** Shows why something was refused. */
export function complain(problem: Problem, game?: GameInfo): void {
  if (problem.code === 'name/needed' && house.name !== null) return becomeStranger();
  toast(refusalText(problem, game));
}

/** Shows a short text for a while; the same text is not shown twice at a time. */
export function toast(text: string): void {
  dropToasts((each) => each.text === text);
  const key = (lastKey += 1);
  house.toasts.push({ key, text });
  setTimeout(() => dropToasts((each) => each.key === key), TOAST_MS);
}

export function dropToasts(which: (toast: Toast) => boolean): void {
  house.toasts = house.toasts.filter((each) => !which(each));
}
