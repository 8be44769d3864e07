// A card of the own hand is touched: it is played, lifted first, marked with others that go together, or kept until its
// turn comes; else the table says why it cannot be played.

import { untrack } from 'svelte';

import { t } from '../../i18n.ts';
import { settings } from '../../settings.svelte.ts';
import type { Reason, Scene } from '../../wire.ts';
import type { Announcement } from '../announce.ts';
import { goesOtherwise, handAction, whyNot } from '../view.ts';

export interface Moment {
  scene: Scene | null;
  arrivals: number; // of the whole table, as after a move taken back: nothing is kept beyond
  cards: string[]; // in the hand
  together: number; // how many cards go at once
  free: Announcement | null; // what may be said before the card
  word: string | null; // … is about to be said without a question
  isHeld: boolean; // the finished trick still lies there
  isAsked: boolean; // and nothing is in the way of an answer
  isPlaying: boolean; // the deal goes on
}

export interface Effects {
  act: (code: string) => void;
  choose: (codes: string[]) => void;
  letGo: () => void; // of the trick that still lies there
  tell: (text: string) => void; // '' = nothing any more
  why: (reason: Reason) => void;
}

interface Wish {
  code: string;
  deal: number;
  arrivals: number;
}

export interface Touch {
  readonly kept: string | undefined; // the card that goes as soon as it may
  readonly marked: string[]; // those that are to go together
  readonly raised: string[] | null; // cards drawn as chosen; null where none ever is
  play: (code: string, isMeant?: boolean) => boolean; // does it go now?  Whoever pulls a card up means it
  send: (action: string) => void; // anything else
  sendMarked: () => void;
}

/** Watches what becomes of touched cards; call it while a component is set up. */
export function touchCards(now: () => Moment, { act, choose, letGo, tell, why }: Effects): Touch {
  // A card that is touched while a trick still lies there is kept until its turn comes; once more, and the trick goes.
  // Then another touch takes it back, or keeps another card; one that means the card does not.
  let kept = $state<(Wish & { isMeant: boolean }) | null>(null);
  $effect(() => {
    const { scene, cards, isAsked, isPlaying } = now();
    if (scene === null || kept === null) return;
    const { code, isMeant } = kept;
    const isOver =
      isPast(kept) || !isPlaying || !cards.includes(code) || goesOtherwise(scene, code);
    if (!isOver && !isAsked) return;
    kept = null;
    if (!isOver) untrack(() => play(code, isMeant));
  });

  // Whoever wants that touches a card twice: the first time lifts it.
  let lifted = $state<string | null>(null);
  $effect(() => {
    if (!now().isAsked) lifted = null;
  });

  // The card that was touched instead of an announcement is played as soon as it may be.
  let touched: Wish | null = null;
  $effect(() => {
    const { scene, free } = now();
    if (scene === null || touched === null || free !== null) return;
    const wish = touched;
    touched = null;
    if (isPast(wish)) return;
    lifted = wish.code;
    untrack(() => play(wish.code));
  });

  function wished(code: string): Wish {
    const { scene, arrivals } = now();
    return { code, deal: scene?.deal ?? 0, arrivals };
  }

  function isPast({ deal, arrivals }: Wish): boolean {
    const { scene, arrivals: current } = now();
    return scene?.deal !== deal || arrivals !== current;
  }

  // Cards that go together are marked first; what has been sent or played by a bot meanwhile is none any more.
  let chosen = $state.raw<string[]>([]);
  const marked = $derived.by(() => {
    const { cards, together } = now();
    return chosen.filter((code) => cards.includes(code)).slice(0, together);
  });
  $effect(() => {
    if (now().together === 1) chosen = [];
  });

  function mark(code: string): void {
    const { together } = now();
    tell('');
    if (marked.includes(code)) chosen = marked.filter((other) => other !== code);
    else if (marked.length < together) chosen = [...marked, code];
    else tell(t('table.choose_enough', { count: together }));
  }

  function play(code: string, isMeant = false): boolean {
    const { scene, word, free, together } = now();
    if (!scene) return false;
    const silence = word === null && free?.withCard ? free.silence : null; // the card says it
    const isBarred = silence !== null && scene.why[code] !== undefined;
    const action = silence === null ? handAction(scene, code) : null;
    const goes = isBarred ? null : (silence ?? action);
    if (goes === null) refuse(scene, code, isMeant);
    else if (action !== null && together > 1) mark(code);
    else if (settings.twice && !isMeant && lifted !== code) lifted = code;
    else {
      if (silence !== null) touched = wished(code);
      send(goes);
      return true;
    }
    return false;
  }

  /** Tells why the card cannot be played, or keeps it if that is only because a trick still lies there, or did. */
  function refuse(scene: Scene, code: string, isMeant: boolean): void {
    const reason = whyNot(scene, code);
    const { isHeld } = now();
    if (reason.key !== 'turn' || (!isHeld && kept === null)) {
      letGo(); // of a trick under which lies what the reason is about
      return why(reason);
    }
    const again = kept?.code === code;
    const isSure = !settings.twice || kept?.isMeant === true;
    if (kept !== null) letGo();
    const goesBack = again && !isHeld && !isMeant && isSure;
    kept = goesBack ? null : { ...wished(code), isMeant: isMeant || again };
  }

  function send(action: string): void {
    tell('');
    lifted = null;
    letGo();
    act(action);
  }

  function sendMarked(): void {
    const { scene, together } = now();
    if (scene === null || marked.length < together) return;
    choose(marked.flatMap((code) => handAction(scene, code) ?? []));
  }

  return {
    get kept() {
      return kept?.code;
    },
    get marked() {
      return marked;
    },
    get raised() {
      if (now().together > 1) return marked;
      return settings.twice ? [lifted ?? ''] : null;
    },
    play,
    send,
    sendMarked,
  };
}
