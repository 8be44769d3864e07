// The reader's stay at a table: the live state, and what may be asked of the server.

import { untrack } from 'svelte';

import { getHome } from '../api.ts';
import { dressed } from '../cards/dress.ts';
import {
  becomeStranger,
  complain,
  dropToasts,
  ensureName,
  guestName,
  house,
  takeName,
  toast,
} from '../house.svelte.ts';
import { t } from '../i18n.ts';
import { connect, type Connection, type Listener, type Request } from '../live.ts';
import { nothingYet, type Line, type Live } from '../reduce.ts';
import { unpack } from '../route.svelte.ts';
import { newNonce } from '../table/dealing.ts';
import { isRunning, zone } from '../table/view.ts';
import type { GameInfo, Problem, TableView } from '../wire.ts';
import { isNews, told } from './told.ts';

export interface Room {
  readonly live: Live;
  readonly game: GameInfo | undefined; // undefined = not known yet, or not a game of this house
  readonly hasLeft: boolean; // gave the seat to a bot during this match and may have it back, also after it
  readonly isBarred: boolean; // has been removed, and may not come back
  readonly isStarting: boolean; // the match is about to begin without a stay in the lounge
  readonly level: string | null; // of the bots that are wanted here, if that has been said on the way
  readonly waiting: string[]; // what was sent and is not answered yet: actions, or `confirm`
  readonly claimable: TableView['claim']; // may the rest of the deal be claimed, as far as has not been said no to?
  readonly isClaiming: boolean; // the rest has been claimed, and it is being looked up
  claim(): Promise<void>; // the rest is mine
  ask(request: Request): Promise<boolean>; // was it done?  A refusal becomes a toast
  act(code: string): Promise<void>;
  choose(codes: string[]): Promise<void>; // all of them, or none
  confirm(): Promise<void>; // OK: on to the next deal
  announce(code: string): Promise<void>; // the same, but nobody is told of a refusal: nobody has asked for it
  sit(seat: number | null): Promise<void>; // asks for a name first, if need be
  again(): Promise<void>; // tries to come in once more
}

/** Connects for as long as the calling component lives.  Call it while the component is set up. */
export function enterRoom(id: string, games: () => GameInfo[]): Room {
  let live: Live = $state.raw(nothingYet());
  const brought = unpack();
  let isStarting = $state(brought?.startsAtOnce === true);
  let wasSeated = $state(false);
  let waiting: string[] = $state.raw([]);
  let isBarred = $state(false); // removed, and may not come back
  let isClaiming = $state(false);
  let inVain = $state<string | null>(null); // the decision at which the rest was claimed last, and it was not so
  let actedAt: number | null = null; // the event after which an action was sent that is not answered yet
  let sealed = ''; // the seat and seal for which a nonce has been given
  let connection: Connection | undefined;
  let connectedAs = house.name;
  let arrival = Promise.resolve(); // at the table, by the name `connectedAs`

  const game = $derived.by(() => {
    const found = games().find((each) => each.name === live.table?.game);
    return found && dressed(found, live.table?.options ?? {});
  });

  // Until another match begins a seat waits for who has left it.
  const isKept = $derived(
    live.table?.seats.some(({ kind, stand_in }) => kind === 'bot' && stand_in),
  );

  const decision = $derived(decisionOf(live.table));

  const listener: Listener = {
    tell: (next) => {
      if (next.link === 'shut') dropToasts(() => true); // they tell of what is out of sight
      if (wasRemoved(live, next)) toast(t('ui.seat.removed'));
      isBarred ||= wasRemoved(live, next);
      if (next.link === 'open' && next.name === null && connectedAs !== null) {
        forget();
        becomeStranger();
      }
      const line = newLine(live, next);
      if (line?.kind === 'notice' && line.text === 'nick') house.asksName = true;
      if (line !== null && isNews(line, live.table?.seat ?? null) && game)
        toast(told(line, game) ?? '');
      live = next;
    },
    refused: (refusal) => complain(refusal, game),
  };
  $effect(() => {
    connection = untrack(() => connect(id, listener));
    return () => connection?.close();
  });

  $effect(() => {
    if (house.name === connectedAs) return;
    if (house.name !== null) return void named();
    forget(); // a stranger looks on as nobody, and gets no other name unasked
    void again();
  });

  $effect(() => {
    if (live.table !== null && (live.table.seat !== null || !isKept))
      wasSeated = live.table.seat !== null;
  });

  // Who has left the seat to a bot on an earlier visit may have it back as well.
  const looksOn = $derived(
    live.table !== null && isRunning(live.table) && live.table.seat === null && house.name !== null,
  );
  $effect(() => {
    if (looksOn && !untrack(() => wasSeated)) void recallSeat();
  });

  async function recallSeat(): Promise<void> {
    const reply = await getHome();
    if (reply.ok) wasSeated ||= reply.value.running.some(({ table }) => table.id === id);
  }

  // Who comes along from another table sits as there.
  let isComing = brought?.seat !== undefined && brought.seat !== null;
  $effect(() => {
    const { table } = live;
    if (table === null || !isComing) return;
    isComing = false;
    const wanted = brought?.seat ?? 0;
    if (table.phase === 'lobby' && table.seat === null)
      void sit(table.seats[wanted]?.kind === 'open' ? wanted : null);
  });

  // Before each match everybody who is seated adds to the shuffle once.
  $effect(() => {
    const { table } = live;
    if (table === null || table.seat === null || table.challenge !== null) return;
    if (table.phase !== 'lobby' && table.phase !== 'over') return;
    const wanted = `${table.seat} ${table.fairness.next ?? table.fairness.commitment}`;
    if (wanted === sealed) return;
    sealed = wanted;
    void addNonce();
  });

  async function addNonce(): Promise<void> {
    await differ();
    await connection?.send({ type: 'nonce', nonce: newNonce() });
    if (isStarting) await ask({ type: 'start' });
    isStarting = false;
  }

  async function ask(request: Request): Promise<boolean> {
    const answer = await connection?.send(request);
    if (answer?.type === 'refusal' && !isDone(request, answer)) complain(answer, game);
    if (answer?.type === 'lost') toast(t('ui.link.not_sent'));
    return answer?.type === 'ack';
  }

  function act(code: string): Promise<void> {
    return send([code], (seq) => ({ type: 'act', code, seq }));
  }

  function choose(codes: string[]): Promise<void> {
    return send(codes, (seq) => ({ type: 'choose', codes, seq }));
  }

  function confirm(): Promise<void> {
    return send(['confirm'], () => ({ type: 'confirm' }));
  }

  function send(codes: string[], request: (seq: number) => Request): Promise<void> {
    return actAt(live.seq, async (seq) => {
      waiting = codes;
      await ask(request(seq));
      if (waiting === codes) waiting = [];
    });
  }

  function announce(code: string): Promise<void> {
    return actAt(live.seq, (seq) => connection?.send({ type: 'act', code, seq }));
  }

  async function claim(): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    const claimed = decision;
    const answer = await connection?.send({ type: 'claim', seq: live.seq });
    isClaiming = false;
    if (answer?.type === 'lost') toast(t('ui.link.not_sent'));
    if (answer?.type !== 'refusal') return;
    if (answer.code === 'move/not_yet') inVain = claimed;
    complain(answer, game);
  }

  async function actAt(seq: number, send: (seq: number) => unknown): Promise<void> {
    if (actedAt === seq) return; // a second click on the same table
    actedAt = seq;
    await send(seq);
    if (actedAt === seq) actedAt = null;
  }

  async function sit(seat: number | null): Promise<void> {
    if (await named()) await ask({ type: 'sit', seat });
  }

  /** Makes sure that there is a name and that the connection, and the seat in the lobby, go by it. */
  async function named(): Promise<boolean> {
    if (!(await ensureName(others()))) return false;
    if (connectedAs !== house.name) {
      connectedAs = house.name;
      arrival = connection?.reopen() ?? arrival;
      await arrival;
      await sitByNewName();
    }
    await arrival;
    return true;
  }

  function forget(): void {
    [connectedAs, wasSeated] = [null, false];
  }

  /** Who waits for others is named before it is known with whom: not both of them are "Quiet Heron". */
  async function differ(): Promise<void> {
    const { table } = live;
    if (!table?.gathers || !house.isNamedByUs) return;
    if (table.seat === null || table.seats[table.seat]?.name === house.name) return;
    if (await takeName(guestName(others()), true)) await named();
  }

  function others(): string[] {
    return live.table?.seats.flatMap(({ name }) => name ?? []) ?? [];
  }

  async function sitByNewName(): Promise<void> {
    const { table } = live;
    if (table?.phase !== 'lobby' || table.seat === null) return;
    if (table.seats[table.seat]?.name === live.name) return;
    await ask({ type: 'sit', seat: table.seat });
  }

  async function again(): Promise<void> {
    arrival = connection?.reopen() ?? arrival;
    await arrival;
  }

  return {
    level: brought?.level ?? null,
    get live() {
      return live;
    },
    get game() {
      return game;
    },
    get hasLeft() {
      return wasSeated && !isBarred && isKept === true && live.table?.seat === null;
    },
    get isBarred() {
      return isBarred;
    },
    get waiting() {
      return waiting;
    },
    get isStarting() {
      return isStarting;
    },
    get claimable() {
      return inVain !== null && inVain === decision ? null : (live.table?.claim ?? null);
    },
    get isClaiming() {
      return isClaiming;
    },
    claim,
    ask,
    act,
    choose,
    confirm,
    announce,
    sit,
    again,
  };
}

/** Has somebody else done at the same moment what was asked for? */
function isDone(request: Request, { code }: Problem): boolean {
  return request.type === 'start' && code === 'table/already_started';
}

/** The line that has just come. */
function newLine(before: Live, next: Live): Line | null {
  const line = next.lines.at(-1) ?? null;
  return before.table === null || line?.key === before.lines.at(-1)?.key ? null : line;
}

/** Has the reader just been removed by the host, or by the others? */
function wasRemoved({ table }: Live, next: Live): boolean {
  const line = next.lines.at(-1);
  if (line?.kind !== 'event' || line.event.type !== 'removed' || !line.event.barred) return false;
  return table?.seat === line.event.seat && next.table?.seat === null;
}

/** Which decision of the reader this is: by deal and cards in hand. */
function decisionOf(table: TableView | null): string {
  const scene = table?.scene;
  if (!scene || scene.seat === null) return '';
  return `${table.played} ${scene.deal} ${zone(scene, 'hand', scene.seat)?.cards.length ?? 0}`;
}
