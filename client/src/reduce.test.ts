import { describe, expect, test } from 'vitest';

import { LINES_KEPT, nothingYet, reduce, type Live } from './reduce.ts';
import { BARE_SEAT, BARE_TABLE } from './table/bare.ts';
import type { PublicEvent, Said, Snapshot, TableView, Update } from './wire.ts';

const table: TableView = {
  ...BARE_TABLE,
  id: 't1',
  game: 'whist',
  seats: [
    { ...BARE_SEAT, name: 'Ann' },
    { ...BARE_SEAT, kind: 'bot', name: 'Bot', level: 'calm' },
  ],
  seat: 0,
};

const said = (text: string): Said => ({ type: 'said', seat: 0, name: 'Ann', text, time: null });

function snapshot(part: Partial<Snapshot> = {}): Snapshot {
  return { type: 'snapshot', seq: 5, table, sheet: [], chat: [], name: 'Ann', last: null, ...part };
}

function update(seq: number, event: PublicEvent): Update {
  return { type: 'update', seq, event, table: { ...table, phase: 'playing' } };
}

const connected = (): Live => reduce(nothingYet(), snapshot());
const texts = (live: Live) =>
  live.lines.map((line) => (line.kind === 'said' ? line.said.text : line.kind));

describe('a snapshot', () => {
  test('fills everything and opens the link', () => {
    const live = reduce(nothingYet(), snapshot({ sheet: [{ a: 1 }], chat: [said('hi')] }));
    expect(live).toMatchObject({
      link: 'open',
      seq: 5,
      name: 'Ann',
      sheet: [{ a: 1 }],
      resync: false,
    });
    expect(texts(live)).toEqual(['hi']);
  });

  test('after a reconnect adds only the chat that was missed', () => {
    const before = reduce(connected(), update(6, said('one')));
    const live = reduce(before, snapshot({ seq: 7, chat: [said('one'), said('two')] }));
    expect(texts(live)).toEqual(['one', 'two']);
  });

  test('knows repeated lines apart', () => {
    const before = reduce(reduce(connected(), update(6, said('ha'))), update(7, said('ha')));
    const live = reduce(before, snapshot({ seq: 8, chat: [said('ha'), said('ha'), said('ha')] }));
    expect(texts(live)).toEqual(['ha', 'ha', 'ha']);
  });
});

describe('an update', () => {
  test('takes the table and the next seq', () => {
    const live = reduce(connected(), update(6, { type: 'dealt', deal: 1 }));
    expect(live.seq).toBe(6);
    expect(live.table?.phase).toBe('playing');
    expect(live.lines.at(-1)).toMatchObject({ kind: 'event', event: { type: 'dealt' } });
  });

  test('with a gap changes nothing and asks for a resync', () => {
    const live = reduce(connected(), update(7, { type: 'dealt', deal: 1 }));
    expect(live).toEqual({ ...connected(), resync: true });
    expect(reduce(live, snapshot({ seq: 7 })).resync).toBe(false);
  });

  test('leaves a hint alone until the viewer has acted, or the cards are dealt', () => {
    const before: Live = { ...connected(), advice: { type: 'advice', seq: 5, choices: [] } };
    const after = (event: PublicEvent) => reduce(before, update(6, event)).advice;
    const acted = (seat: number): PublicEvent => {
      return { type: 'acted', seat, code: 'SA', by: 'person', chance: [] };
    };
    expect(after(acted(1))).toBe(before.advice);
    expect(after(acted(0))).toBeNull();
    expect(after({ type: 'dealt', deal: 2 })).toBeNull();
    expect(reduce(before, snapshot()).advice).toBeNull();
  });

  test('that shows the table from another seat is an arrival', () => {
    const event: PublicEvent = { type: 'dealt', deal: 1 };
    const moved = { ...update(6, event), table: { ...table, seat: 1 } };
    expect(reduce(connected(), update(6, event)).arrivals).toBe(1);
    expect(reduce(connected(), moved).arrivals).toBe(2);
  });

  test('that is old is ignored', () => {
    const before = connected();
    expect(reduce(before, update(5, { type: 'dealt', deal: 1 }))).toBe(before);
  });

  test('appends results to the sheet and empties it for a new match', () => {
    const ended = reduce(
      connected(),
      update(6, { type: 'deal_ended', result: { points: [1, 2] } }),
    );
    expect(ended.sheet).toEqual([{ points: [1, 2] }]);
    expect(reduce(ended, update(7, { type: 'started' })).sheet).toEqual([]);
    const lobby: TableView = { ...table, phase: 'lobby' };
    const again = update(7, { type: 'was_reset', name: 'Ann' });
    const reset = reduce(ended, { ...again, table: lobby });
    expect(reset.sheet).toEqual([]);
    const standing = { points: [1, 2] };
    expect(reset.lines.at(-1)).toMatchObject({ kind: 'reset', standing, table: ended.table });
  });
});

describe('what was heard before a reload', () => {
  const event = update(2, { type: 'dealt', deal: 1 } as PublicEvent);
  const before = reduce(reduce(nothingYet(), snapshot({ seq: 1 })), event);
  const heard = { seq: before.heard, lines: before.lines };
  const kinds = (live: Live) => live.lines.map(({ kind }) => kind);

  test('stands in the log again', () => {
    const after = reduce(nothingYet(heard), snapshot({ seq: 2 }));
    expect(kinds(after)).toEqual(['event']);
    expect(after.lines).toEqual(before.lines);
  });

  test('ends in a gap if more has happened since', () => {
    expect(kinds(reduce(nothingYet(heard), snapshot({ seq: 4 })))).toEqual(['event', 'gap']);
  });
});

describe('lines', () => {
  test('have keys that never repeat, and old ones are forgotten', () => {
    let live = connected();
    for (let seq = 6; seq < 6 + LINES_KEPT + 20; seq++)
      live = reduce(live, update(seq, said(`${seq}`)));
    expect(live.lines).toHaveLength(LINES_KEPT);
    expect(new Set(live.lines.map((line) => line.key)).size).toBe(LINES_KEPT);
    expect([texts(live)[0], texts(live).at(-1)]).toEqual(['26', `${5 + LINES_KEPT + 20}`]);
  });

  test('what was said long ago is known when it is told again', () => {
    let live = reduce(connected(), update(6, said('hello')));
    for (let seq = 7; seq < 7 + LINES_KEPT; seq++)
      live = reduce(live, update(seq, { type: 'dealt', deal: seq }));
    const again = reduce(live, snapshot({ seq: live.seq + 2, chat: [said('hello'), said('bye')] }));
    expect(live.lines).toHaveLength(LINES_KEPT);
    expect(texts(again).filter((text) => text !== 'event')).toEqual(['hello', 'gap', 'bye']);
  });

  test('hold a notice for this reader', () => {
    const live = reduce(connected(), { type: 'notice', key: 'info', params: { n: 1 } });
    expect(live.lines.at(-1)).toMatchObject({ kind: 'notice', text: 'info', params: { n: 1 } });
  });
});

test('presence marks who is away without touching the rest', () => {
  const live = reduce(connected(), {
    type: 'presence',
    away: [true, false],
    spectators: 3,
    compiled: 0.2,
    grace: 30,
    unsaved: true,
  });
  expect(live.unsaved).toBe(true);
  expect(live.grace).toBe(30);
  expect(live.compiled).toBe(0.2);
  expect(live.spectators).toBe(3);
  expect(live.table?.seats.map((seat) => seat.away)).toEqual([true, false]);
  expect(live.seq).toBe(5);
});

test('what is told of the rules holds until the next snapshot', () => {
  const live = reduce(connected(), { type: 'rules', outdated: true, problems: {} });
  expect(live.rules?.outdated).toBe(true);
  expect(reduce(live, snapshot()).rules).toBeNull();
});

test('the match before stays readable when another one begins', () => {
  const outcome = { scores: [3, 1], winners: [0], draw: false };
  const seats = [{ name: 'Ann' }, { name: 'Cid', played: 'Ben' }] as TableView['seats'];
  const over: TableView = { ...table, phase: 'over', seats, outcome, played: 1 };
  const sheet = [{ points: [3, 1] }];
  const ended = reduce(nothingYet(), snapshot({ table: over, sheet }));
  const begun = reduce(ended, { type: 'update', seq: 6, event: { type: 'started' }, table });
  expect(begun.sheet).toEqual([]);
  expect(begun.last).toEqual({ number: 1, names: ['Ann', 'Ben'], sheet, outcome });
  const reset = reduce(begun, {
    type: 'update',
    seq: 7,
    event: { type: 'was_reset', name: 'Ann' },
    table,
  });
  expect(reduce(nothingYet(), snapshot({ last: begun.last })).last).toEqual(begun.last);
  expect(reset.last).toEqual(begun.last); // a match that is given up has no result
});

describe('what is taken, and taken back', () => {
  const acted: PublicEvent = { type: 'acted', seat: 0, code: 'SA', by: 'person', chance: [] };
  const scene = (winner: number | null): TableView['scene'] => ({
    seat: 0,
    players: 2,
    deal: 1,
    deals: null,
    phase: 'play',
    dealer: null,
    turn: [0],
    direction: 1,
    zones: [
      {
        kind: 'trick',
        id: 'trick',
        lead: 0,
        cards: [null, null],
        follow: null,
        last: winner === null ? null : { lead: 0, cards: ['SA', 'SK'], winner },
      },
    ],
    badges: [],
    legal: [],
    why: {},
    meant: [],
    notes: {},
    together: 1,
  });

  test('is simply gone: no trick is told, nothing flies, and the hint is for another moment', () => {
    const before: Live = {
      ...connected(),
      table: { ...table, phase: 'playing', scene: scene(1) },
      advice: { type: 'advice', seq: 4, choices: [] },
    };
    const event: PublicEvent = { type: 'taken_back', seat: 0, name: 'Ann', acted: 4 };
    const after: TableView = { ...table, phase: 'playing', scene: scene(0) };
    const live = reduce(before, { type: 'update', seq: 6, event, table: after });
    expect(texts(live)).toEqual(['event']);
    expect(live.arrivals).toBe(before.arrivals + 1);
    expect(live.advice).toBeNull();
  });

  test('a trick that is taken is told once', () => {
    const live = [6, 7].reduce(
      (last, seq) => reduce(last, { ...update(seq, acted), table: { ...table, scene: scene(1) } }),
      connected(),
    );
    expect(texts(live)).toEqual(['event', 'trick', 'event']);
  });
});

test('what a dummy has played is kept with what let it play, once', () => {
  const lying = (code: string | null): TableView => {
    const cards = [...table.seats.map(() => null), code];
    const zone = { kind: 'trick', id: 'trick', lead: 0, cards, follow: null, last: null };
    return { ...table, scene: { zones: [zone] } } as unknown as TableView;
  };
  const event: PublicEvent = { type: 'acted', seat: 0, code: 'x', by: 'person', chance: [] };
  const live = [6, 7].reduce(
    (last, seq) => reduce(last, { type: 'update', seq, event, table: lying('H7') }),
    { ...connected(), table: lying(null) } as Live,
  );
  const dummies = live.lines.map((line) => line.kind === 'event' && line.dummy);
  expect(dummies).toEqual([{ place: table.seats.length, code: 'H7' }, undefined]);
});
