// Whether joints form a tree over links: sets of links are joined one by one, and a joint within a set closes a ring.

/** What does not move is one more node: a second way to it is a ring as well. */
export const GROUND = -1;

/** What is wrong with a tree: the first joint that closes a ring, or the first link that no joint leads to; -1 for none. */
export interface TreeFault {
  readonly loop: number;
  readonly apart: number;
}

/** Ends are numbers of links, or GROUND. */
export function findTreeFault(links: number, joints: readonly (readonly [number, number])[]): TreeFault {
  // The ground comes behind the links.
  const parent = Array.from({ length: links + 1 }, (_, i) => i);
  const rootOf = (end: number): number => {
    let node = end === GROUND ? links : end;
    while (parent[node] !== node) node = parent[node];
    return node;
  };
  for (let i = 0; i < joints.length; i++) {
    const [a, b] = [rootOf(joints[i][0]), rootOf(joints[i][1])];
    if (a === b) return { loop: i, apart: -1 };
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  // A tree that floats is joined to no ground.
  for (let link = 1; link < links; link++) if (rootOf(link) !== rootOf(0)) return { loop: -1, apart: link };
  return { loop: -1, apart: -1 };
}
