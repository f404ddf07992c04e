// Robots as scene files of the command line, with meshes where packages of robots have them, and a file that the studio is opened with.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { CLI, drystone, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const inertial = '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
const hammer = (mesh: string) => `<robot name="hammer">
  <link name="head">${inertial}<collision><geometry><mesh filename="${mesh}"/></geometry></collision></link>
</robot>`;
/** A tetrahedron. */
const TIP = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';

function write(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

describe('a robot', () => {
  it.each([
    ['in the folder of its package', 'hammer/hammer.urdf', 'hammer/meshes/tip.obj', []],
    ['beside its package', 'hammer.urdf', 'hammer/meshes/tip.obj', []],
    [
      'in a folder of its package, where that may be left',
      'hammer/urdf/hammer.urdf',
      'hammer/meshes/tip.obj',
      ['--allow-outside'],
    ],
  ])('%s falls as its file says', (_, robot, mesh, flags) => {
    const base = join('packages', String(flags.length), robot.replaceAll('/', '-'));
    write(join(base, mesh), TIP);
    const path = write(join(base, robot), hammer('package://hammer/meshes/tip.obj'));
    const { code, stdout, stderr } = drystone('run', path, '--seconds', '1', '--json', ...flags);
    expect([code, stderr]).toEqual([0, '']);
    const { bodies, kineticEnergy, dt } = JSON.parse(stdout);
    expect(bodies).toBe(1);
    // v = g t.
    expect(dt).toBe(0.01);
    expect(kineticEnergy.end).toBeCloseTo(0.5 * 2 * 9.81 ** 2, 6);
  });

  it('whose mesh lies elsewhere is refused by a sentence', () => {
    write('packages/elsewhere/meshes/tip.obj', TIP);
    const path = write('packages/elsewhere/urdf/hammer.urdf', hammer('package://hammer/meshes/tip.obj'));
    const { code, stderr } = drystone('check', path);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^drystone: .*outside the folder.*--allow-outside lets it be read\.\n$/);
  });

  it('of MJCF is known by its root, and what is left out is said', () => {
    const mjcf = '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody><tendon/></mujoco>';
    const { code, stdout } = drystone('check', write('ball.xml', mjcf), '--json');
    expect(code).toBe(0);
    const { description, bodies } = JSON.parse(stdout);
    expect(bodies.total).toBe(1);
    expect(description).toMatch(/^The robot of .*ball\.xml\. .*<tendon>/);
  });
});

describe('the studio', () => {
  it('serves the scene that it is opened with, as its file is by then', async () => {
    const scene = (name: string) => JSON.stringify({ drystone: 1, name });
    const path = write('my scene.json', scene('first'));
    const server = spawn(process.execPath, [CLI, 'studio', path, '--port', '0', '--no-open']);
    try {
      const [line] = await once(createInterface(server.stdout), 'line');
      const [, address, hash] = /(http:[^#]*\/)(\S*)/.exec(line) as RegExpExecArray;
      expect(hash).toBe('#file=my%20scene.json');
      const served = async () => (await (await fetch(new URL('files/my%20scene.json.json', address))).json()) as { text: string };
      expect(JSON.parse((await served()).text)).toMatchObject({ name: 'first' });
      write('my scene.json', scene('second'));
      expect(JSON.parse((await served()).text)).toMatchObject({ name: 'second' });
      write('my scene.json', '{"drystone": 1}');
      expect(await served()).toEqual({ refused: expect.stringMatching(/my scene\.json: name is missing/) });
      expect((await fetch(new URL('files/other.json.json', address))).status).toBe(404);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
});
