// The HTTP calls.  A reply is the value or the server's problem; nothing is thrown.

import type {
  GameInfo,
  Me,
  NewTable,
  Problem,
  TableCreated,
  TableSummary,
  TableView,
} from './wire.ts';

export type Reply<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const getMe = () => call<Me>('/api/me');
export const postName = (name: string) => call<Me>('/api/me', { name });
export const getGames = () => call<GameInfo[]>('/api/games');
export const getTables = () => call<TableSummary[]>('/api/tables');
export const postTable = (table: NewTable) => call<TableCreated>('/api/tables', table);

/** Asks why the live connection of a table was not let in: of a refused handshake a browser tells its page nothing. */
export const postKnock = (table: string) =>
  request(`/api/tables/${encodeURIComponent(table)}/knock`, { method: 'POST' }, async () => null);

/** Address of the record of a finished match. */
export const recordPath = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

/** The file name under which it is kept. */
export const recordName = (table: TableView) => `torite-${table.game}-${table.id}.jsonl`;

/** The rules of a game as Markdown. */
export async function getRules(game: string, lang: string): Promise<Reply<string>> {
  return request(`/api/games/${encodeURIComponent(game)}/rules/${lang}`, {}, (answer) =>
    answer.text(),
  );
}

function call<T>(path: string, body?: object): Promise<Reply<T>> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const init = body === undefined ? {} : { ...post, body: JSON.stringify(body) };
  return request(path, init, (answer) => answer.json() as Promise<T>);
}

async function request<T>(
  path: string,
  init: RequestInit,
  read: (answer: Response) => Promise<T>,
): Promise<Reply<T>> {
  try {
    const answer = await fetch(path, init);
    if (answer.ok) return { ok: true, value: await read(answer) };
    return { ok: false, problem: problemIn(await answer.text()) };
  } catch {
    return { ok: false, problem: { code: 'server/unreachable', params: {} } };
  }
}

function problemIn(text: string): Problem {
  try {
    const found = JSON.parse(text) as Partial<Problem>;
    if (typeof found.code === 'string') return { code: found.code, params: found.params ?? {} };
  } catch {
    // a proxy's error page
  }
  return { code: 'server/error', params: {} };
}
