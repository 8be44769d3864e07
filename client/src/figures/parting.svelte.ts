// Has the pars of many matches made, one after the other; it goes on while the reader looks at other pages.

import { getPar } from '../api.ts';
import { complain } from '../house.svelte.ts';
import { untilDone } from '../until.ts';
import type { Problem, Unparted } from '../wire.ts';

/** Whose pars are being made, and how many are. */
export const parting = $state({ game: null as string | null, done: 0, all: 0 });

/** One that cannot be made is passed over; without a connection the rest waits until it is wanted again. */
export async function partAll(game: string, matches: Unparted[]): Promise<void> {
  if (parting.game !== null) return;
  Object.assign(parting, { game, done: 0, all: matches.length });
  for (const match of matches) {
    const problem = await part(match);
    if (problem?.code === 'server/unreachable') {
      complain(problem);
      break;
    }
    parting.done += 1;
  }
  parting.game = null;
}

function part({ table, number }: Unparted): Promise<Problem | null> {
  return new Promise((resolve) => {
    untilDone(
      () => getPar(table, number),
      ({ done }) => done && resolve(null),
      resolve,
    );
  });
}
