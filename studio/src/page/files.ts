// The buttons that open and save files.

import type { Saved } from '../protocol.js';
import { byId, make } from './elements.js';

export interface FileUse {
  /** Extensions of files that can be opened. */
  readonly accept: readonly string[];
  open(files: Iterable<File>): void;
  save(what: Saved): void;
  saveVideo(): void;
  copyLink(): void;
}

export function addFiles({ accept, open, save, saveVideo, copyLink }: FileUse): void {
  const input = make('input', {
    type: 'file',
    id: 'file',
    multiple: '',
    accept: accept.map((ending) => `.${ending}`).join(),
    class: 'hidden',
    'aria-label': 'Open a file',
  });
  const button = (text: string, title: string, press: () => void) => {
    const element = make('button', { type: 'button', title }, text);
    element.addEventListener('click', press);
    return element;
  };
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) open(files);
    input.value = '';
  });
  const openTitle =
    'A scene file (.json), a recording (.drystone), a mesh (OBJ, STL, PLY, glTF, GLB) or a robot (URDF, MJCF), with the files it names';
  byId('files').append(
    make('h2', {}, 'Files'),
    make(
      'div',
      { class: 'buttons' },
      input,
      button('Open a file', openTitle, () => input.click()),
      button('Copy link', 'A link to this scene with these settings', copyLink),
      button('Save the scene', 'The scene with all that is chosen', () => save('scene')),
      button('Save the recording', 'All that is recorded, to be played again to the bit', () => save('recording')),
      button('Save a video', 'All that is recorded, as it is looked at now (WebM)', saveVideo),
      button('Save an animation', 'All that is recorded, for other programs (GLB)', () => save('glb')),
    ),
  );
}
