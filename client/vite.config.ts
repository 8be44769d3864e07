import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { compressed } from './compressed.ts';
import { tablePage } from './tablepage.ts';

const SERVER = process.env.TORITE_SERVER ?? 'http://127.0.0.1:8000';

const OTHERS = /^cli\.(?!record\.)/;

/**
 * A language's texts with those of the house's games. The terminal's own are none of the client's
 * business, but for what may be wrong with a record.
 */
const words: Plugin = {
  name: 'torite-locale',
  enforce: 'pre',
  transform(code, id) {
    const [, folder, lang] = /^(.*locale)\/([a-z]+)\.json$/.exec(id) ?? [];
    if (folder === undefined || lang === undefined) return null;
    const texts = Object.entries(JSON.parse(code) as Record<string, string>);
    for (const name of readdirSync(`${folder}/games`)) {
      const file = `${folder}/games/${name}`;
      this.addWatchFile(file);
      const games = JSON.parse(readFileSync(file, 'utf8')) as Record<
        string,
        Record<string, string>
      >;
      const prefix = `game.${basename(name, '.json')}.`;
      for (const [key, text] of Object.entries(games[lang] ?? {})) texts.push([prefix + key, text]);
    }
    return JSON.stringify(Object.fromEntries(texts.filter(([key]) => !OTHERS.test(key))));
  },
};

/** What the page says by itself, without any script (index.html), in each language. */
const unscripted: Plugin = {
  name: 'torite-unscripted',
  transformIndexHtml(html) {
    const said = (key: string): string =>
      languages()
        .map(([lang, texts]) => {
          const again = `<a href="">${texts['ui.try_again']}</a>`;
          return `<p lang="${lang}">${texts[key]} ${again}</p>`;
        })
        .join('\n      ');
    const words = languages().map(([, texts]) => texts['ui.preview']);
    return html
      .replace(' data-late></div>', `>${said('ui.late')}</div>`)
      .replace(' data-unscripted></div>', `>${said('ui.unscripted')}</div>`)
      .replaceAll('{words}', words.join(' · '));
  },
};

/** The words by which the house makes names such as "Quiet Heron", of every language. */
function hows(): string[] {
  return languages().flatMap(([, texts]) => texts['ui.guest.how']?.split(',') ?? []);
}

/** The languages of the house, with their texts. */
function languages(): [string, Record<string, string>][] {
  const folder = '../src/torite/locale';
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>,
  ]);
}

export default defineConfig({
  // vitest's: what it compiles is for the browser, so that effects run.
  environments: { ssr: { consumer: 'client', resolve: { conditions: ['browser'] } } },
  plugins: [words, unscripted, svelte(), tablePage(), compressed()],
  json: { stringify: true, namedExports: false },
  define: { HOWS: JSON.stringify(hows()) },
  build: {
    outDir: '../src/torite/server/static',
    emptyOutDir: true,
    target: 'es2022',
    license: { fileName: 'licenses.md' }, // of what is in the scripts, as those licences ask for
    rolldownOptions: {
      output: {
        // What the first page needs comes in one file: many small ones wait for each other on a slow line.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    include: ['src/**/*.test.ts'],
  },
});
