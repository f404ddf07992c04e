// The buttons that open and save.

import { byId, make } from './elements.js';

export interface FileUse {
  /** Endings of what can be opened. */
  readonly accept: readonly string[];
  open(file: File): void;
  save(what: 'scene' | 'recording'): void;
}

export function addFiles({ accept, open, save }: FileUse): void {
  const input = make('input', {
    type: 'file',
    id: 'file',
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
    const [file] = input.files ?? [];
    if (file !== undefined) open(file);
    input.value = '';
  });
  const openTitle = 'A scene file (.json), a recording (.drystone) or a mesh (OBJ, STL, PLY, glTF, GLB)';
  byId('files').append(
    make('h2', {}, 'Files'),
    make(
      'div',
      { class: 'buttons' },
      input,
      button('Open a file', openTitle, () => input.click()),
      button('Save the scene', 'The scene with all that is chosen', () => save('scene')),
      button('Save the recording', 'All that is recorded, to be played again to the bit', () => save('recording')),
      button('Copy link', 'A link to this scene with these settings', () => void navigator.clipboard.writeText(location.href)),
    ),
  );
}
