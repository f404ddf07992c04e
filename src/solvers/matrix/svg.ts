// The few parts that figures are drawn of, as SVG text.

import { refuse } from './refuse.js';

/** A rectangle of the picture and what it stands for: x and y at its left lower and right upper corner. */
export interface Panel {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Colours that are told apart by most eyes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];
export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length];
}

export function drawPicture(width: number, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="sans-serif" font-size="12">',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

export function drawText(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'middle'): string {
  return `<text x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${escapeText(text)}</text>`;
}

export function drawFrame({ left, top, width, height }: Panel): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#444444"/>`;
}

/** A line across the panel at `y`, and what it is called. */
export function drawLevel(panel: Panel, y: number, label: string): string {
  const [, at] = place(panel, panel.x[0], y);
  const line = `<line x1="${panel.left}" y1="${short(at)}" x2="${panel.left + panel.width}" y2="${short(at)}" stroke="#dddddd"/>`;
  return line + drawText(panel.left - 6, at + 4, label, 'end');
}

/** What a place on the lower edge is called. */
export function drawMark(panel: Panel, x: number, label: string): string {
  return drawText(place(panel, x, panel.y[0])[0], panel.top + panel.height + 16, label);
}

export function drawCurve(panel: Panel, points: readonly (readonly [number, number])[], colour: string): string {
  const at = points.map(([x, y]) => place(panel, x, y).map(short).join(','));
  return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${at.join(' ')}"/>`;
}

export function drawDots(panel: Panel, points: readonly (readonly [number, number])[], colour: string): string {
  const at = points.map(([x, y]) => place(panel, x, y).map(short));
  return at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.5" fill="${colour}"/>`).join('');
}

/** Where a point of the panel's own coordinates is in the picture. */
export function place({ left, top, width, height, x: [x0, x1], y: [y0, y1] }: Panel, x: number, y: number): [number, number] {
  return [left + (width * (x - x0)) / (x1 - x0), top + height - (height * (y - y0)) / (y1 - y0)];
}

/** A coordinate to the hundredth of a pixel. */
export function short(value: number): string {
  if (!Number.isFinite(value)) refuse('a coordinate', value, 'a finite number');
  return String(Math.round(100 * value) / 100);
}

function escapeText(text: string): string {
  if (typeof text !== 'string') refuse('title', text, 'a text');
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The name of a curve, to the right of its panel. */
export function drawKey({ left, top, width }: Panel, name: string, index: number): string {
  const x = left + width + 12;
  const y = top + 8 + 18 * index;
  const line = `<line x1="${x}" y1="${y}" x2="${x + 20}" y2="${y}" stroke="${colourOf(index)}" stroke-width="3"/>`;
  return line + drawText(x + 26, y + 4, name, 'start');
}
