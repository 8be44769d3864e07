// Writes each built file once more, compressed, for the server to send: `.br` (Brotli) and `.gz` (gzip).  Pages it
// compresses itself, for they name the house.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const LEAST = 1000; // bytes below which it is not worth it
const WORDS = /\.(js|css|svg|webmanifest)$/;

export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'torite-compressed',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((each) => WORDS.test(each))) {
        const file = join(folder, name);
        const bytes = readFileSync(file);
        if (bytes.length < LEAST) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
