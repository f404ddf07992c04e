// Where a queue is: an address of the command line or of the environment, which has what should not stand in a command.

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InputError, show } from '../../src/input/fields.js';
import { reasonOf } from '../files.js';

/** Where the queue is, by --queue or the environment. */
export interface Address {
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly db: number;
    readonly username?: string;
    readonly password?: string;
    readonly tls?: object;
  };
  /** Without what is secret. */
  readonly shown: string;
}

/** From `redis://user:password@host:port/db`, or `rediss://` for TLS; the environment has what should not stand in a command. */
export function readAddress(given: string | undefined, env: NodeJS.ProcessEnv): Address {
  const word = given ?? env.DRYSTONE_QUEUE;
  if (word === undefined || word === '') {
    throw new InputError(
      '--queue is missing; it, or DRYSTONE_QUEUE in the environment, says where the queue is, such as redis://localhost:6379.',
    );
  }
  const url = URL.canParse(word) ? new URL(word) : null;
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    // What cannot be read may have a password in it.
    throw new InputError('--queue must be of the form redis://HOST:PORT, or rediss://HOST:PORT for TLS.');
  }
  const db = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(db)) throw new InputError(`--queue has the database ${show(db)}, but it must be a whole number.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 6379 : Number(url.port);
  const username = decodeURIComponent(url.username) || env.DRYSTONE_QUEUE_USERNAME;
  const password = decodeURIComponent(url.password) || env.DRYSTONE_QUEUE_PASSWORD;
  const isSecure = url.protocol === 'rediss:';
  return {
    options: {
      host,
      port,
      db: Number(db),
      ...(username && { username }),
      ...(password && { password }),
      // Servers are asked for by names alone (RFC 6066, 3): the certificate of an address names the address.
      ...(isSecure && { tls: { ...(isIP(host) === 0 && { servername: host }), ...authority(env.DRYSTONE_QUEUE_CA) } }),
    },
    shown: `${url.protocol}//${url.hostname}:${port}`,
  };
}

/** The certificate of whoever signed the server's, where that is nobody known. */
function authority(path: string | undefined): { ca?: Buffer } {
  if (path === undefined || path === '') return {};
  try {
    return { ca: readFileSync(path) };
  } catch (error) {
    throw new InputError(`DRYSTONE_QUEUE_CA is ${show(path)}, which cannot be read: ${reasonOf(error)}.`);
  }
}
