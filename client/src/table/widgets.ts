// Drawings of what some games put on the table in their own way, by the name that a zone gives.

import type { Component } from 'svelte';

import type { GameInfo, TableView, WidgetZone } from '../wire.ts';
import Carried from './widgets/Carried.svelte';
import Coiffeur from './widgets/Coiffeur.svelte';
import Kingdoms from './widgets/Kingdoms.svelte';
import Slate from './widgets/Slate.svelte';

export interface WidgetProps {
  game: GameInfo;
  zone: WidgetZone;
  table: TableView;
  send: (action: string) => void;
}

export const WIDGETS: Record<string, Component<WidgetProps>> = {
  carried: Carried,
  coiffeur: Coiffeur,
  kingdoms: Kingdoms,
  slate: Slate,
};

/** Drawings that lie beside the hand where there is room for both. */
export const BESIDE = new Set(['slate']);
