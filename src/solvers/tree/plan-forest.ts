// Which joint blocks make the trees of an island, and in which order its links are walked.
//
// The ground, that is all anchors, is one vertex more. A spanning forest takes blocks with many locked rows first
// (Kruskal's way), so that what closes a ring is the block that holds least; blocks that are as good are taken by their
// number. Links are numbered depth first: a link's parent comes before it, and its subtree is a range.
//
// A joint's force goes up to the parent, so a link must be able to answer all that its parent can answer. One with locked axes
// is therefore the root of its tree, or hangs on the ground, or on a link with the same locks where these take each other's
// forces. What ties two such trees closes a ring, through the ground.
//
// Parts are what is solved without regard to the rest, as long as contacts stay as they are: a tree, or all trees that loops and
// gears tie together.

import { ALL_LOCKS, isLockedAxis } from '../../math/locked-axes.js';
import { grown } from '../quadratic/grown.js';
import { blockOfRow, isLocked, type JointBlocks, type TreeProblem } from './joint-block.js';

const MOST_ROWS = 6;

export class ForestPlan {
  /** Links are the bodies that move. */
  links = 0;
  /** One a link: its body; the link of its parent, -1 at a root; the block that ties it there or to the ground, -1 for none. */
  body = new Int32Array(0);
  parent = new Int32Array(0);
  block = new Int32Array(0);
  /** The last link of its subtree; the root of its tree. */
  last = new Int32Array(0);
  root = new Int32Array(0);
  /** One a body that moves: its link. The number `links` stands for the ground. */
  link = new Int32Array(0);
  /** Blocks that close rings. */
  loopCount = 0;
  loop = new Int32Array(0);
  /** One a part, and one more behind the last: its first link. Part 0 has all loops and gears, if there are any. */
  partCount = 0;
  firstLink = new Int32Array(1);
  hasLoops = false;
  /** One a link, and one for the ground, which has the number behind the last. */
  part = new Int32Array(0);

  // What the plan was made of.
  #movers = -1;
  #blocks = -1;
  #couplings = -1;
  #ends = new Int32Array(0);
  #coupled = new Int32Array(0);
  #locked = new Int32Array(0);
  /** Axes that are locked of each body; all of the ground's, which comes behind. */
  #locks = new Int32Array(0);
  // Scratch: union-find; by leader, whether a vertex with locks is among those it leads; chosen blocks; lists of chosen blocks by vertex; bodies that wait; bodies of trees with loops.
  #leader = new Int32Array(0);
  #isBound = new Int32Array(0);
  #chosen = new Int32Array(0);
  #first = new Int32Array(0);
  #incident = new Int32Array(0);
  #waiting = new Int32Array(0);
  #isLooped = new Int32Array(0);

  /** Makes the plan of a problem; one of the same blocks between the same bodies is kept. */
  update(problem: TreeProblem): void {
    if (this.#isKept(problem)) return;
    this.#remember(problem);
    this.#chooseBlocks(problem);
    this.#listChosen(problem.blocks);
    this.#walk(problem);
  }

  /** The part of a block; that of the ground where both its ends are anchors. */
  partOfBlock({ ends }: JointBlocks, block: number): number {
    const body = Math.min(ends[2 * block], ends[2 * block + 1]);
    return this.part[body < this.links ? this.link[body] : this.links];
  }

  #isKept({ movers, locks, blocks, couplings }: TreeProblem): boolean {
    if (movers !== this.#movers || blocks.count !== this.#blocks || couplings.count !== this.#couplings) return false;
    for (let i = 0; i < 2 * couplings.count; i++) if (couplings.rows[i] !== this.#coupled[i]) return false;
    for (let i = 0; i < 2 * blocks.count; i++) if (blocks.ends[i] !== this.#ends[i]) return false;
    for (let i = 0; i < blocks.count; i++) if (lockedRows(blocks, i) !== this.#locked[i]) return false;
    for (let i = 0; i < movers; i++) if ((locks === undefined ? 0 : locks[i]) !== this.#locks[i]) return false;
    return true;
  }

  #remember({ movers, locks, blocks, couplings }: TreeProblem): void {
    const { count } = blocks;
    this.#movers = movers;
    this.#blocks = count;
    this.#couplings = couplings.count;
    this.#coupled = grown(this.#coupled, 2 * couplings.count);
    for (let i = 0; i < 2 * couplings.count; i++) this.#coupled[i] = couplings.rows[i];
    this.links = movers;
    this.#ends = grown(this.#ends, 2 * count);
    this.#locked = grown(this.#locked, count);
    this.#chosen = grown(this.#chosen, count);
    this.loop = grown(this.loop, count);
    this.#locks = grown(this.#locks, movers + 1);
    for (let i = 0; i < movers; i++) this.#locks[i] = locks === undefined ? 0 : locks[i];
    this.#locks[movers] = ALL_LOCKS;
    this.#leader = grown(this.#leader, movers + 1);
    this.#isBound = grown(this.#isBound, movers + 1);
    this.#first = grown(this.#first, movers + 2);
    this.#incident = grown(this.#incident, 2 * count);
    this.#waiting = grown(this.#waiting, 2 * (movers + 1));
    this.link = grown(this.link, movers);
    this.body = grown(this.body, movers + 1);
    this.parent = grown(this.parent, movers + 1);
    this.block = grown(this.block, movers + 1);
    this.last = grown(this.last, movers + 1);
    this.root = grown(this.root, movers + 1);
    this.part = grown(this.part, movers + 1);
    this.firstLink = grown(this.firstLink, movers + 1);
    this.#isLooped = grown(this.#isLooped, movers);
    for (let i = 0; i < 2 * count; i++) this.#ends[i] = blocks.ends[i];
    for (let i = 0; i < count; i++) this.#locked[i] = lockedRows(blocks, i);
  }

  #chooseBlocks({ movers, blocks }: TreeProblem): void {
    const leader = this.#leader;
    for (let i = 0; i <= movers; i++) {
      leader[i] = i;
      this.#isBound[i] = this.#locks[i] === 0 ? 0 : 1;
    }
    this.#chosen.fill(0, 0, blocks.count);
    this.loopCount = 0;
    for (let locked = MOST_ROWS; locked >= 0; locked--) {
      for (let i = 0; i < blocks.count; i++) {
        if (this.#locked[i] !== locked) continue;
        const a = Math.min(movers, blocks.ends[2 * i]);
        const b = Math.min(movers, blocks.ends[2 * i + 1]);
        if (a === b) continue;
        const leaderA = leaderOf(leader, a);
        const leaderB = leaderOf(leader, b);
        const areBound = this.#isBound[leaderA] === 1 && this.#isBound[leaderB] === 1;
        if (leaderA === leaderB || (areBound && !this.#mayHang(a, b))) {
          this.loop[this.loopCount++] = i;
        } else {
          this.#chosen[i] = 1;
          leader[leaderA] = leaderB;
          if (this.#isBound[leaderA] === 1) this.#isBound[leaderB] = 1;
        }
      }
    }
  }

  /** Whether of two vertices, in trees that both have locks, one may hang on the other. */
  #mayHang(a: number, b: number): boolean {
    const locks = this.#locks;
    if (locks[a] === 0 || locks[b] === 0) return false;
    return a === this.links || b === this.links || (locks[a] === locks[b] && takeForces(locks[a]));
  }

  /** Chosen blocks by vertex, in the order of their numbers. */
  #listChosen({ count, ends }: JointBlocks): void {
    const ground = this.links;
    const first = this.#first;
    first.fill(0, 0, ground + 2);
    for (let i = 0; i < 2 * count; i++) if (this.#chosen[i >> 1] === 1) first[Math.min(ground, ends[i]) + 1]++;
    for (let i = 0; i <= ground; i++) first[i + 1] += first[i];
    for (let i = 2 * count - 1; i >= 0; i--) {
      if (this.#chosen[i >> 1] === 0) continue;
      const vertex = Math.min(ground, ends[i]);
      this.#incident[--first[vertex + 1]] = i >> 1;
    }
    // Filling from behind has moved each start of a list into the place of its end.
    for (let i = 0; i <= ground; i++) first[i] = first[i + 1];
    first[ground + 1] = this.#total(count);
  }

  #total(count: number): number {
    let total = 0;
    for (let i = 0; i < count; i++) total += 2 * this.#chosen[i];
    return total;
  }

  #walk(problem: TreeProblem): void {
    const { movers } = problem;
    this.#isLooped.fill(0, 0, movers);
    this.link.fill(-1, 0, movers);
    this.#walkTrees(problem, 0, 0);
    let looped = 0;
    if (this.#findLooped(problem)) {
      this.link.fill(-1, 0, movers);
      looped = this.#walkTrees(problem, 1, 0);
      this.#walkTrees(problem, 0, looped);
    }
    this.#findParts(looped);
    for (let k = 0; k < movers; k++) this.last[k] = k;
    for (let k = movers - 1; k >= 0; k--) {
      const parent = this.parent[k];
      if (parent >= 0) this.last[parent] = Math.max(this.last[parent], this.last[k]);
    }
    // What stands for the ground as a link: a tree of its own.
    this.parent[movers] = -1;
    this.last[movers] = movers;
    this.root[movers] = movers;
  }

  /**
   * Of the trees with loops, or of those without, first those that hang on the ground, then those with locks, then those that
   * float, each from the body with the lowest number that may be its root. Returns the link behind the last.
   */
  #walkTrees({ blocks, movers }: TreeProblem, looped: number, start: number): number {
    let next = start;
    for (let i = this.#first[movers]; i < this.#first[movers + 1]; i++) {
      const block = this.#incident[i];
      const body = Math.min(blocks.ends[2 * block], blocks.ends[2 * block + 1]);
      if (this.#isLooped[body] === looped) next = this.#walkTree(blocks, body, block, next);
    }
    for (let isFree = 0; isFree < 2; isFree++) {
      for (let body = 0; body < movers; body++) {
        if (this.link[body] >= 0 || this.#isLooped[body] !== looped || (isFree === 0 && this.#locks[body] === 0)) continue;
        next = this.#walkTree(blocks, body, -1, next);
      }
    }
    return next;
  }

  /** Finds the bodies of trees that have ends of loops or of gears; returns whether there are any. */
  #findLooped({ blocks, couplings, movers }: TreeProblem): boolean {
    const { link, root } = this;
    // Union-find is over.
    const hasLoop = this.#leader;
    hasLoop.fill(0, 0, movers);
    for (let i = 0; i < this.loopCount + 2 * couplings.count; i++) {
      const block = i < this.loopCount ? this.loop[i] : blockOfRow(blocks, couplings.rows[i - this.loopCount]);
      for (let side = 0; side < 2; side++) {
        const body = blocks.ends[2 * block + side];
        if (body < movers) hasLoop[root[link[body]]] = 1;
      }
    }
    this.hasLoops = false;
    for (let body = 0; body < movers; body++) {
      this.#isLooped[body] = hasLoop[root[link[body]]];
      if (this.#isLooped[body] === 1) this.hasLoops = true;
    }
    return this.hasLoops;
  }

  /** The first so many links are of trees with loops. */
  #findParts(looped: number): void {
    const { links, root, part, firstLink } = this;
    this.partCount = 0;
    for (let k = 0; k < links; k++) {
      if (k === 0 || (k >= looped && root[k] === k)) firstLink[this.partCount++] = k;
      part[k] = this.partCount - 1;
    }
    firstLink[this.partCount] = links;
    part[links] = this.partCount;
  }

  #walkTree({ ends }: JointBlocks, start: number, block: number, next: number): number {
    const { body, parent, root, link } = this;
    const rootLink = next;
    const waiting = this.#waiting;
    let waitingCount = 1;
    waiting[0] = start;
    waiting[1] = block;
    while (waitingCount > 0) {
      waitingCount--;
      const at = waiting[2 * waitingCount];
      const tie = waiting[2 * waitingCount + 1];
      const k = next++;
      link[at] = k;
      body[k] = at;
      this.block[k] = tie;
      root[k] = rootLink;
      parent[k] = k === rootLink ? -1 : link[ends[2 * tie] + ends[2 * tie + 1] - at];
      for (let i = this.#first[at + 1] - 1; i >= this.#first[at]; i--) {
        const other = this.#incident[i];
        if (other === tie) continue;
        waiting[2 * waitingCount] = ends[2 * other] + ends[2 * other + 1] - at;
        waiting[2 * waitingCount + 1] = other;
        waitingCount++;
      }
    }
    return next;
  }
}

function lockedRows({ firstRow, row }: JointBlocks, block: number): number {
  let count = 0;
  for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
    if (isLocked(row, r)) count++;
  }
  return count;
}

/** Whether locks of a body take any force along a locked axis, wherever it acts: also the torque that it has elsewhere. */
function takeForces(locks: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const takesTorques = isLockedAxis(locks, 3 + ((axis + 1) % 3)) && isLockedAxis(locks, 3 + ((axis + 2) % 3));
    if (isLockedAxis(locks, axis) && !takesTorques) return false;
  }
  return true;
}

function leaderOf(leader: Int32Array, vertex: number): number {
  let at = vertex;
  while (leader[at] !== at) {
    leader[at] = leader[leader[at]];
    at = leader[at];
  }
  return at;
}
