// The oracle: the QP of section 4.1 (Schmidl and Milenkovic 2004) word for word, in CPLEX LP format, solved by HiGHS. Six variables a
// body and four a contact; six equations a body for (11) and (12), one a contact for (10); eight inequalities a contact for (9) and one
// for (13). To the objective (14) comes drift . j, what bodies that no impulse moves gain.

import type { Highs } from 'highs';
import loadHighs from 'highs';
import type { ImpulseProblem } from '../../../src/solvers/index.js';

/**
 * HiGHS 1.15 has only its active set method for QPs in WebAssembly. On problems with redundant contacts, or whose Hessian is small, it
 * may cycle, stop with an error or take what is bounded for unbounded; which of them does so depends on the unit of mass and on how
 * much it regularises the variables without curvature, the impulses. So there are several settings, the most accurate first.
 */
export interface OracleSetting {
  /** Added to the diagonal of the Hessian [1]. */
  regularization: number;
  /** In a unit of mass such that the lightest body has this [1]. */
  lightest: number;
}

export const ORACLE_SETTINGS: OracleSetting[] = [
  { regularization: 1e-12, lightest: 10 },
  { regularization: 1e-12, lightest: 1 },
  { regularization: 1e-10, lightest: 1 },
  { regularization: 1e-12, lightest: 0.1 },
  { regularization: 1e-7, lightest: 10 },
  { regularization: 1e-7, lightest: 1 },
];

export interface OracleSolution {
  status: 'solved' | 'infeasible' | 'failed';
  /** 6n, linear [m/s] and angular [rad/s]. */
  velocity: Float64Array;
  /** 3k: normal, tangent 1, tangent 2 [N s]. */
  impulse: Float64Array;
  /** Of the bounds (13), k [N s], and of the sides of the pyramids (9), 8k [m/s]. */
  boundMultiplier: Float64Array;
  coneMultiplier: Float64Array;
  /** [J] */
  objective: number;
  /** Processor time of HiGHS alone in the setting that succeeded, without reading the text [ms]. */
  milliseconds: number;
}

export interface OracleOptions {
  settings?: OracleSetting[];
  /** After which a setting is given up [s]. */
  timeLimit?: number;
}

export type Oracle = (problem: ImpulseProblem, options?: OracleOptions) => OracleSolution;

/** HiGHS, once loaded, solves as often as one likes. */
export async function loadOracle(): Promise<Oracle> {
  // Its types are those of a CommonJS module, what Node loads is the other one.
  const highs = await (loadHighs as unknown as typeof loadHighs.default)();
  return (problem, { settings = ORACLE_SETTINGS, timeLimit = 0.5 } = {}) => {
    for (const setting of settings) {
      const solution = minimize(highs, problem, setting, timeLimit);
      if (solution !== null) return solution;
      if (setting === settings[0] && !isFeasible(highs, problem)) return { ...NOTHING, status: 'infeasible' };
    }
    return NOTHING;
  };
}

const NOTHING: OracleSolution = {
  status: 'failed',
  velocity: new Float64Array(0),
  impulse: new Float64Array(0),
  boundMultiplier: new Float64Array(0),
  coneMultiplier: new Float64Array(0),
  objective: Number.NaN,
  milliseconds: Number.NaN,
};

/** null where HiGHS does not claim to have the optimum. */
function minimize(highs: Highs, problem: ImpulseProblem, setting: OracleSetting, timeLimit: number): OracleSolution | null {
  const unit = 1 / (setting.lightest * Math.max(...problem.inverseMass.subarray(0, problem.bodies)));
  return highs.withModel({ format: 'lp', data: writeQP(inMassUnit(problem, unit)) }, (model): OracleSolution | null => {
    model.options.set({
      output_flag: false,
      presolve: 'off',
      time_limit: timeLimit,
      // What HiGHS demands of its result, not what it comes to; demanding more makes it fail more often.
      primal_feasibility_tolerance: 1e-8,
      dual_feasibility_tolerance: 1e-8,
      qp_regularization_value: setting.regularization,
    });
    const start = process.cpuUsage();
    try {
      model.run();
    } catch {
      return null;
    }
    const { user, system } = process.cpuUsage(start);
    if (model.getModelStatus() !== highs.constants.modelStatus.optimal) return null;
    const { colValue, colDual, rowDual } = model.getSolution();
    const value = (name: string) => colValue[model.getColByName(name)];
    const multiplier = (name: string) => rowDual[model.getRowByName(name)];
    const coneMultiplier = (i: number, h: number) => {
      if (problem.friction[i] === 0) return 0;
      // n . j >= 0 follows from the eight sides, whose normals add up to 8 mu cos(pi/8) n: they take its multiplier over.
      const ofNormal = colDual[model.getColByName(`j${3 * i}`)];
      return multiplier(`cone_${i}_${h}`) + ofNormal / (8 * problem.friction[i] * Math.cos(Math.PI / 8));
    };
    return {
      status: 'solved',
      velocity: Float64Array.from({ length: 6 * problem.bodies }, (_, i) => value(`u${i}`)),
      impulse: Float64Array.from({ length: 3 * problem.contacts }, (_, i) => unit * value(`j${i}`)),
      boundMultiplier: Float64Array.from({ length: problem.contacts }, (_, i) => unit * multiplier(`bounce_${i}`)),
      coneMultiplier: Float64Array.from({ length: 8 * problem.contacts }, (_, i) => coneMultiplier(i >> 3, i & 7)),
      objective: unit * model.getObjectiveValue(),
      milliseconds: (user + system) / 1e3,
    };
  });
}

function inMassUnit(problem: ImpulseProblem, unit: number): ImpulseProblem {
  const scale = (inverse: Float64Array) => inverse.map((x) => unit * x);
  return { ...problem, inverseMass: scale(problem.inverseMass), inverseInertia: scale(problem.inverseInertia) };
}

/** By the simplex method, which is sure where the one for QPs is not: the same constraints with nothing to minimise. */
function isFeasible(highs: Highs, problem: ImpulseProblem): boolean {
  return highs.withModel({ format: 'lp', data: writeQP(problem, false) }, (model) => {
    model.options.set({ output_flag: false });
    model.run();
    return model.getModelStatus() !== highs.constants.modelStatus.infeasible;
  });
}

/** u0, u1 ..: six a body; j0, j1 ..: normal, tangent 1, tangent 2 of each contact; v0, v1 ..: its normal velocity afterwards. */
export function writeQP(problem: ImpulseProblem, minimizes = true): string {
  const contacts = countTo(problem.contacts);
  return [
    'minimize',
    minimizes ? ` energy: ${driftTerms(problem)} + [ ${kineticEnergyTwice(problem)} ] / 2` : ' nothing: 0 u0',
    'subject to',
    ...momentumBalance(problem),
    ...contacts.map(
      (i) => ` normal_velocity_${i}: ${sumOf([[1, `v${i}`], ...velocityTerms(problem, i)])} = ${problem.drift[3 * i]}`,
    ),
    ...contacts.flatMap((i) => pyramid(problem, i)),
    ...contacts.map((i) => ` bounce_${i}: v${i} >= ${problem.bound[i]}`),
    'bounds',
    ...countTo(6 * problem.bodies).map((i) => ` u${i} free`),
    ...contacts.flatMap((i) => [` j${3 * i} >= 0`, ` j${3 * i + 1} free`, ` j${3 * i + 2} free`, ` v${i} free`]),
    'end',
  ].join('\n');
}

function countTo(count: number): number[] {
  return [...Array(count).keys()];
}

type Term = [coefficient: number, variable: string];

/** JavaScript writes the shortest number that reads back as the same bits. */
function sumOf(terms: Term[]): string {
  const written = terms
    .filter(([coefficient]) => coefficient !== 0)
    .map(([coefficient, variable]) => `${signed(coefficient)} ${variable}`);
  // A sum must name a variable.
  return written.length === 0 ? `0 ${terms[0][1]}` : written.join(' ');
}
function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`;
}

function driftTerms({ contacts, drift }: ImpulseProblem): string {
  return sumOf(countTo(3 * contacts).map((i) => [drift[i], `j${i}`]));
}

/** (14), twice. */
function kineticEnergyTwice({ bodies, inverseMass, inverseInertia }: ImpulseProblem): string {
  const terms: Term[] = [];
  for (let body = 0; body < bodies; body++) {
    const u = (j: number) => `u${6 * body + j}`;
    for (let j = 0; j < 3; j++) terms.push([1 / inverseMass[body], `${u(j)} ^2`]);
    const I = invertSymmetric([...inverseInertia.subarray(6 * body, 6 * body + 6)]);
    for (let j = 0; j < 3; j++) terms.push([I[j], `${u(3 + j)} ^2`]);
    terms.push([2 * I[3], `${u(3)} * ${u(4)}`], [2 * I[4], `${u(3)} * ${u(5)}`], [2 * I[5], `${u(4)} * ${u(5)}`]);
  }
  return sumOf(terms);
}

/** (11) and (12): u - M^-1 J^T j = u before. The rows of A have the minus of (12) in them. */
function momentumBalance({ bodies, contacts, movers, rows, inverseMass, inverseInertia, velocity }: ImpulseProblem): string[] {
  const terms: Term[][] = countTo(6 * bodies).map((i) => [[1, `u${i}`]]);
  for (let i = 0; i < contacts; i++) {
    for (const side of [0, 1]) {
      const body = movers[2 * i + side];
      if (body < 0) continue;
      const [xx, yy, zz, xy, xz, yz] = inverseInertia.subarray(6 * body, 6 * body + 6);
      for (let row = 0; row < 3; row++) {
        const k = 36 * i + 12 * row + 6 * side;
        const [x, y, z, p, q, r] = rows.subarray(k, k + 6);
        const change = [
          ...[x, y, z].map((push) => inverseMass[body] * push),
          xx * p + xy * q + xz * r,
          xy * p + yy * q + yz * r,
          xz * p + yz * q + zz * r,
        ];
        for (let j = 0; j < 6; j++) terms[6 * body + j].push([-change[j], `j${3 * i + row}`]);
      }
    }
  }
  return terms.map((own, i) => ` momentum_${i}: ${sumOf(own)} = ${velocity[i]}`);
}

/** (10) without the drift, brought to the side of v+. */
function velocityTerms({ movers, rows }: ImpulseProblem, i: number): Term[] {
  return [0, 1].flatMap((side): Term[] => {
    const body = movers[2 * i + side];
    if (body < 0) return [];
    return [...rows.subarray(36 * i + 6 * side, 36 * i + 6 * side + 6)].map((coefficient, j) => [
      -coefficient,
      `u${6 * body + j}`,
    ]);
  });
}

/** (8) and (9). Without friction the eight sides leave the normal alone: written so, since a cone that thin is hard to search. */
function pyramid({ friction }: ImpulseProblem, i: number): string[] {
  const [n, x, y] = [`j${3 * i}`, `j${3 * i + 1}`, `j${3 * i + 2}`];
  if (friction[i] === 0) return [` frictionless_${i}_x: ${x} = 0`, ` frictionless_${i}_y: ${y} = 0`];
  return countTo(8).map((h) => {
    const u: Term[] = [
      [friction[i] * Math.cos(Math.PI / 8), n],
      [EIGHTHS[h], x],
      [EIGHTHS[(h + 6) % 8], y],
    ];
    return ` cone_${i}_${h}: ${sumOf(u)} >= 0`;
  });
}

const ROOT_HALF = Math.SQRT1_2;
/** cos(pi h / 4), with zeros where they are; the sine is that of two earlier. */
const EIGHTHS = [1, ROOT_HALF, 0, -ROOT_HALF, -1, -ROOT_HALF, 0, ROOT_HALF];

/** Of a symmetric matrix xx, yy, zz, xy, xz, yz. */
function invertSymmetric([xx, yy, zz, xy, xz, yz]: number[]): number[] {
  const cofactors = [
    yy * zz - yz * yz,
    xx * zz - xz * xz,
    xx * yy - xy * xy,
    xz * yz - xy * zz,
    xy * yz - xz * yy,
    xy * xz - xx * yz,
  ];
  const determinant = xx * cofactors[0] + xy * cofactors[3] + xz * cofactors[4];
  return cofactors.map((cofactor) => cofactor / determinant);
}
