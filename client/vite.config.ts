import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { compressed } from './compressed.ts';

const SERVER = process.env.TORITE_SERVER ?? 'http://127.0.0.1:8000';

const OTHERS = /^cli\.(?!record\.)/;

/** The terminal's own texts are none of the client's business, but for what may be wrong with a record. */
const withoutTheTerminal: Plugin = {
  name: 'torite-locale',
  enforce: 'pre',
  transform(code, id) {
    if (!/locale.[a-z]+\.json$/.test(id)) return null;
    const texts = Object.entries(JSON.parse(code) as Record<string, string>);
    return JSON.stringify(Object.fromEntries(texts.filter(([key]) => !OTHERS.test(key))));
  },
};

export default defineConfig({
  plugins: [withoutTheTerminal, svelte(), compressed()],
  json: { stringify: true, namedExports: false },
  build: {
    outDir: '../src/torite/server/static',
    emptyOutDir: true,
    target: 'es2022',
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
    fs: { allow: ['..'] },
  },
  test: {
    include: ['src/**/*.test.ts'],
  },
});
