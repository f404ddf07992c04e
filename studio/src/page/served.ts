// Contents of an address that only the page's server has: a run of a sweep, or the scene file of `drystone studio
// FILE`.

import type { SceneSource } from '../protocol.js';
import type { Place } from './address.js';
import { readAddress, readFile, readRun } from './address.js';

/** Reads an address, with contents from the server; throws if it is invalid. */
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

/** The present content of a scene file; null if the server does not have it. */
async function fetchFile(hash: string): Promise<SceneSource | null> {
  const path = readFile(hash);
  if (path === null) return null;
  const answer = await fetch(`files/${encodeURIComponent(path)}.json`).then(
    // A static server may answer with an HTML page.
    (response) => (response.ok ? (response.json() as Promise<{ text: string; refused?: string }>).catch(() => null) : null),
    () => null,
  );
  if (answer?.refused !== undefined) throw new Error(answer.refused);
  return answer === null ? null : { kind: 'file', path, text: answer.text };
}
