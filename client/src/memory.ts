// What this tab has heard at a table, for after a reload: the server keeps what was said, but not what happened.

import type { Line } from './reduce.ts';
import type { TableView } from './wire.ts';

/** The log as far as it had come. */
export interface Heard {
  seq: number; // of the last event that was heard
  lines: Line[];
}

const KEY = 'torite.heard';
const READ = 'torite.read';

/** Keeps the log of a table until the tab is closed. */
export function keepHeard(table: string, { seq, lines }: Heard): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ table, seq, lines: lines.map(light) }));
  } catch {
    // no storage, or no room in it: the log begins anew
  }
}

/** What was kept of this table; null if nothing was. */
export function recallHeard(table: string): Heard | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as
      (Heard & { table: string }) | null;
    return kept?.table === table ? { seq: kept.seq, lines: kept.lines } : null;
  } catch {
    return null;
  }
}

/** Keeps up to which line the chat has been read. */
export function keepRead(table: string, line: number): void {
  try {
    sessionStorage.setItem(READ, JSON.stringify({ table, line }));
  } catch {
    // no storage: after a reload all is unread
  }
}

/** The key of the last line of this table that was read; 0 if none is known. */
export function recallRead(table: string): number {
  try {
    const kept = JSON.parse(sessionStorage.getItem(READ) ?? 'null') as {
      table: string;
      line: number;
    } | null;
    return kept?.table === table ? kept.line : 0;
  } catch {
    return 0;
  }
}

/** A line without the cards that lay there: its words need none. */
function light(line: Line): Line {
  if (!('table' in line)) return line;
  const table: TableView = { ...line.table, scene: null };
  return { ...line, table };
}
