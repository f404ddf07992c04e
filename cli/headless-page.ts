// A page in a headless Chromium, controlled by the browser's protocol over a pipe: messages are JSON, each followed by
// a zero byte. A library for this would be larger than the whole package, and drystone shot needs only five calls.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { BROWSER_FLAGS } from '../scripts/find-browser.mjs';
import { InputError } from '../src/input/fields.js';

/** Flags for running without a screen, and without features for interactive use. */
const FLAGS = [
  ...BROWSER_FLAGS,
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--hide-scrollbars',
  '--mute-audio',
];

export interface PageLook {
  /** [px] */
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The part of the answer of Runtime.evaluate that is used. */
interface Evaluation {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

export class HeadlessPage {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #loaded: Promise<void>;
  #noteLoaded = () => {};
  #count = 0;
  #session: string | undefined;
  #unread = '';

  private constructor(browser: ChildProcess, profile: string) {
    this.#browser = browser;
    this.#profile = profile;
    this.#loaded = new Promise((resolve) => {
      this.#noteLoaded = resolve;
    });
    const answers = browser.stdio[4] as Readable;
    answers.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    const end = () => this.#fail(new InputError('The browser has ended before the picture was taken.'));
    browser.on('exit', end).on('error', end);
  }

  /** Starts a browser with an empty page. */
  static async open(executable: string, { width, height, theme }: PageLook): Promise<HeadlessPage> {
    const profile = mkdtempSync(join(tmpdir(), 'drystone-browser-'));
    // Chromium's sandbox does not work for root.
    const words = [...FLAGS, `--user-data-dir=${profile}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), 'about:blank'];
    const browser = spawn(executable, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const page = new HeadlessPage(browser, profile);
    try {
      const { targetId } = await page.#send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
      const attached = await page.#send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
      page.#session = attached.sessionId;
      await page.#send('Page.enable');
      await page.#send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
      await page.#send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
    } catch (error) {
      await page.close();
      throw error;
    }
    return page;
  }

  /** Opens an address, and waits until it is loaded. */
  async goTo(url: string): Promise<void> {
    await this.#send('Page.navigate', { url });
    await this.#loaded;
  }

  /** Calls a function in the page with one argument, and waits for its promise. */
  async evaluate<Given, Result>(use: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result> {
    const expression = `(${use.toString()})(${JSON.stringify(given) ?? 'undefined'})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#send<Evaluation>('Runtime.evaluate', options);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? `The page failed: ${exceptionDetails.text}`);
    return result.value as Result;
  }

  async takePicture(format: 'png' | 'jpeg' | 'webp', quality: number): Promise<Buffer> {
    const options = { format, ...(format !== 'png' && { quality }) };
    const { data } = await this.#send<{ data: string }>('Page.captureScreenshot', options);
    return Buffer.from(data, 'base64');
  }

  /** Ends the browser, and removes its profile if possible. */
  async close(): Promise<void> {
    const hasEnded = this.#browser.exitCode !== null || this.#browser.signalCode !== null || this.#browser.pid === undefined;
    const ended = hasEnded ? Promise.resolve() : new Promise((resolve) => this.#browser.once('exit', resolve));
    this.#browser.kill('SIGKILL');
    await ended;
    try {
      // The browser's other processes may use the folder for a moment longer.
      rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch {
      // If they still use it, as on a busy machine, the folder is left to the system's cleaning of temporary files.
    }
  }

  #send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#count;
    const message = JSON.stringify({ id, method, params, ...(this.#session !== undefined && { sessionId: this.#session }) });
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      (this.#browser.stdio[3] as Writable).write(`${message}\0`);
    });
  }

  #read(text: string): void {
    const messages = (this.#unread + text).split('\0');
    this.#unread = messages.pop() as string;
    for (const message of messages) this.#take(JSON.parse(message) as Answer);
  }

  #take({ id, method, result, error }: Answer): void {
    if (method === 'Page.loadEventFired') this.#noteLoaded();
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`The browser refused: ${error.message}`));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
