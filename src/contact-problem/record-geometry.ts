// The geometry of one record: its tangents, the levers of its rows, and the diagonal of A.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import * as layout from '../solvers/contact-record.js';
import type { Columns } from '../table/table.js';

// V8 folds constants of the same module but not imported ones, which is a quarter of a sweep's time.
const {
  NORMAL,
  TANGENT_1,
  TANGENT_2,
  ANGULAR,
  TURN,
  INVERSE_MASS_A,
  INVERSE_MASS_B,
  INVERSE_DIAGONAL,
  INVERSE_TANGENT_BLOCK,
  TANGENT_STEP,
} = layout;

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Two unit tangents, right-handed with n; the coordinate axis farthest from n is the start, so that they are well defined. */
export function writeTangents(record: Float64Array, k: number): void {
  const nx = record[k + NORMAL];
  const ny = record[k + NORMAL + 1];
  const nz = record[k + NORMAL + 2];
  const x = Math.abs(nx);
  const y = Math.abs(ny);
  const z = Math.abs(nz);
  let tx = 0;
  let ty = 0;
  let tz = 0;
  if (x <= y && x <= z) {
    const s = 1 / Math.sqrt(ny * ny + nz * nz);
    ty = nz * s;
    tz = -ny * s;
  } else if (y <= z) {
    const s = 1 / Math.sqrt(nx * nx + nz * nz);
    tx = -nz * s;
    tz = nx * s;
  } else {
    const s = 1 / Math.sqrt(nx * nx + ny * ny);
    tx = ny * s;
    ty = -nx * s;
  }
  record[k + TANGENT_1] = tx;
  record[k + TANGENT_1 + 1] = ty;
  record[k + TANGENT_1 + 2] = tz;
  record[k + TANGENT_2] = ny * tz - nz * ty;
  record[k + TANGENT_2 + 1] = nz * tx - nx * tz;
  record[k + TANGENT_2 + 2] = nx * ty - ny * tx;
}

/** All of a record that depends on where the movers are: angular parts of J and T, and the diagonals. The point is at point[c]. */
export function writeLevers(
  record: Float64Array,
  k: number,
  point: Float64Array,
  c: number,
  { position, inverseInertia }: Nodes,
  moverA: number,
  moverB: number,
): void {
  writeAngular(record, k, 0, point, c, position, inverseInertia, moverA, 3);
  writeAngular(record, k, 3, point, c, position, inverseInertia, moverB, 3);
  writeDiagonal(record, k);
}

/** The same for the normal row alone. */
export function writeNormalLevers(
  record: Float64Array,
  k: number,
  point: Float64Array,
  c: number,
  { position, inverseInertia }: Nodes,
  moverA: number,
  moverB: number,
): void {
  writeAngular(record, k, 0, point, c, position, inverseInertia, moverA, 1);
  writeAngular(record, k, 3, point, c, position, inverseInertia, moverB, 1);
  let diagonal = record[k + INVERSE_MASS_A] + record[k + INVERSE_MASS_B];
  for (let j = 0; j < 6; j++) diagonal += record[k + ANGULAR + j] * record[k + TURN + j];
  record[k + INVERSE_DIAGONAL] = 1 / diagonal;
}

/**
 * r x d of the first rows for one body, and the same through its inverse inertia; `side` is 0 for A and 3 for B. r is the arm from
 * the mover's centre of mass to the contact, A's with its sign turned (2).
 */
function writeAngular(
  record: Float64Array,
  k: number,
  side: number,
  point: Float64Array,
  c: number,
  position: Float64Array,
  inertia: Float64Array,
  mover: number,
  rows: number,
): void {
  const p = 3 * mover;
  const rx = side === 0 ? position[p] - point[c] : point[c] - position[p];
  const ry = side === 0 ? position[p + 1] - point[c + 1] : point[c + 1] - position[p + 1];
  const rz = side === 0 ? position[p + 2] - point[c + 2] : point[c + 2] - position[p + 2];
  const i = 6 * mover;
  const xx = inertia[i];
  const yy = inertia[i + 1];
  const zz = inertia[i + 2];
  const xy = inertia[i + 3];
  const xz = inertia[i + 4];
  const yz = inertia[i + 5];
  for (let row = 0; row < rows; row++) {
    const d = k + NORMAL + 3 * row;
    const x = ry * record[d + 2] - rz * record[d + 1];
    const y = rz * record[d] - rx * record[d + 2];
    const z = rx * record[d + 1] - ry * record[d];
    const angular = k + ANGULAR + 6 * row + side;
    record[angular] = x;
    record[angular + 1] = y;
    record[angular + 2] = z;
    const turn = k + TURN + 6 * row + side;
    record[turn] = xx * x + xy * y + xz * z;
    record[turn + 1] = xy * x + yy * y + yz * z;
    record[turn + 2] = xz * x + yz * y + zz * z;
  }
}

/** Diagonal of A and its block of the two tangents, inverted. */
function writeDiagonal(record: Float64Array, k: number): void {
  const inverseMass = record[k + INVERSE_MASS_A] + record[k + INVERSE_MASS_B];
  const angular = k + ANGULAR;
  const turn = k + TURN;
  let a00 = inverseMass;
  let a11 = inverseMass;
  let a22 = inverseMass;
  let a12 = 0;
  for (let j = 0; j < 6; j++) {
    a00 += record[angular + j] * record[turn + j];
    a11 += record[angular + 6 + j] * record[turn + 6 + j];
    a22 += record[angular + 12 + j] * record[turn + 12 + j];
    a12 += record[angular + 6 + j] * record[turn + 12 + j];
  }
  record[k + INVERSE_DIAGONAL] = 1 / a00;
  record[k + INVERSE_DIAGONAL + 1] = 1 / a11;
  record[k + INVERSE_DIAGONAL + 2] = 1 / a22;
  const determinant = 1 / (a11 * a22 - a12 * a12);
  record[k + INVERSE_TANGENT_BLOCK] = a22 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 1] = -a12 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 2] = a11 * determinant;
  const half = 0.5 * (a11 - a22);
  record[k + TANGENT_STEP] = 1 / (0.5 * (a11 + a22) + Math.sqrt(half * half + a12 * a12));
}
