// The legend of the colours and lines in the picture.

import type { Look } from '../protocol.js';
import { EDGE_STATES, JOINT_STATES } from '../protocol.js';
import { CELL_COLOUR, SAMPLE_COLOUR } from '../view/cells-view.js';
import type { Range } from '../view/colours.js';
import { COUPLING_COLOUR, FORCE_COLOUR, JOINT_COLOURS, LIMIT_COLOUR, TORQUE_COLOUR } from '../view/joints-view.js';
import type { Overlays } from '../view/overlays.js';
import { EDGE_COLOURS, FRICTION_COLOUR, NORMAL_COLOUR } from '../view/overlays.js';
import { entry, explainColour } from './colour-legend.js';
import { byId, format, make } from './elements.js';

export function showLegend({ colour, contacts, graph, joints, joint, treeLevel }: Look, range: Range, overlays: Overlays): void {
  const legend = byId('legend');
  const rows = explainColour(colour, range);
  if (graph) rows.push(make('b', {}, 'Edges'), ...EDGE_STATES.map((name, i) => entry(EDGE_COLOURS[i], name)));
  if (contacts) {
    const length = lengthOf(overlays.impulseScale, 'N s');
    rows.push(make('b', {}, `Impulses${length}`), entry(NORMAL_COLOUR, 'normal'), entry(FRICTION_COLOUR, 'friction'));
  }
  if (treeLevel !== null) {
    const count = overlays.cells.count;
    rows.push(
      make('b', {}, `Contact tree, level ${treeLevel}`),
      entry(CELL_COLOUR, `${count} cells with surface`),
      entry(SAMPLE_COLOUR, 'samples'),
    );
  }
  if (joints) rows.push(make('b', {}, 'Joints'), ...JOINT_STATES.map((name, i) => entry(JOINT_COLOURS[i], name)));
  if (joints && overlays.joints.joints.some(({ followers }) => followers.length > 0))
    rows.push(entry(COUPLING_COLOUR, 'gear or mimic joint'));
  if (joints || joint !== null) {
    const { forceScale, torqueScale } = overlays.joints;
    rows.push(
      entry(LIMIT_COLOUR, 'limits'),
      entry(FORCE_COLOUR, `force${lengthOf(forceScale, 'N')}`),
      entry(TORQUE_COLOUR, `torque${lengthOf(torqueScale, 'N m')}`),
    );
  }
  legend.hidden = rows.length === 0;
  legend.replaceChildren(...rows);
}

/** Text with the scale of arrows; `scale` is the length of one unit [m]. */
function lengthOf(scale: number, unit: string): string {
  return scale > 0 ? `, 1 m for ${format(1 / scale)} ${unit}` : '';
}
