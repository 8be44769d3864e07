// A hint as the table draws it.

import { getContext, setContext } from 'svelte';

import type { Advice, AskInfo, Choice, Scene } from '../wire.ts';
import { byChips } from './numbers.ts';
import { zones } from './view.ts';

/** What is drawn of one choice. */
export interface Mark {
  best: boolean;
  less: number; // in the unit of reviews: what the choice is worth less than the best one
  digits: number; // after the point; more say nothing
  bar: number; // per cent
}

const KEY = Symbol('hint');

/** Says what the cards and buttons within a component show of a hint; by action, none = no hint. */
export function setMarks(marks: () => Map<string, Mark>): void {
  setContext(KEY, marks);
}

/** The marks that are shown where a component stands. */
export function marks(): () => Map<string, Mark> {
  return getContext<(() => Map<string, Mark>) | undefined>(KEY) ?? (() => new Map());
}

/** The marks of an advice. */
export function marksOf({ choices }: Advice): Map<string, Mark> {
  const most = Math.max(...choices.map(({ value }) => value));
  const lengths = bars(choices);
  const digits = digitsOf(choices);
  return new Map(
    choices.map(({ code, value }, i) => [
      code,
      { best: i === 0, less: most - value, digits, bar: lengths[i] ?? 0 },
    ]),
  );
}

/** After the point: two places of the largest difference, 2 at most. */
export function digitsOf(choices: Choice[]): number {
  const values = choices.map(({ value }) => value);
  const range = Math.max(Math.max(...values) - Math.min(...values), 0.01);
  return Math.min(2, Math.max(0, 1 - Math.floor(Math.log10(range))));
}

const MARKED = new Set(['kingdoms']); // drawings that have the marks on them

/** Whether every choice has a card or a button of its own: a number that arrows are to make has none. */
export function isOnTable({ choices }: Advice, asks: AskInfo[], scene: Scene): boolean {
  const isBare = zones(scene, 'widget').every(({ widget }) => !MARKED.has(widget));
  const hidden = asks.filter(
    (ask) => (ask.widget === 'number' && !byChips(ask)) || (ask.widget === 'drawing' && isBare),
  );
  return choices.every(({ code }) => !hidden.some(({ prefix }) => code.startsWith(`${prefix}:`)));
}

const SHORTEST = 6; // per cent: the worst choice still has a bar
const COMPARED = 10; // choices, the best ones: bids that nobody would make leave the others no difference

/** Lengths of the bars in per cent: from the worst choice, at most the tenth best, to the best one. */
export function bars(choices: Choice[]): number[] {
  const values = choices.map(({ value }) => value);
  const compared = values.toSorted((a, b) => b - a).slice(0, COMPARED);
  const [least, most] = [compared.at(-1) ?? 0, compared[0] ?? 0];
  return values.map((value) =>
    most > least
      ? SHORTEST + (100 - SHORTEST) * Math.max(0, (value - least) / (most - least))
      : 100,
  );
}

/** The advice, if it is about the decision that lies before the viewer. */
export function fitting(advice: Advice | null, scene: Scene | null): Advice | null {
  if (advice === null || scene === null) return null;
  return advice.choices.every(({ code }) => scene.legal.includes(code)) ? advice : null;
}
