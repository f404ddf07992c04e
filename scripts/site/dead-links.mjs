// Links of a folder of pages that lead nowhere: to a file that is not there, or to an anchor that its page does not have.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * One line for each.
 * @param {string} folder
 * @returns {string[]}
 */
export function findDeadLinks(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const pages = new Map(
    files.filter((name) => name.endsWith('.html')).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
  );
  /** Of pages that some link leads to a part of. */
  const anchors = new Map();
  const hasAnchor = (page, anchor) => {
    if (!anchors.has(page)) anchors.set(page, anchorsOf(pages.get(page)));
    return anchors.get(page).has(anchor);
  };
  const dead = [];
  for (const [page, text] of pages) {
    for (const href of linksOf(text)) {
      const [path, anchor] = href.split('#');
      const target =
        path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(path.split('?')[0])));
      if (!existsSync(`${folder}/${target}`)) dead.push(`${page} links to ${href}, but there is no such file.`);
      else if (anchor && pages.has(target) && !hasAnchor(target, decodeURIComponent(anchor)))
        dead.push(`${page} links to ${href}, but that page has no such anchor.`);
    }
  }
  return dead;
}

/** What a page loads or leads to within the site. */
function linksOf(text) {
  const plain = text.replaceAll(
    /<script[\s\S]*?<\/script>|<pre[\s\S]*?<\/pre>/g,
    (part) => /^<script[^>]*>/.exec(part)?.[0] ?? '',
  );
  const found = [...plain.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));
  return new Set(found.filter((href) => href !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)));
}

/** @param {string | undefined} text */
function anchorsOf(text = '') {
  return new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id));
}
