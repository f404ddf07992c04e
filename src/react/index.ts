/**
 * Drystone for @react-three/fiber: a world as an element, bodies created from drawn objects, joints, triggers, hooks.
 * The package drystone/react; react, three and @react-three/fiber are peer dependencies.
 *
 * @module drystone/react
 */

export type { BodyShapesProps, DebugLinesProps, JointProps, TriggerProps } from './elements.js';
export { BodyShapes, DebugLines, Joint, Trigger } from './elements.js';
export type { BodyTarget, EventsOptions, JointOptions } from './hooks.js';
export { useBeforeStep, useEvents, useJoint } from './hooks.js';
export type { PhysicsProps } from './physics.js';
export { Physics, useRunner, useWorld } from './physics.js';
export type { MeetHandler, RigidBodyProps } from './rigid-body.js';
export { RigidBody } from './rigid-body.js';
