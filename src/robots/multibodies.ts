// Links that joints connect are one multibody.

import type { JointDescriptor, MultibodyDescriptor } from '../joints/descriptors.js';
import type { SceneBody } from '../scene/scene.js';

type Joint = JointDescriptor<string>;

/**
 * The multibodies of rigid bodies; `name` is that of the file. A body that nothing is joined to is none, be it said to be free or not.
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
  const parts = [...new Set(groups.values())]
    .map((group) => ({
      links: names.filter((each) => group.has(each)),
      joints: joints.filter(({ bodyB }) => group.has(bodyB)),
      loops: loops.filter(({ bodyB }) => group.has(bodyB)),
    }))
    .filter((part) => part.loops.length > 0 || part.joints.some(({ kind }) => kind !== 'free'));
  return parts.map(({ links, joints: own, loops: closing }) => ({
    name: nameOf(parts.length === 1 ? name : `${name} ${links[0]}`, bodies),
    links,
    joints: own,
    ...(closing.length > 0 && { loops: closing }),
  }));
}

/** A name that no body has. */
function nameOf(wanted: string, bodies: readonly SceneBody[]): string {
  return bodies.some(({ name }) => name === wanted) ? nameOf(`${wanted} multibody`, bodies) : wanted;
}
