/** The tables our papers print, made from the code they describe. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './run.mjs';

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const listed = (names) => (names.length === 0 ? '(nothing)' : names.join(', '));

export const packageTable = ({ packages }) =>
  table(
    ['package', 'holds', 'may import', 'world it sees'],
    Object.entries(packages).map(([name, { holds, imports, world }]) => [
      `\`${name}\``,
      holds,
      listed(imports),
      world,
    ]),
  );

export const roomTable = ({ rooms }) =>
  table(
    ['room', 'may import'],
    Object.entries(rooms).flatMap(([name, list]) =>
      Object.entries(list).map(([room, allowed]) => [`\`${name}/${room}\``, listed(allowed)]),
    ),
  );

/** A state machine `{ state: { event: next } }` as rows. */
export const machineTable = (machine) =>
  table(
    ['state', 'event', 'next state'],
    Object.entries(machine).flatMap(([state, events]) => {
      const steps = Object.entries(events);
      return steps.length === 0
        ? [[`\`${state}\``, '(the end)', '']]
        : steps.map(([event, next]) => [`\`${state}\``, `\`${event}\``, `\`${next}\``]);
    }),
  );

/**
 * The paper as it should read: each `<!-- name -->` … `<!-- /name -->` filled with its table, formatted as the project is.
 * @returns {Promise<{ is: string, should: string, write: () => void }>}
 */
export async function paper(file, tables) {
  const path = join(root, file);
  const is = readFileSync(path, 'utf8');
  let text = is;
  for (const [name, content] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
    if (!place.test(text)) throw new Error(`${file} has no place for the table '${name}'`);
    text = text.replace(place, (_all, open, close) => `${open}\n\n${content}\n\n${close}`);
  }
  const should = await format(text, { ...(await resolveConfig(path)), filepath: path });
  return { is, should, write: () => writeFileSync(path, should) };
}
