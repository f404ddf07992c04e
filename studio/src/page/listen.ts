// Listeners for buttons, dropped files and the pointer.

import type { Frame, Request } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import { toggleDrawer } from './drawers.js';
import { byId } from './elements.js';
import { followPointer } from './pointer.js';

/** The part of the studio that listeners use. */
export interface ListenedStudio {
  readonly viewport: Viewport;
  readonly frame: Frame | null;
  readonly isPlaying: boolean;
  readonly compare: { readonly isOn: boolean };
  say(sentence: string | null): void;
  select(id: number | null): Promise<void>;
  selectJoint(id: number | null): Promise<void>;
  throwBall(): Promise<void>;
  toggleDriving(): void;
  toggleCompare(): Promise<void>;
  request(request: Request): Promise<void>;
}

export interface ListenUse {
  openGallery(): void;
  openHelp(): void;
  toggleTheme(): void;
  openAddress(): void;
  open(files: Iterable<File>): void;
}

/** Width of the page from which plots and panel are open at the start [px]. */
export const WIDE = 1100;
const MIDDLE = 720;

export function listen(studio: ListenedStudio, use: ListenUse): void {
  const click = (id: string, press: () => void) => byId(id).addEventListener('click', press);
  click('open-gallery', use.openGallery);
  click('open-help', use.openHelp);
  click('toggle-theme', use.toggleTheme);
  click('toggle-panel', () => toggleDrawer('panel'));
  click('toggle-plots', () => toggleDrawer('plots'));
  click('toggle-compare', () => void studio.toggleCompare());
  click('throw-ball', () => void studio.throwBall());
  click('drive', () => studio.toggleDriving());
  click('close-message', () => studio.say(null));
  click('close-hint', () => {
    byId('hint').hidden = true;
  });
  toggleDrawer('plots', innerWidth >= WIDE);
  toggleDrawer('panel', innerWidth >= MIDDLE);
  addEventListener('hashchange', use.openAddress);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) use.open(files);
  });
  followPointer(studio.viewport, {
    select: (id) => void studio.select(id),
    selectJoint: (id) => void studio.selectJoint(id),
    pull: (pull) => void studio.request({ kind: 'pull', pull }),
    // Bodies cannot be pulled in a comparison.
    isRunning: () => studio.isPlaying && !studio.compare.isOn,
    poses: () => studio.frame?.poses ?? new Float32Array(),
  });
}
