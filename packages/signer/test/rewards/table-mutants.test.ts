/** Five hundred mutants of good tables: whatever of them is taken gives nobody more than he can have earned. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { stranger } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { flip, random } from '../mutating.ts';
import type { Pick } from '../mutating.ts';
import { FEE_SHARE, LIQUIDITY, NEWCOMER, TRADING } from './campaigns.ts';
import { alice, bob, carol, earned } from './earned.ts';
import { addressOf } from './node.ts';
import { ask, tableOf } from './stage.ts';
import type { Rows, Stage } from './stage.ts';

const SEED = 20_261_129;
const COUNT = 125;

const BOUNDS = [
  [LIQUIDITY, [750_000n, 250_000n]],
  [TRADING, [10_000n, 2_000n]],
  [NEWCOMER, [3_000n, 2_000n]],
  [FEE_SHARE, [22_500n, 7_500n]],
] as const;

/** The text with a byte, a number, a line or an address of it changed. */
function mutant(text: string, pick: Pick): string {
  const lines = text.split('\n');
  const at = 2 + pick(lines.length - 3);
  const row = (lines[at] ?? '').split(',');
  const [address = '', amount = '1', wanted = '1'] = row;
  const numbers = [1n, -1n, 7n, 1_000n, 10n ** 12n, -BigInt(pick(500))].map((more) => BigInt(amount) + more);
  const number = (numbers[pick(numbers.length)] ?? 0n).toString();
  const other = [alice, bob, carol, stranger()].map(addressOf)[pick(4)] ?? '';
  const changed = [
    () => lines.with(at, `${address},${number},${wanted}`),
    () => lines.with(at, `${address},${number},${number}`),
    () => lines.with(at, `${other},${amount},${wanted}`),
    () => [...lines.slice(0, at), lines[at] ?? '', ...lines.slice(at)],
    () => [...lines.slice(0, at), `${other},${number},${wanted}`, ...lines.slice(at)],
    () => [...lines.slice(0, 2), ...lines.slice(2, -1).toReversed(), ''],
    () => lines.toSpliced(at, 1),
    () => lines.with(0, lines[0]?.replace('0', `${pick(9) + 1}`) ?? ''),
  ];
  const one = changed[pick(changed.length + 1)];
  if (one !== undefined) return one().join('\n');
  const bytes = new TextEncoder().encode(text);
  const bent = Uint8Array.from(Buffer.from(flip(bytesToHex(bytes), pick), 'hex'));
  return new TextDecoder().decode(bent);
}

/** Takes tables and remembers none. */
function forgetful({ parts, ...stage }: Stage): Stage {
  const { recall } = parts.journal;
  const journal = { ...parts.journal, append: () => undefined, recall: { ...recall, taken: () => [] } };
  return { ...stage, parts: { ...parts, journal } };
}

describe.each(BOUNDS)('of 500 mutants of tables', (campaign, [first, second]) => {
  it(`none of ${COUNT} of ${campaign.id} gives more than the bound`, async () => {
    const stage = await earned();
    stage.facts.paying.set(104, [{ paid: 4_000n, of: [bob] }]);
    const rows: Rows = [
      [alice, first],
      [bob, second],
    ];
    const text = tableOf(campaign, 0, rows);
    const most = new Map([
      [addressOf(alice), first],
      [addressOf(bob), second],
    ]);
    const taker = forgetful(stage);
    const asked = (table: string) =>
      answer(ask(taker, { op: 'rewardEpoch', campaign: campaign.id, number: 0, rows: table }));
    const pick = random(SEED);
    const reached = { taken: 0, refused: 0 };
    while (reached.taken + reached.refused < COUNT) {
      const table = mutant(text, pick);
      if (table === text) continue;
      const code = await asked(table);
      reached[code === 'accepted' ? 'taken' : 'refused'] += 1;
      if (code !== 'accepted') continue;
      const lines = table.split('\n').slice(2, -1);
      const given = lines.map((line) => line.split(','));
      for (const [address = '', amount = ''] of given)
        expect([table, BigInt(amount) <= (most.get(address) ?? 0n)]).toEqual([table, true]);
      expect(new Set(given.map(([address]) => address)).size).toBe(given.length);
      expect(table.startsWith(`${campaign.id},0,100,109\n`)).toBe(true);
    }
    expect(reached.refused).toBeGreaterThan(COUNT / 2);
    expect(reached.taken).toBeGreaterThan(0);
    expect(await asked(text)).toBe('accepted');
  });
});
