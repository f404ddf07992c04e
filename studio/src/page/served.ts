// What an address names that only the server of the page has: a run of a sweep, or the scene file that `drystone studio FILE` was given.

import type { SceneSource } from '../protocol.js';
import type { Place } from './address.js';
import { readAddress, readFile, readRun } from './address.js';

/** The place of an address, with what the server has of it; throws a sentence for what it cannot mean. */
export async function findPlace(hash: string): Promise<Place> {
  return (await fetchRun(hash)) ?? readAddress(hash, await fetchFile(hash));
}

async function fetchRun(hash: string): Promise<Place | null> {
  const wanted = readRun(hash);
  if (wanted === null) return null;
  const response = await fetch(`runs/${wanted.run}.json`);
  if (!response.ok)
    throw new Error(`Run ${wanted.run} is not served here: "drystone studio --runs FOLDER" serves the runs of a sweep.`);
  return { ...((await response.json()) as Pick<Place, 'source' | 'choices'>), ...wanted };
}

/** The scene of a file as it is now; null where it is not served. */
async function fetchFile(hash: string): Promise<SceneSource | null> {
  const path = readFile(hash);
  if (path === null) return null;
  const answer = await fetch(`files/${encodeURIComponent(path)}.json`).then(
    // A server of another kind may answer with a page.
    (response) => (response.ok ? (response.json() as Promise<{ text: string; refused?: string }>).catch(() => null) : null),
    () => null,
  );
  if (answer?.refused !== undefined) throw new Error(answer.refused);
  return answer === null ? null : { kind: 'file', path, text: answer.text };
}
