// The reader's own tables and matches, asked for again and again: where it has become the reader's turn is told to who
// looks elsewhere, whatever page is open.

import { getHome } from '../api.ts';
import { tellElsewhere } from '../elsewhere.ts';
import { becomeStranger, house } from '../house.svelte.ts';
import { gameName } from '../i18n.ts';
import { page } from '../route.svelte.ts';
import { settings } from '../settings.svelte.ts';
import type { Home, MyTable, Problem } from '../wire.ts';
import { isTurn } from './words.ts';

const OFTEN_MS = 10_000;
const RARELY = 6; // of so many times once where nobody looks at the list

class News {
  home = $state.raw<Home | null>(null); // null = not known yet
  problem = $state.raw<Problem | null>(null);
}

export const news = new News();
let whose: string | null = null; // name of the reader when it was asked for

/** Asks for them at once. */
export async function refreshNews(): Promise<void> {
  if (whose !== house.name) [news.home, news.problem, whose] = [null, null, house.name];
  if (house.name === null) return;
  const reply = await getHome();
  if (whose !== house.name) return;
  if (!reply.ok && reply.problem.code === 'name/needed') {
    becomeStranger();
    return refreshNews(); // nothing of what was known is a stranger's
  }
  news.problem = reply.ok ? null : reply.problem;
  if (!reply.ok) return;
  tell(waiting(news.home), waiting(reply.value), news.home === null);
  news.home = reply.value;
}

/** Asks from now on, often while they are shown; returns how to stop. */
export function startNews(): () => void {
  let beat = 0;
  const timer = setInterval(() => {
    beat += 1;
    const isShown = !document.hidden && ['lobby', 'home'].includes(page().name);
    if (isShown || (settings.notify && beat % RARELY === 0)) void refreshNews();
  }, OFTEN_MS);
  return () => clearInterval(timer);
}

/** The tables at which it is the reader's turn. */
export function waiting(home: Home | null): MyTable[] {
  return (home?.running ?? []).filter(isTurn);
}

/** A table that is open tells by itself. */
function tell(before: MyTable[], now: MyTable[], isFirst: boolean): void {
  const here = page();
  const known = new Set(before.map((mine) => mine.table.id));
  const fresh = now.find(
    ({ table }) => !known.has(table.id) && !(here.name === 'table' && here.id === table.id),
  );
  const game = house.games?.find((each) => each.name === fresh?.table.game);
  if (!isFirst && game !== undefined) tellElsewhere(gameName(game));
}
