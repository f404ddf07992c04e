// The site: the README and all pages of docs/ as HTML, the API reference by typedoc, the studio, the reproduced papers and the examples.
//
//   npm run site                     into site/, from what is built first: dist/ and studio/dist
//
// All links are relative, so that it can be hosted at any path. A page or a file that is linked to and is not there is an error.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDeadLinks } from './dead-links.mjs';
import { renderMarkdown } from './render-markdown.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The guides in the order of the menu; docs/ has no others. */
export const GUIDES = {
  'Getting started': ['first-scene', 'stacking', 'materials', 'meshes', 'surfaces', 'joints', 'events', 'queries'],
  'In a program': [
    'studio',
    'three',
    'react',
    'runner',
    'threads',
    'gpu',
    'gltf',
    'character',
    'vehicle',
    'robots',
    'from-rapier',
    'from-cannon',
  ],
  'Time and bits': ['determinism', 'rollback', 'time', 'continuous-detection', 'sleeping', 'locks'],
  Inside: ['methods', 'settings', 'step', 'reproduce', 'sweeps'],
};
/** Pages beside them, by their place in the repository. */
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'examples/README.md'];
const SOURCES = [
  ...PAGES,
  ...Object.values(GUIDES)
    .flat()
    .map((name) => `docs/${name}.md`),
];
/** Stands for the site in links of typedoc.json. */
const SITE_OF_API = 'https://site.invalid/';
const STYLE = readFileSync(new URL('site.css', import.meta.url), 'utf8');

/**
 * Makes the site in a folder, which is emptied first.
 * @param {string} folder
 * @returns {string[]} links that lead nowhere
 */
export function makeSite(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const strays = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !SOURCES.includes(`docs/${name}`));
  if (strays.length > 0)
    throw new Error(`These pages of docs/ are in no menu of scripts/site/make-site.mjs: ${strays.join(', ')}.`);
  const wanted = new Set();
  for (const source of SOURCES) writePage(folder, source, wanted);
  for (const path of wanted) writeFile(folder, path);
  cpSync(join(root, 'docs/images'), join(folder, 'docs/images'), { recursive: true });
  cpSync(join(root, 'docs/results'), join(folder, 'docs/results'), { recursive: true });
  if (!existsSync(join(root, 'studio/dist/index.html')))
    throw new Error('There is no studio/dist: run npm run studio:build first.');
  cpSync(join(root, 'studio/dist'), join(folder, 'studio'), { recursive: true });
  writeApi(join(folder, 'api'));
  return findDeadLinks(folder);
}

/** The page of a Markdown file; what it links to and is no page is noted. */
function writePage(folder, source, wanted) {
  const target = pageOf(source);
  const link = (href) => linkFrom(source, href, wanted);
  const { html, title } = renderMarkdown(readFileSync(join(root, source), 'utf8'), link);
  writeLaidOut(folder, target, title, html);
}

/** Where the page of a Markdown file is. */
function pageOf(source) {
  if (source === 'README.md') return 'index.html';
  return source.endsWith('/README.md') ? source.replace(/README\.md$/, 'index.html') : source.replace(/\.md$/, '.html');
}

/** A link of the repository as one of the site. */
function linkFrom(source, href, wanted) {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(source), path));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const relative = (to) => posix.relative(posix.dirname(pageOf(source)), to) + suffix;
  if (target.startsWith('docs/images/') || target.startsWith('docs/results')) return relative(target);
  const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  if (target.endsWith('.md') && SOURCES.includes(target)) return relative(pageOf(target));
  if (isFolder && existsSync(join(root, target, 'README.md')) && PAGES.includes(`${target}/README.md`))
    return relative(pageOf(`${target}/README.md`));
  wanted.add(target);
  return relative(`${target}.html`);
}

/** A file of the repository as a page; of a folder its files, with a page for each that is text. */
function writeFile(folder, path) {
  const from = join(root, path);
  if (statSync(from).isDirectory()) {
    const names = readdirSync(from);
    for (const name of names) writeFile(folder, `${path}/${name}`);
    const items = names.map((name) => `<li><a href="${posix.basename(path)}/${name}.html">${escapeHtml(name)}</a></li>`);
    writeLaidOut(folder, `${path}.html`, path, `<h1>${escapeHtml(path)}</h1>\n<ul>${items.join('')}</ul>`);
    return;
  }
  const text = readFileSync(from, 'utf8');
  // Links of such a file are to what the site may not have: they are left as text.
  const html = path.endsWith('.md')
    ? renderMarkdown(text, (href) => href).html
    : `<h1>${escapeHtml(path)}</h1>\n${path.endsWith('.svg') ? text : `<pre><code>${escapeHtml(text)}</code></pre>`}`;
  writeLaidOut(folder, `${path}.html`, path, html);
}

function writeLaidOut(folder, target, title, html) {
  const path = join(folder, target);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, layOut(target, title, html));
}

/** The reference by typedoc. It leads back to the site by links of its own, which it writes alike on pages of every depth. */
function writeApi(folder) {
  const typedoc = createRequire(import.meta.url).resolve('typedoc/package.json');
  const words = [join(dirname(typedoc), 'bin/typedoc'), '--out', folder, '--treatWarningsAsErrors', '--logLevel', 'Warn'];
  execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const up = '../'.repeat(name.split(/[\\/]/).length);
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(SITE_OF_API, up));
  }
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function layOut(target, title, html) {
  const up = '../'.repeat(target.split('/').length - 1);
  const item = (href, name) => `<li${href === target ? ' class="here"' : ''}><a href="${up}${href}">${escapeHtml(name)}</a></li>`;
  const groups = Object.entries(GUIDES).map(([name, guides]) => {
    const items = guides.map((guide) => item(`docs/${guide}.html`, titleOf(`docs/${guide}.md`)));
    return `<h2>${name}</h2><ul>${items.join('')}</ul>`;
  });
  const top = [
    item('index.html', 'Drystone'),
    item('studio/index.html', 'Studio'),
    item('api/index.html', 'API reference'),
    item('examples/index.html', 'Examples'),
    item('docs/results/report.html', 'The papers, reproduced'),
    item('ARCHITECTURE.html', 'Architecture'),
    item('CHANGELOG.html', 'Changelog'),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<a class="to-menu" href="#menu">Menu</a>
<nav id="menu"><ul>${top.join('')}</ul>${groups.join('')}</nav>
<main>${html}</main>
</body>
</html>
`;
}

function titleOf(source) {
  const [, title] = /^# (.*)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? ['', source];
  return title;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'site');
  const dead = makeSite(folder);
  for (const line of dead) console.error(line);
  if (dead.length > 0) process.exit(1);
  console.log(`The site is in ${folder}.`);
}
