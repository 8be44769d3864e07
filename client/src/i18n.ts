// The words.  Texts stand in src/torite/locale/*.json (docs/texts.md); this file finds and fills them.
// English comes with the client, every other language when it is read.

import en from '../../src/torite/locale/en.json';
import { readCard } from './cards/faces.ts';
import { settings, spoken, type Lang } from './settings.svelte.ts';
import type { GameInfo, OptionValue, Problem, Reason, SeatView } from './wire.ts';

export type Key = keyof typeof en;
export type Params = Record<string, unknown>;
type Catalogue = Record<string, string>;

const catalogues: Partial<Record<Lang, Catalogue>> = { en };

const FOLDER = '../../src/torite/locale';
const LOADERS = import.meta.glob<Catalogue>(
  ['../../src/torite/locale/*.json', '!../../src/torite/locale/en.json'],
  { import: 'default' },
);

/** Brings the texts of a language; where that fails, English is shown. */
export async function loadTexts(lang: Lang): Promise<void> {
  const load = LOADERS[`${FOLDER}/${lang}.json`];
  if (catalogues[lang] !== undefined || load === undefined) return;
  try {
    catalogues[lang] = await load();
  } catch {
    // offline, or a file of an older version that is gone: the next try may bring it
  }
}

/** The text, no line of which breaks within 第1, 獲得5 or 5-3の牌: for browsers a number begins a phrase of its own. */
export function ordinal(text: string): string {
  return text.replace(/(?:第|獲得|記入|後半)(?=\d)|\d-(?=\dの)/g, '$&\u2060');
}

/** Goes over to another language, once its texts are here. */
export async function speak(lang: Lang): Promise<void> {
  await loadTexts(lang);
  settings.lang = lang;
}

/** Writes dates and times as it is done where the reader lives, as far as the browser says that of the chosen language. */
export function dateFormat(how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const regions = navigator.languages.flatMap((tag) => /^[a-z]{2}-[a-z]{2}\b/i.exec(tag) ?? []);
  const region = regions.find((tag) => spoken(tag) === settings.lang);
  return new Intl.DateTimeFormat(region ?? settings.lang, how);
}

/** The text of a key that is known at build time, in the reader's language. */
export function t(key: Key, params: Params = {}): string {
  return fill(find(key) ?? key, params);
}

/** The text of a key made at run time (`refusal.…`, `event.…`), or null if there is none. */
export function find(key: string): string | null {
  return catalogues[settings.lang]?.[key] ?? (en as Catalogue)[key] ?? null;
}

/**
 * A text of a game, by the part of its key after `game.NAME.`: from the locale files, else from the
 * game itself, else the plain identifier (the key without `phase.`, `option.`, …).
 */
export function gameText(game: GameInfo, part: string, params: Params = {}): string {
  const text = findGameText(game, part) ?? part.replace(/^[a-z_]+\./, '');
  return fill(inItsCards(game, text), params);
}

/** Like `gameText`, but null if neither the locale files nor the game have the text. */
export function findGameText(game: GameInfo, part: string): string | null {
  const key = `game.${game.name}.${part}`;
  const inSwissCards = deckOf(game) === 'swiss' ? find(`${key}.swiss`) : null;
  return inSwissCards ?? findWithin(game, key);
}

/** Like `findGameText`; before the plain text goes `PART.OPTION`, where an option of the table is on that has its own. */
export function findAtTable(
  game: GameInfo,
  part: string,
  options: Record<string, OptionValue>,
): string | null {
  const on = game.options.map(({ name }) => name).filter((name) => options[name]);
  const own = on.map((name) => findGameText(game, `${part}.${name}`)).find((text) => text !== null);
  return own ?? findGameText(game, part);
}

/** The kind of cards in which a game is seen; correspondences of suits and the like stand behind a hyphen. */
function deckOf(game: GameInfo): string {
  return game.faces.split('-', 1)[0] ?? game.faces;
}

/** French suits in a text are called by their names where the cards that are seen are not French. */
export function inItsCards(game: GameInfo, text: string): string {
  if (deckOf(game) !== 'swiss') return text;
  return text.replace(/[♠♥♦♣]/g, (sign) => suitName(game, SIGNS[sign] ?? sign));
}

const SIGNS: Record<string, string> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

/** The text of any key, from the locale files or the game's own texts. */
function findWithin(game: GameInfo, key: string): string | null {
  return find(key) ?? game.texts[settings.lang]?.[key] ?? game.texts.en?.[key] ?? null;
}

/** The name of a game: `gameText` would call an unknown one "name". */
export function gameName(game: GameInfo): string {
  return findGameText(game, 'name') ?? game.name;
}

/** The same where there is little room: how it is read, which stands in brackets, is told elsewhere. */
export function shortName(game: GameInfo): string {
  return gameName(game).replace(/（.*）$/, '');
}

/** The name of a suit: as the game calls it, else as all do who have this family of card faces. */
export function suitName(game: GameInfo, letter: string): string {
  const ofFaces = `suit.${spokenAs(game, game.faces)}.${letter}`;
  return findGameText(game, `suit.${letter}`) ?? findWithin(game, ofFaces) ?? letter;
}

/** The family by whose names cards are called: Jass players have names of their own for the French ones. */
function spokenAs(game: GameInfo, faces: string): string {
  const isJass = game.options.some((option) => option.name === 'suit_names');
  return isJass && faces === 'french' ? 'jass' : faces;
}

/** What a bot of the house is called by the reader; any other name stays. */
export function botName(name: string): string {
  return find(`ui.bot.${name}`) ?? name;
}

/** The name on a seat, or that it had.  A bot that has taken over from somebody keeps the name of that person. */
export function nameOn({
  kind,
  name,
  stand_in,
}: Pick<SeatView, 'kind' | 'name' | 'stand_in'>): string | null {
  return kind !== 'person' && !stand_in && name !== null ? botName(name) : name;
}

/** What it means to get up in a running match from the reader's own seat, and the yes to it. */
export function gettingUp(seats: SeatView[], own: number | null): [help: string, sure: string] {
  return seats.some(({ kind }, seat) => kind === 'person' && seat !== own)
    ? [t('ui.seat.leave.help'), t('ui.seat.leave.sure')]
    : [t('ui.seat.leave.alone'), t('ui.seat.leave.alone.sure')];
}

/** What something is called, and what it is. */
export function labelled(label: string, value: string): string {
  return t('ui.labelled', { label, value });
}

/** What a game is called of which the name is known alone; one from outside has to be among `games`. */
export function namedGame(name: string, games: GameInfo[] = []): string {
  const game = games.find((each) => each.name === name);
  return game === undefined ? (find(`game.${name}.name`) ?? name) : gameName(game);
}

/** The name of a bot level. */
export function levelName(level: string): string {
  return find(`level.${level}`) ?? level;
}

/** An option in words: its label, what it does, and one of its values. */
export function optionName(game: GameInfo, name: string): string {
  return gameText(game, `option.${name}`);
}

export function optionHelp(game: GameInfo, name: string): string | null {
  return findGameText(game, `option.${name}.help`);
}

export function optionValue(game: GameInfo, name: string, value: OptionValue): string {
  return findGameText(game, `option.${name}.${value}`) ?? shown(value);
}

/** Options and their values in a line. */
export function optionsText(game: GameInfo, options: [string, OptionValue][]): string {
  return options
    .map(([name, value]) =>
      t('ui.proposal.option', {
        option: optionName(game, name),
        value: optionValue(game, name, value),
      }),
    )
    .join(' · ');
}

/** The rule that forbids an action, in words: the game's own `why.KEY`, else the one that all games share. */
export function reasonText(game: GameInfo, { key, params }: Reason): string {
  const text = findGameText(game, `why.${key}`) ?? find(`why.${key}`) ?? key;
  return fill(text, inWords(game, params));
}

/** Why something was refused; cards and suits by name where the game is known. */
export function refusalText({ code, params }: Problem, game?: GameInfo): string {
  if (game !== undefined && params.why) return reasonText(game, params.why as Reason);
  const text = find(`refusal.${code.replaceAll('/', '.')}`);
  if (text === null) return t('ui.refused', { code });
  return fill(text, game === undefined ? params : inWords(game, params));
}

/** Why a record cannot be shown: what the reader of records found, and where. */
export function recordText(problem: Problem): string {
  const { reason, about, deal, action } = problem.params;
  const found = find(`cli.record.${String(reason)}`);
  if (problem.code !== 'record/bad' || found === null) return refusalText(problem);
  const at = typeof action === 'number' ? 'at_action' : typeof deal === 'number' ? 'at_deal' : null;
  const place = at === null ? '' : fill(find(`cli.record.${at}`) ?? '', { deal, action });
  return place + fill(found, (about ?? {}) as Params);
}

function inWords(game: GameInfo, params: Params): Params {
  const { card, code, legal, phase, suit, ...rest } = params;
  if (typeof card === 'string') rest.card = cardName(game, card);
  if (typeof code === 'string') rest.code = actionName(game, code);
  if (typeof phase === 'string') rest.phase = gameText(game, `phase.${phase}`);
  if (typeof suit === 'string') rest.suit = suitName(game, suit);
  if (Array.isArray(legal)) rest.legal = actionNames(game, legal.map(String));
  return rest;
}

/**
 * What an action is called where it is told or stands on a button: `action.CODE`, else
 * `action.PREFIX` followed by its argument (or with it in `{value}`), else the name of the card.
 */
export function actionName(game: GameInfo, code: string): string {
  const whole = findGameText(game, `action.${code}`);
  if (whole !== null) return inItsCards(game, whole);
  const [prefix, argument] = split(code);
  if (argument === null) return cardName(game, code);
  return prefixed(game, prefix, argumentName(game, prefix, argument));
}

/**
 * What a seat has done, as it is told of it: `said.CODE` or `said.PREFIX`, else what stands on the button.
 * `you`: the reader has done it.
 */
export function saidName(game: GameInfo, code: string, you = false): string {
  const [prefix, argument] = split(code);
  const text = findGameText(game, `said.${code}`) ?? findGameText(game, `said.${prefix}`);
  if (text === null) return actionName(game, code);
  const value = argument === null ? '' : argumentName(game, prefix, argument);
  return fill(inItsCards(game, text), { value, you: you ? 1 : 2 });
}

/** What stands behind a prefix, in words. */
function argumentName(game: GameInfo, prefix: string, argument: string): string {
  return isFigure(game, prefix, argument) ? argument : cardName(game, argument);
}

/** A number is a figure, unless it is a card or asked for as a suit. */
function isFigure(game: GameInfo, prefix: string, argument: string): boolean {
  const isSuit = game.asks.some((ask) => ask.prefix === prefix && ask.widget === 'suit');
  return /^\d+$/.test(argument) && !isSuit && !game.cards.includes(argument);
}

/** Several actions, as `actionName` has each; those that differ by a figure alone are told as one. */
export function actionNames(game: GameInfo, codes: string[]): string[] {
  const alike = new Map<string, number[]>();
  for (const code of codes) {
    const [prefix, argument] = split(code);
    if (argument === null || !isFigure(game, prefix, argument)) alike.set(code, []);
    else alike.set(prefix, [...(alike.get(prefix) ?? []), Number(argument)]);
  }
  return [...alike].map(([code, figures]) =>
    figures.length === 0 ? actionName(game, code) : prefixed(game, code, shown(ranges(figures))),
  );
}

function prefixed(game: GameInfo, prefix: string, value: string): string {
  const text = findGameText(game, `action.${prefix}`) ?? prefix;
  return text.includes('{value}') ? fill(text, { value }) : `${text} ${value}`;
}

/** Numbers in ascending order; of three and more that follow each other only the ends. */
function ranges(numbers: number[]): string[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) =>
    run.length < 3 ? run.map(String) : [t('ui.range', { from: run[0], to: run.at(-1) })],
  );
}

/** A card in words: its suit by name and its rank; what is no card stays as it is. */
export function cardName(game: GameInfo, code: string): string {
  if (code === '?') return t('ui.card.face_down');
  if (code === 'none') return t('ui.card.no_trump');
  const word = game.words[code];
  if (word !== undefined) return word;
  if (code.includes('-')) return tileName(game, code);
  const suit = code.slice(0, 1);
  const rank = code.slice(1);
  if (!game.suits.includes(suit)) return findWithin(game, `card.${game.faces}.${suit}`) ?? code;
  if (rank === '') return suitName(game, suit);
  const name = find(`ui.card.name.${deckOf(game)}`) ?? t('ui.card.name'); // colours are no nouns: "blue 7"
  return fill(name, { suit: suitName(game, suit), rank: rankName(game, code) });
}

/** The rank of a card: by name where its kind of cards has names, else as it is printed. */
function rankName(game: GameInfo, code: string): string {
  const { index, rank, trump } = readCard(game.faces, code);
  const named = find(`rank.${spokenAs(game, deckOf(game))}.${rank}`);
  return named ?? (trump === undefined ? index : `${index}/${trump}`);
}

/** A domino by the words for its ends, what a card can do (`J-S`) by the card; any other code with a dash stays. */
function tileName(game: GameInfo, code: string): string {
  const [rank = '', suit = ''] = code.split('-');
  if (game.suits.includes(suit) && !game.suits.includes(rank)) return cardName(game, suit + rank);
  const ends = code.split('-').map((end) => findWithin(game, `card.${game.faces}.${end}`));
  const [larger, smaller] = ends;
  return larger && smaller ? t('ui.card.tile', { larger, smaller }) : code;
}

function split(code: string): [string, string | null] {
  const at = code.indexOf(':');
  return at < 0 ? [code, null] : [code.slice(0, at), code.slice(at + 1)];
}

/**
 * Puts the parameters into the braces; a brace without a parameter stays visible.  `{n:one|other}` is a word
 * that agrees with a number: the first where n is 1, else the second.
 */
export function fill(text: string, params: Params): string {
  const braces = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;
  const filled = text.replace(braces, (whole, name: string, one?: string, other?: string) => {
    if (params[name] === undefined) return whole;
    const value = shown(params[name]);
    if (one === undefined || other === undefined) return value;
    return value === '1' ? one : other;
  });
  return ordinal(filled).replaceAll(/(±|:(?= [+−]?\d+$)) /g, '$1\u00a0'); // no line ends before their figure
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(settings.lang === 'ja' ? '、' : ', ');
  if (value === true) return t('ui.yes');
  if (value === false) return t('ui.no');
  return value === null ? '–' : isolated(withMinus(String(value)));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What is read from the right, such as a name in Hebrew, turns nothing round that stands beside it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Sentences one after the other; a full stop of full width has its space in itself. */
export function sentences(...texts: (string | null)[]): string {
  return texts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/([。！？]) /g, '$1');
}

/** A figure with the sign that is as wide as a plus; what is no figure stays as it is. */
export function withMinus(figure: string): string {
  return figure.replace(/^-(?=\d)/, '−');
}
