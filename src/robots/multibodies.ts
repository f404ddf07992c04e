// Makes multibodies of links: all links that joints connect form one multibody.

import type { JointDescriptor, MultibodyDescriptor } from '../joints/descriptors.js';
import type { SceneBody } from '../scene/scene.js';

type Joint = JointDescriptor<string>;

/**
 * The multibodies of rigid bodies; `name` is that of the file. A body without joints to others, or with only a free
 * joint, is not a multibody.
 */
export function multibodiesOf(
  bodies: readonly SceneBody[],
  joints: readonly Joint[],
  loops: readonly Joint[],
  name: string,
): MultibodyDescriptor<string, SceneBody>[] {
  const names = bodies.filter(({ kind }) => kind !== 'fixed').map((body) => body.name as string);
  const groups = new Map(names.map((each) => [each, new Set([each])]));
  for (const { bodyA, bodyB } of [...joints, ...loops]) {
    const b = groups.get(bodyB) as Set<string>;
    const a = bodyA === undefined ? undefined : groups.get(bodyA);
    if (a === undefined || a === b) continue;
    for (const member of b) {
      a.add(member);
      groups.set(member, a);
    }
  }
  // Only groups with joints: a scene may have thousands of separate bodies.
  const joined = [...loops, ...joints.filter(({ kind }) => kind !== 'free')];
  const parts = [...new Set(joined.map(({ bodyB }) => groups.get(bodyB) as Set<string>))].map((group) => ({
    links: names.filter((each) => group.has(each)),
    joints: joints.filter(({ bodyB }) => group.has(bodyB)),
    loops: loops.filter(({ bodyB }) => group.has(bodyB)),
  }));
  parts.sort((first, second) => names.indexOf(first.links[0]) - names.indexOf(second.links[0]));
  return parts.map(({ links, joints: own, loops: closing }) => ({
    name: nameOf(parts.length === 1 ? name : `${name} ${links[0]}`, bodies),
    links,
    joints: own,
    ...(closing.length > 0 && { loops: closing }),
  }));
}

/** The wanted name, extended until no body has it. */
function nameOf(wanted: string, bodies: readonly SceneBody[]): string {
  return bodies.some(({ name }) => name === wanted) ? nameOf(`${wanted} multibody`, bodies) : wanted;
}
