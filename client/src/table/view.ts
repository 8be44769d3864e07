// Plain functions from a table's view to what is drawn.  No rules: what may be done stands in `scene.legal`.

import { FACE_DOWN } from '../cards/faces.ts';
import { withMinus } from '../i18n.ts';
import type {
  AskInfo,
  Badge,
  FinishedTrick,
  GameInfo,
  Reason,
  RowZone,
  Scene,
  TableView,
  Zone,
} from '../wire.ts';

export type Kind = Zone['kind'];
export type ZoneOf<K extends Kind> = Extract<Zone, { kind: K }>;
export type SeatState = 'turn' | 'confirmed' | 'idle';

/** The trick as it is shown: the finished one while it still lies on the table, else the running one. */
export interface ShownTrick {
  lead: number;
  cards: (string | null)[]; // by seat
  follow: string | null; // letter of the suit to follow
  winner: number | null; // null = the trick is not finished
}

/** All zones of one kind, in the scene's order. */
export function zones<K extends Kind>(scene: Scene, kind: K): ZoneOf<K>[] {
  return scene.zones.filter((zone): zone is ZoneOf<K> => zone.kind === kind);
}

/** The first zone of a kind, of one seat where `seat` is given. */
export function zone<K extends Kind>(scene: Scene, kind: K, seat?: number): ZoneOf<K> | undefined {
  return zones(scene, kind).find(
    (found) => seat === undefined || ('seat' in found && found.seat === seat),
  );
}

/** A mark that tells one finished trick from the next. */
export function trickKey(scene: Scene): string {
  const last = zone(scene, 'trick')?.last;
  return last ? JSON.stringify([scene.deal, last.lead, last.cards, last.winner]) : '';
}

/** The trick to draw; `held` is a finished one that has not been swept away yet. */
export function shownTrick(scene: Scene, held: FinishedTrick | null): ShownTrick | null {
  if (held) return { ...held, follow: null };
  const trick = zone(scene, 'trick');
  return trick
    ? { lead: trick.lead, cards: trick.cards, follow: trick.follow, winner: null }
    : null;
}

/** The table with the card that was sent where it will lie: it leaves the hand before the house has answered. */
export function laidAhead(table: TableView, sent: string[]): TableView {
  const { scene } = table;
  const [code] = sent;
  if (!scene || scene.seat === null || code === undefined || !scene.legal.includes(code))
    return table;
  const { seat } = scene;
  const [hand, trick] = [zone(scene, 'hand', seat), zone(scene, 'trick')];
  if (!hand?.cards.includes(code) || trick?.cards[seat] !== null) return table;
  const moved = scene.zones.map((each) => {
    if (each === hand) return { ...hand, cards: hand.cards.filter((card) => card !== code) };
    return each === trick ? { ...trick, cards: trick.cards.with(seat, code) } : each;
  });
  const turn = scene.turn.filter((each) => each !== seat);
  return { ...table, scene: { ...scene, zones: moved, turn, legal: [], why: {}, notes: {} } };
}

/** Seats from the first of them, who leads or looks, in the order of play; without one in seating order. */
export function panelOrder(players: number, lead: number | null, direction: 1 | -1): number[] {
  const first = lead ?? 0;
  const step = lead === null ? 1 : direction;
  return Array.from(
    { length: players },
    (_, i) => (((first + step * i) % players) + players) % players,
  );
}

/** The state in which a seat's panel and its name on the score sheet are shown. */
export function seatState(table: TableView, seat: number): SeatState {
  if (table.phase === 'between') return table.confirmed.includes(seat) ? 'confirmed' : 'idle';
  const acts = table.phase === 'playing' && table.scene?.turn.includes(seat);
  return acts ? 'turn' : 'idle';
}

/** Whether a match has begun and is not over. */
export function isRunning({ phase }: TableView): boolean {
  return phase === 'playing' || phase === 'between';
}

/** Whether the viewer is to do something. */
export function isAsked({ phase, scene, seat, confirmed }: TableView): boolean {
  if (scene === null || seat === null) return false;
  return phase === 'between' ? !confirmed.includes(seat) : scene.turn.includes(seat);
}

/** Whether the players' figures stand on panels in a row, led by whoever leads: where a score is told as it would be. */
export function hasPanels(scene: Scene): boolean {
  return scene.badges.some((badges) => badges.some(({ shape }) => shape === 'score'));
}

/** Whether there is anything to show of a trump: a suit, or the card turned up for it. */
export function isDecided({ suit, card }: ZoneOf<'trump'>): boolean {
  return suit !== null || card !== null;
}

/** Whether a badge has anything to tell: a plain number need not be there. */
export function isTold(badge: Badge): boolean {
  return badge.shape !== 'number' || badge.value !== null;
}

/**
 * A scene while the trick before it still lies there: figures, tricks taken and what a game draws are still those of the
 * scene before, and where the deal has ended with it no row is shown yet.
 */
export function stillTo(before: Scene, scene: Scene): Scene {
  if (before === scene) return scene;
  const still = scene.zones.map((each) => {
    if (each.kind === 'taken') return zone(before, 'taken', each.seat) ?? each;
    if (each.kind === 'widget')
      return zones(before, 'widget').find(({ id }) => id === each.id) ?? each;
    return each.kind === 'row' && scene.turn.length === 0
      ? { ...each, cards: each.cards.map(() => null) }
      : each;
  });
  return { ...scene, badges: before.badges, zones: still };
}

/** A badge in figures: `90 (80)`, `0/1`, `3`; `?` = hidden from this viewer, `–` = not there yet. */
export function badgeText(badge: Badge): string {
  const value = figure(badge.value);
  if (badge.shape === 'score') {
    const then = badge.of === null ? '-' : figure(badge.of);
    return `${value} (${badge.hidden ? '?' : then})`;
  }
  if (badge.shape === 'number' && badge.of !== null) return `${value}/${badge.of}`;
  if (badge.shape === 'fraction') return `${value}/${badge.hidden ? '?' : figure(badge.of)}`;
  return value;
}

/** What all have announced together, and of how many tricks; null where nobody has, or where it is not for all to see. */
export function saidInAll(
  scene: Scene,
  game: Pick<GameInfo, 'asks' | 'sheet'>,
): { said: number; tricks: number | null } | null {
  if (!game.asks.some(({ widget }) => widget === 'number')) return null;
  const bids = scene.badges.map((badges) => badges.find(({ shape }) => shape === 'fraction'));
  const known = bids.flatMap((bid) => bid?.of ?? []);
  if (known.length === 0 || bids.some((bid) => bid === undefined || bid.hidden)) return null;
  const said = known.reduce((sum, bid) => sum + bid, 0);
  if (game.sheet.exact === null) return { said, tricks: null };
  const taken = zones(scene, 'taken').reduce((sum, { count }) => sum + count, 0);
  const lies = zone(scene, 'trick')?.cards[0] != null;
  return { said, tricks: (zone(scene, 'hand', 0)?.cards.length ?? 0) + taken + Number(lies) };
}

/** A figure of the score sheet; nothing yet is a dash, yes and no are signs. */
export function figure(value: unknown): string {
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (typeof value === 'number') return withMinus(String(value));
  return typeof value === 'string' ? value : '–';
}

/**
 * The legal action that plays this card of the own hand, or null.  Something else that is done with a card goes by a
 * touch of it only while none may be played: nobody who means to play one shows it to all, say.  What is said of cards
 * that no hand here holds is not done with cards: whoever holds the seven of spades may bid seven spades by a button.
 */
export function handAction(scene: Scene, code: string): string | null {
  if (code === FACE_DOWN) return null;
  if (scene.legal.includes(code)) return code;
  if (scene.legal.some((action) => !action.includes(':') && isHeld(scene, action))) return null;
  const offers = rowActions(scene);
  const others = scene.legal.filter((action) => !offers.includes(action));
  const found = others.find((action) => action.endsWith(`:${code}`));
  const word = found?.slice(0, -code.length) ?? '';
  const said = others
    .filter((action) => action.startsWith(word))
    .map((each) => each.slice(word.length));
  // discard:none is a word, not a card that nobody holds
  return said.every((each) => /^[a-z]/.test(each) || isHeld(scene, each)) ? (found ?? null) : null;
}

function isHeld(scene: Scene, code: string): boolean {
  return zones(scene, 'hand').some(({ cards }) => cards.includes(code));
}

/** Is this card asked for now, but to be laid away, say, and not to be played?  No touch before has meant that. */
export function goesOtherwise(scene: Scene, code: string): boolean {
  return handAction(scene, code) !== null && !scene.legal.includes(code);
}

/** The seat from whose hand the viewer plays now: the own one, or where only that can be another that lies open. */
export function handInPlay(scene: Scene): number | null {
  const playable = zones(scene, 'hand').filter(({ cards }) =>
    cards.some((code) => handAction(scene, code) !== null),
  );
  const own = playable.length === 0 || playable.some(({ seat }) => seat === scene.seat);
  return own ? scene.seat : (playable[0]?.seat ?? null);
}

/** The legal action that takes this card from a row, or null. */
export function rowAction(scene: Scene, row: RowZone, code: string): string | null {
  const action = `${row.action}:${code}`;
  return row.action !== null && scene.legal.includes(action) ? action : null;
}

function rowActions(scene: Scene): string[] {
  return zones(scene, 'row').flatMap((row) =>
    row.cards.flatMap((code) => (code === null ? [] : (rowAction(scene, row, code) ?? []))),
  );
}

const ASKED_BY_BUTTONS: AskInfo['widget'][] = ['buttons', 'announce', 'final'];

function hasWidget({ widget }: AskInfo): boolean {
  return !ASKED_BY_BUTTONS.includes(widget);
}

/** An ask with the values that are legal for it now. */
export interface OpenAsk {
  ask: AskInfo;
  values: string[]; // arguments of the legal actions, in the order in which they came
}

/** The asks that are open for the viewer now. */
export function openAsks(scene: Scene, asks: AskInfo[]): OpenAsk[] {
  return asks.flatMap((ask) => {
    const start = `${ask.prefix}:`;
    const values = scene.legal
      .filter((code) => code.startsWith(start))
      .map((code) => code.slice(start.length));
    return hasWidget(ask) && values.length > 0 ? [{ ask, values }] : [];
  });
}

/** The legal actions that are neither a card to click nor asked for by a widget of their own. */
export function buttonActions(scene: Scene, asks: AskInfo[]): string[] {
  const played = handInPlay(scene);
  const hand = played === null ? undefined : zone(scene, 'hand', played);
  const cards = new Set(hand?.cards.map((code) => handAction(scene, code)));
  const offers = rowActions(scene);
  const widgets = asks.filter(hasWidget);
  return scene.legal.filter(
    (code) =>
      !cards.has(code) &&
      !offers.includes(code) &&
      !widgets.some((ask) => code.startsWith(`${ask.prefix}:`)),
  );
}

/**
 * Whether the score sheet is wanted open by itself: it asks for something, or a result waits to be read.
 * Where it would lie over the table, only what is drawn on it is asked there, and the end of a match stays in sight.
 */
export function sheetIsCalled(table: TableView, asks: AskInfo[], beside: boolean): boolean {
  const { scene } = table;
  if (table.phase === 'between') return true;
  if (table.phase === 'over') return beside;
  if (table.phase !== 'playing' || !scene) return false;
  const inSheet = asks.filter(
    ({ place, widget }) => place === 'sheet' && (beside || widget === 'drawing'),
  );
  // A phase that bears the name of an ask shows its sheet to those who wait, too.
  return inSheet.some((ask) => ask.prefix === scene.phase) || openAsks(scene, inSheet).length > 0;
}

/** Why a card cannot be played.  Which rule forbids it says the scene; no rule is needed where no card is asked for. */
export function whyNot(scene: Scene, code: string): Reason {
  if (scene.seat === null) return { key: 'watch', params: {} };
  if (!scene.turn.includes(scene.seat)) return { key: 'turn', params: {} };
  return scene.why[code] ?? { key: 'phase', params: { phase: scene.phase } };
}

/** One cell of the score sheet: the figures of a seat in this deal and its running total. */
export interface Cell {
  figures: string[];
  total: string | null;
}

/** `declarer`: key of the seat to which alone belongs what is no list; null = that stands for everybody. */
export function sheetCell(
  result: Record<string, unknown>,
  columns: string[],
  total: string | null,
  seat: number,
  declarer: string | null = null,
): Cell {
  const has = (value: unknown): boolean =>
    declarer === null || Array.isArray(value) || result[declarer] === seat;
  return {
    figures: columns.map((key) => figure(has(result[key]) ? bySeat(result[key], seat) : null)),
    total: total === null ? null : figure(bySeat(result[total], seat)),
  };
}

/**
 * The badges of a running deal under the columns of the finished ones, null = that is not known yet; none where the
 * badges tell something else.
 */
export function inColumns(badges: Badge[], columns: string[]): (Badge | null)[] {
  const found = columns.map((key) => badges.find(({ id }) => id === key) ?? null);
  const told = found.filter((badge) => badge !== null);
  return told.some(({ shape }) => shape !== 'fraction') ? found : []; // a fraction stands for two columns
}

/** Does this one play with the reader, whose seat is `own`, on one side? */
export function isPartner(game: GameInfo, own: number | null, seat: number): boolean {
  const { sides } = game.sheet;
  return own !== null && sides > 1 && seat !== own && seat % sides === own % sides;
}

/** A list shorter than the table is by side, and the side of a seat is seat mod sides. */
function bySeat(list: unknown, seat: number): unknown {
  // what is no list stands for everybody
  return Array.isArray(list) ? (list[seat % list.length] as unknown) : list;
}
