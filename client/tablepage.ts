// A table's address has a page of its own, `table.html`: the same page, but it names at once the files that a table
// needs.  Otherwise they would be asked for only when the first file runs, one way there and back later.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never[]) => unknown>>[1];

export function tablePage(): Plugin {
  return {
    name: 'torite-table-page',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const fresh = filesOf(bundle).filter((file) => !page.includes(file));
      const links = fresh.map((file) =>
        file.endsWith('.css')
          ? `<link rel="preload" as="style" crossorigin href="/${file}">`
          : `<link rel="modulepreload" crossorigin href="/${file}">`,
      );
      writeFileSync(
        join(dir, 'table.html'),
        page.replace('</head>', `  ${links.join('\n    ')}\n  </head>`),
      );
    },
  };
}

/** The page of a table, what it imports, and their style sheets. */
function filesOf(bundle: Bundle): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    chunk.imports.forEach(add);
    chunk.viteMetadata?.importedCss.forEach((file) => files.add(file));
  };
  const pages = Object.values(bundle).filter(
    (each) => each.type === 'chunk' && each.facadeModuleId?.endsWith('/RoomPage.svelte'),
  );
  if (pages.length !== 1) throw new Error('there is no one page of a table');
  pages.forEach(({ fileName }) => add(fileName));
  return [...files];
}
