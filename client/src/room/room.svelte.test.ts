import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { house } from '../house.svelte.ts';
import type { Answer, Listener, Request } from '../live.ts';
import { nothingYet, type Line, type Live } from '../reduce.ts';
import type { Luggage } from '../route.svelte.ts';
import { BARE_SEAT } from '../table/bare.ts';
import { FIXTURES } from '../table/fixtures.ts';
import type { PublicEvent, SeatView, TableView } from '../wire.ts';
import { enterRoom, type Room } from './room.svelte.ts';

const wire = vi.hoisted(() => {
  vi.stubGlobal('location', { pathname: '/t/a' });
  return { connect: vi.fn(), brought: null as Luggage | null };
});
vi.mock('../live.ts', () => ({ connect: wire.connect }));
vi.mock('../route.svelte.ts', () => ({ unpack: () => wire.brought }));

const { game, table: playing } = FIXTURES['wizard-trick'];
const lobby: TableView = { ...playing, phase: 'lobby', scene: null };
const seat = (what: Partial<SeatView>): SeatView => ({ ...BARE_SEAT, name: 'Ann', ...what });

let room: Room;
let leave: () => void;
let told: Listener;
let live: Live;
let sent: { request: Request; answer: (answer: Answer) => void }[];
let reopened: (() => void)[];
let called: { path: string; reply: (value: unknown) => void }[]; // over HTTP

function tell(table: TableView, more: Partial<Live> = {}): void {
  live = { ...live, link: 'open', table, name: house.name, ...more };
  told.tell(live);
  flushSync();
}

function happens(event: PublicEvent, table: TableView): void {
  const line = { key: live.lines.length + 1, kind: 'event', event, table } as Line;
  tell(table, { lines: [...live.lines, line] });
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

const types = () => sent.map(({ request }) => request.type);
const toasts = () => house.toasts.map(({ text }) => text);

async function answer(n: number, what: Answer = { type: 'ack', id: n, seq: 1 }): Promise<void> {
  await settle();
  sent[n]?.answer(what);
  await settle();
}

const no = (code: string): Answer => ({ type: 'refusal', id: 1, code, params: {} });

async function enter(brought: Luggage | null = null): Promise<void> {
  wire.brought = brought;
  leave = $effect.root(() => {
    room = enterRoom('a', () => [game]);
  });
  flushSync();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise((answered) => {
      called.push({ path, reply: (value) => answered(Response.json(value)) });
    });
  });
  Object.assign(house, { name: 'Ann', isNamedByUs: false, asksName: false, toasts: [] });
  [sent, reopened, called, live] = [[], [], [], nothingYet()];
  wire.connect.mockImplementation((_, listener: Listener) => {
    told = listener;
    return {
      send: (request: Request) =>
        new Promise((answered) => sent.push({ request, answer: answered })),
      reopen: () => new Promise<void>((done) => reopened.push(done)),
      close: () => sent.push({ request: { type: 'leave' }, answer: () => undefined }),
    };
  });
  await enter();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test('what was sent waits for its answer, and is sent once', async () => {
  tell(playing, { seq: 5 });
  void room.act('G12');
  void room.act('G2'); // a second click
  expect(room.waiting).toEqual(['G12']);
  expect(sent.map(({ request }) => request)).toEqual([{ type: 'act', code: 'G12', seq: 5 }]);
  await answer(0, no('move/not_yet'));
  expect([room.waiting, toasts().length]).toEqual([[], 1]);
  void room.choose(['G12', 'G2']);
  tell(playing, { seq: 6 });
  void room.confirm();
  await answer(1);
  expect(room.waiting).toEqual(['confirm']); // the answer to what was sent before
  void room.confirm();
  expect(types()).toEqual(['act', 'choose', 'confirm']);
});

test('an announcement that comes too late is no trouble of the reader', async () => {
  tell(playing);
  void room.announce('weis:none');
  await answer(0, no('move/not_yet'));
  expect(toasts()).toEqual([]);
});

test('what was lost on the way is told; what somebody else has done is not', async () => {
  tell(lobby);
  await answer(0); // the part in the shuffle
  const started = room.ask({ type: 'start' });
  await answer(1, no('table/already_started'));
  expect([await started, toasts()]).toEqual([false, []]);
  const asked = room.ask({ type: 'start' });
  await answer(2, { type: 'lost' });
  expect(await asked).toBe(false);
  expect(toasts()).toEqual([expect.stringContaining('may not have arrived')]); // it may as well have
  const done = room.ask({ type: 'start' });
  await answer(3);
  expect(await done).toBe(true);
});

test('the rest is claimed once, and not again for the same cards if it was in vain', async () => {
  const may = { ...playing, claim: 'may' as const };
  tell(may);
  expect(room.claimable).toBe('may');
  void room.claim();
  void room.claim();
  expect([types(), room.isClaiming]).toEqual([['claim'], true]);
  await answer(0, no('move/not_yet'));
  expect([room.isClaiming, room.claimable, toasts().length]).toEqual([false, null, 1]);
  const zones = playing.scene.zones.map((zone) =>
    zone.kind === 'hand' ? { ...zone, cards: zone.cards.slice(1) } : zone,
  );
  tell({ ...may, scene: { ...playing.scene, zones } });
  expect(room.claimable).toBe('may');
  tell(may);
  expect(room.claimable).toBeNull();
  tell({ ...may, scene: { ...playing.scene, deal: 8 } });
  expect(room.claimable).toBe('may');
  void room.claim();
  await answer(1, { type: 'lost' });
  expect([room.claimable, toasts().length]).toEqual(['may', 2]);
});

test('who sits adds to the shuffle once for each seal, and never while others play', async () => {
  const sealed = (commitment: string): TableView => ({
    ...lobby,
    fairness: { ...lobby.fairness, commitment, next: null },
  });
  tell({ ...sealed('1'), seat: null });
  tell({ ...sealed('1'), phase: 'playing' });
  tell({ ...sealed('1'), challenge: {} as TableView['challenge'] });
  await settle();
  expect(types()).toEqual([]);
  tell(sealed('1'));
  tell(sealed('1'));
  await settle();
  expect(types()).toEqual(['nonce']);
  tell({ ...sealed('1'), seat: 1 }); // another seat
  tell({ ...sealed('2'), seat: 1 });
  await settle();
  expect(types()).toEqual(['nonce', 'nonce', 'nonce']);
  const over: TableView = { ...sealed('2'), phase: 'over', seat: 1 };
  tell({ ...over, fairness: { ...over.fairness, next: '3' } });
  await settle();
  expect(types()).toHaveLength(4);
});

test('a match that is to begin at once begins after that, once', async () => {
  leave();
  expect(types()).toEqual(['leave']); // the connection is closed
  await enter({ startsAtOnce: true, level: 'strong' });
  expect([room.isStarting, room.level]).toEqual([true, 'strong']);
  sent = [];
  tell(lobby);
  await answer(0);
  expect(types()).toEqual(['nonce', 'start']);
  await answer(1);
  expect(room.isStarting).toBe(false);
  tell({ ...lobby, fairness: { ...lobby.fairness, commitment: 'new' } });
  await answer(2);
  expect(types()).toEqual(['nonce', 'start', 'nonce']);
});

test.each([
  ['open', 1],
  ['bot', null],
] as const)(
  'who comes along sits as before if that is free (%s), and only at first',
  async (kind, wanted) => {
    leave();
    await enter({ startsAtOnce: false, level: null, seat: 1 });
    sent = [];
    const watched = { ...lobby, seat: null, seats: [seat({}), seat({ kind, name: null })] };
    tell(watched);
    await settle();
    tell({ ...watched });
    await settle();
    expect(sent.map(({ request }) => request)).toEqual([{ type: 'sit', seat: wanted }]);
  },
);

test.each([{ phase: 'playing' }, { seat: 0 }] as const)(
  'who comes along to a match that goes on, or has a seat, asks for none (%o)',
  async (what) => {
    leave();
    await enter({ startsAtOnce: false, level: null, seat: 1 });
    sent = [];
    tell({ ...lobby, seat: null, seats: [seat({}), seat({ kind: 'open' })], ...what });
    await settle();
    expect(types()).not.toContain('sit');
  },
);

test('who is removed for good is told so and may not ask for the seat back', () => {
  const out = { ...playing, seat: null, seats: [seat({ kind: 'bot', stand_in: true })] };
  tell(playing);
  happens({ type: 'removed', seat: 0, barred: true } as PublicEvent, out);
  tell(out);
  expect([room.isBarred, room.hasLeft, toasts().length]).toEqual([true, false, 1]);
});

test('who is removed as absent is not told so, and has the seat back', () => {
  tell(playing);
  const out = { ...playing, seat: null, seats: [seat({ kind: 'bot', stand_in: true })] };
  happens({ type: 'removed', seat: 0, barred: false } as PublicEvent, out);
  expect([room.isBarred, room.hasLeft, toasts().length]).toEqual([false, true, 0]);
});

test('a seat waits for who has left it, until another match begins', () => {
  tell(playing);
  expect(room.hasLeft).toBe(false);
  const out = { ...playing, seat: null, seats: [seat({ kind: 'bot', stand_in: true })] };
  tell(out);
  expect(room.hasLeft).toBe(true);
  tell({ ...out, phase: 'over' });
  expect(room.hasLeft).toBe(true);
  tell({ ...out, seats: [seat({ kind: 'bot' })] });
  tell(out);
  expect(room.hasLeft).toBe(false);
});

describe('who has left the seat on an earlier visit', () => {
  const out = { ...playing, seat: null, seats: [seat({ kind: 'bot', stand_in: true })] };
  const home = async (...ids: string[]) => {
    called[0]?.reply({ running: ids.map((id) => ({ table: { id } })) });
    await settle();
  };

  test.each([
    [['b', 'a'], true],
    [['b'], false],
  ] as const)('may have it back, as the house remembers (%s)', async (ids, hasLeft) => {
    tell(out);
    expect([called.map(({ path }) => path), room.hasLeft]).toEqual([['/api/me/tables'], false]);
    await home(...ids);
    expect(room.hasLeft).toBe(hasLeft);
  });

  test('may have it back even if the house has told of the time before', async () => {
    tell(out);
    tell(playing); // sits down meanwhile
    tell(out);
    await home();
    expect(room.hasLeft).toBe(true);
  });

  test.each<[string, Partial<TableView>, string | null]>([
    ['no match goes on', { phase: 'lobby' }, 'Ann'],
    ['one has no name yet', {}, null],
    ['one sits', { seat: 0 }, 'Ann'],
  ])('is not looked up where %s', async (_, what, name) => {
    leave();
    house.name = name;
    await enter();
    tell({ ...out, ...what });
    expect(called).toEqual([]);
  });

  test('is not looked up of who has left it on this one', () => {
    tell(playing);
    tell(out);
    expect([called, room.hasLeft]).toEqual([[], true]);
  });
});

test('only what has just happened is told over the table', () => {
  const line = { key: 1, kind: 'event', event: { type: 'returned', seat: 1 }, table: playing };
  tell(playing, { lines: [line as Line] });
  expect(toasts()).toEqual([]);
  happens({ type: 'returned', seat: 1 } as PublicEvent, playing);
  expect(toasts()).toHaveLength(1);
  house.toasts = [];
  tell(playing);
  happens({ type: 'returned', seat: 0 } as PublicEvent, playing); // the reader
  expect(toasts()).toEqual([]);
  happens({ type: 'returned', seat: 1 } as PublicEvent, playing);
  told.tell({ ...nothingYet(), link: 'shut' });
  expect(toasts()).toEqual([]); // nor what is out of sight
});

test.each<[string, Partial<TableView>, string, Request[]]>([
  ['sits by it', lobby, 'Ben', [{ type: 'sit', seat: 0 }]],
  ['sits by it already', lobby, 'Mika', []],
  ['plays on by the old one', playing, 'Ben', []],
])('by a new name one comes in anew, and %s', async (_, what, name, sits) => {
  tell({ ...playing, ...what });
  await answer(0);
  sent = [];
  house.name = 'Mia';
  flushSync();
  const done = vi.fn();
  void room.sit(2).then(done); // meanwhile
  await settle();
  expect([reopened.length, types()]).toEqual([1, []]);
  tell({ ...playing, ...what }, { name });
  reopened[0]?.();
  await settle();
  const asked = sent.map(({ request }) => request).filter(({ type }) => type === 'sit');
  expect(asked).toEqual(expect.arrayContaining([...sits, { type: 'sit', seat: 2 }]));
  expect(asked).toHaveLength(sits.length + 1);
});

test.each([
  [{ isNamedByUs: true }, 'Ben', true],
  [{ isNamedByUs: false }, 'Ben', false], // chosen
  [{ isNamedByUs: true }, 'Ann', false], // no one else had it
])(
  'whom we have named is not called as another who waits (%o, seated as %s)',
  async (by, as, anew) => {
    Object.assign(house, by);
    tell({ ...lobby, gathers: true, seat: 1, seats: [seat({}), seat({ name: as })] });
    await settle();
    expect(called.map(({ path }) => path)).toEqual(anew ? ['/api/me'] : []);
    expect(types()).toEqual(anew ? [] : ['nonce']);
  },
);

test('who tries to come in once more waits until that is done before anything is asked', async () => {
  tell(lobby);
  await answer(0);
  sent = [];
  void room.again();
  void room.sit(1);
  await settle();
  expect([reopened.length, types()]).toEqual([1, []]);
  reopened[0]?.();
  await settle();
  expect(types()).toEqual(['sit']);
});

test('/nick alone asks for a name', () => {
  const nick = (key: number) => ({ key, kind: 'notice', text: 'nick', params: {} }) as Line;
  tell(playing, { lines: [nick(1)] }); // from before a reload
  expect(house.asksName).toBe(false);
  tell(playing, { lines: [nick(2)] });
  expect([house.asksName, toasts()]).toEqual([true, []]);
});

test('whom the house does not know any more is told so, and gets no new name unasked', async () => {
  tell(playing, { name: null }); // logged out on another device: the connection was made anew
  await settle();
  expect([house.name, room.hasLeft, toasts()]).toEqual([null, false, ['You are logged out here.']]);
  expect([called, reopened]).toEqual([[], []]);
  tell(playing, { name: null });
  expect(toasts()).toHaveLength(1);
});

test('nor does one whom a refusal has shown to be a stranger, while his connection was still open', async () => {
  tell(playing);
  told.refused({ type: 'refusal', id: null, code: 'name/needed', params: {} });
  await settle();
  expect([house.name, toasts(), called]).toEqual([null, ['You are logged out here.'], []]);
  expect(reopened).toHaveLength(1); // so that he looks on as nobody, as he is told
  tell(playing);
  expect([room.hasLeft, toasts().length]).toEqual([false, 1]);
});
