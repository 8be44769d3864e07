// Drawings of what some games put on the table in their own way, by the name that a zone gives.

import type { Component } from 'svelte';

import type { GameInfo, Scene, TableView, WidgetZone } from '../../wire.ts';
import Carried from './Carried.svelte';
import Coiffeur from './Coiffeur.svelte';
import Contract from './Contract.svelte';
import Kingdoms from './Kingdoms.svelte';
import Slate from './Slate.svelte';

export interface WidgetProps {
  table: TableView;
  game: GameInfo;
  scene: Scene;
  zone: WidgetZone;
  send: (action: string) => void;
}

export const WIDGETS: Record<string, Component<WidgetProps>> = {
  carried: Carried,
  coiffeur: Coiffeur,
  contract: Contract,
  kingdoms: Kingdoms,
  slate: Slate,
};

/** Drawings that stand above the table top; the others lie below it. */
export const ABOVE = new Set(['contract', 'kingdoms']);
