/** Tables of epochs: taken once, in order and when they are deep, and never one that pays anybody more than he can have earned. */
import { describe, expect, it } from 'vitest';
import type { Campaign } from '@rialto/market';
import { answer } from '../memory/world.ts';
import { FEE_SHARE, LIQUIDITY, NEWCOMER, RUNES, TRADING, YOUNG } from './campaigns.ts';
import { addressOf, poolUser } from './node.ts';
import { ask, mine, openStage, tableOf, take } from './stage.ts';
import type { Rows } from './stage.ts';
import { alice, bob, carol, earned, verdict } from './earned.ts';

describe('a table', () => {
  it.each<[Campaign, Rows]>([
    [
      LIQUIDITY,
      [
        [alice, 750_000n],
        [bob, 250_000n],
      ],
    ],
    [RUNES, [[alice, 750_000n]]],
    [TRADING, [[alice, 10_000n]]],
    [NEWCOMER, [[alice, 3_000n]]],
    [
      FEE_SHARE,
      [
        [alice, 22_500n],
        [bob, 7_500n],
      ],
    ],
  ])('of %# is taken, and not with a unit more', async (campaign, rows) => {
    const stage = await earned();
    for (const [who] of rows) {
      const more = rows.map(([one, amount]) => [one, one === who ? amount + 1n : amount] as const);
      expect(await verdict(stage, campaign, more)).toBe('signer-refused');
    }
    expect(await verdict(stage, campaign, [...rows, [carol, 1n]])).toBe('signer-refused');
    expect(await take(stage, campaign, 0, rows)).toMatchObject({ readyHeight: 201 });
    expect(stage.parts.journal.recall.size).toBe(1);
  });

  it('of nobody is taken', async () => {
    expect(await take(await openStage(), TRADING, 0, [])).toMatchObject({ readyHeight: 201 });
  });

  it('comes in its turn, and once', async () => {
    const stage = await earned();
    const rows: Rows = [[alice, 1n]];
    expect(await verdict(stage, LIQUIDITY, rows, 1)).toBe('signer-refused');
    const first = await take(stage, LIQUIDITY, 0, rows);
    expect(await take(stage, LIQUIDITY, 0, rows)).toEqual(first);
    expect(await verdict(stage, LIQUIDITY, [[alice, 2n]])).toBe('signer-refused');
    for (const number of [1, 2, 3]) await take(stage, LIQUIDITY, number, rows);
    expect(await verdict(stage, LIQUIDITY, rows, 4)).toBe('signer-refused');
    expect(await ask(stage, { op: 'rewardPot', campaign: 'liquidity' })).toMatchObject({
      taken: [0, 1, 2, 3].map((number) => ({ number, readyHeight: 201 })),
    });
  });

  it('waits until its last block has six on top', async () => {
    const stage = await earned();
    stage.chain.height = 204;
    expect(await verdict(stage, YOUNG, [[alice, 1n]])).toBe('reward-waits');
    mine(stage);
    stage.chain.lag = 1;
    expect(await verdict(stage, YOUNG, [[alice, 1n]])).toBe('syncing');
    stage.chain.lag = 0;
    expect(await take(stage, YOUNG, 0, [[alice, 1n]])).toMatchObject({ readyHeight: 206 });
  });

  it('is of a campaign that the operator has told the signer of', async () => {
    const stage = await earned();
    expect(await answer(ask(stage, { op: 'rewardEpoch', campaign: 'other', number: 0, rows: '' }))).toBe(
      'campaign-unknown',
    );
    for (const campaign of ['../liquidity', 'Liquidity', 'liquidity\n', '', 'a'.repeat(41)])
      expect(() => ask(stage, { op: 'rewardPot', campaign })).toThrow();
  });

  it('never pays more than the pot with those before it', async () => {
    const stage = await earned();
    stage.facts.paying.set(100, [{ paid: 10n ** 9n, of: [poolUser()] }]);
    stage.facts.paying.set(110, [{ paid: 10n ** 9n, of: [poolUser()] }]);
    await take(stage, FEE_SHARE, 0, [[alice, 3_999_999n]]);
    expect(await verdict(stage, FEE_SHARE, [[alice, 2n]], 1)).toBe('signer-refused');
    expect(await verdict(stage, FEE_SHARE, [[alice, 1n]], 1)).toBe('accepted');
  });

  it('is the text that is published, to the byte', async () => {
    const stage = await earned();
    const good = tableOf(LIQUIDITY, 0, [
      [alice, 5n],
      [bob, 5n],
    ]);
    const [head = '', names = '', first = '', second = ''] = good.split('\n');
    const rowsOf = (...lines: readonly string[]): string => [head, names, ...lines, ''].join('\n');
    const wrong = [
      ...['', '\n', head, good.trimEnd(), `${good}\n`, good.replaceAll('\n', '\r\n'), `\ufeff${good}`],
      ...[good.replace('liquidity', 'trading'), good.replace(',100,109', ',100,110'), good.toUpperCase()],
      ...[rowsOf(second, first), rowsOf(first, first), rowsOf(first, '', second), rowsOf(`${first}\u0000`)],
      ...[
        `${first},5`,
        first.replace(',5', ',05'),
        first.replace(',5', ',-5'),
        first.replace(',5', ',5.0'),
      ].map((one) => rowsOf(one)),
      ...[first.replace(',5', ',0'), first.replace(',5', `,${'9'.repeat(39)}`), `\ud800${first}`].map((one) =>
        rowsOf(one),
      ),
    ];
    for (const rows of wrong) {
      const code = await answer(ask(stage, { op: 'rewardEpoch', campaign: 'liquidity', number: 0, rows }));
      expect([code, rows]).toEqual(['signer-refused', rows]);
    }
    expect(
      await answer(ask(stage, { op: 'rewardEpoch', campaign: 'liquidity', number: 0, rows: good })),
    ).toBe('accepted');
  });

  it('names only those who can claim', async () => {
    const stage = await earned();
    for (const who of ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq', addressOf(alice).replace('bcrt1', 'tb1')]) {
      const rows = tableOf(LIQUIDITY, 0, [[alice, 5n]]).replace(addressOf(alice), who);
      const asked = { op: 'rewardEpoch', campaign: 'liquidity', number: 0, rows };
      expect(await answer(ask(stage, asked))).not.toBe('accepted');
    }
  });
});
