// The fields of shape descriptors: which values users may give.

import type { Field, Fields } from '../input/fields.js';
import { list, literal, number, object, quaternion, tagged, text, vec3 } from '../input/fields.js';
import type {
  BoxDescriptor,
  CapsuleDescriptor,
  CylinderDescriptor,
  HalfSpaceDescriptor,
  HullDescriptor,
  MeshShapeDescriptor,
  ShapePlacement,
  SphereDescriptor,
  SurfaceShapeDescriptor,
} from './shape-kinds.js';

const placement: Fields<ShapePlacement> = {
  position: vec3("Position in the body's frame [m]"),
  orientation: quaternion("Orientation in the body's frame, [x, y, z, w] [1]"),
  material: text("Name of the material; default the body's"),
};
const length = (doc: string) => number(`${doc} [m]`, { above: 0, max: 1e9 });

export const shapeField: Field = tagged('A shape', 'a shape', 'kind', {
  sphere: object<SphereDescriptor>('A ball', 'a sphere', { kind: literal('sphere'), radius: length('Radius') }, placement),
  box: object<BoxDescriptor>('A box', 'a box', { kind: literal('box'), size: vec3('Full edge lengths [m]', 0) }, placement),
  capsule: object<CapsuleDescriptor>(
    'A capsule along y',
    'a capsule',
    { kind: literal('capsule'), radius: length('Radius'), length: length('Length of its segment, the round ends not counted') },
    placement,
  ),
  cylinder: object<CylinderDescriptor>(
    'A cylinder about y',
    'a cylinder',
    { kind: literal('cylinder'), radius: length('Radius'), height: length('Full height') },
    placement,
  ),
  hull: object<HullDescriptor>(
    'The convex hull of points',
    'a hull',
    { kind: literal('hull'), points: list('At least four points, not all in one plane [m]', vec3('A point [m]'), 4) },
    placement,
  ),
  'half-space': object<HalfSpaceDescriptor>(
    'Everything below y = 0 of its frame; fixed and scripted bodies only',
    'a half-space',
    { kind: literal('half-space') },
    placement,
  ),
  mesh: object<MeshShapeDescriptor>(
    'A closed surface of triangles, of any form',
    'a mesh shape',
    { kind: literal('mesh'), mesh: text('Name of a mesh') },
    placement,
  ),
  surface: object<SurfaceShapeDescriptor>(
    'A surface of triangles that need not be closed; fixed bodies only',
    'a surface shape',
    { kind: literal('surface'), surface: text('Name of a surface') },
    placement,
  ),
});
