// The gallery: every built-in scene with a picture and a sentence.

import { SCENES } from '../../../scenes/index.js';
import { byId, make } from './elements.js';

/** Fills the dialog once; `choose` gets the name of a scene. */
export function makeGallery(choose: (name: string) => void): { open(): void } {
  const dialog = byId<HTMLDialogElement>('gallery');
  const close = make('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => dialog.close());
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
  const heading = make('header', {}, make('h2', { id: 'gallery-title' }, 'Scenes'), close);
  dialog.append(heading, make('div', { class: 'cards' }, ...cards));
  // A click beside it closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return { open: () => dialog.showModal() };
}
