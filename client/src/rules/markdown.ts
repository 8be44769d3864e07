// Markdown of the rules pages.  HTML in it is text: what a page says never becomes markup of its own.

import MarkdownIt from 'markdown-it';

import { ordinal } from '../i18n.ts';

const markdown = new MarkdownIt({ html: false });

/** The page as HTML; on a page that has a title of its own its headings are `lower` by so much. */
export function render(page: string, lower = 0): string {
  return (
    markdown
      .render(ordinal(page))
      // The empty corner of a table is no heading of anything.
      .replaceAll('<th></th>', '<td></td>')
      .replace(/(?<=<\/?h)\d(?=>)/g, (level) => `${Number(level) + lower}`)
  );
}

/** What stands under the first `##` of a page, without that heading. */
export function firstSection(page: string): string {
  return page.split(/^## .*$/m)[1]?.trim() ?? '';
}
