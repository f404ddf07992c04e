// Driving of the characters and vehicles of a scene by user input.

import type { Simulation } from '../../../src/index.js';
import { Character, InputError, isVehicle, Multibody, Vehicle } from '../../../src/index.js';
import type { Drivable, Drive } from '../protocol.js';

/** Speeds of a walking and of a running character [m/s]. */
const WALK = 2;
const RUN = 4.5;
/** Throttle of a vehicle without the key for full throttle [1]. */
const CRUISE = 0.5;
/** Speed below which a vehicle can change between ahead and back [m/s]. */
const STANDING = 0.5;
/** Speed above which the steering angle is reduced [m/s]. */
const GENTLE = 6;

/** All characters and vehicles, in the order of the scene. */
export function listDrivable({ world, characters }: Simulation): Drivable[] {
  const walkers = characters.map(
    ({ body }): Drivable => ({ kind: 'character', id: body.id, body: body.id, name: body.name ?? 'character' }),
  );
  const vehicles = [...world.multibodies()].filter(isVehicle).map((multibody): Drivable => {
    const { chassis } = new Vehicle(world, multibody);
    return { kind: 'vehicle', id: multibody.id, body: chassis.id, name: multibody.name ?? 'vehicle' };
  });
  return [...walkers, ...vehicles];
}

/** Applies user input to a character or vehicle before the next step. Its script no longer controls it. */
export function applyDrive(simulation: Simulation, drive: Drive): void {
  const found = findDriven(simulation, drive.node);
  if (found instanceof Character) walk(found, drive);
  else steer(found, drive);
}

function findDriven({ world, characters }: Simulation, id: number): Character | Vehicle {
  const character = characters.find(({ body }) => body.id === id);
  const node = world.node(id);
  if (character !== undefined && node !== undefined) return character;
  if (node instanceof Multibody && isVehicle(node)) return new Vehicle(world, node);
  throw new InputError(`The node of id ${id} is neither a character nor a vehicle of this world.`);
}

/** Moves a character relative to the direction of the view. */
function walk(character: Character, { ahead, left, facing: [x, z], space, shift }: Drive): void {
  const size = Math.max(1, Math.hypot(ahead, left));
  const speed = (shift ? RUN : WALK) / size;
  character.isByHand = true;
  character.wish = [speed * (ahead * x + left * z), 0, speed * (ahead * z - left * x)];
  if (space) character.jump();
}

/** Sets the inputs of a vehicle. Input against the direction of motion brakes it. */
function steer(vehicle: Vehicle, { ahead, left, space, shift }: Drive): void {
  const { speed } = vehicle;
  const brakes = ahead * speed < 0 && Math.abs(speed) > STANDING;
  vehicle.isByHand = true;
  vehicle.brake = brakes ? 1 : 0;
  vehicle.throttle = brakes ? 0 : Math.abs(ahead) * (shift ? 1 : CRUISE);
  vehicle.handBrake = space ? 1 : 0;
  vehicle.steer = (left * GENTLE) / Math.max(GENTLE, Math.abs(speed));
  const gear = brakes || ahead === 0 ? vehicle.gear : ahead < 0 ? -1 : Math.max(1, vehicle.gear);
  if (gear !== vehicle.gear) vehicle.gear = gear;
}

/** Whether no key is pressed. */
export function isIdle({ ahead, left, space, shift }: Drive): boolean {
  return ahead === 0 && left === 0 && !space && !shift;
}
