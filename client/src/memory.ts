// What this tab has heard, read and begun to write at a table, for after a reload: the server keeps what was said, but not
// what happened; and whether the chat is wanted there.

import { keep, kept } from './kept.ts';
import type { Heard, Line } from './reduce.ts';
import type { TableView } from './wire.ts';

const HEARD = 'torite.heard';
const READ = 'torite.read';
const DRAFT = 'torite.draft';
const BESIDE = 'torite.beside';
const TAB = (): Storage => sessionStorage;

/** Keeps the log of a table until the tab is closed. */
export function keepHeard(table: string, { seq, lines }: Heard): void {
  put(HEARD, table, { seq, lines: lines.map(light) });
}

/** What was kept of this table; null if nothing was. */
export function recallHeard(table: string): Heard | null {
  const heard = recall<Heard>(HEARD, table);
  return heard === null ? null : { seq: heard.seq, lines: heard.lines };
}

/** Keeps up to which line the chat has been read. */
export function keepRead(table: string, line: number): void {
  put(READ, table, { line });
}

/** The key of the last line of this table that was read; 0 if none is known. */
export function recallRead(table: string): number {
  return recall<{ line: number }>(READ, table)?.line ?? 0;
}

/** Keeps what is being written to this table. */
export function keepDraft(table: string, text: string): void {
  put(DRAFT, table, { text });
}

/** What was being written when the page was left. */
export function recallDraft(table: string): string {
  return recall<{ text: string }>(DRAFT, table)?.text ?? '';
}

/** Whoever sits at this browser next finds nothing of it. */
export function dropMemory(): void {
  for (const key of [HEARD, READ, DRAFT]) keep(key, null, TAB);
}

/** Keeps, also for other tables, whether anything stands beside them where there is room. */
export function keepBeside(isOpen: boolean): void {
  keep(BESIDE, isOpen);
}

/** Whether something does; the chat, until somebody has shut it. */
export function recallBeside(): boolean {
  return kept(BESIDE) !== false;
}

function put(key: string, table: string, what: object): void {
  keep(key, { ...what, table }, TAB);
}

function recall<Kept>(key: string, table: string): Kept | null {
  const found = kept(key, TAB) as (Kept & { table: string }) | null;
  return found?.table === table ? found : null;
}

/** A line without the cards that lay there: its words need none. */
function light(line: Line): Line {
  if (!('table' in line)) return line;
  const table: TableView = { ...line.table, scene: null };
  return { ...line, table };
}
