// A video of all that is recorded, as it is looked at now.

import type { Frame, Opened } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import type { Busy } from './busy.js';
import { download } from './elements.js';
import { makeVideo } from './video.js';

/** The studio, as far as a film of it needs it. */
export interface FilmedStudio {
  readonly frame: Frame | null;
  readonly opened: Opened | null;
  seek(step: number): Promise<void>;
}

const WHAT = 'Making the video';

/** Views are from left to right. Throws a sentence where the browser cannot make one. */
export async function saveVideo(studio: FilmedStudio, views: readonly Viewport[], busy: Busy): Promise<void> {
  const { frame, opened } = studio;
  if (frame === null || opened === null) return;
  const film = makeVideo({
    canvases: views.map(({ canvas }) => canvas),
    seconds: frame.last * opened.dt,
    draw: async (time) => {
      await studio.seek(Math.round(time / opened.dt));
      for (const view of views) view.redraw();
    },
    tell: (share) => busy.tell(WHAT, share),
  });
  try {
    download(`${opened.name}.webm`, await busy.during(WHAT, film));
  } finally {
    await studio.seek(frame.step);
  }
}
