// Changes of choices.

import type { SettingName } from '../../../src/index.js';
import { SETTINGS } from '../../../src/index.js';
import type { Choices, Opened } from '../protocol.js';
import type { Opponent, Place } from './address.js';

/** The choices with a changed setting. A value that the scene has anyway is left out. */
export function withSetting(choices: Choices, { sceneSettings }: Opened, name: SettingName, value: unknown): Choices {
  const { [name]: _, ...others } = choices.settings;
  const standard = sceneSettings[name] ?? SETTINGS[name].default;
  const isStandard = JSON.stringify(value) === JSON.stringify(standard);
  return { ...choices, settings: isStandard ? others : { ...others, [name]: value } };
}

export function withoutDrive({ drive: _, ...place }: Place): Place {
  return place;
}

export function withoutOpponent({ compare: _, ...place }: Place): Place {
  return place;
}

/** The first opponent of a comparison: the same choices with another method, and that method's default solver. */
export function firstOpponent({ choices }: Place, { method }: Opened): Opponent {
  const { solver: _, ...others } = choices;
  return { engine: 'drystone', choices: { ...others, method: method === 'gsp' ? 'ncp' : 'gsp' } };
}
