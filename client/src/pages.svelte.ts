// The pages that come when they are wanted; the lobby, and what says that something is wrong, are here from the start.

import type { Component } from 'svelte';

import type { Page } from './router.ts';
import type { GameInfo } from './wire.ts';

/** A page is given what its address says, and the games of the house. */
export type LatePage = Component<{ games: GameInfo[] } & Record<string, unknown>>;

const LOADERS: Partial<Record<Page['name'], () => Promise<{ default: unknown }>>> = {
  table: () => import('./room/RoomPage.svelte'),
  rules: () => import('./rules/RulesPage.svelte'),
  learn: () => import('./lesson/LessonPage.svelte'),
  print: () => import('./print/PrintPage.svelte'),
  home: () => import('./home/HomePage.svelte'),
  take: () => import('./home/TakePage.svelte'),
  ratings: () => import('./ratings/RatingsPage.svelte'),
  day: () => import('./challenge/DayPage.svelte'),
  exercises: () => import('./exercise/ExercisesPage.svelte'),
  challenge: () => import('./challenge/ChallengePage.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
};

const here: Partial<Record<Page['name'], LatePage | 'failed'>> = $state({});

/** The page, once it is here; 'failed' if it could not be brought: offline, or of an older version that is gone. */
export function late(name: Page['name']): LatePage | 'failed' | undefined {
  return here[name];
}

/** Brings a page before it is shown, so that nobody waits for it. */
export async function prepare(name: Page['name']): Promise<void> {
  const load = LOADERS[name];
  if (load === undefined || (here[name] !== undefined && here[name] !== 'failed')) return;
  try {
    here[name] = (await load()).default as LatePage;
  } catch {
    here[name] = 'failed';
  }
}

const OFTEN = 60_000; // ms after a reload in which there is no other one by itself

/**
 * Begins anew where a page did not come because the house has another version, whose files have other names.  While
 * nodes of two versions answer in turn, that may not help: then only a person tries again.
 */
export async function renew(): Promise<void> {
  if (import.meta.env.DEV) return;
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (loaded?.type === 'reload' && performance.now() < OFTEN) return;
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok !== true) return;
  if (!(await answer.text()).includes(new URL(import.meta.url).pathname)) location.reload();
}
