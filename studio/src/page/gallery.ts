// The gallery of built-in scenes, each with a picture and a description, in groups, with a search for any word.

import { SCENES } from '../../../scenes/index.js';
import { make, makeDialog } from './elements.js';
import { groupScenes } from './scene-groups.js';

/** Fills the dialog; `choose` is called with the name of the chosen scene. */
export function makeGallery(choose: (name: string) => void): { open(): void } {
  const search = make('input', {
    type: 'search',
    id: 'gallery-search',
    placeholder: 'Search: tower, mesh, robot, friction ...',
    'aria-label': 'Search scenes',
  });
  const groups = groupScenes().map(([title, names]) => {
    const cards = names.map((name) => makeCard(name, () => pick(name)));
    return { section: make('section', {}, make('h3', {}, title), make('div', { class: 'cards' }, ...cards)), title, cards };
  });
  const nothing = make('p', { class: 'nothing', hidden: '' }, 'No scene has these words.');
  const dialog = makeDialog('gallery', 'Scenes', make('div', {}, ...groups.map(({ section }) => section), nothing));
  dialog.querySelector('header')?.insertBefore(search, dialog.querySelector('header button'));
  const pick = (name: string) => {
    dialog.close();
    // Scenes of variable size are opened on the GPU page.
    if ('bodies' in SCENES[name].options) location.assign(`gpu.html#scene=${name}`);
    else choose(name);
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { section, title, cards } of groups) {
      for (const card of cards) {
        const text = `${title} ${card.title} ${card.textContent}`.toLowerCase();
        card.hidden = !words.every((word) => text.includes(word));
      }
      section.hidden = cards.every((card) => card.hidden);
    }
    nothing.hidden = groups.some(({ section }) => !section.hidden);
  };
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    const first = groups.flatMap(({ cards }) => cards).find((card) => !card.hidden);
    if (event.key === 'Enter' && first !== undefined) first.click();
  });
  return {
    open() {
      search.value = '';
      filter();
      dialog.showModal();
    },
  };
}

function makeCard(name: string, pick: () => void): HTMLButtonElement {
  const { description, source } = SCENES[name];
  // Only the picture of the present theme is shown and loaded.
  const pictures = ['light', 'dark'].map((theme) =>
    make('img', { src: `gallery/${theme}/${name}.webp`, alt: '', width: '320', height: '200', loading: 'lazy', class: theme }),
  );
  const card = make('button', { type: 'button', class: 'card', 'data-scene': name, title: `From: ${source}` });
  card.append(...pictures, make('strong', {}, name), make('span', {}, description));
  card.addEventListener('click', pick);
  return card;
}
