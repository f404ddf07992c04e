// The panel, with controls of the view and controls of the simulation. The latter are generated from the engine's own
// descriptions: names of methods, options of scenes, and settings with unit, range and reason.

import GUI, { type Controller } from 'lil-gui';
import { SCENES } from '../../../scenes/index.js';
import { explainRange, explainSetting } from '../../../src/explain-setting.js';
import type { MethodName, SchedulerName, SettingName, SolverName } from '../../../src/index.js';
import { METHODS, SCHEDULERS, SETTINGS, solversOf } from '../../../src/index.js';
import type { Look, Opened, Overlay } from '../protocol.js';
import { COLOURS, OVERLAYS } from '../protocol.js';
import type { Place } from './address.js';
import { DEFAULT_SEED } from './address.js';
import { byId } from './elements.js';

/** Largest range of a slider; beyond it a number is typed [1]. */
const SLIDER_RANGE = 100;

/** Value of the control for no level of contact trees. */
const NO_LEVEL = -1;

export class LookPanel {
  readonly #state = {
    colour: COLOURS.stone as string,
    contacts: false,
    graph: false,
    boxes: false,
    joints: false,
    level: NO_LEVEL,
    follow: false,
  };
  readonly #gui = new GUI({ container: byId('look'), title: 'Look' });
  readonly #level: Controller;

  constructor(change: (look: Omit<Look, 'selected' | 'joint'>) => void, follow: (isFollowing: boolean) => void) {
    const tell = () => change(this.#look());
    this.#gui.add(this.#state, 'colour', Object.values(COLOURS)).name('Colour by').onChange(tell);
    for (const overlay of Object.keys(OVERLAYS) as Overlay[])
      this.#gui.add(this.#state, overlay).name(OVERLAYS[overlay]).onChange(tell);
    this.#gui.add(this.#state, 'follow').name('Go with the selected').onChange(follow);
    this.#level = this.#gui.add(this.#state, 'level', NO_LEVEL, 1, 1).name('Contact tree level').onChange(tell);
    this.#level.domElement.title = 'The cells of the contact trees that surface is in, level by level; -1 draws none.';
  }

  show({ colour, contacts, graph, boxes, joints, treeLevel }: Look, isFollowing: boolean): void {
    const level = treeLevel ?? NO_LEVEL;
    Object.assign(this.#state, { colour: COLOURS[colour], contacts, graph, boxes, joints, level, follow: isFollowing });
    for (const controller of this.#gui.controllers) controller.updateDisplay();
  }

  /** Sets the number of levels of the scene's contact trees, 0 for none. */
  setLevels(levels: number): void {
    this.#level.max(levels);
    this.#level.show(levels > 0);
  }

  #look(): Omit<Look, 'selected' | 'joint'> {
    const { colour, level, follow: _, ...overlays } = this.#state;
    const found = (Object.keys(COLOURS) as (keyof typeof COLOURS)[]).find((key) => COLOURS[key] === colour);
    return { colour: found ?? 'stone', ...overlays, treeLevel: level === NO_LEVEL ? null : level };
  }
}

export interface Changes {
  /** Begins the scene again. */
  open(place: Place): void;
  /** Changes a setting from the next step on. */
  set(name: SettingName, value: unknown): void;
}

export class ChangePanel {
  readonly #changes: Changes;
  #gui: GUI | null = null;
  /** Folders that the user opened or closed, by title. */
  readonly #folders = new Map<string, boolean>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  show(place: Place, opened: Opened): void {
    this.#gui?.destroy();
    this.#gui = new GUI({ container: byId('change'), title: 'Change' });
    this.#addScene(this.#gui, place, opened);
    this.#addSettings(this.#gui, opened);
  }

  #addScene(gui: GUI, place: Place, opened: Opened): void {
    const { source, choices } = place;
    const choose = (own: Partial<Place['choices']>) => this.#changes.open({ source, choices: { ...choices, ...own } });
    const state = { method: opened.method, scheduler: opened.scheduler, solver: opened.solver, dt: writeStep(opened.dt) };
    const method = gui.add(state, 'method', Object.keys(METHODS)).name('Method');
    // The solver is left out, since it belongs to the former method.
    method.onChange((name: MethodName) => {
      const { solver: _, ...others } = choices;
      this.#changes.open({ source, choices: { ...others, method: name } });
    });
    explain(method, 'What a contact group undergoes in a step. The scene begins again.');
    const scheduler = gui.add(state, 'scheduler', Object.keys(SCHEDULERS)).name('Scheduler');
    scheduler.onChange((name: SchedulerName) => choose({ scheduler: name }));
    explain(scheduler, 'How time advances. The scene begins again.');
    const solver = gui.add(state, 'solver', solversOf(METHODS[opened.method])).name('Solver');
    solver.onChange((name: SolverName) => choose({ solver: name }));
    explain(solver, 'The solver of the contact problem. The scene begins again.');
    const dt = gui
      .add(state, 'dt')
      .name('Step [s]')
      .onFinishChange((word: string) => choose({ dt: readStep(word) }));
    explain(dt, 'Length of a time step, as a number or as a fraction such as 1/60. The scene begins again.');
    if (source.kind !== 'built-in') return;
    const make = (own: Partial<typeof source>) => this.#changes.open({ source: { ...source, ...own }, choices });
    const seed = gui.add({ seed: source.seed }, 'seed', 0, undefined, 1).name('Seed');
    seed.onFinishChange((value: number) => make({ seed: value || DEFAULT_SEED }));
    explain(seed, 'Where the random numbers of the scene start. The scene begins again.');
    for (const [name, field] of Object.entries(SCENES[source.name].options)) {
      const schema = field.schema();
      const controller = this.#add(gui, name, schema, source.options[name], (value) => {
        const options = { ...source.options };
        if (value === undefined) delete options[name];
        else options[name] = value;
        make({ options });
      });
      const sentences = [`${schema.description}.`, explainRange(schema), 'The scene begins again.'];
      explain(controller, sentences.filter((sentence) => sentence !== '').join(' '));
    }
  }

  #addSettings(gui: GUI, { settings, method }: Opened): void {
    for (const [name, { unit, field }] of Object.entries(SETTINGS)) {
      const [prefix, rest] = name.includes('.') ? name.split('.') : ['world', name];
      const folder = this.#folder(gui, prefix, prefix === method);
      const schema = field.schema();
      const title = unit === '' || unit === '1' ? rest : `${rest} [${unit}]`;
      const controller = this.#add(folder, title, schema, settings[name as SettingName], (value) =>
        this.#changes.set(name as SettingName, value),
      );
      explain(controller, `${name}: ${explainSetting(name as SettingName)}`);
    }
  }

  #folder(gui: GUI, title: string, isOpen: boolean): GUI {
    const known = gui.folders.find((folder) => folder._title === title);
    if (known !== undefined) return known;
    const folder = gui.addFolder(title);
    folder.open(this.#folders.get(title) ?? isOpen);
    folder.onOpenClose(() => this.#folders.set(title, !folder._closed));
    return folder;
  }

  /** Adds a control for a schema: a list, a number, or JSON for anything else. `undefined` means the default. */
  #add(gui: GUI, title: string, schema: Record<string, unknown>, value: unknown, change: (value: unknown) => void): Controller {
    const {
      type,
      enum: names,
      minimum,
      maximum,
    } = schema as {
      type?: string;
      enum?: string[];
      minimum?: number;
      maximum?: number;
    };
    if (names !== undefined && value !== undefined) return gui.add({ value }, 'value', names).name(title).onChange(change);
    if ((type === 'number' || type === 'integer') && typeof value === 'number') {
      const controller = gui.add({ value }, 'value').name(title).onFinishChange(change);
      const grain = sliderGrain(schema, value);
      return grain === null
        ? controller
        : controller
            .min(minimum as number)
            .max(maximum as number)
            .step(grain);
    }
    const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    const controller = gui.add({ value: text }, 'value').name(title);
    controller.domElement.querySelector('input')?.setAttribute('placeholder', 'default');
    return controller.onFinishChange((word: string) => change(word === '' ? undefined : parseWord(word)));
  }
}

/**
 * The step of a slider, if the range is short and the value is a multiple of the step; null if a number must be typed.
 */
function sliderGrain(schema: Record<string, unknown>, value: number): number | null {
  const { type, minimum, maximum } = schema as { type: string; minimum?: number; maximum?: number };
  if (minimum === undefined || maximum === undefined || maximum - minimum > SLIDER_RANGE) return null;
  const grain = type === 'integer' ? 1 : (maximum - minimum) / 100;
  return Math.abs(value / grain - Math.round(value / grain)) < 1e-9 ? grain : null;
}

/** Formats a time step: short decimals as they are, else as a fraction such as 1/30, else with six digits. */
export function writeStep(dt: number): string {
  const short = String(dt);
  const rate = Math.round(1 / dt);
  if (short.length <= 8) return short;
  return 1 / rate === dt ? `1/${rate}` : String(Number(dt.toPrecision(6)));
}

/** Parses a time step; text that is no number gives NaN, which the engine refuses with a message. */
export function readStep(word: string): number {
  const [, above, below] = /^\s*(.+?)\s*\/\s*(.+?)\s*$/.exec(word) ?? [null, word, '1'];
  return above.trim() === '' ? Number.NaN : Number(above) / Number(below);
}

function parseWord(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function explain(controller: Controller, text: string): void {
  controller.domElement.title = text;
}
