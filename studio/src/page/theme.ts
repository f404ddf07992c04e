// The light and dark themes: that of the system, until the user chooses one.

import type { Theme } from '../view/viewport.js';
import { byId } from './elements.js';

const THEMES: Record<'light' | 'dark', Theme> = {
  light: { background: '#e9edf0', ground: '#d3d5d2', line: '#bcc0bf', sun: 2.6, sky: 1.5 },
  dark: { background: '#14181d', ground: '#272c31', line: '#3b434a', sun: 2.2, sky: 0.85 },
};
const KEY = 'drystone-theme';

/** Calls `apply` at once and whenever the theme changes. */
export function followTheme(apply: (theme: Theme) => void): { toggle(): void } {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = remembered();
  const update = () => {
    const name = chosen === 'light' || chosen === 'dark' ? chosen : prefersDark.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = name;
    byId('toggle-theme').setAttribute('aria-label', name === 'dark' ? 'Light theme' : 'Dark theme');
    byId('toggle-theme').textContent = name === 'dark' ? 'Light' : 'Dark';
    apply(THEMES[name]);
  };
  prefersDark.addEventListener('change', update);
  update();
  return {
    toggle() {
      chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      remember(chosen);
      update();
    },
  };
}

/** The stored choice. Browsers without storage for pages throw; the choice then lasts as long as the page. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(chosen: string): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage: see remembered().
  }
}
