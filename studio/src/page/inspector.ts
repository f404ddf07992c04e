// The inspector of the selected body: its motion, its edges with the impulses of contacts, and its joints.

import type { BodyNumbers, BodyPicture, EdgeNumbers } from '../protocol.js';
import { byId, format, formatVector, make, makeLink } from './elements.js';

export class Inspector {
  readonly #content = make('div');
  readonly #names = make('datalist', { id: 'body-names' });
  readonly #input = make('input', {
    id: 'body-name',
    list: 'body-names',
    placeholder: 'click one, or type its name',
    autocomplete: 'off',
  });
  readonly #select: (id: number | null) => void;
  readonly #selectJoint: (id: number) => void;
  #bodies: readonly BodyPicture[] = [];

  constructor(select: (id: number | null) => void, selectJoint: (id: number) => void) {
    this.#select = select;
    this.#selectJoint = selectJoint;
    const label = make('label', { for: 'body-name' }, 'Body');
    byId('body').append(
      make('h2', {}, 'Selected body'),
      make('div', { class: 'row' }, label, this.#input),
      this.#names,
      this.#content,
    );
    this.#input.addEventListener('change', () => {
      const found = this.#bodies.find(({ name }) => name === this.#input.value);
      select(found?.id ?? null);
    });
  }

  setBodies(bodies: readonly BodyPicture[]): void {
    this.#bodies = bodies;
    this.#names.replaceChildren(...bodies.map(({ name }) => make('option', { value: name })));
  }

  show(body: BodyNumbers | null): void {
    if (document.activeElement !== this.#input) this.#input.value = body?.name ?? '';
    if (body === null) {
      this.#content.replaceChildren();
      return;
    }
    const speed = Math.hypot(...body.velocity);
    const rows: [string, string][] = [
      ['kind', body.frozen ? `${body.kind}, frozen` : body.kind],
      ['mass', body.mass === 0 ? 'none' : `${format(body.mass)} kg`],
      ['position', `${formatVector(body.position)} m`],
      ['velocity', `${formatVector(body.velocity)} m/s`],
      ['speed', `${format(speed)} m/s`],
      ['spin', `${formatVector(body.angularVelocity)} rad/s`],
      ['group', body.group < 0 ? 'none' : String(body.group)],
      ['stack layer', body.layer === 0 ? 'none' : String(body.layer)],
      ['edges', String(body.edges.length)],
    ];
    if (body.locks.length > 0) rows.splice(2, 0, ['locked', body.locks.join(', ')]);
    if (body.sleep !== '') rows.splice(1, 0, ['sleep', body.sleep]);
    if (body.isHanging) rows.splice(1, 0, ['carried', 'by nothing: it is left hanging']);
    const table = make('table', { class: 'numbers', 'data-body': body.name });
    for (const [name, value] of rows) table.append(make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, value)));
    const joints = body.joints.flatMap(({ id, name }) => [makeLink(name, () => this.#selectJoint(id)), ' ']);
    if (joints.length > 0) {
      table.append(make('tr', {}, make('th', { scope: 'row' }, 'joints'), make('td', { class: 'links' }, ...joints)));
    }
    this.#content.replaceChildren(table, ...body.edges.map((edge) => this.#describe(edge)));
  }

  #describe({ other, otherId, kind, state, gap, contacts }: EdgeNumbers): HTMLElement {
    const link = makeLink(other, () => this.#select(otherId));
    const where = gap === null ? '' : `, gap ${format(gap)} m`;
    const normal = contacts.reduce((sum, contact) => sum + contact.normalImpulse, 0);
    const heading = make('p', { title: kind }, link, ` ${state}${where}${contacts.length > 0 ? `, ${format(normal)} N s` : ''}`);
    if (contacts.length === 0) return make('div', { class: 'edge' }, heading);
    const head = make('tr', {}, ...['normal', 'friction', 'gap'].map((text) => make('th', { scope: 'col' }, text)));
    const rows = contacts.map(({ normalImpulse, frictionImpulse, gap }) => {
      const cells = [`${format(normalImpulse)} N s`, `${format(Math.hypot(...frictionImpulse))} N s`, `${format(gap)} m`];
      return make('tr', {}, ...cells.map((text) => make('td', {}, text)));
    });
    return make('div', { class: 'edge' }, heading, make('table', { class: 'contacts' }, head, ...rows));
  }
}
