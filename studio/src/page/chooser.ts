// The choices of the open scene: the panel changes them, and the page's address stores them. In a comparison, the panel
// shows the choices of one side at a time.

import type { SettingName } from '../../../src/index.js';
import { SETTINGS } from '../../../src/index.js';
import type { Choices, Opened } from '../protocol.js';
import { type Place, writeAddress } from './address.js';
import { withSetting } from './choices.js';
import type { Compare } from './compare.js';
import { ChangePanel } from './panel.js';

/** The part of the studio that the chooser needs. */
export interface ChooserUse {
  place: Place | null;
  opened: Opened | null;
  readonly compare: Compare;
  open(place: Place, how: { keepsView: boolean }): Promise<boolean>;
  /** Changes a setting of the running world; returns false if it is refused. */
  changeSetting(name: SettingName, value: unknown): Promise<boolean>;
}

export class Chooser {
  readonly #use: ChooserUse;
  readonly #panel: ChangePanel;
  /** Which side of a comparison the panel changes. */
  #side: 'a' | 'b' = 'a';

  constructor(use: ChooserUse) {
    this.#use = use;
    this.#panel = new ChangePanel({
      open: (place) => void this.#change(place),
      set: (name, value) => void this.#set(name, value),
    });
  }

  /** Makes the panel show and change this side. */
  turnTo(side: 'a' | 'b'): void {
    this.#side = side;
    this.show();
  }

  show(): void {
    const { place, opened, compare } = this.#use;
    if (place === null || opened === null) return;
    const choices = this.#otherChoices();
    if (choices === null) this.#panel.show(place, opened);
    else this.#panel.show({ ...place, choices }, compare.side.opened ?? opened);
    compare.showChanged(choices === null ? 'a' : 'b');
    const address = writeAddress(place);
    if (address !== location.hash) history.replaceState(null, '', address);
  }

  /** Choices of the other side if the panel changes it, else null. */
  #otherChoices(): Choices | null {
    const { place, compare } = this.#use;
    const isOther = this.#side === 'b' && compare.side.opened !== null;
    return compare.isOn && isOther && place?.compare?.engine === 'drystone' ? place.compare.choices : null;
  }

  /** Begins the scene again with the choices of the panel. */
  async #change(changed: Place): Promise<void> {
    const { place } = this.#use;
    const isOther = this.#otherChoices() !== null && place !== null;
    const whole: Place = isOther
      ? { ...changed, choices: place.choices, compare: { engine: 'drystone', choices: changed.choices } }
      : { ...changed, ...(place?.compare !== undefined && { compare: place.compare }) };
    await this.#use.open(whole, { keepsView: true });
  }

  async #set(name: SettingName, value: unknown): Promise<void> {
    const { place, opened, compare } = this.#use;
    if (place === null || opened === null) return;
    const given = value === undefined ? SETTINGS[name].default : value;
    const choices = withSetting(this.#otherChoices() ?? place.choices, opened, name, given);
    if (compare.isOn) {
      await this.#change({ ...place, choices });
      return;
    }
    if (await this.#use.changeSetting(name, given)) {
      this.#use.place = { ...place, choices };
      this.#use.opened = { ...opened, settings: { ...opened.settings, [name]: given } };
    }
    this.show();
  }
}
