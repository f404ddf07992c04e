// Lists the elements and attributes of MJCF: those that are read, and known ones that do not matter to Drystone's rigid
// bodies (textures, sensors, parameters of MuJoCo's own solver). All others are refused, as by MuJoCo.

import { show } from '../../input/fields.js';
import type { XmlElement } from '../xml.js';
import { describe, refuseElement } from '../xml.js';

const list = (words: string): readonly string[] => words.split(' ');
const ORIENTATION = 'quat axisangle xyaxes zaxis euler';
const ACTUATOR =
  `name class group nsample interp delay ctrllimited forcelimited actlimited ctrlrange forcerange actrange lengthrange
 gear cranklength joint jointinparent tendon cranksite slidersite site refsite body user damping armature`.replaceAll(
    /\s+/g,
    ' ',
  );

/** Attributes of the elements that are read. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  compiler: list(
    'autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq meshdir ' +
      'texturedir assetdir discardvisual usethread fusestatic inertiafromgeom inertiagrouprange saveinertial alignfree conflict',
  ),
  body: list(`name childclass pos ${ORIENTATION} mocap gravcomp user sleep`),
  frame: list(`name childclass pos ${ORIENTATION}`),
  inertial: list(`pos ${ORIENTATION} mass diaginertia fullinertia`),
  joint: list(
    'name class type group pos axis springdamper limited actuatorfrclimited solreflimit solimplimit solreffriction solimpfriction ' +
      'stiffness range actuatorfrcrange actuatorgravcomp margin ref springref armature damping frictionloss user',
  ),
  freejoint: list('name group align'),
  geom: list(
    `name class type contype conaffinity condim group priority size material rgba friction mass density shellinertia solmix ` +
      `solref solimp margin gap surfacevel fromto pos ${ORIENTATION} hfield mesh fitscale fluidshape fluidcoef user`,
  ),
  site: list(`name class type group pos ${ORIENTATION} material size fromto rgba user`),
  mesh: list(
    'name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal maxhullvert inertia octree_maxdepth ' +
      'builtin params material',
  ),
  connect: list('name class active solref solimp body1 body2 anchor site1 site2'),
  weld: list('name class active solref solimp body1 body2 relpose anchor site1 site2 torquescale'),
  exclude: list('name body1 body2'),
  motor: list(ACTUATOR),
  position: list(`${ACTUATOR} kp kv dampratio timeconst inheritrange`),
  velocity: list(`${ACTUATOR} kv`),
  general: list(`${ACTUATOR} actdim dyntype gaintype biastype dynprm gainprm biasprm actearly`),
};

/** Sections and elements whose whole content is ignored silently; below, with a note. */
export const SILENT = list('visual statistic size custom sensor keyframe light camera extension site texture material');
const NOTED: Readonly<Record<string, readonly string[]>> = {
  mujoco: list('tendon deformable'),
  actuator: list('intvelocity damper cylinder muscle adhesion plugin'),
  contact: list('pair'),
  equality: list('tendon flex flexvert flexstrain'),
  body: list('plugin'),
  asset: list('skin hfield model'),
};

/** The children that are read, by element. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  mujoco: list('compiler option default asset worldbody contact equality actuator'),
  asset: list('mesh'),
  body: list('inertial joint freejoint geom body frame'),
  contact: list('exclude'),
  equality: list('connect weld joint'),
  actuator: list('motor position velocity general'),
};
const SAME_AS: Readonly<Record<string, string>> = { worldbody: 'body', frame: 'body' };

/** Whether a child is read. A child that is left out is noted, an unknown child is refused. */
export function isRead(parent: XmlElement, child: XmlElement, notes: string[]): boolean {
  const kind = SAME_AS[parent.name] ?? parent.name;
  if (CHILDREN[kind].includes(child.name)) return true;
  if (SILENT.includes(child.name)) return false;
  if (!NOTED[kind]?.includes(child.name)) {
    const known = CHILDREN[kind].map((name) => `<${name}>`).join(', ');
    refuseElement(child, `is not known here; in <${parent.name}> are read ${known}.`);
  }
  notes.push(`${describe(child)} is not a part of rigid bodies as they are read, and is left out.`);
  return false;
}

/** Throws for an attribute that MJCF does not have. */
export function checkAttributes(element: XmlElement): void {
  const known = ATTRIBUTES[element.name];
  const unknown = Object.keys(element.attributes).find((name) => !known?.includes(name));
  if (known !== undefined && unknown !== undefined) refuseElement(element, `has ${show(unknown)}, which is no attribute of it.`);
}
