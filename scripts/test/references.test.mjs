/** The gate `papers`: every reference leads somewhere and means one thing. */
import { describe, expect, it } from 'vitest';
import { referenceFaults } from '../lib/references.mjs';

describe('references', () => {
  const papers = {
    'docs/design/trading.md': '## 3. Checks\n\n| 3.5 | sighash |\n',
    'docs/design/threats.md': '| A5 | sighash |\n',
    'docs/decisions/0004-pads.md': '# 0004 Pads\n\n## Why\n',
  };
  const faultsOf = (text, file = 'packages/psbt/test/x.ts') => {
    const texts = new Map([...Object.entries(papers), [file, text]]);
    return referenceFaults(texts, [...texts.keys()]);
  };

  it.each([
    `(trading §3, §3.5; threats §A5)`,
    `Threats §A5 and docs/decisions/0004`,
    `decision 0004`,
    `docs/decisions/0004-pads.md#why`,
    `it('A5: fires'`,
    'RFC 9110, section 15',
  ])('that lead somewhere pass: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    [`(trading §4)`, 'no section 4 in docs/design/trading.md'],
    [`(gossip §4)`, 'no paper docs/design/gossip.md'],
    [`(§3)`, 'section 3 of no paper'],
    [`(trading §)`, 'a section sign without a section'],
    [
      `(decision 4)`,
      "'decision 4' is none of docs/decisions; rules of the product are in docs/design/rules.md",
    ],
    [`docs/nothing.md`, `no file docs/nothing.md`],
    [`docs/decisions/0004-pads.md#how`, `no heading #how in docs/decisions/0004-pads.md`],
    [`it('A6: fires'`, 'no threat or invariant A6'],
    [`(trading design, "Asks")`, '(trading design'],
    [`(threats A5)`, 'threats A5'],
  ])('that lead nowhere are told: %s', (text, why) => {
    expect(faultsOf(text)).toEqual([`packages/psbt/test/x.ts:1: ${why}`]);
  });

  it('in Markdown are links and names of files, too', () => {
    const text = ['[a](design/trading.md#3-checks)', '`0004-pads.md`', '[b](gone.md)', '`gone.ts`'].join(
      '\n',
    );
    expect(faultsOf(text, 'docs/x.md')).toEqual([
      'docs/x.md:3: no file docs/gone.md',
      'docs/x.md:4: no file gone.ts',
    ]);
  });

  it('cannot mean two decisions', () => {
    expect(faultsOf('# 0004 Leases', 'docs/decisions/0004-leases.md')).toEqual([
      'docs/decisions/0004-leases.md: a second decision 0004',
    ]);
  });

  it('cannot mean two sections', () => {
    expect(faultsOf('## 1. One\n\n## 1. Two\n', 'docs/design/rules.md')).toEqual([
      'docs/design/rules.md: two sections are called 1',
    ]);
  });
});
