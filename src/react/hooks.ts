// Hooks for callbacks before each step, for events, and for joints that exist as long as a component.

import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { EventKind } from '../events/events.js';
import type { Handle } from '../handles.js';
import { Body } from '../handles.js';
import { InputError } from '../input/fields.js';
import type { Joint } from '../joint-handles.js';
import type { JointDescriptor } from '../joints/descriptors.js';
import type { WorldEvent } from '../world/world-events.js';
import { usePhysics, useWorld } from './physics.js';

/** A reference to a body: a `ref` of it, its handle, or its name. */
export type BodyTarget = RefObject<Body | null> | Body | string;

/** A ref to the value of the last render, for callbacks that are registered once. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Calls a function before each step with the time of the world and the length of the step [s], to apply inputs and
 * forces.
 */
export function useBeforeStep(callback: (time: number, dt: number) => void): void {
  const { beforeStep } = usePhysics();
  const latest = useLatest(callback);
  useLayoutEffect(() => {
    const call = (time: number, dt: number) => latest.current(time, dt);
    beforeStep.add(call);
    return () => void beforeStep.delete(call);
  }, [beforeStep, latest]);
}

export interface EventsOptions {
  /** Only events of this body or other node. */
  of?: RefObject<Handle | null> | Handle;
  /** Only events with a node in one of these categories, as bits. */
  category?: number;
}

/**
 * Calls a function for every event of these kinds, at the end of the step that delivers it. A component that creates
 * the node of the ref `of` must come before this one in the tree, or below it.
 */
export function useEvents(
  kinds: EventKind | readonly EventKind[],
  callback: (event: WorldEvent) => void,
  { of, category }: EventsOptions = {},
): void {
  const world = useWorld();
  const latest = useLatest(callback);
  const kindsKey = typeof kinds === 'string' ? kinds : kinds.join(' ');
  useLayoutEffect(() => {
    const target = of === undefined || 'world' in of ? of : of.current;
    if (target === null)
      throw new InputError('useEvents() is given a ref that holds nothing, but it must be the ref of a body or a trigger.');
    return world.events.on(kindsKey.split(' ') as EventKind[], (event) => latest.current(event), {
      ...(target !== undefined && { of: target }),
      ...(category !== undefined && { category }),
    });
  }, [world, latest, kindsKey, of, category]);
}

export type JointOptions = Omit<JointDescriptor<never>, 'bodyA' | 'bodyB'> & {
  /** Default the world. */
  bodyA?: BodyTarget;
  bodyB: BodyTarget;
};

/**
 * A joint that exists as long as the component. It is created from the options of the first render, after the
 * components before it and below it have created their bodies. It is created again when `bodyA` or `bodyB` change.
 */
export function useJoint(options: JointOptions): RefObject<Joint | null> {
  const world = useWorld();
  const made = useRef<Joint | null>(null);
  const first = useRef(options).current;
  const { bodyA, bodyB } = options;
  useLayoutEffect(() => {
    const { bodyA: _a, bodyB: _b, ...descriptor } = first;
    const ends = { bodyB: bodyOf(bodyB, 'bodyB'), ...(bodyA !== undefined && { bodyA: bodyOf(bodyA, 'bodyA') }) };
    const joint = world.createJoint({ ...descriptor, ...ends });
    made.current = joint;
    return () => {
      made.current = null;
      // The joint was removed already if one of its bodies was.
      if (joint.isAlive) joint.remove();
    };
  }, [world, first, bodyA, bodyB]);
  return made;
}

function bodyOf(target: BodyTarget, end: string): Body | string {
  if (typeof target === 'string' || target instanceof Body) return target;
  if (target.current !== null) return target.current;
  throw new InputError(
    `${end} of a joint is a ref that holds no body: the joint must come after its bodies in the tree, or above them.`,
  );
}
