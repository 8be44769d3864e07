import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { connect, leave, waitBefore, type Connection } from './live.ts';
import type { Live } from './reduce.ts';
import type { FromServer, Refusal, Snapshot, Update } from './wire.ts';

// A socket without a network: the test is the server.
interface Wire {
  url: string;
  readyState: number;
  sent: { type: string; id?: number }[];
  onopen?: () => void;
  onmessage?: (frame: { data: string }) => void;
  onclose?: ((event: { code: number }) => void) | null;
}

let wires: Wire[] = [];
let told: Live[] = [];
let refused: Refusal[] = [];
let connection: Connection;
let listeners: Map<string, () => void>; // of the page, by what they wait for
const lookAgain = () => listeners.get('visibilitychange')?.(); // the page comes to the front
const hide = (hidden: boolean) => Object.assign(document, { hidden });

function fakeSocket(this: Wire & { send: unknown; close: unknown }, url: string): void {
  Object.assign(this, { url, readyState: 0, sent: [] });
  this.send = (text: string) => this.sent.push(JSON.parse(text));
  this.close = () => drop(this);
  wires.push(this);
}

function accept(wire: Wire): void {
  wire.readyState = 1;
  wire.onopen?.();
}

function drop(wire: Wire, code = 1006): void {
  wire.readyState = 3;
  wire.onclose?.({ code });
}

const last = () => wires.at(-1) as Wire;
const live = () => told.at(-1) as Live;
const tell = (message: FromServer) => last().onmessage?.({ data: JSON.stringify(message) });
const table = { seats: [], scene: null } as unknown as Snapshot['table'];
const snapshot = (seq: number): Snapshot => ({
  type: 'snapshot',
  seq,
  table,
  sheet: [],
  chat: [],
  name: null,
  last: null,
});
const dealt = (seq: number): Update => ({
  type: 'update',
  seq,
  event: { type: 'dealt', deal: 1 },
  table,
});

beforeEach(() => {
  wires = [];
  told = [];
  refused = [];
  vi.useFakeTimers();
  listeners = new Map();
  const listening = {
    addEventListener: (type: string, call: () => void) => listeners.set(type, call),
    removeEventListener: (type: string, call: () => void) =>
      listeners.get(type) === call && listeners.delete(type),
  };
  vi.stubGlobal('window', { location: { protocol: 'https:', host: 'h' }, ...listening });
  vi.stubGlobal('document', { hidden: false, ...listening });
  vi.stubGlobal('navigator', { connection: { type: 'wifi', ...listening } });
  vi.stubGlobal('WebSocket', Object.assign(fakeSocket, { OPEN: 1 }));
  connection = connect('a/b', {
    tell: (next) => told.push(next),
    refused: (refusal) => refused.push(refusal),
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a handshake that fails', () => {
  const answer = (status: number, body: string) =>
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(body, { status })));
  const refusal = { code: 'wire/origin', params: {} };

  test('is explained by the server', async () => {
    answer(403, JSON.stringify(refusal));
    drop(last());
    await vi.advanceTimersByTimeAsync(0);
    expect(fetch).toHaveBeenCalledWith(
      '/api/tables/a%2Fb/knock',
      expect.objectContaining({ method: 'POST' }),
    );
    expect(live()).toMatchObject({ link: 'connecting', refusal });
    await vi.advanceTimersByTimeAsync(1000);
    expect(wires.length).toBeGreaterThan(1);
    accept(last());
    tell(snapshot(1));
    expect(live()).toMatchObject({ link: 'open', refusal: null });
  });

  test.each([
    [204, ''],
    [502, '<h1>Bad gateway</h1>'],
    [503, '{"code": "store/unavailable", "params": {}}'],
  ])('is a passing trouble if the server answers %i', async (status, body) => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(body || null, { status })));
    drop(last());
    await vi.advanceTimersByTimeAsync(0);
    expect(live()).toMatchObject({ link: 'connecting', refusal: null });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['refused', async () => drop(last())],
    ['left without an answer', async () => vi.advanceTimersByTimeAsync(20_000)],
  ])('again and again, %s though the server answers, is stopped on the way', async (_, fail) => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{}')));
    for (let tries = 0; tries < 3; tries++) {
      expect(live()?.refusal ?? null).toBe(null);
      await fail();
      await vi.advanceTimersByTimeAsync(tries < 2 ? 1000 : 0);
    }
    expect(live().refusal).toMatchObject({ code: 'server/no_live' });
    await vi.advanceTimersByTimeAsync(3000);
    accept(last());
    tell(snapshot(1));
    expect(live()).toMatchObject({ link: 'open', refusal: null });
  });

  test('is of no account any more once another try has got in', async () => {
    let tellWhy: (answer: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise((resolve) => (tellWhy = resolve)));
    drop(last());
    await vi.advanceTimersByTimeAsync(1000);
    accept(last());
    tell(snapshot(1));
    tellWhy(new Response(JSON.stringify(refusal), { status: 403 }));
    await vi.advanceTimersByTimeAsync(0);
    expect(live()).toMatchObject({ link: 'open', refusal: null });
  });

  test('is not asked about once the connection had been open', async () => {
    answer(403, JSON.stringify(refusal));
    accept(last());
    tell(snapshot(1));
    drop(last());
    await vi.advanceTimersByTimeAsync(0);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test('the address is that of the table, over the scheme of the page', () => {
  expect(last().url).toBe('wss://h/api/tables/a%2Fb/live');
});

describe('requests', () => {
  test('are answered by id', async () => {
    accept(last());
    tell(snapshot(1));
    const first = connection.send({ type: 'start' });
    const second = connection.send({ type: 'say', text: 'x' });
    expect(last().sent.map(({ id }) => id)).toEqual([1, 2]);
    tell({ type: 'refusal', id: 2, code: 'chat/too_long', params: {} });
    tell({ type: 'ack', id: 1, seq: 2 });
    expect(await first).toMatchObject({ type: 'ack' });
    expect(await second).toMatchObject({ code: 'chat/too_long' });
  });

  test('without a connection are lost at once, and those on their way when it breaks', async () => {
    expect(await connection.send({ type: 'start' })).toEqual({ type: 'lost' });
    accept(last());
    const pending = connection.send({ type: 'start' });
    drop(last());
    expect(await pending).toEqual({ type: 'lost' });
  });

  test('a refusal that nobody asked for goes to the listener', () => {
    accept(last());
    tell(snapshot(1));
    tell({ type: 'refusal', id: null, code: 'wire/too_fast', params: {} });
    expect(refused).toHaveLength(1);
  });
});

test('a gap asks once for a resync', () => {
  accept(last());
  tell(snapshot(1));
  tell(dealt(3));
  tell(dealt(4));
  expect(last().sent.map(({ type }) => type)).toEqual(['resync']);
  tell(snapshot(4));
  expect(live()).toMatchObject({ seq: 4, resync: false });
});

describe('a broken connection', () => {
  test('is tried again, and the next snapshot opens the link', () => {
    accept(last());
    tell(snapshot(1));
    drop(last());
    expect(live().link).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
    accept(last());
    tell(snapshot(7));
    expect(live()).toMatchObject({ link: 'open', seq: 7 });
  });

  test('is tried less and less often, but never given up', () => {
    const waits = [1, 2, 3, 10, 100].map((tries) => waitBefore(tries, 0.5));
    expect(waits).toEqual([400, 800, 1600, 8000, 8000]);
  });

  test('is tried at once again after one that stood, and old reasons are forgotten', () => {
    for (let again = 0; again < 6; again++) {
      vi.advanceTimersByTime(2000);
      accept(last());
      if (again === 1) tell({ type: 'refusal', id: null, code: 'store/unavailable', params: {} });
      else tell(snapshot(1));
      drop(last());
    }
    const before = wires.length;
    vi.advanceTimersByTime(500);
    expect(wires).toHaveLength(before + 1);
    for (let tries = 0; tries < 3; tries++) {
      accept(last());
      drop(last());
      vi.advanceTimersByTime(8000);
    }
    expect(live()).toMatchObject({ link: 'lost', refusal: null });
  });

  test('is given up when the browser says so, and tried when it says so, once', () => {
    accept(last());
    tell(snapshot(1));
    listeners.get('offline')?.();
    expect(live().link).toBe('lost');
    listeners.get('online')?.();
    listeners.get('online')?.();
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
  });

  test.each(['table/not_found', 'table/closed', 'game/unknown'] as const)(
    'to a table that is refused for good (%s) is gone and not tried again',
    (code) => {
      accept(last());
      tell({ type: 'refusal', id: null, code, params: {} });
      drop(last(), 4404);
      expect(live()).toMatchObject({ link: 'gone', refusal: { code } });
      expect(refused).toEqual([]);
      vi.advanceTimersByTime(20_000);
      listeners.get('online')?.();
      expect(wires).toHaveLength(1);
    },
  );

  test('that lets nobody in is tried less and less often, and says why', () => {
    for (let tries = 0; tries < 6; tries += 1) {
      accept(last());
      tell({ type: 'refusal', id: null, code: 'store/unavailable', params: {} });
      drop(last(), 1012);
      vi.advanceTimersToNextTimer();
    }
    const before = wires.length;
    accept(last());
    drop(last(), 1012);
    vi.advanceTimersByTime(5000);
    expect(wires).toHaveLength(before);
    expect(refused).toEqual([]);
    expect(live()).toMatchObject({ link: 'connecting', refusal: { code: 'store/unavailable' } });
  });

  test('while it was made anew: who waits for that is told also if nobody is let in', async () => {
    accept(last());
    tell(snapshot(1));
    const arrived = connection.reopen();
    accept(last());
    tell({ type: 'refusal', id: null, code: 'table/gone', params: {} });
    drop(last(), 4404);
    await arrived;
    expect(live().link).toBe('gone');
  });

  test.each([
    'table/word_needed',
    'table/watch_later',
    'table/no_watching',
    'challenge/alone',
  ] as const)('to a table that is not for us (%s) leaves nothing of it', async (code) => {
    accept(last());
    tell(snapshot(1));
    tell({ type: 'refusal', id: null, code, params: {} });
    drop(last());
    expect(live()).toMatchObject({ link: 'shut', table: null, lines: [], seq: -1 });
    expect(live().refusal?.code).toBe(code);
    vi.advanceTimersByTime(20_000);
    expect(wires).toHaveLength(1);
    const arrived = connection.reopen();
    accept(last());
    tell(snapshot(2));
    await arrived;
    expect(live()).toMatchObject({ link: 'open', refusal: null, seq: 2 });
  });

  test('to one that was shut and is asked for again is tried on, and told of', async () => {
    accept(last());
    tell({ type: 'refusal', id: null, code: 'table/no_watching', params: {} });
    void connection.reopen();
    drop(last());
    expect(live()).toMatchObject({ link: 'connecting', refusal: null });
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(3);
    accept(last());
    tell({ type: 'refusal', id: null, code: 'table/no_watching', params: {} });
    expect(live().link).toBe('shut');
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(3);
  });
});

test('reopening ends with the next snapshot and keeps what was there', async () => {
  accept(last());
  tell(snapshot(1));
  const arrived = connection.reopen();
  expect(wires).toHaveLength(2);
  expect(live().link).toBe('open');
  accept(last());
  tell(snapshot(2));
  await arrived;
  expect(live().seq).toBe(2);
});

test('reopening loses what is not answered yet, and takes the first snapshot for its own', async () => {
  accept(last());
  tell(snapshot(1));
  const answer = connection.send({ type: 'start' });
  await vi.advanceTimersByTimeAsync(4000);
  expect(last().sent.map(({ type }) => type)).toEqual(['start', 'resync']);
  const arrived = connection.reopen();
  expect(await answer).toEqual({ type: 'lost' });
  accept(last());
  tell(snapshot(1));
  await arrived;
});

describe('a table that is left', () => {
  test('leaves nothing behind in the page', () => {
    expect([...listeners.keys()]).toHaveLength(5);
    accept(last());
    tell(snapshot(1));
    drop(last());
    connection.close();
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not come back to, and nobody is told that what was sent is lost', async () => {
    accept(last());
    tell(snapshot(1));
    const answered = vi.fn();
    void connection.send({ type: 'confirm' }).then(answered);
    connection.close();
    await connection.reopen();
    expect(answered).not.toHaveBeenCalled();
    expect(wires).toHaveLength(1);
  });

  test.each(['close', 'pagehide'])('is remembered after %s: its log stands there again', (how) => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    });
    accept(last());
    tell(snapshot(1));
    tell({ ...dealt(2), table: { ...table, scene: { seat: 0, zones: [] } } } as unknown as Update);
    if (how === 'close') connection.close();
    else listeners.get('pagehide')?.();
    const heard = vi.fn();
    for (const id of ['c', 'a/b']) connect(id, { tell: heard, refused: () => undefined });
    const lines = [{ kind: 'event', table: { scene: null } }]; // and no cards
    expect(heard.mock.calls).toMatchObject([[{ link: 'connecting', lines }]]);
  });
});

describe('a seat is given back without a look at the table', () => {
  test('as soon as the connection stands, and only once', async () => {
    const answer = leave('c');
    expect(last().url).toBe('wss://h/api/tables/c/live');
    accept(last());
    tell(snapshot(1));
    tell(dealt(2));
    expect(last().sent.map(({ type }) => type)).toEqual(['leave']);
    tell({ type: 'ack', id: 1, seq: 3 });
    expect(await answer).toMatchObject({ type: 'ack' });
    expect(last().readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires.filter(({ url }) => url.endsWith('/c/live'))).toHaveLength(1);
  });

  test('which is told if the table is not there any more, or the answer did not come', async () => {
    const refused = leave('c');
    accept(last());
    tell({ type: 'refusal', id: null, code: 'table/gone', params: {} });
    drop(last(), 4404);
    expect(await refused).toMatchObject({ type: 'refusal', code: 'table/gone' });
    const lost = leave('d');
    accept(last());
    tell(snapshot(1));
    drop(last());
    expect(await lost).toEqual({ type: 'lost' });
  });
});

describe('a server that is silent', () => {
  beforeEach(() => {
    accept(last());
    tell(snapshot(1));
  });

  test('and owes an answer is asked whether it is there, then given up', async () => {
    const answer = connection.send({ type: 'start' });
    await vi.advanceTimersByTimeAsync(4000);
    expect(last().sent.map(({ type }) => type)).toEqual(['start', 'resync']);
    expect(live().link).toBe('open');
    await vi.advanceTimersByTimeAsync(4000);
    expect(await answer).toEqual({ type: 'lost' });
    expect(live().link).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(wires).toHaveLength(2);
  });

  test('because its answer takes time loses nothing, and the table stays as it stands', async () => {
    const answer = connection.send({ type: 'claim', seq: 1 });
    for (let again = 2; again < 6; again++) {
      await vi.advanceTimersByTimeAsync(4000);
      expect(last().sent.at(-1)).toEqual({ type: 'resync', id: again });
      tell(snapshot(1));
      tell({ type: 'ack', id: again, seq: 1 });
    }
    expect(live().arrivals).toBe(1);
    tell({ type: 'ack', id: 1, seq: 2 });
    expect(await answer).toMatchObject({ type: 'ack' });
    const { sent } = last();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(sent).toHaveLength(5);
    expect(wires).toHaveLength(1);
  });

  test('is asked by who looks at the page again, and what was missed is shown', async () => {
    lookAgain();
    expect(last().sent).toEqual([]);
    hide(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(last().sent).toEqual([]);
    hide(false);
    lookAgain();
    expect(last().sent).toEqual([{ type: 'resync', id: 1 }]);
    tell(snapshot(3));
    expect(live()).toMatchObject({ link: 'open', seq: 3, arrivals: 2 });
    tell({ type: 'ack', id: 1, seq: 3 });
    hide(true);
    await vi.advanceTimersByTimeAsync(600_000);
    hide(false);
    lookAgain();
    await vi.advanceTimersByTimeAsync(4000);
    expect(live().link).toBe('lost');
  });

  test('and owes nothing is asked by who only waits, now and then', async () => {
    for (const id of [1, 2]) {
      await vi.advanceTimersByTimeAsync(45_000);
      expect(last().sent).toHaveLength(id);
      tell(snapshot(1));
      tell({ type: 'ack', id, seq: 1 });
    }
    await vi.advanceTimersByTimeAsync(64_000);
    expect(live().link).toBe('open'); // the line may be slow
    await vi.advanceTimersByTimeAsync(1000);
    expect(live()).toMatchObject({ link: 'lost', arrivals: 1 });
  });

  test('and leads through a network that was changed for another is noticed soon', async () => {
    Object.assign(Reflect.get(navigator, 'connection') as object, { type: 'cellular' });
    listeners.get('change')?.();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().sent).toMatchObject([{ type: 'resync' }]);
    await vi.advanceTimersByTimeAsync(4000);
    expect(live().link).toBe('lost');
  });

  test('is asked neither sooner nor later where the line only seems slower or faster', async () => {
    for (let tells = 0; tells < 9; tells++) {
      listeners.get('change')?.();
      await vi.advanceTimersByTimeAsync(4999);
    }
    expect(last().sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(9);
    expect(last().sent).toMatchObject([{ type: 'resync' }]);
  });

  test('is asked by who was away for a moment only, if an answer is owed', async () => {
    void connection.send({ type: 'start' });
    hide(true);
    await vi.advanceTimersByTimeAsync(6000);
    hide(false);
    lookAgain();
    await vi.advanceTimersByTimeAsync(4000);
    expect(last().sent.map(({ type }) => type)).toEqual(['start', 'resync']);
  });

  test('while another connection is made is asked, and what it tells opens the link', async () => {
    drop(last());
    await vi.advanceTimersByTimeAsync(1000);
    accept(last());
    await vi.advanceTimersByTimeAsync(10_000);
    lookAgain();
    expect(last().sent.map(({ type }) => type)).toEqual(['resync']);
    tell(snapshot(1));
    expect(live().link).toBe('open');
  });

  test('when a connection is made is not waited for', async () => {
    drop(last());
    await vi.advanceTimersByTimeAsync(1000);
    accept(last());
    await vi.advanceTimersByTimeAsync(19_000);
    expect(wires).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3000);
    expect(wires).toHaveLength(3);
  });
});
