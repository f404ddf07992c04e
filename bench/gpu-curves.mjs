// The two curves of step time over the number of bodies, and where they cross.

const bySize = (a, b) => a.bodies - b.bodies;

/** The rows of a scene, by where it ran. */
export function curvesOf(rows, scene) {
  const own = rows.filter((row) => row.part === 'curve' && row.scene === scene);
  return {
    device: own.filter(({ engine }) => engine !== 'processor').sort(bySize),
    processor: own.filter(({ engine }) => engine === 'processor').sort(bySize),
  };
}

/** Of the same size within a twentieth; undefined where there is none. */
export function partnerOf(row, others) {
  return others.find(({ bodies }) => Math.abs(bodies - row.bodies) < 0.05 * row.bodies);
}

/** From where on the device is faster, by straight lines between the logarithms; null where no size has it slower before. */
export function crossingOf({ device, processor }) {
  const pairs = device.flatMap((here) => {
    const there = partnerOf(here, processor);
    return there === undefined ? [] : [{ bodies: Math.log(here.bodies), here: Math.log(here.ms), there: Math.log(there.ms) }];
  });
  for (let i = pairs.length - 1; i > 0; i--) {
    const [a, b] = [pairs[i - 1], pairs[i]];
    const [before, after] = [a.here - a.there, b.here - b.there];
    if (before <= 0 || after > 0) continue;
    const share = before / (before - after);
    const between = (from, to) => Math.exp(from + share * (to - from));
    // Two digits: what lies between two sizes is a guess.
    return { bodies: Number(between(a.bodies, b.bodies).toPrecision(2)), ms: between(a.here, b.here) };
  }
  return null;
}
