// Drawings of what some games put on the table in their own way, by the name that a zone gives.

import type { Component } from 'svelte';

import type { GameInfo, Scene, TableView, WidgetZone } from '../wire.ts';
import Contract from './widgets/Contract.svelte';
import Kingdoms from './widgets/Kingdoms.svelte';

export interface WidgetProps {
  table: TableView;
  game: GameInfo;
  scene: Scene;
  zone: WidgetZone;
  send: (action: string) => void;
}

export const WIDGETS: Record<string, Component<WidgetProps>> = {
  contract: Contract,
  kingdoms: Kingdoms,
};
