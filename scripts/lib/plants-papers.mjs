/** Forbidden references, and one that is in order. */

let count = 0;

function cites(what, text, folder = 'packages/server/src', ending = 'ts') {
  count += 1;
  const file = `${folder}/planted-paper-${count}.${ending}`;
  return { what, gate: 'papers', rule: 'papers', files: { [file]: `${text}\n` } };
}

const comment = (what, text) => cites(what, `/** ${text} */\nexport const planted = 1;`);

export const paperPlants = [
  comment('a section that is in no paper', '(trading §99)'),
  comment('a paper that is not there', '(hearsay §1)'),
  comment('a decision without its four digits', '(decision 5)'),
  comment('a decision nobody took', '(decision 9999)'),
  comment('a paper by another name', '(specification, "Guards")'),
  comment('a threat without its paper', '(threats B7)'),
  comment('a path to no paper', 'docs/planted-nothing.md'),
  cites('a link to no heading', '[planted](ARCHITECTURE.md#planted)', 'docs', 'md'),
  cites('a file that is gone', '`planted-gone.ts`', 'docs', 'md'),
  cites('a test of no threat', `it('A99: nothing', () => 1);`, 'packages/market/test'),
  {
    what: 'a reference that leads somewhere',
    gate: 'none',
    rule: '',
    files: {
      'packages/market/src/planted-reference.ts': `/** Planted (trading §3.5, §7; decision 0001; docs/lifecycle.md#order). */\nimport { sats } from '@rialto/protocols';\n\nexport const planted = sats(1n);\n`,
    },
  },
];
