// The gallery: every built-in scene with a picture and a sentence.

import { SCENES } from '../../../scenes/index.js';
import { make, makeDialog } from './elements.js';

/** Fills the dialog once; `choose` gets the name of a scene. */
export function makeGallery(choose: (name: string) => void): { open(): void } {
  const cards = Object.values(SCENES).map(({ name, description, source }) => {
    const picture = make('img', { src: `gallery/${name}.webp`, alt: '', width: '320', height: '200', loading: 'lazy' });
    const card = make('button', { type: 'button', class: 'card', 'data-scene': name, title: `From: ${source}` });
    card.append(picture, make('strong', {}, name), make('span', {}, description));
    card.addEventListener('click', () => {
      dialog.close();
      choose(name);
    });
    return card;
  });
  const dialog = makeDialog('gallery', 'Scenes', make('div', { class: 'cards' }, ...cards));
  return { open: () => dialog.showModal() };
}
