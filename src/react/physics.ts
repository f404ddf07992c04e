// The element <Physics> gives the components below it a world. It creates the world and its runner, advances the runner
// in every frame, and moves the objects of bodies.

import { useFrame, useThree } from '@react-three/fiber';
import type { ReactNode } from 'react';
import { createContext, createElement, useContext, useEffect, useState } from 'react';
import type { MaterialDescriptor } from '../bodies/descriptors.js';
import { InputError } from '../input/fields.js';
import type { RunnerOptions } from '../runner/runner.js';
import { Runner } from '../runner/runner.js';
import type { SettingName } from '../settings.js';
import { Followers } from '../three/followers.js';
import type { WorldOptions } from '../world.js';
import { World } from '../world.js';

/** The context of components below <Physics>. */
export interface PhysicsParts {
  readonly world: World;
  readonly runner: Runner;
  /** Objects that follow bodies. */
  readonly followers: Followers;
  /** Callbacks before each step, in the order in which they were added. */
  readonly beforeStep: Set<NonNullable<RunnerOptions['beforeStep']>>;
}

/**
 * Options of `new World()` and `new Runner()`. `settings`, `timeScale` and `paused` may change at any time; changes of
 * the others have no effect.
 */
export type PhysicsProps = Omit<WorldOptions, 'memory'> &
  Omit<RunnerOptions, 'beforeStep'> & {
    /** An existing world, instead of options of a new one. */
    world?: World;
    /** Materials by name, created once. */
    materials?: Readonly<Record<string, MaterialDescriptor>>;
    children?: ReactNode;
  };

const PartsContext = createContext<PhysicsParts | null>(null);

/**
 * Creates a world and steps it in real time. Bodies, joints and triggers below it are in the world as long as they are
 * mounted. An error of a step goes to the nearest error boundary.
 */
export function Physics(props: PhysicsProps): ReactNode {
  const [parts] = useState(() => makeParts(props));
  const [failure, fail] = useState<{ readonly error: unknown }>();
  if (failure !== undefined) throw failure.error;
  const { timeScale = 1, paused = false, children } = props;
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => {
    parts.runner.timeScale = timeScale;
    parts.runner.paused = paused;
    // Starts a canvas that draws on demand; each frame then requests the next.
    if (!paused) invalidate();
  }, [parts, timeScale, paused, invalidate]);
  useSettings(parts.world, props.settings);
  useFrame((_, elapsed) => {
    const { runner, followers } = parts;
    try {
      runner.advance(elapsed);
    } catch (error) {
      runner.paused = true;
      fail({ error });
      return;
    }
    followers.update(runner);
    if (!runner.paused) invalidate();
  });
  return createElement(PartsContext.Provider, { value: parts }, children);
}

/** The context of the nearest <Physics> above a component. */
export function usePhysics(): PhysicsParts {
  const parts = useContext(PartsContext);
  if (parts === null) throw new InputError('A component that belongs to a world is outside of <Physics>, but must be below it.');
  return parts;
}

/** The world of the nearest <Physics> above a component. */
export function useWorld(): World {
  return usePhysics().world;
}

/** The runner that steps the world: to pause, to step once, to get interpolated poses. */
export function useRunner(): Runner {
  return usePhysics().runner;
}

function makeParts(props: PhysicsProps): PhysicsParts {
  const { children, timeScale, paused, dt, maxSteps, world: given, materials = {}, ...options } = props;
  const [stranger] = given === undefined ? [] : Object.keys(options);
  if (stranger !== undefined)
    throw new InputError(
      `<Physics> is given a world and the option ${stranger}, but a world that is there has its options already.`,
    );
  const world = given ?? new World(options);
  for (const [name, material] of Object.entries(materials)) world.createMaterial(name, material);
  const beforeStep: PhysicsParts['beforeStep'] = new Set();
  const runner = new Runner(world, {
    ...(dt !== undefined && { dt }),
    ...(maxSteps !== undefined && { maxSteps }),
    beforeStep: (time, length) => {
      for (const callback of beforeStep) callback(time, length);
    },
  });
  return { world, runner, followers: new Followers(), beforeStep };
}

/** Applies settings that differ from those of the world, when the prop changes. */
function useSettings(world: World, settings: WorldOptions['settings']): void {
  const text = JSON.stringify(settings ?? {});
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(text))) {
      if (JSON.stringify(world.settings[name as SettingName]) !== JSON.stringify(value))
        world.set(name as SettingName, value as never);
    }
  }, [world, text]);
}
