// The element <RigidBody>: a group of three.js that follows a body, whose shapes are by default those of the meshes in
// it.

import type { ThreeElements } from '@react-three/fiber';
import type { ReactNode, Ref, RefObject } from 'react';
import { createElement, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Group } from 'three';
import { Quaternion, Vector3 } from 'three';
import type { Body } from '../handles.js';
import type { Quat, Vec3 } from '../math/vector.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { ObjectBodyOptions } from '../three/body-from-object.js';
import { createBodyFrom } from '../three/body-from-object.js';
import type { WorldEvent } from '../world/world-events.js';
import type { World } from '../world.js';
import { useLatest } from './hooks.js';
import { usePhysics } from './physics.js';

/**
 * Called with the other body or node of an event, and with the event, which has time, point, normal, impulse and speed.
 */
export type MeetHandler = (other: WorldEvent['nodeA'], event: WorldEvent) => void;

/** Props of the body; its pose and the objects drawn are props of the group. */
type BodyProps = Omit<ObjectBodyOptions, 'slots'>;

export type RigidBodyProps = BodyProps &
  Omit<ThreeElements['group'], 'ref' | 'attach' | keyof BodyProps> & {
    /** Shapes of the body, in its frame; default from the meshes below. */
    shapes?: readonly ShapeDescriptor[];
    /** Set to the body when it has been created. */
    ref?: Ref<Body>;
    /** Called when the body begins to touch another body. */
    onTouch?: MeetHandler;
    /** Called when the body ceases to touch another body. */
    onPart?: MeetHandler;
  };

/**
 * Props that only the creation of the body reads, except `kind`, which may change. All props in no list are the
 * group's.
 */
const MAKING = ['kind', 'name', 'density', 'mass', 'centerOfMass', 'inertia', 'motion', 'form', 'shapes', 'userData'] as const;
/** Props of the body that may change later. */
const CHANGING = [
  'velocity',
  'angularVelocity',
  'material',
  'linearDamping',
  'angularDamping',
  'gravityScale',
  'locks',
  'active',
  'category',
  'mask',
  'surfaceVelocity',
] as const;
type Changing = (typeof CHANGING)[number];

/**
 * A body at the pose of its group when it is mounted, by `position`, `rotation`, `quaternion` and `scale`. The body is
 * moved when `position`, `rotation` or `quaternion` change. Velocities, damping, material, masks, locks and `kind` may
 * change too. Changes of other props have no effect: for other shapes or another mass, give the element another `key`.
 */
export function RigidBody(props: RigidBodyProps): ReactNode {
  const { ref, onTouch, onPart, shapes, ...others } = props;
  const { world, followers } = usePhysics();
  const group = useRef<Group>(null);
  const body = useRef<Body>(null);
  const first = useRef(props).current;
  useLayoutEffect(() => {
    const object = group.current as Group;
    const made = makeBody(world, object, first);
    body.current = made;
    followers.add(made, object);
    return () => {
      body.current = null;
      followers.delete(made);
      if (made.isAlive) made.remove();
    };
  }, [world, followers, first]);
  useImperativeHandle(ref, () => body.current as Body, []);
  useMeeting(body, world, 'new-touching', onTouch);
  useMeeting(body, world, 'vanishing-touching', onPart);
  useChanges(body, props);
  usePlacing(body, group, props);
  const ofGroup = Object.entries(others).filter(([key]) => !isOfBody(key));
  return createElement('group', { ...Object.fromEntries(ofGroup), ref: group } as object);
}

function isOfBody(key: string): boolean {
  return (MAKING as readonly string[]).includes(key) || (CHANGING as readonly string[]).includes(key);
}

/** Creates the body. Props of the body have the names of fields of its descriptor. */
function makeBody(world: World, object: Group, props: RigidBodyProps): Body {
  const options = Object.fromEntries(Object.entries(props).filter(([key, value]) => isOfBody(key) && value !== undefined));
  if (props.shapes === undefined) return createBodyFrom(world, object, options as ObjectBodyOptions);
  const { position, orientation } = poseOf(object);
  return world.createBody({ ...(options as object), shapes: props.shapes, position, orientation });
}

function poseOf(object: Group): { position: Vec3; orientation: Quat } {
  object.updateWorldMatrix(true, false);
  const [position, orientation] = [new Vector3(), new Quaternion()];
  object.matrixWorld.decompose(position, orientation, new Vector3());
  return { position: position.toArray(), orientation: orientation.toArray() };
}

function useMeeting(
  body: RefObject<Body | null>,
  world: World,
  kind: 'new-touching' | 'vanishing-touching',
  handler: MeetHandler | undefined,
): void {
  const latest = useLatest(handler);
  const isHeard = handler !== undefined;
  useLayoutEffect(() => {
    const own = body.current;
    if (!isHeard || own === null) return;
    return world.events.on(kind, (event) => latest.current?.(event.a === own.id ? event.nodeB : event.nodeA, event), { of: own });
  }, [body, world, kind, latest, isHeard]);
}

/** Sets those properties of the body whose props have changed since the last render. */
function useChanges(body: RefObject<Body | null>, props: RigidBodyProps): void {
  const given = useRef(new Map<string, string>());
  useLayoutEffect(() => {
    const own = body.current;
    for (const key of ['kind', ...CHANGING] as const) {
      const text = JSON.stringify(props[key]);
      const former = given.current.get(key);
      given.current.set(key, text);
      if (former === undefined || former === text || own === null || props[key] === undefined) continue;
      (own as Record<'kind' | Changing, unknown>)[key] = props[key];
    }
  });
}

/**
 * Moves the body when the pose props change after the first render. An unchanged position or orientation stays the
 * body's.
 */
function usePlacing(body: RefObject<Body | null>, group: RefObject<Group | null>, props: RigidBodyProps): void {
  const place = keyOf(props.position);
  const turn = `${keyOf(props.rotation)} ${keyOf(props.quaternion)}`;
  const former = useRef({ place, turn });
  useLayoutEffect(() => {
    const [moved, turned] = [former.current.place !== place, former.current.turn !== turn];
    former.current = { place, turn };
    const [own, object] = [body.current, group.current];
    if ((!moved && !turned) || own === null || object === null) return;
    const { position, orientation } = poseOf(object);
    own.world.setPose(own, moved ? position : own.position, turned ? orientation : own.orientation);
  }, [body, group, place, turn]);
}

/** A text that is equal for equal numbers, given as an array or as an object of three.js. */
function keyOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number') return `${value}`;
  const { toArray } = value as { toArray?: () => unknown };
  return JSON.stringify(typeof toArray === 'function' ? toArray.call(value) : value);
}
