// A self-contained HTML page, made of texts, tables and figures.

import { escapeHtml, formatCell } from './format.js';
import { STYLE } from './style.js';

/** A table of data with names of columns, as it is written to files. */
export interface DataTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A part of an entry's presentation. Names are those of its files. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly name: string; readonly caption: string; readonly data: DataTable }
  | {
      readonly kind: 'figure';
      readonly name: string;
      readonly caption: string;
      readonly svg: string;
      /** Legend: names of series with CSS colours. */
      readonly key: readonly (readonly [name: string, colour: string])[];
      readonly data: DataTable;
    };

/** A complete page with a light and a dark theme. */
export function makePageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

export function makeBlock(block: Block): string {
  if (block.kind === 'text') return `<p>${escapeHtml(block.text)}</p>`;
  if (block.kind === 'table') return makeTable(block.caption, block.data);
  const key = block.key.map(([name, colour]) => `<li><i style="background:${colour}"></i>${escapeHtml(name)}</li>`);
  const legend = key.length > 0 ? `<ul class="key">${key.join('')}</ul>` : '';
  return `<figure>${block.svg}${legend}<figcaption>${escapeHtml(block.caption)}</figcaption></figure>`;
}

/** A table cell with a link. */
export interface Link {
  readonly text: string;
  readonly href: string;
}

/** A table of data whose cells may be links. */
export interface LinkedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null | Link)[])[];
}

export function makeTable(caption: string, { columns, rows }: LinkedTable): string {
  const content = (value: LinkedTable['rows'][number][number]) =>
    typeof value === 'object' && value !== null
      ? `<a href="${escapeHtml(value.href)}">${escapeHtml(value.text)}</a>`
      : escapeHtml(formatCell(value));
  const cell = (value: LinkedTable['rows'][number][number]) =>
    `<td${typeof value === 'string' ? ' class="word"' : ''}>${content(value)}</td>`;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n');
  return `<figure class="table"><div class="scroll"><table><thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody></table></div><figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}
