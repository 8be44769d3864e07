// Asks again and again for what the server is finding out, until it is done.

import type { Reply } from '../api.ts';
import type { Problem } from '../wire.ts';

const OFTEN = 1000; // ms between two questions

/** Hands on what is known by now, time after time; returns how to stop. */
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
    if (!reply.ok) return failed(reply.problem);
    known(reply.value);
    if (!reply.value.done) timer = window.setTimeout(look, OFTEN);
  }
  void look();
  return () => {
    left = true;
    window.clearTimeout(timer);
  };
}
