// Default classes: the attributes of elements that do not set them themselves. A nested class inherits from the class
// around it.

import { show } from '../../input/fields.js';
import type { XmlElement } from '../xml.js';
import { childrenOf, neededText, refuseElement } from '../xml.js';
import { ACTUATOR_TAGS, type ActuatorLaw, NO_LAW, readLaw } from './actuator-law.js';
import { ORIENTATIONS } from './compiler.js';
import { checkAttributes } from './words.js';

interface DefaultClass {
  /** Attributes, by name of the element. */
  readonly elements: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Actuators of all kinds share their defaults. */
  readonly law: ActuatorLaw;
}

const PLAIN: DefaultClass = { elements: {}, law: NO_LAW };
const MAIN = 'main';

export class Defaults {
  readonly #classes = new Map<string, DefaultClass>([[MAIN, PLAIN]]);

  constructor(root: XmlElement) {
    for (const element of childrenOf(root, 'default')) this.#read(element, MAIN, PLAIN);
  }

  #read(element: XmlElement, name: string, inherited: DefaultClass): void {
    const elements: Record<string, Readonly<Record<string, string>>> = { ...inherited.elements };
    let { law } = inherited;
    for (const child of element.children) {
      if (child.name === 'default') continue;
      checkAttributes(child);
      if (ACTUATOR_TAGS.includes(child.name)) law = readLaw(child, law);
      else elements[child.name] = overlay(elements[child.name] ?? {}, child.attributes);
    }
    const own = { elements, law };
    this.#classes.set(name, own);
    for (const child of childrenOf(element, 'default')) this.#read(child, neededText(child, 'class'), own);
  }

  /**
   * Returns the element with the attributes of its class added that it does not set. `inherited` is the class that its
   * body gives to its contents.
   */
  apply(element: XmlElement, inherited: string | undefined): XmlElement {
    checkAttributes(element);
    const { elements } = this.#find(element, element.attributes.class ?? inherited);
    return { ...element, attributes: overlay(elements[element.name] ?? {}, element.attributes) };
  }

  /** The default law of an actuator. */
  lawOf(element: XmlElement): ActuatorLaw {
    return this.#find(element, element.attributes.class).law;
  }

  /** Throws unless there is a class with that name. */
  check(element: XmlElement, name: string | undefined): void {
    this.#find(element, name);
  }

  #find(element: XmlElement, name = MAIN): DefaultClass {
    return this.#classes.get(name) ?? refuseElement(element, `names the class ${show(name)}, which the file does not have.`);
  }
}

/** Joins attributes; those of `above` win. An orientation in `above` replaces any in `below`. */
function overlay(below: Readonly<Record<string, string>>, above: Readonly<Record<string, string>>): Record<string, string> {
  const joined: Record<string, string> = { ...below, ...above };
  if (ORIENTATIONS.some((name) => above[name] !== undefined))
    for (const name of ORIENTATIONS) if (above[name] === undefined) delete joined[name];
  return joined;
}
