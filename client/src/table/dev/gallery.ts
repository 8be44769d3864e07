// The gallery: every card and every scene, for the eye and for tests.  Served by `vite`, not part of the build.
// ?theme=dark&lang=ja&four=1&figures=0&motion=none&scene=NAME (one scene alone, else the list of all; `cards` = the cards)

import '../../look.css';
import '../../base.css';
import { flushSync, mount } from 'svelte';
import { speak } from '../../i18n.ts';
import { applySettings, settings, spoken } from '../../settings.svelte.ts';
import Gallery from './Gallery.svelte';

const query = new URLSearchParams(location.search);
settings.theme = query.get('theme') === 'dark' ? 'dark' : 'light';
await speak(spoken(query.get('lang') ?? '') ?? 'en');
settings.fourColour = query.get('four') === '1';
settings.figures = query.get('figures') !== '0';
settings.motion = query.get('motion') === 'none' ? 'none' : 'full';
applySettings();

const target = document.getElementById('app');
if (target) mount(Gallery, { target, props: { scene: query.get('scene') } });
flushSync();
