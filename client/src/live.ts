// The connection to one table: opens it, keeps it open, carries requests and their answers.

import { postKnock } from './api.ts';
import { keepHeard, recallHeard } from './memory.ts';
import { nothingYet, reduce, type Live } from './reduce.ts';
import type { Ack, FromClient, FromServer, Refusal } from './wire.ts';

export type Answer = Ack | Refusal | { type: 'lost' }; // lost: the connection broke, nobody knows

// Omit over each member of the union, so that every request keeps its own fields.
type WithoutId<Each> = Each extends FromClient ? Omit<Each, 'id'> : never;
export type Request = WithoutId<FromClient>;

export interface Connection {
  send(request: Request): Promise<Answer>;
  reopen(): Promise<void>; // connects anew, as the name the browser has by now; done once that is in, or kept out
  close(): void;
}

interface State {
  live: Live; // what `tell` was told last
  socket: WebSocket | null; // null between two tries
  isIn: boolean; // the connection has brought a snapshot
  tries: number; // since the last that has
  blocked: number; // of them the last in a row in which calls got through, and the connection did not
  timer: ReturnType<typeof setTimeout> | undefined; // until the next try
  heard: number; // when something came last, by Date.now()
  doubt: ReturnType<typeof setTimeout> | undefined; // until a silence is not put up with any longer
  isTested: boolean; // the next snapshot answers whether the server is there
  lastId: number; // of the last request
  waiting: Map<number, (answer: Answer) => void>; // requests without an answer, by id
  arrived: (() => void)[]; // to be called with the next snapshot, or when there will be none
  why: Refusal | null; // the server's, of a connection that has not got in
  closed: boolean; // by us: the page was left
}

export interface Listener {
  tell(live: Live): void; // the state has changed
  refused(refusal: Refusal): void; // of what nobody asked: a malformed frame, a full table, …
}

const FIRST_WAIT = 400; // ms before the first new try, doubled each time
const LONGEST_WAIT = 8000; // ms
// A phone that has slept or changed its network may hold a connection that leads nowhere, and is told so minutes later.
const SILENCE = 4000; // ms until a server that owes an answer is asked whether it is there, and as long for that answer
const LONG_SILENCE = 10_000; // ms after which who looks at the page again asks the same, or has another network now
const IDLE_SILENCE = 45_000; // ms after which who only waits or watches does, too
const LONGEST_SILENCE = 20_000; // ms for a new connection to bring something, or one of which nobody wants anything
const TROUBLED = 3; // tries in vain until it is said why: a table that changes hands is back at once
const NO_SUCH_TABLE = 4404; // close code: nobody gets in, and another try is of no use
const PASSES = /^(store|server)\//; // codes of troubles that are no answer
const BLOCKED = { code: 'server/no_live', params: {} }; // calls get through, live connections do not
const SERVER_SAYS_SHUT = new Set([
  'table/word_needed',
  'table/watch_later',
  'table/no_watching',
  'challenge/alone',
]);

/** Connects to a table and keeps connecting until `close`. */
export function connect(table: string, listener: Listener): Connection {
  const state: State = {
    live: nothingYet(recallHeard(table)),
    socket: null,
    isIn: false,
    tries: 0,
    blocked: 0,
    timer: undefined,
    heard: 0,
    doubt: undefined,
    isTested: false,
    lastId: 0,
    waiting: new Map(),
    arrived: [],
    why: null,
    closed: false,
  };
  const retryNow = () => state.socket === null && !isOver(state) && open(table, state, listener);
  const dropNow = () => drop(table, state, listener);
  const lookAgain = () => {
    if (document.hidden) return;
    if (state.isIn) bearSilence(table, state, listener);
    if (Date.now() - state.heard < LONG_SILENCE) return;
    retryNow();
    test(table, state, listener);
  };
  let kind = network()?.type;
  const changed = () => {
    const before = kind;
    kind = network()?.type;
    if (kind === before || !state.isIn || state.waiting.size > 0) return;
    doubtAfter(LONG_SILENCE, () => test(table, state, listener), state);
  };
  const keep = () => keepHeard(table, { seq: state.live.heard, lines: state.live.lines });
  window.addEventListener('online', retryNow);
  window.addEventListener('offline', dropNow);
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', lookAgain);
  network()?.addEventListener('change', changed);
  if (state.live.lines.length > 0) listener.tell(state.live);
  open(table, state, listener);
  return {
    send(request) {
      const answer = send(state, request);
      if (state.waiting.size === 1) bearSilence(table, state, listener);
      return answer;
    },
    reopen: () => reopen(table, state, listener),
    close() {
      state.closed = true;
      state.waiting.clear(); // nothing has broken: who has left is told nothing more
      clearTimeout(state.timer);
      clearTimeout(state.doubt);
      document.removeEventListener('visibilitychange', lookAgain);
      network()?.removeEventListener('change', changed);
      window.removeEventListener('online', retryNow);
      window.removeEventListener('offline', dropNow);
      window.removeEventListener('pagehide', keep);
      keep();
      state.socket?.close();
    },
  };
}

/** Tells when the device goes from Wi-Fi to mobile: what led through the old one may lead nowhere.  It also tells, again
    and again, how fast the line seems to be.  Not every browser has it, or a type. */
function network(): (EventTarget & { type?: string }) | undefined {
  return (navigator as { connection?: EventTarget & { type?: string } }).connection;
}

/** Gives the reader's seat back at a table that is not looked at. */
export function leave(table: string): Promise<Answer> {
  return new Promise((resolve) => {
    let isAsked = false;
    const end = (answer: Answer): void => {
      connection.close();
      resolve(answer);
    };
    const connection = connect(table, {
      refused: () => undefined,
      tell({ link, refusal }) {
        if (link === 'connecting' && refusal === null) return;
        if (link !== 'open')
          return end(
            refusal === null ? { type: 'lost' } : { ...refusal, type: 'refusal', id: null },
          );
        if (!isAsked) void connection.send({ type: 'leave' }).then(end);
        isAsked = true;
      },
    });
  });
}

/** Only a person tries again. */
const isOver = ({ closed, live }: State): boolean =>
  closed || live.link === 'gone' || live.link === 'shut';

function open(table: string, state: State, listener: Listener): void {
  clearTimeout(state.timer);
  const { protocol, host } = window.location;
  const scheme = protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${host}/api/tables/${encodeURIComponent(table)}/live`);
  state.socket = socket;
  state.isIn = false;
  state.isTested = false;
  state.why = null;
  let opened = false;
  const giveUp = (): void => {
    if (!opened) void askWhy(table, state, listener);
    drop(table, state, listener);
  };
  doubtAfter(LONGEST_SILENCE, giveUp, state);
  socket.onopen = () => (opened = true);
  socket.onmessage = (frame: MessageEvent<string>) => {
    state.heard = Date.now();
    receive(state, listener, JSON.parse(frame.data) as FromServer);
    bearSilence(table, state, listener);
  };
  socket.onclose = ({ code }) => {
    if (!opened) void askWhy(table, state, listener);
    if (code === NO_SUCH_TABLE && state.why !== null) gone(state, listener, state.why);
    lost(table, state, listener);
  };
}

/** Finds out who keeps us out, the server or something on the way; other troubles pass, and the tries go on. */
async function askWhy(table: string, state: State, listener: Listener): Promise<void> {
  const reply = await postKnock(table);
  if (state.closed || state.live.link === 'open') return;
  state.blocked = reply.ok ? state.blocked + 1 : 0;
  if (reply.ok ? state.blocked < TROUBLED : PASSES.test(reply.problem.code)) return;
  change(state, listener, { ...state.live, refusal: reply.ok ? BLOCKED : reply.problem });
}

function doubtAfter(ms: number, call: () => void, state: State): void {
  clearTimeout(state.doubt);
  state.doubt = setTimeout(call, ms);
}

/** For a while, a short one if an answer is owed. */
function bearSilence(table: string, state: State, listener: Listener): void {
  if (state.waiting.size > 0) doubtAfter(SILENCE, () => test(table, state, listener), state);
  else doubtAfter(IDLE_SILENCE, () => test(table, state, listener, LONGEST_SILENCE), state);
}

/** Asks for anything; if nothing comes, the connection is made anew.  A page that nobody sees waits until it is seen. */
function test(table: string, state: State, listener: Listener, patience = SILENCE): void {
  if (state.socket?.readyState !== WebSocket.OPEN || document.hidden) return;
  state.isTested = true;
  void send(state, { type: 'resync' });
  doubtAfter(patience, () => drop(table, state, listener), state);
}

function receive(state: State, listener: Listener, message: FromServer): void {
  if (message.type === 'ack') return answer(state, message.id, message);
  if (message.type === 'refusal') {
    if (message.id !== null && state.waiting.has(message.id))
      return answer(state, message.id, message);
    if (SERVER_SAYS_SHUT.has(message.code)) return shut(state, listener, message);
    if (!state.isIn) return void (state.why = message); // the close code tells whether for good
    return listener.refused(message);
  }
  const before = state.live;
  if (message.type === 'snapshot' && state.isTested) {
    state.isTested = false;
    if (message.seq === before.seq && before.link === 'open') return; // nothing was missed
  }
  change(state, listener, reduce(before, message));
  if (message.type === 'snapshot') {
    state.isIn = true;
    state.tries = state.blocked = 0;
    endReopening(state);
  }
  if (state.live.resync && !before.resync) void send(state, { type: 'resync' });
}

function reopen(table: string, state: State, listener: Listener): Promise<void> {
  if (state.closed) return Promise.resolve(); // left while a name was asked for
  hangUp(state);
  open(table, state, listener);
  return new Promise((resolve) => state.arrived.push(resolve));
}

/** The network is gone: nobody waits until the connection has noticed as well. */
function drop(table: string, state: State, listener: Listener): void {
  if (state.socket === null) return;
  hangUp(state);
  lost(table, state, listener);
}

function hangUp(state: State): void {
  if (state.socket !== null) {
    state.socket.onclose = null;
    state.socket.close();
  }
  state.socket = null;
  dropRequests(state);
}

function dropRequests(state: State): void {
  for (const id of state.waiting.keys()) answer(state, id, { type: 'lost' });
}

function lost(table: string, state: State, listener: Listener): void {
  state.socket = null;
  clearTimeout(state.doubt);
  dropRequests(state);
  if (state.closed || state.live.link === 'gone') return;
  state.tries += 1;
  const live = state.live.link === 'shut' ? nothingYet() : state.live; // a person has tried again
  change(state, listener, {
    ...live,
    link: live.seq < 0 ? 'connecting' : 'lost',
    refusal: state.tries < TROUBLED ? live.refusal : (state.why ?? live.refusal),
  });
  state.timer = setTimeout(() => open(table, state, listener), waitBefore(state.tries));
}

/** Milliseconds before try number `tries`, spread by a quarter so that clients do not come all at once. */
export function waitBefore(tries: number, chance = Math.random()): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
  return wait * (0.75 + chance / 2);
}

function gone(state: State, listener: Listener, { code, params }: Refusal): void {
  change(state, listener, { ...state.live, link: 'gone', refusal: { code, params } });
  endReopening(state);
}

/** We may not look in, or not any more: what was seen goes out of sight, and only a person tries again. */
function shut(state: State, listener: Listener, { code, params }: Refusal): void {
  hangUp(state);
  change(state, listener, { ...nothingYet(), link: 'shut', refusal: { code, params } });
  endReopening(state);
}

function endReopening(state: State): void {
  state.arrived.splice(0).forEach((call) => call());
}

function send(state: State, request: Request): Promise<Answer> {
  const { socket } = state;
  if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ type: 'lost' });
  const id = (state.lastId += 1);
  return new Promise((resolve) => {
    state.waiting.set(id, resolve);
    socket.send(JSON.stringify({ ...request, id }));
  });
}

function answer(state: State, id: number, message: Answer): void {
  state.waiting.get(id)?.(message);
  state.waiting.delete(id);
}

function change(state: State, listener: Listener, live: Live): void {
  if (live === state.live) return;
  state.live = live;
  listener.tell(live);
}
