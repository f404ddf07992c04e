// Small helpers for the page's elements.

/** The element with an id; throws if the page has none. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element "${id}".`);
  return found as T;
}

/** Creates an element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Numbers below this are shown as 0. */
const NOTHING = 1e-12;

/** Formats a number with at most four significant digits. */
export function format(value: number): string {
  const size = Math.abs(value);
  if (size < NOTHING) return '0';
  if (size >= 1e5 || size < 1e-3) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

export function formatVector(v: readonly number[]): string {
  return v.map((x) => (Math.abs(x) < 1e-9 ? '0' : Number(x.toPrecision(4)).toString())).join(', ');
}

/** Creates a clickable name. */
export function makeLink(name: string, follow: () => void): HTMLElement {
  const link = make('button', { type: 'button', class: 'link' }, name);
  link.addEventListener('click', follow);
  return link;
}

/** Lets the browser download a file. */
export function download(name: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Gives a dialog a heading and a close button. Closing it returns the focus to the picture. */
export function makeDialog(id: string, title: string, content: HTMLElement): HTMLDialogElement {
  const dialog = byId<HTMLDialogElement>(id);
  const close = make('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.append(make('header', {}, make('h2', { id: `${id}-title` }, title), close), content);
  // A click beside the dialog closes it too.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => byId('view').focus());
  return dialog;
}
