// Opening and closing of the panel and the plots beside the picture.

import { byId } from './elements.js';

/** Width of the page below which only one of them is open [px]. */
const NARROW = 720;

export function toggleDrawer(id: 'panel' | 'plots', isOpen = byId(id).hidden): void {
  byId(id).hidden = !isOpen;
  byId(`toggle-${id}`).setAttribute('aria-pressed', String(isOpen));
  if (isOpen && innerWidth < NARROW) toggleDrawer(id === 'panel' ? 'plots' : 'panel', false);
}
