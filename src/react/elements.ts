// React elements for joints, triggers and views of a world.

import type { ThreeElements } from '@react-three/fiber';
import { useFrame } from '@react-three/fiber';
import type { ReactNode, Ref } from 'react';
import { createElement, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import type { TriggerDescriptor } from '../bodies/descriptors.js';
import type { Handle } from '../handles.js';
import type { Joint as JointHandle } from '../joint-handles.js';
import type { DebugViewOptions } from '../three/debug-view.js';
import { DebugView } from '../three/debug-view.js';
import type { WorldViewOptions } from '../three/world-view.js';
import { WorldView } from '../three/world-view.js';
import type { JointOptions } from './hooks.js';
import { useJoint, useLatest } from './hooks.js';
import { usePhysics, useWorld } from './physics.js';
import type { MeetHandler } from './rigid-body.js';

export type JointProps = JointOptions & {
  /** Set to the joint when it has been created. */
  ref?: Ref<JointHandle>;
};

/**
 * A joint between bodies that come before it in the tree. Later changes of its props, except of bodies, have no effect.
 */
export function Joint({ ref, ...options }: JointProps): ReactNode {
  const joint = useJoint(options);
  useImperativeHandle(ref, () => joint.current as JointHandle, [joint]);
  return null;
}

export type TriggerProps = TriggerDescriptor & {
  ref?: Ref<Handle>;
  onEnter?: MeetHandler;
  onLeave?: MeetHandler;
};

/**
 * A trigger volume in the world's frame, which reports bodies that enter and leave it. Later changes of its descriptor
 * have no effect.
 */
export function Trigger({ ref, onEnter, onLeave, ...descriptor }: TriggerProps): ReactNode {
  const world = useWorld();
  const first = useRef(descriptor).current;
  const made = useRef<Handle>(null);
  const latest = useLatest({ onEnter, onLeave });
  useLayoutEffect(() => {
    const trigger = world.createTrigger(first);
    made.current = trigger;
    const stop = world.events.on(
      ['in-trigger', 'out-trigger'],
      (event) => {
        const handler = event.kind === 'in-trigger' ? latest.current.onEnter : latest.current.onLeave;
        handler?.(event.a === trigger.id ? event.nodeB : event.nodeA, event);
      },
      { of: trigger },
    );
    return () => {
      stop();
      made.current = null;
      if (trigger.isAlive) trigger.remove();
    };
  }, [world, first, latest]);
  useImperativeHandle(ref, () => made.current as Handle, []);
  return null;
}

type OfPrimitive = Omit<ThreeElements['primitive'], 'object' | 'ref' | keyof DebugViewOptions>;

export type DebugLinesProps = DebugViewOptions & OfPrimitive;

/** Debug lines of the world, drawn over everything: shapes, contacts, graph, joints, boxes. */
export function DebugLines({
  shapes = true,
  contacts = true,
  graph = false,
  joints = true,
  bounds = false,
  size,
  impulseScale,
  ...others
}: DebugLinesProps): ReactNode {
  const world = useWorld();
  const view = useMemo(() => new DebugView(world), [world]);
  useEffect(() => () => view.dispose(), [view]);
  useLayoutEffect(() => {
    Object.assign(view, { shapes, contacts, graph, joints, bounds, impulseScale, ...(size !== undefined && { size }) });
  });
  useFrame(() => view.update());
  return createElement('primitive', { ...others, object: view });
}

export type BodyShapesProps = WorldViewOptions &
  Omit<ThreeElements['primitive'], 'object' | 'ref' | keyof WorldViewOptions> & { ref?: Ref<WorldView> };

/**
 * Draws bodies by their shapes, with one draw call per geometry: by default those bodies that have no objects below
 * their <RigidBody>. `view.bodyOf(event)` is the body of a pointer event.
 */
export function BodyShapes({ ref, material, colour, filter, groundWidth, ...others }: BodyShapesProps): ReactNode {
  const { world, runner, followers } = usePhysics();
  const latest = useLatest({ material, colour, filter });
  const [hasMaterial, hasColour] = [material !== undefined, colour !== undefined];
  const view = useMemo(
    () =>
      new WorldView(world, {
        ...(hasMaterial && { material: (body) => latest.current.material?.(body) as never }),
        ...(hasColour && { colour: (body) => latest.current.colour?.(body) as never }),
        filter: (body) => latest.current.filter?.(body) ?? !hasLook(followers.objectOf(body)),
        ...(groundWidth !== undefined && { groundWidth }),
      }),
    [world, followers, latest, hasMaterial, hasColour, groundWidth],
  );
  useEffect(() => () => view.dispose(), [view]);
  useImperativeHandle(ref, () => view, [view]);
  useFrame(() => view.update(runner));
  return createElement('primitive', { ...others, object: view });
}

/** Whether a body's group has objects to draw. */
function hasLook(object: { readonly children: readonly unknown[] } | undefined): boolean {
  return object !== undefined && object.children.length > 0;
}
