import { mount } from 'svelte';

import App from './App.svelte';
import './base.css';
import { loadTexts } from './i18n.ts';
import { keepPage } from './install.ts';
import './look.css';
import { settings } from './settings.svelte.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');
await loadTexts(settings.lang);
mount(App, { target });
if (document.readyState === 'complete') void keepPage();
else addEventListener('load', () => void keepPage());
