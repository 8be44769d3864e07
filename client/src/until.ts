// Asks again and again for what the server is finding out, until it is done.

import type { Reply } from './api.ts';
import type { Problem } from './wire.ts';

const OFTEN = 1000; // ms between two questions
const LATER = 2000; // ms, where others come first
const BUSY = new Set(['review/running', 'wire/too_fast']); // another one of the reader's, or a club's all at once

/** Hands on what is known by now, time after time, and waits for a turn; returns how to stop. */
export function untilDone<T extends { done: boolean }>(
  load: () => Promise<Reply<T>>,
  known: (value: T) => void,
  failed: (problem: Problem) => void,
): () => void {
  let timer = 0;
  let left = false;
  async function look(): Promise<void> {
    const reply = await load();
    if (left) return;
    if (reply.ok) known(reply.value);
    else if (!BUSY.has(reply.problem.code)) return failed(reply.problem);
    if (!reply.ok || !reply.value.done) timer = window.setTimeout(look, reply.ok ? OFTEN : LATER);
  }
  void look();
  return () => {
    left = true;
    window.clearTimeout(timer);
  };
}
