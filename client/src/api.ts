// The HTTP calls.  A reply is the value or the server's problem; nothing is thrown.

import type {
  BotFigures,
  ChallengeMade,
  Contest,
  DealPar,
  Device,
  DeviceLink,
  Figures,
  GameInfo,
  Hiding,
  Home,
  Lesson,
  Me,
  MyPasskey,
  NewChallenge,
  NextExercise,
  NewTable,
  Par,
  PasskeyAsk,
  Problem,
  Queue,
  Reach,
  Reading,
  Replay,
  Review,
  SendsNotices,
  Solution,
  Standing,
  TableCreated,
  TableSummary,
  TableView,
  TakesPasskeys,
  Waiting,
  Wish,
} from './wire.ts';

/** Address of everything that is stored about the reader, as a file. */
export const EXPORT_PATH = '/api/me/export';

export type Reply<T> = { ok: true; value: T } | Failed;
type Failed = { ok: false; problem: Problem };

const UNREACHABLE: Failed = { ok: false, problem: { code: 'server/unreachable', params: {} } };

// Without these no page comes, and nobody plays: a line that takes what is asked and brings nothing is none.
const PATIENCE = 15_000; // ms
const soon = () => ({ signal: AbortSignal.timeout(PATIENCE) });

export const getMe = () => call<Me>('/api/me', undefined, soon());
export const postName = (name: string) => call<Me>('/api/me', { name, key: browserKey() }, soon());
export const postLogout = () => call<Me>('/api/me/logout', {});
export const postLogoutHere = () => call<Me>('/api/me/logout/here', {});
export const deleteMe = () => request('/api/me', { method: 'DELETE' }, async () => null);
export const postLink = () => call<DeviceLink>('/api/me/link', {});
export const postTake = (token: string) => call<Me>('/api/me/take', { token, key: browserKey() });
export const getTakesPasskeys = () => call<TakesPasskeys>('/api/passkeys', undefined, soon());
export const getPasskeys = () => call<MyPasskey[]>('/api/me/passkeys');
export const postPasskeyAsk = () => call<PasskeyAsk>('/api/me/passkeys/ask', {});
export const postPasskey = (label: string, answer: object) =>
  call<MyPasskey[]>('/api/me/passkeys', { label, answer });
export const deletePasskey = (id: string) =>
  request(at`/api/me/passkeys/${id}`, { method: 'DELETE' }, async () => null);
export const postPasskeyLoginAsk = (key?: string) => call<PasskeyAsk>('/api/passkeys/ask', { key });
export const postPasskeyLogin = (answer: object, key?: string) =>
  call<Me>('/api/passkeys', { answer, key });
export const getReach = () => call<Reach>('/api/reach', undefined, soon());
export const getNotices = () => call<SendsNotices>('/api/notices');
export const postDevice = (device: Device) => post('/api/me/notices', device);
export const postDeviceOff = (endpoint: string) => post('/api/me/notices/off', { endpoint });
/** before: of matches that ended before this time alone. */
export const getHome = (before?: number) =>
  call<Home>(`/api/me/tables${before === undefined ? '' : `?before=${before}`}`);
export const getFigures = () => call<Figures>('/api/me/figures');

/** Goes out even if the page is being left: no button says that it is done. */
export const postHidden = (hidden: boolean) =>
  call<Hiding>('/api/me/hidden', { hidden }, { keepalive: true });

export const getRatings = (game: string) => call<Standing[]>(at`/api/games/${game}/ratings`);
export const getBotFigures = (game: string, level: string) =>
  call<BotFigures>(at`/api/games/${game}/ratings/${level}`);
export const getGames = () => call<GameInfo[]>('/api/games', undefined, soon());
export const getTables = () => call<TableSummary[]>('/api/tables', undefined, soon());
export const postTable = (table: NewTable) => call<TableCreated>('/api/tables', table, soon());

export const getQueues = () => call<Queue[]>('/api/waiting', undefined, soon());
export const postWish = (wish: Wish) => call<Waiting>('/api/me/waiting', wish);
export const getWaiting = () => call<Waiting>('/api/me/waiting');

/** Goes out even if the page is being closed. */
export const deleteWaiting = () =>
  request('/api/me/waiting', { method: 'DELETE', keepalive: true }, async () => null);

/** Asks why the live connection of a table was not let in: of a refused handshake a browser tells its page nothing. */
export const postKnock = (table: string) =>
  request(at`/api/tables/${table}/knock`, { method: 'POST', ...soon() }, async () => null);

/** Says the word that a table asks for. */
export const postWord = (table: string, word: string) =>
  post(at`/api/tables/${table}/word`, { word });

/** Address of the record of a finished match, by its number or the last one. */
export const recordPath = (id: string, match: number | null = null) =>
  at`/api/tables/${id}/record` + query({ match });

/** What is looked back at: a deal, seen from a seat (null = a spectator's view), with all hands open or not. */
export interface View {
  deal: number;
  seat: number | null;
  hands: boolean;
}

/** One deal of a finished match of the house. */
export const getReplay = (id: string, match: number | null, view: View) =>
  call<Replay>(replayPath(id, match, view));

const replayPath = (id: string, match: number | null, view?: View) =>
  at`/api/tables/${id}/replay` + query({ match, ...view });

/** What somebody else meets who follows the link to a match of the house; null = it is shown. */
export async function whyNotOthers(id: string, match: number | null): Promise<Problem | null> {
  const reply = await call<Replay>(replayPath(id, match), undefined, { credentials: 'omit' });
  return reply.ok ? null : reply.problem;
}

/** All of a finished match of the house, as it was written down. */
export const getReading = (id: string, match: number | null) =>
  call<Reading>(at`/api/tables/${id}/reading` + query({ match }));

/** What the decisions of a seat in a finished match have cost, as far as that is known. */
export const getReview = (id: string, match: number | null, seat: number) =>
  call<Review>(at`/api/tables/${id}/review` + query({ match, seat }));

/** The deal of the day of a game. */
export const getDay = (game: string) => call<Contest>(at`/api/games/${game}/day`);

/** A deal that many play, as far as the reader may know it. */
export const getContest = (id: string) => call<Contest>(at`/api/challenges/${id}`);

/** Plays it: at a new table, or at that of a try that is not over. */
export const postTry = (id: string) => call<TableCreated>(at`/api/challenges/${id}/try`, {});

/** What strong bots make of it, as far as that is known. */
export const getDealPar = (id: string) => call<DealPar>(at`/api/challenges/${id}/par`);

/** A deal of a finished match is to be played by others, or again. */
export const postChallenge = (deal: NewChallenge) => call<ChallengeMade>('/api/challenges', deal);

/** What the reader is asked next at a game. */
export const getExercise = (game: string) => call<NextExercise>(at`/api/games/${game}/exercise`);

export const postAnswer = (exercise: string, code: string) =>
  call<Solution>(at`/api/exercises/${exercise}/answer`, { code });

/** How much of each deal lay in the cards, as far as that is known. */
export const getPar = (id: string, match: number | null) =>
  call<Par>(at`/api/tables/${id}/par` + query({ match }));

/** One deal of a record, which is given as it stands in its file. */
export const postReplay = (record: string, view: View) =>
  sendRecord<Replay>(`/api/replay${query({ ...view })}`, record);

/** All of it, as it was written down. */
export const postReading = (record: string) => sendRecord<Reading>('/api/reading', record);

function sendRecord<T>(path: string, record: string): Promise<Reply<T>> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: record };
  return request(path, init, (answer) => answer.json() as Promise<T>);
}

/** The first lesson of a game. */
export const getLesson = (game: string, lang: string) =>
  call<Lesson>(at`/api/games/${game}/lesson/${lang}`);

/** The file name under which it is kept. */
export const recordName = (table: TableView) => `torite-${table.game}-${table.id}.jsonl`;

/** The rules of a game as Markdown, in that language if they are written in it. */
export async function getRules(game: GameInfo, lang: string): Promise<Reply<string>> {
  const read = game.rules.includes(lang) ? lang : (game.rules[0] ?? lang);
  return request(at`/api/games/${game.name}/rules/${read}`, {}, (answer) => answer.text());
}

/** A secret of this browser, so that a cookie that somebody has planted here is not taken for its own. */
export function browserKey(): string | undefined {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem('torite.key', localStorage.getItem('torite.key') ?? fresh);
    return localStorage.getItem('torite.key') ?? undefined;
  } catch {
    return undefined; // no storage: the cookie is all there is
  }
}

let ahead = 0; // seconds that the house's clock is before this one, which may be wrong by hours or years

/** What time it is in the house, unix seconds. */
export const houseTime = () => Date.now() / 1000 + ahead;

/** A path in which each part stands as it is, whatever signs it has. */
function at(texts: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: texts }, ...parts.map(encodeURIComponent));
}

function query(params: Record<string, number | boolean | null>): string {
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function call<T>(path: string, body?: object, how: RequestInit = {}): Promise<Reply<T>> {
  const init = body === undefined ? {} : posted(body);
  return request(path, { ...init, ...how }, (answer) => answer.json() as Promise<T>);
}

/** What is answered by nothing. */
function post(path: string, body: object): Promise<Reply<null>> {
  return request(path, posted(body), async () => null);
}

function posted(body: object): RequestInit {
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

async function request<T>(
  path: string,
  init: RequestInit,
  read: (answer: Response) => Promise<T>,
): Promise<Reply<T>> {
  try {
    const answer = await fetch(path, init);
    const sent = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(sent)) ahead = (sent - Date.now()) / 1000;
    if (isPage(answer)) return UNREACHABLE;
    if (answer.ok) return { ok: true, value: await read(answer) };
    return { ok: false, problem: problemIn(await answer.text()) };
  } catch {
    return UNREACHABLE;
  }
}

/** A call is never answered by one: a hotel's, which wants to be agreed to first, would pass for "done". */
function isPage({ ok, headers }: Response): boolean {
  return ok && (headers.get('content-type')?.includes('html') ?? false);
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
