// What the browser knows of one table, and how each message of the server changes it.  Pure.

import type {
  Advice,
  FinishedTrick,
  FromServer,
  LastMatch,
  Presence,
  Problem,
  PublicEvent,
  Rules,
  Said,
  Snapshot,
  TableView,
  TrickZone,
  Update,
} from './wire.ts';

/** One line of the chat: what somebody said, an answer for this reader alone, or what happened. */
export type Line = { key: number } & (
  | { kind: 'said'; said: Said }
  | { kind: 'notice'; text: string; params: Record<string, unknown> }
  | { kind: 'event'; event: PublicEvent; table: TableView; dummy?: Laid } // the table after it
  | { kind: 'reset'; name: string; table: TableView; standing: Record<string, unknown> } // … before it, and its last deal
  | { kind: 'trick'; winner: number; table: TableView }
  | { kind: 'gap' } // something has happened that was not heard
);

/** A card that somebody who has no seat has played. */
export interface Laid {
  place: number; // in the trick
  code: string;
}

export interface Live {
  link: 'connecting' | 'open' | 'lost' | 'gone' | 'shut'; // lost = trying again, gone = there is no such table, shut = not for us
  refusal: Problem | null; // why the server does not let us in, as far as it has said so
  seq: number; // of the last event in `table`, -1 before the first snapshot
  table: TableView | null; // as this viewer sees it, null before the first snapshot
  sheet: Record<string, unknown>[]; // results of the finished deals of this match
  last: LastMatch | null; // the match that was finished here last, once another one has begun
  arrivals: number; // snapshots and take-backs so far: what one brings is simply there, nothing of it has just happened
  lines: Line[]; // chat and log, oldest first, at most LINES_KEPT; of what was said the last SAID_KEPT stay
  heard: number; // the last event that `lines` tell of, -1 = of none
  spectators: number; // connected without a seat
  compiled: number | null; // share of the game that is compiled; null = all: bots are ready
  grace: number | null; // seconds after which a bot stands in for who is away; null = never
  unsaved: boolean; // what the table waits for cannot be saved at the moment
  name: string | null; // the viewer's, null = no name yet
  advice: Advice | null; // the last hint, until the viewer has acted
  rules: Rules | null; // the game's file is being worked at; null = it is not, or nothing has happened
  resync: boolean; // a gap was seen, a snapshot has been asked for and is on its way
}

export const LINES_KEPT = 300;
const SAID_KEPT = 50; // lines of talk that stay in any case, those that the server tells again: they were not missed

/** The log as far as it had come. */
export interface Heard {
  seq: number; // of the last event that was heard
  lines: Line[];
}

/** Before the first message; `heard`: what is remembered from before a reload. */
export function nothingYet(heard: Heard | null = null): Live {
  return {
    link: 'connecting',
    refusal: null,
    seq: -1,
    table: null,
    sheet: [],
    last: null,
    arrivals: 0,
    lines: heard?.lines ?? [],
    heard: heard?.seq ?? -1,
    spectators: 0,
    compiled: null,
    grace: null,
    unsaved: false,
    name: null,
    advice: null,
    rules: null,
    resync: false,
  };
}

/** The state after a message.  A gap changes nothing but `resync`: the caller then asks for a snapshot. */
export function reduce(live: Live, message: FromServer): Live {
  switch (message.type) {
    case 'snapshot':
      return snapshot(live, message);
    case 'update':
      return update(live, message);
    case 'presence':
      return presence(live, message);
    case 'notice':
      return withLine(live, { kind: 'notice', text: message.key, params: message.params });
    case 'advice':
      return { ...live, advice: message };
    case 'rules':
      return { ...live, rules: message };
    case 'ack':
    case 'refusal':
      return live; // answers go to whoever asked
  }
}

function withLine(live: Live, line: LineBody): Live {
  const key = (live.lines.at(-1)?.key ?? 0) + 1;
  return { ...live, lines: lastOf([...live.lines, { ...line, key }]) };
}

function lastOf(lines: Line[]): Line[] {
  if (lines.length <= LINES_KEPT) return lines;
  const isTalk = lines.filter(({ kind }) => kind === 'said').length > SAID_KEPT;
  return lines.toSpliced(
    lines.findIndex(({ kind }) => kind !== 'said' || isTalk),
    1,
  );
}

type LineBody = Line extends infer Each ? (Each extends Line ? Omit<Each, 'key'> : never) : never;

function snapshot(live: Live, { seq, table, sheet, chat, name, last }: Snapshot): Live {
  const known = live.lines.flatMap((line) => (line.kind === 'said' ? [line.said] : []));
  const fresh: Live = {
    ...live,
    link: 'open',
    refusal: null,
    resync: false,
    advice: null,
    rules: null,
    seq,
    table,
    sheet,
    last,
    arrivals: live.arrivals + 1,
    name,
    heard: seq,
  };
  const news = unheard(known, chat);
  const hasGap = live.heard >= 0 && seq > live.heard + news.length; // more than talk was missed
  const start = hasGap ? withLine(fresh, { kind: 'gap' }) : fresh;
  return news.reduce((next, said) => withLine(next, { kind: 'said', said }), start);
}

/** The part of `chat`, the server's last lines, that comes after those already `known`. */
function unheard(known: Said[], chat: Said[]): Said[] {
  for (let n = Math.min(known.length, chat.length); n > 0; n--) {
    const tail = known.slice(-n);
    if (tail.every((said, i) => isSame(said, chat[i]))) return chat.slice(n);
  }
  return chat;
}

function isSame(one: Said, other: Said | undefined): boolean {
  return other !== undefined && one.name === other.name && one.text === other.text;
}

function update(live: Live, { seq, event, table }: Update): Live {
  if (seq <= live.seq) return live; // already in the snapshot
  if (seq > live.seq + 1) return { ...live, resync: true };
  const isBack = event.type === 'taken_back';
  const decided = (event.type === 'acted' && event.seat === table.seat) || event.type === 'dealt';
  const advice = decided || isBack ? null : live.advice;
  const last = lastAfter(live, event);
  // The cards lie as they lay, or are seen from another seat: nothing of it has just happened.
  const arrivals = live.arrivals + (isBack || live.table?.seat !== table.seat ? 1 : 0);
  const next = { ...live, seq, heard: seq, table, advice, last, arrivals };
  next.sheet = sheetAfter(live.sheet, event);
  if (event.type === 'said') return withLine(next, { kind: 'said', said: event });
  if (event.type === 'was_reset') {
    const standing = live.sheet.at(-1) ?? {};
    return withLine(next, {
      kind: 'reset',
      name: event.name,
      table: live.table ?? table,
      standing,
    });
  }
  const dummy = isBack ? null : dummyCard(live.table, table);
  const told = withLine(next, { kind: 'event', event, table, ...(dummy && { dummy }) });
  const winner = isBack ? null : trickWinner(live.table, table);
  return winner === null ? told : withLine(told, { kind: 'trick', winner, table });
}

/** What a dummy has played between two views of a table, null if nothing. */
function dummyCard(before: TableView | null, after: TableView): Laid | null {
  const [old, lying] = [before, after].map((table) => trickOf(table)?.cards ?? []);
  const place = (lying ?? []).findLastIndex((code) => code !== null);
  const code = lying?.[place] ?? null;
  return code !== null && place >= after.seats.length && code !== old?.[place]
    ? { place, code }
    : null;
}

/** Who has taken a trick between two views of a table, null if nobody has. */
function trickWinner(before: TableView | null, after: TableView): number | null {
  const [old, last] = [before, after].map((table) => lastTrick(table));
  if (last === undefined || JSON.stringify(last) === JSON.stringify(old)) return null;
  return last.winner;
}

function lastTrick(table: TableView | null): FinishedTrick | undefined {
  return trickOf(table)?.last ?? undefined;
}

function trickOf(table: TableView | null): TrickZone | undefined {
  return table?.scene?.zones.find((each) => each.kind === 'trick');
}

/** The match that is over goes out of sight when another one begins; it stays readable. */
function lastAfter(live: Live, event: PublicEvent): LastMatch | null {
  const isAnother = event.type === 'started' || event.type === 'was_reset';
  return (isAnother ? matchOver(live) : null) ?? live.last;
}

/** The match that lies on the table, if it is over. */
export function matchOver({ sheet, table }: Pick<Live, 'sheet' | 'table'>): LastMatch | null {
  if (!table?.outcome) return null;
  const names = table.seats.map(({ name, played }) => played ?? name ?? '');
  return { number: table.played, names, sheet, outcome: table.outcome };
}

function sheetAfter(sheet: Live['sheet'], event: PublicEvent): Live['sheet'] {
  switch (event.type) {
    case 'deal_ended':
      return [...sheet, event.result];
    case 'started':
    case 'was_reset':
      return [];
    default:
      return sheet;
  }
}

function presence(live: Live, { away, spectators, compiled, grace, unsaved }: Presence): Live {
  const told = { ...live, spectators, compiled, grace, unsaved };
  if (live.table === null) return told;
  const seats = live.table.seats.map((seat, i) => ({ ...seat, away: away[i] ?? seat.away }));
  return { ...told, table: { ...live.table, seats } };
}
