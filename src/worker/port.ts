// Message ports of both platforms: a Worker, a MessagePort or the global of a worker in browsers, a Worker or a
// MessagePort in Node.

import { refuse } from '../input/fields.js';

/** Common interface of these ports, declared here so that the library needs neither DOM nor Node types. */
export interface Port {
  // biome-ignore lint/suspicious/noExplicitAny: the lists that may be handed over differ between the platforms
  postMessage(message: unknown, transfer?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: and so do the types of listeners
  addEventListener?(kind: 'message', listener: any): void;
  on?(kind: 'message', listener: (message: unknown) => void): unknown;
  start?(): void;
}

export function checkPort(port: Port): void {
  const isPort = typeof port?.postMessage === 'function' && (isOfNode(port) || typeof port.addEventListener === 'function');
  if (!isPort) refuse('port', port, 'a worker, the port of a message channel, or the global of a worker');
}

export function listen(port: Port, listener: (message: unknown) => void): void {
  if (isOfNode(port)) port.on?.('message', listener);
  else port.addEventListener?.('message', ({ data }: { readonly data: unknown }) => listener(data));
  port.start?.();
}

/** Ports of Node have both `on` and addEventListener(); `on` passes the message itself, not an event. */
function isOfNode(port: Port): boolean {
  return typeof port.on === 'function';
}
