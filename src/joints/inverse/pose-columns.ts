// Poses in columns: seven numbers each, a position [m] and an orientation [x, y, z, w] [1].

/** to[k ..] = the pose inner[j ..] inside the pose outer[i ..]. `to` is neither of them. */
export function placeInside(outer: Float64Array, i: number, inner: Float64Array, j: number, to: Float64Array, k: number): void {
  turn(outer, i + 3, inner[j], inner[j + 1], inner[j + 2], to, k);
  for (let n = 0; n < 3; n++) to[k + n] += outer[i + n];
  follow(outer, i + 3, inner[j + 3], inner[j + 4], inner[j + 5], inner[j + 6], to, k + 3);
}

/** to[k ..] = the pose inside of which inner[j ..] is the pose whole[i ..]: whole * inner^-1. `to` is neither of them. */
export function placeAround(whole: Float64Array, i: number, inner: Float64Array, j: number, to: Float64Array, k: number): void {
  follow(whole, i + 3, -inner[j + 3], -inner[j + 4], -inner[j + 5], inner[j + 6], to, k + 3);
  turn(to, k + 3, inner[j], inner[j + 1], inner[j + 2], to, k);
  for (let n = 0; n < 3; n++) to[k + n] = whole[i + n] - to[k + n];
}

/** to[k ..] = the vector (x, y, z) turned by the unit quaternion q[i ..]. */
export function turn(q: Float64Array, i: number, x: number, y: number, z: number, to: Float64Array, k: number): void {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  to[k] = x + qw * tx + qy * tz - qz * ty;
  to[k + 1] = y + qw * ty + qz * tx - qx * tz;
  to[k + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** to[k ..] = the rotation (x, y, z, w) followed by q[i ..], of unit length again. */
export function follow(
  q: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
  w: number,
  to: Float64Array,
  k: number,
): void {
  const ax = q[i];
  const ay = q[i + 1];
  const az = q[i + 2];
  const aw = q[i + 3];
  const px = aw * x + ax * w + ay * z - az * y;
  const py = aw * y - ax * z + ay * w + az * x;
  const pz = aw * z + ax * y - ay * x + az * w;
  const pw = aw * w - ax * x - ay * y - az * z;
  const s = 1 / Math.sqrt(px * px + py * py + pz * pz + pw * pw);
  to[k] = s * px;
  to[k + 1] = s * py;
  to[k + 2] = s * pz;
  to[k + 3] = s * pw;
}
