// Saving of a video of the whole recording, with the present camera.

import type { Frame, Opened } from '../protocol.js';
import type { Viewport } from '../view/viewport.js';
import type { Busy } from './busy.js';
import { download } from './elements.js';
import { makeVideo } from './video.js';

/** The part of the studio that a video needs. */
export interface FilmedStudio {
  readonly frame: Frame | null;
  readonly opened: Opened | null;
  seek(step: number): Promise<void>;
}

const WHAT = 'Making the video';

/** Saves a video of views, from left to right. Throws if the browser cannot encode one. */
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
