// Single keys for all that is done at a table.  A button names its key in `aria-keyshortcuts`; what is asked goes by
// figures in the order in which it stands there, beside a number, whose figures these are, by Q, W, E.

import { settings } from '../settings.svelte.ts';
import { enter } from './over.svelte.ts';

const CHOICES = [
  '.asked :is(button, a):not(.arrow, .numbers > *)',
  '[data-testid=trump-popup] button',
  '.paper footer button:not(.arrow)',
  '[data-testid^=widget-] [data-action]',
].join();
const NUMBER = '[role=spinbutton], .numbers';
const BESIDE = 'qwe';
const OFFERED = '[data-testid^=row-] [data-legal=true]';
const HELD = '[data-testid=hand] [data-testid=card]';
const TAKES_KEYS = 'input, textarea, select, dialog, [contenteditable]';
const TAKES_ENTER = 'button, a, summary, [role=spinbutton]';
const WRITTEN = 'textarea, input:not([type=range], [type=checkbox], [type=radio])';
const TYPING = 1000; // ms after a key in a field within which the next one was meant for it, though it is gone

let typed: { into: Element; at: number } | null = null; // the last key in a field, unless that was to leave it

/** Follows the keys; returns how to stop. */
export function startKeys(): () => void {
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

function press(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (target.matches(WRITTEN)) typed = key === 'Escape' ? null : { into: target, at: Date.now() };
  else if (isTyping() && (key.length === 1 || key === 'Enter')) return event.preventDefault();
  if (target.closest(TAKES_KEYS) || document.querySelector('dialog[open]')) return;
  if (!settings.keys && key !== '?') return;
  const meant = key.startsWith('Arrow') ? card(key, target) : button(key, target);
  if (meant === undefined) return;
  event.preventDefault();
  if (key.startsWith('Arrow') || document.activeElement === document.body) meant.focus();
  if (!key.startsWith('Arrow')) void enter(() => meant.click());
}

/** A match begins and the chat goes: the rest of a word plays nothing. */
function isTyping(): boolean {
  if (typed === null || typed.into.isConnected || Date.now() - typed.at >= TYPING) return false;
  typed.at = Date.now();
  return true;
}

function button(key: string, target: Element): HTMLElement | undefined {
  if (key === 'Enter' && target.closest(TAKES_ENTER)) return undefined;
  const hasNumber = all(NUMBER).length > 0;
  if (/^[1-9]$/.test(key)) return hasNumber ? undefined : all(CHOICES)[Number(key) - 1];
  const beside = hasNumber && key.length === 1 ? BESIDE.indexOf(key.toLowerCase()) : -1;
  if (beside >= 0) return all('[data-action]')[beside];
  if (!/^([a-z?]|Enter)$/i.test(key)) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${name}"]`) ?? undefined;
}

/** Arrows lead to the cards; among cards on offer from one to the next, up to them and down to the hand. */
function card(key: string, target: Element): HTMLElement | undefined {
  if (target.closest('[role=spinbutton]')) return undefined;
  const offered = all(OFFERED);
  const held = all(HELD);
  const reached = held.find((each) => each.tabIndex === 0);
  const at = offered.findIndex((each) => each === target);
  if (key === 'ArrowUp') return offered[0];
  if (key === 'ArrowDown') return reached;
  if (at >= 0) return offered[at + (key === 'ArrowRight' ? 1 : -1)];
  return offered[0] ?? held.find((each) => each.dataset.legal === 'true') ?? reached;
}

function all(where: string): HTMLElement[] {
  const found = [...document.querySelectorAll<HTMLElement>(where)];
  return found.filter((each) => each.getClientRects().length > 0 && !each.matches(':disabled'));
}
