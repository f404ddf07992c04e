// The sparsity pattern of the matrix of the selected body's contact group: which contacts and joints share a body.

import type { GroupMatrix } from '../protocol.js';
import { byId, format, make } from './elements.js';

/** Width and height of the picture [px]. */
const SIDE = 280;

export class MatrixPanel {
  readonly #ask: (body: number) => Promise<GroupMatrix | null>;
  readonly #canvas = make('canvas', { role: 'img', width: String(SIDE), height: String(SIDE) });
  readonly #caption = make('p', { class: 'scale' });
  readonly #details = make('details', {}, make('summary', {}, 'Matrix of its group'), this.#caption, this.#canvas);
  #body: number | null = null;
  #isAsking = false;

  constructor(ask: (body: number) => Promise<GroupMatrix | null>) {
    this.#ask = ask;
    byId('matrix').append(this.#details);
    this.#details.addEventListener('toggle', () => void this.#update());
    this.show(null);
  }

  /** Shows the matrix of a body's group at this moment; null for none. */
  show(body: number | null): void {
    this.#body = body;
    byId('matrix').hidden = body === null;
    void this.#update();
  }

  async #update(): Promise<void> {
    if (this.#body === null || !this.#details.open || this.#isAsking) return;
    this.#isAsking = true;
    const matrix = await this.#ask(this.#body);
    this.#isAsking = false;
    this.#draw(matrix);
  }

  #draw(matrix: GroupMatrix | null): void {
    this.#canvas.hidden = matrix === null || matrix.ends.length === 0;
    if (matrix === null) {
      this.#caption.textContent = 'The body is in no group: it touches nothing and has no joint.';
      return;
    }
    const { bodies, contacts, ends } = matrix;
    const size = ends.length / 2;
    const lists = neighbours(matrix);
    const filled = drawPattern(this.#canvas, matrix, lists, getComputedStyle(this.#details).color);
    const joints = size - contacts;
    const share = size === 0 ? 0 : (100 * filled) / (size * size);
    const text = `${bodies} bodies, ${contacts} contacts${joints > 0 ? `, ${joints} joints` : ''}: ${filled} of ${size * size} blocks are filled, ${format(share)} %`;
    this.#caption.textContent = text;
    this.#canvas.setAttribute('aria-label', text);
  }
}

/** Indices of the contacts and joints of each body. */
function neighbours({ bodies, ends }: GroupMatrix): number[][] {
  const lists: number[][] = Array.from({ length: bodies }, () => []);
  ends.forEach((body, i) => {
    if (body >= 0) lists[body].push(i >> 1);
  });
  return lists;
}

/** Draws a dot for each nonzero block; returns their number. */
function drawPattern(canvas: HTMLCanvasElement, { ends }: GroupMatrix, lists: readonly number[][], ink: string): number {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const size = ends.length / 2;
  const dot = Math.max(1, canvas.width / size);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  let filled = 0;
  for (let row = 0; row < size; row++) {
    const columns = new Set([ends[2 * row], ends[2 * row + 1]].flatMap((body) => (body < 0 ? [] : lists[body])));
    for (const column of columns) context.fillRect((column * canvas.width) / size, (row * canvas.height) / size, dot, dot);
    filled += columns.size;
  }
  return filled;
}
