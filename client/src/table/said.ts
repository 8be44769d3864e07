// What lies on the felt as slips of paper: the last announcement of each seat in this trick.

import { readCard } from '../cards/faces.ts';
import type { Line } from '../reduce.ts';

/** By seat, the code of what was announced since the deal began or a trick was taken.  A card tells of itself. */
export function announced(lines: Line[], faces: string): Map<number, string> {
  const said = new Map<number, string>();
  for (const line of lines.toReversed()) {
    if (line.kind === 'trick' || line.kind === 'gap') break;
    if (line.kind !== 'event') continue;
    if (line.event.type === 'dealt' || line.event.type === 'taken_back') break;
    if (line.event.type !== 'acted') continue;
    const { seat, code } = line.event;
    if (code !== null && !said.has(seat) && !movesCard(code, faces)) said.set(seat, code);
  }
  return said;
}

/** Whether a card moves with this action: it is one, or is named as what is taken, discarded, exposed. */
function movesCard(code: string, faces: string): boolean {
  const argument = code.slice(code.lastIndexOf(':') + 1);
  const { kind, suit, rank } = readCard(faces, argument);
  if (kind === 'down' || kind === 'tile' || kind === 'special') return true;
  return suit !== null && rank !== '';
}
