/** What a server that is no longer the operator's can write into a table; and that no stranger stops a campaign. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { operator, service, stranger, user } from '../memory/people.ts';
import { LIQUIDITY, NEWCOMER, TRADING } from './campaigns.ts';
import { potOf, take } from './stage.ts';
import type { Rows } from './stage.ts';
import { alice, bob, earned, verdict } from './earned.ts';

describe('nobody stops a campaign', () => {
  it('by shares that he sends to a pot or to the pads', async () => {
    const stage = await earned();
    const pot = { ...stranger(), script: potOf(stage, LIQUIDITY).pot.script };
    for (const { script } of [pot, operator()]) stage.facts.shares.set(bytesToHex(script), 1_000n);
    await take(stage, LIQUIDITY, 0, [[alice, 1n]]);
    // As the server divides it, which does not know them.
    const rows: Rows = [
      [alice, 250_000n],
      [pot, 333_333n],
      [operator(), 333_333n],
    ];
    expect(await verdict(stage, LIQUIDITY, rows, 1)).toBe('accepted');
  });
});

describe('whoever owns the server', () => {
  it('gets no fee back twice by paying it with many addresses', async () => {
    const stage = await earned();
    const many = Array.from({ length: 20 }, (_, at) => user(`name ${at}`, 'p2tr'));
    stage.facts.paying.set(105, [{ paid: 1_000n, of: many }]);
    stage.facts.paying.delete(109);
    const rows = many.map((who) => [who, 500n] as const);
    expect(await verdict(stage, TRADING, rows)).toBe('signer-refused');
    expect(await verdict(stage, TRADING, rows.slice(0, 2))).toBe('signer-refused');
    expect(await verdict(stage, TRADING, rows.slice(0, 1))).toBe('accepted');
  });

  it('gets nothing back for what the operator sends himself', async () => {
    const stage = await earned();
    stage.facts.paying.set(105, [
      { paid: 10_000n, of: [alice, bob] },
      { paid: 10n ** 8n, of: [service()] },
    ]);
    stage.facts.paying.delete(109);
    const rows: Rows = [
      [alice, 5_000n],
      [bob, 5_000n],
    ];
    expect(await verdict(stage, TRADING, rows)).toBe('signer-refused');
  });

  it('has a newcomer once, not in every epoch', async () => {
    const stage = await earned();
    await take(stage, NEWCOMER, 0, [[alice, 2_500n]]);
    expect(await verdict(stage, NEWCOMER, [[alice, 501n]], 1)).toBe('signer-refused');
    expect(await verdict(stage, NEWCOMER, [[alice, 500n]], 1)).toBe('accepted');
  });
});
