// Drawings of what some games put on the table in their own way, by the name that a zone gives.

import type { Component } from 'svelte';

import type { GameInfo, WidgetZone } from '../wire.ts';
import Kingdoms from './widgets/Kingdoms.svelte';

export const WIDGETS: Record<string, Component<{ game: GameInfo; zone: WidgetZone }>> = {
  kingdoms: Kingdoms,
};
