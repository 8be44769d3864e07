// Markdown of the rules pages.  HTML in it is text: what a page says never becomes markup of its own.

import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false });

/** The page as HTML. */
export function render(page: string): string {
  // The empty corner of a table is no heading of anything.
  return markdown.render(page).replaceAll('<th></th>', '<td></td>');
}
