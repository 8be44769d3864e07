// The lines of the log in words, for the eye in the chat and for the ear in the live region.

import { FACE_DOWN } from '../cards/faces.ts';
import {
  actionName,
  botName,
  cardName,
  fill,
  find,
  findGameText,
  gameName,
  gameText,
  labelled,
  levelName,
  namedGame,
  optionHelp,
  optionName,
  optionValue,
  refusalText,
  saidName,
  suitName,
  t,
  type Key,
  type Params,
} from '../i18n.ts';
import type { Laid, Line } from '../reduce.ts';
import { born } from '../table/birth.svelte.ts';
import { isRunning, zone, zones } from '../table/view.ts';
import { names, openHandText, outcomeText, seatName } from '../table/words.ts';
import type {
  Acted,
  Drawn,
  GameInfo,
  OptionValue,
  Proposal,
  PublicEvent,
  Scene,
  TableView,
} from '../wire.ts';

/** A line in words; null for what need not be told. */
export function told(line: Line, game: GameInfo): string | null {
  switch (line.kind) {
    case 'said':
      return t('ui.chat.said', { name: line.said.name, text: line.said.text });
    case 'notice':
      return noticeText(line.text, line.params, game);
    case 'gap':
      return t('ui.chat.gap');
    case 'trick':
      return [
        line.winner === line.table.seat
          ? t('table.sentence', { text: t('table.takes_you') })
          : t('event.trick', { name: seatName(line.table, line.winner, game) }),
        shownText(line.table, game),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'reset':
      return resetText(line, game);
    case 'event':
      return line.event.type === 'acted'
        ? playedText(line.event, line.dummy, line.table, game)
        : eventText(line.event, line.table, game);
  }
}

/** What hands show after a trick because it counts, such as a Weis; null if nothing. */
export function shownText({ scene, seats }: TableView, game: GameInfo): string | null {
  if (scene === null || findGameText(game, 'zone.hand.open') === null) return null;
  const shown = zones(scene, 'hand').filter(({ seat, open }) => open && seat !== scene.seat);
  const texts = shown.map(({ seat, cards }) => {
    const known = cards.filter((code) => code !== FACE_DOWN).map((code) => cardName(game, code));
    const action = fill('{known}', { known });
    return t('event.acted', { name: openHandText({ seats }, game, seat), action });
  });
  return texts.join(' · ') || null;
}

/** What is seen on the table alone when something happens: a new trump, and what is new in the reader's hand. */
export function seenWith(line: Line, before: TableView | null, game: GameInfo): string | null {
  if (line.kind !== 'event' || !line.table.scene) return null;
  const { scene } = line.table;
  const was = before?.scene?.deal === scene.deal ? before.scene : null;
  if (was === null && line.event.type !== 'dealt') return null;
  const said = told(line, game) ?? '';
  const texts = [newTrump(said, was, scene, game), newInHand(said, was, scene, game)];
  return texts.filter(Boolean).join(' · ') || null;
}

function newTrump(said: string, was: Scene | null, scene: Scene, game: GameInfo): string | null {
  const suit = zone(scene, 'trump')?.suit ?? null;
  if (suit === null || suit === (was && zone(was, 'trump')?.suit)) return null;
  if (suit === 'none') return was === null ? t('table.trump_none') : null;
  const name = suitName(game, suit);
  if (born(was, scene) !== null) return t('table.trump_born', { suit: name });
  return said.includes(name) ? null : labelled(t('table.trump'), name);
}

/** Cards that have just come, but for those that lay on the table, as in RWD, or are named anyway. */
function newInHand(said: string, was: Scene | null, scene: Scene, game: GameInfo): string | null {
  if (was === null || scene.seat === null) return null;
  const { seat } = scene;
  const before = [...(zone(was, 'hand', seat)?.cards ?? []), ...(zone(was, 'trick')?.cards ?? [])];
  const cards = zone(scene, 'hand', seat)?.cards.filter((code) => !before.includes(code)) ?? [];
  const names = cards.filter((code) => code !== FACE_DOWN).map((code) => cardName(game, code));
  const known = names.filter((name) => !said.includes(name));
  return known.length === 0 ? null : labelled(t('table.hand_new'), fill('{known}', { known }));
}

/** Must it be told at once to who has not opened the chat: who plays here now, where others go on, and that a proposal is off? */
export function isNews(line: Line, seat: number | null): boolean {
  if (line.kind === 'reset') return line.table.phase !== 'over' && isShared(line.table);
  if (line.kind === 'notice') return line.text === 'relieved';
  if (line.kind !== 'event' || !('seat' in line.event)) return false;
  const { event, table } = line;
  if (event.type === 'joined') return isRunning(table);
  if (event.seat === seat) return false;
  if (event.type === 'answered') return !event.yes;
  if (event.type === 'stood_in') return !event.late;
  if (event.type === 'left') return table.phase !== 'lobby'; // there he may only change seats
  return event.type === 'returned' || event.type === 'invited';
}

function eventText(
  event: Exclude<PublicEvent, Acted>,
  table: TableView,
  game: GameInfo,
): string | null {
  switch (event.type) {
    case 'said':
    case 'nonce_given': // part of fair dealing, of no interest while one waits
      return null;
    case 'created':
      return t('event.created', { game: gameName(game) });
    case 'option_set': {
      const value = optionValue(game, event.name, event.value);
      return t('event.option_set', { option: optionName(game, event.name), value });
    }
    case 'hints_set':
      return t(event.on ? 'event.hints_on' : 'event.hints_off');
    case 'clock_set':
      return t('event.clock_set', { clock: t(`ui.clock.${event.clock}`) });
    case 'listed_set':
      return t(event.on ? 'event.listed_set.on' : 'event.listed_set.off');
    case 'watching_set':
      return t(`event.watching_set.${event.who}`);
    case 'word_set':
      return t(event.on ? 'event.word_set.on' : 'event.word_set.off');
    case 'stood_in':
      return t(event.late ? 'event.stood_in.late' : 'event.stood_in', { name: event.name });
    case 'joined':
      if (!isRunning(table)) return t('event.joined', { name: event.name });
      return event.seat === table.seat
        ? t('event.joined.yours')
        : t('event.joined.running', { name: event.name });
    case 'left':
      return t(isRunning(table) ? 'event.left.running' : 'event.left', { name: event.name });
    case 'asked':
      return t('event.asked', { name: event.name, bot: seatName(table, event.seat) });
    case 'lock_set':
      return t(event.on ? 'event.locked' : 'event.unlocked');
    case 'removed':
      return t(event.barred ? 'event.barred' : 'event.removed', {
        name: event.barred ? event.name : botName(event.name) || t('ui.somebody'),
      });
    case 'hinted':
      return t('event.hinted', { name: seatName(table, event.seat) });
    case 'swapped':
      return t('event.swapped', { names: names(table, [event.other, event.seat]) });
    case 'preset_set':
      return t('event.preset_set', { preset: gameText(game, `preset.${event.name}`) });
    case 'bot_added':
      return t('event.bot_added', { name: botName(event.name), level: levelName(event.level) });
    case 'confirmed':
      return t('event.confirmed', { name: seatName(table, event.seat) });
    case 'deal_ended':
      return t('event.deal_ended', { scores: dealScores(event.result, table, game) });
    case 'finished':
      return outcomeText(table) || t('event.finished');
    case 'invited':
      return t('event.invited', { name: event.name, game: namedGame(event.game) });
    case 'proposed': {
      const proposal = proposalText(event.what, table, game);
      return t('event.proposed', { name: event.name, proposal });
    }
    case 'answered':
      return t(`event.answered.${event.absent ? 'absent' : event.yes ? 'yes' : 'no'}`, {
        name: event.name,
      });
    default: {
      const key: Key = `event.${event.type}`;
      const text = find(key); // none of what a newer house tells
      return text && fill(text, { ...event });
    }
  }
}

/** Back to seats and options: after the match, or in the middle of it, given up by one person or by all. */
function resetText({ name, table, standing }: Line & { kind: 'reset' }, game: GameInfo): string {
  if (table.phase === 'over') return t('event.was_reset.over');
  if (!isShared(table)) return t('event.was_reset', { name });
  const { total } = game.sheet;
  const scores = total === null ? [] : standing[total];
  const told = Array.isArray(scores) && scores.length > 0 ? scoreList(scores, table) : '';
  return t('event.was_reset.agreed', { scores: told }).trim();
}

/** Does more than one person decide here? */
function isShared({ seats }: TableView): boolean {
  return seats.filter(({ kind, stand_in }) => kind === 'person' && !stand_in).length > 1;
}

const CLOCKS = ['relaxed', 'quick', 'daily'] as const;

/** What somebody proposes, in words. */
export function proposalText(
  { what, name, value, seat, more }: Proposal,
  table: TableView,
  game: GameInfo,
): string {
  switch (what) {
    case 'option':
      return fill('{each}', {
        each: Object.entries({ ...more, [name ?? '']: value ?? '' }).map(([option, each]) =>
          t('ui.proposal.option', {
            option: optionName(game, option),
            value: optionValue(game, option, each),
          }),
        ),
      });
    case 'preset':
      return t('ui.proposal.preset', { preset: gameText(game, `preset.${name}`) });
    case 'hints':
      return t(value === true ? 'ui.proposal.hints.on' : 'ui.proposal.hints.off');
    case 'clock':
      return t('ui.proposal.clock', {
        clock: t(`ui.clock.${CLOCKS.find((each) => each === name) ?? 'none'}`),
      });
    case 'remove':
      return t('ui.proposal.remove', { name: seatName(table, Number(value)) });
    case 'swap':
      return t('ui.proposal.swap', { names: names(table, [Number(seat), Number(value)]) });
    case 'take_back':
      return t('ui.proposal.move_back');
    case 'sit':
      return table.seats[Number(seat)]?.stand_in
        ? t('ui.proposal.sit.person', { name: seatName(table, Number(seat)) })
        : t('ui.proposal.sit', { bot: seatName(table, Number(seat)) });
    case 'reset':
      return t(table.phase === 'over' ? 'ui.proposal.reset.over' : 'ui.proposal.reset');
    default:
      return t(`ui.proposal.${what}`);
  }
}

/** What somebody has done, then chance, then a dummy: what only let that play is not told. */
function playedText(
  { seat, code, chance }: Acted,
  dummy: Laid | undefined,
  table: TableView,
  game: GameInfo,
): string {
  const isTold = dummy === undefined || code === null || game.cards.includes(code);
  return [
    ...(isTold ? [actedText(seat, code, table, game)] : []),
    ...chance.map((drawn) => drawnText(drawn, table, game)),
    ...(dummy ? [actedText(dummy.place, dummy.code, table, game)] : []),
  ].join(' · ');
}

function actedText(seat: number, code: string | null, table: TableView, game: GameInfo): string {
  if (code === null) return t('event.acted_hidden', { name: seatName(table, seat, game) });
  const you = seat === table.seat;
  const name = you ? t('table.you') : seatName(table, seat, game);
  return t('event.acted', { name, action: saidName(game, code, you) });
}

function drawnText({ seat, code }: Drawn, table: TableView, game: GameInfo): string {
  const action = actionName(game, code);
  return seat === null ? action : t('event.acted', { name: seatName(table, seat), action });
}

function dealScores(result: Record<string, unknown>, table: TableView, game: GameInfo): string {
  const column = game.sheet.total ?? game.sheet.columns.at(-1);
  const scores = column === undefined ? undefined : result[column];
  return Array.isArray(scores) ? scoreList(scores, table) : '';
}

// A list shorter than the table is by side: partners are named together.
function scoreList(scores: unknown[], table: TableView): string {
  const each = scores.map((score, side) => {
    const seats = [...table.seats.keys()].filter((seat) => seat % scores.length === side);
    const name = seats.length > 1 ? names(table, seats) : seatName(table, side);
    return t('ui.score', { name, score });
  });
  return fill('{each}', { each });
}

function noticeText(key: string, params: Params, game: GameInfo): string {
  const text = find(`notice.${key}`);
  if (text !== null) return fill(text, { ...params, ...noticeWords(params, game) });
  return refusalText({ code: key, params }, game);
}

/** The words for the identifiers of a notice. */
function noticeWords(
  { commands, names, option, off, value, allowed, excludes, preset }: Params,
  game: GameInfo,
): Params {
  const words: Params = { game: gameName(game) };
  if (Array.isArray(names)) words.names = names.map((name) => botName(String(name)));
  if (Array.isArray(commands)) words.commands = commands.join(' '); // a line ends between them, in any language
  if (typeof preset === 'string') words.preset = gameText(game, `preset.${preset}`);
  if (typeof option !== 'string') return words;
  const valueWords = (each: unknown) => optionValue(game, option, each as OptionValue);
  const excluded = Array.isArray(excludes)
    ? excludes.map((each) => optionName(game, String(each)))
    : [];
  return {
    ...words,
    id: option,
    option: optionName(game, option),
    off: typeof off === 'string' ? optionName(game, off) : undefined,
    help: optionHelp(game, option) ?? '',
    value: value === undefined ? undefined : valueWords(value),
    allowed: Array.isArray(allowed)
      ? allowed.map((each) => allowedWords(each, valueWords(each)))
      : [],
    excludes: excluded.length > 0 ? t('ui.option.excludes_short', { names: excluded }) : '',
  };
}

/** A value as it is typed, and what it means where that is not the same. */
function allowedWords(value: unknown, meaning: string): string {
  const typed = value === true ? 'on' : value === false ? 'off' : String(value);
  return typed === meaning ? typed : t('notice.typed', { typed, meaning });
}
