import { mount } from 'svelte';

import App from './App.svelte';
import './base.css';
import { openHouse } from './house.svelte.ts';
import { loadTexts } from './i18n.ts';
import { keepPage } from './install.ts';
import './look.css';
import { prepare } from './pages.svelte.ts';
import { page } from './route.svelte.ts';
import { settings } from './settings.svelte.ts';

const target = document.getElementById('app');
const late = document.getElementById('late');
if (target === null || late === null)
  throw new Error('index.html has no #app, or nothing to say instead');
// House, page and texts come beside each other.  Nothing is awaited while the module itself runs: WebKit would hand out
// a page that imports it before that page has run.
if (isAble()) {
  void openHouse();
  void prepare(page().name);
  void loadTexts(settings.lang).then(() => mount(App, { target }));
  if (document.readyState === 'complete') void keepPage();
  else addEventListener('load', () => void keepPage());
} else {
  late.style.visibility = 'visible';
}

/** Is the browser new enough?  What of what the client uses came last, in one browser or another. */
function isAble(): boolean {
  return 'toSorted' in [] && 'Segmenter' in Intl && CSS.supports('selector(:has(a))');
}
