// The help dialog with keys and gestures, and the handling of keys.

import { make, makeDialog } from './elements.js';

export interface Key {
  readonly key: string;
  /** The label of the key if it differs from its name. */
  readonly label?: string;
  readonly what: string;
  readonly press: () => void;
}

const GESTURES: readonly (readonly [string, string])[] = [
  ['W A S D, arrows', 'while driving: ahead, back, to the left and to the right'],
  ['Space, Shift', 'while driving: jump and run, or hand brake and full throttle'],
  ['drag', 'turn the view; with two fingers or the right button, move it'],
  ['scroll, pinch', 'zoom'],
  ['click, tap', 'select a body, or a joint that is drawn'],
  ['drag a body', 'pull it by a spring, while time runs'],
  ['drag in a plot', 'go to that moment'],
  ['drop files', 'open a scene, a recording, a mesh (OBJ, STL, PLY, glTF, GLB) or a robot (URDF, MJCF), which falls'],
];

export function makeHelp(keys: readonly Key[], gestures: readonly (readonly [string, string])[] = GESTURES): { open(): void } {
  const rows = [...keys.map(({ key, label, what }) => [label ?? key.toUpperCase(), what]), ...gestures].map(([key, what]) =>
    make('tr', {}, make('th', { scope: 'row' }, make('kbd', {}, key)), make('td', {}, what)),
  );
  const dialog = makeDialog('help', 'Keys and gestures', make('table', {}, make('tbody', {}, ...rows)));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || document.querySelector('dialog[open]')) return;
    const found = keys.find(({ key }) => key === event.key.toLowerCase() || key === event.key);
    if (found === undefined) return;
    event.preventDefault();
    found.press();
  });
  return { open: () => dialog.showModal() };
}

/** Whether the focused element uses the key itself. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  if (element.matches('input[type=range]')) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (element.matches('input[type=checkbox], button')) return key === ' ' || key === 'Enter';
  return element.matches('input, select, textarea');
}
