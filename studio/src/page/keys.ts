// The actions of keys.

import type { Look, Overlay, Request } from '../protocol.js';
import { COLOURS } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import { toggleDrawer } from './drawers.js';
import type { Key } from './help.js';
import type { Timeline } from './timeline.js';

/** The part of the studio that keys use. */
export interface KeyedStudio {
  readonly viewport: Viewport;
  readonly look: Look;
  toggle(): void;
  seek(step: number): Promise<void>;
  restart(): Promise<void>;
  throwBall(): Promise<void>;
  toggleDriving(): void;
  toggleFollowing(): void;
  toggleCompare(): Promise<void>;
  request(request: Request): Promise<void>;
  setLook(look: Partial<Look>): Promise<void>;
  select(id: number | null): Promise<void>;
}

/** The parts of the page around the picture that keys use. */
export interface KeyedPage {
  readonly timeline: Timeline;
  openGallery(): void;
  openHelp(): void;
  toggleTheme(): void;
}

/** Rotation of the view per key press [rad]. */
const TURN = 0.12;

export function listKeys(studio: KeyedStudio, { timeline, openGallery, openHelp, toggleTheme }: KeyedPage): Key[] {
  const flip = (name: Overlay) => () => void studio.setLook({ [name]: !studio.look[name] });
  const colours = (Object.keys(COLOURS) as (keyof typeof COLOURS)[]).map((colour, i) => ({
    key: String(i + 1),
    what: `colour by ${COLOURS[colour].toLowerCase()}`,
    press: () => void studio.setLook({ colour }),
  }));
  return [
    { key: ' ', label: 'Space', what: 'play or pause', press: () => studio.toggle() },
    { key: 'arrowright', label: '→', what: 'one step', press: () => timeline.stepBy(1) },
    { key: 'arrowleft', label: '←', what: 'one step back', press: () => timeline.stepBy(-1) },
    { key: 'home', label: 'Home', what: 'to the start', press: () => void studio.seek(0) },
    { key: 'end', label: 'End', what: 'to the end of what is recorded', press: () => timeline.toEnd() },
    { key: 'k', what: 'go on from here: forget what came after', press: () => void studio.request({ kind: 'cut' }) },
    { key: 'r', what: 'begin again', press: () => void studio.restart() },
    { key: 'b', what: 'throw a ball', press: () => void studio.throwBall() },
    { key: 'v', what: 'drive the character or vehicle of the scene, or let it go', press: () => studio.toggleDriving() },
    { key: 'n', what: 'go with the selected body, or stay', press: () => studio.toggleFollowing() },
    {
      key: 'm',
      what: 'compare: by another method, with other settings, or with another engine',
      press: () => void studio.toggleCompare(),
    },
    { key: 'g', what: 'contact graph', press: flip('graph') },
    { key: 'c', what: 'contacts and impulses', press: flip('contacts') },
    { key: 'x', what: 'bounding boxes', press: flip('boxes') },
    { key: 'j', what: 'joints and their forces', press: flip('joints') },
    ...colours,
    { key: 'f', what: 'fit the view', press: () => studio.viewport.fit() },
    { key: 'a', what: 'turn the view to the left', press: () => studio.viewport.turn(-TURN, 0) },
    { key: 'd', what: 'turn the view to the right', press: () => studio.viewport.turn(TURN, 0) },
    { key: 'w', what: 'look from higher up', press: () => studio.viewport.turn(0, TURN) },
    { key: 's', what: 'look from lower down', press: () => studio.viewport.turn(0, -TURN) },
    { key: '+', what: 'closer', press: () => studio.viewport.turn(0, 0, 1.2) },
    { key: '-', what: 'farther', press: () => studio.viewport.turn(0, 0, 1 / 1.2) },
    { key: 'escape', label: 'Esc', what: 'select nothing', press: () => void studio.select(null) },
    { key: 'o', what: 'choose a scene', press: () => openGallery() },
    { key: 'p', what: 'plots', press: () => toggleDrawer('plots') },
    { key: 'l', what: 'panel', press: () => toggleDrawer('panel') },
    { key: 't', what: 'light or dark', press: () => toggleTheme() },
    { key: '?', what: 'this list', press: () => openHelp() },
  ];
}
