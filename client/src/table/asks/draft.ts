// A number that is being made up: it stays when the question moves between score sheet and strip.

import { getContext, setContext } from 'svelte';

export interface Draft {
  question: string; // '' = none
  value: number;
  moved: boolean; // by the reader
}

const KEY = Symbol('draft');

/** Of the table that is being set up. */
export function setDraft(): void {
  setContext<Draft>(KEY, { question: '', value: 0, moved: false });
}

/** Of this table; one of its own outside any. */
export function draft(): Draft {
  return getContext<Draft | undefined>(KEY) ?? { question: '', value: 0, moved: false };
}
