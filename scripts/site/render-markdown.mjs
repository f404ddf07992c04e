// Markdown as HTML, with the anchors that GitHub gives to headings.

import MarkdownIt from 'markdown-it';

/**
 * The HTML of a page, and its title. `link` says where each link and picture leads.
 * @param {string} text
 * @param {(href: string) => string} link
 * @returns {{ html: string, title: string }}
 */
export function renderMarkdown(text, link) {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const taken = new Map();
  let title = '';
  markdown.core.ruler.push('places', (state) => {
    state.tokens.forEach((token, i) => {
      if (token.type === 'heading_open') {
        const { content } = state.tokens[i + 1];
        if (token.tag === 'h1' && title === '') title = content.replaceAll('`', '');
        token.attrSet('id', anchorOf(content, taken));
      }
      for (const child of token.children ?? []) {
        if (child.type === 'link_open') child.attrSet('href', link(String(child.attrGet('href') ?? '')));
        if (child.type === 'image') child.attrSet('src', link(String(child.attrGet('src') ?? '')));
      }
    });
  });
  const html = markdown.render(text);
  return { html, title: title === '' ? 'Drystone' : title };
}

/** As GitHub makes it: in small letters, without marks, words joined by hyphens, numbered where it is there already. */
function anchorOf(heading, taken) {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  const count = taken.get(plain) ?? 0;
  taken.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}
