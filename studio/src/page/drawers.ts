// The panel and the plots beside the picture, which open and close.

import { byId } from './elements.js';

/** On a narrower page there is room for one of them [px]. */
const NARROW = 720;

export function toggleDrawer(id: 'panel' | 'plots', isOpen = byId(id).hidden): void {
  byId(id).hidden = !isOpen;
  byId(`toggle-${id}`).setAttribute('aria-pressed', String(isOpen));
  if (isOpen && innerWidth < NARROW) toggleDrawer(id === 'panel' ? 'plots' : 'panel', false);
}
