// Markdown of the rules pages.  HTML in it is text: what a page says never becomes markup of its own.

import MarkdownIt from 'markdown-it';

import { ordinal } from '../i18n.ts';

const markdown = new MarkdownIt({ html: false });

/** The page as HTML. */
export function render(page: string): string {
  // The empty corner of a table is no heading of anything.
  return markdown.render(ordinal(page)).replaceAll('<th></th>', '<td></td>');
}

/** What stands under the first `##` of a page, without that heading. */
export function firstSection(page: string): string {
  return page.split(/^## .*$/m)[1]?.trim() ?? '';
}
