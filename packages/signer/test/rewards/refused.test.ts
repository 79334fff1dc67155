/** What is no claim, or is none now, is refused with its reason, and nothing is written down. */
import { bytesToHex } from '@rialto/protocols';
import type { CoinAsset } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureOn, point, runeOn, service, stranger } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LIQUIDITY, PAID, RUNES } from './campaigns.ts';
import { ask, claimOf, fund, fundPot, potOf, readyStage, requestOf, sign } from './stage.ts';
import type { Claim, Stage } from './stage.ts';

/** The code of the refusal, and that no line was written. */
async function verdict(stage: Stage, request: ReturnType<typeof requestOf>): Promise<string> {
  const { size } = stage.parts.journal.recall;
  const code = await answer(Promise.resolve().then(() => sign(stage, request)));
  if (code !== 'accepted') expect(stage.parts.journal.recall.size).toBe(size);
  return code;
}

/** With another plan, which the claimant has signed. */
const bent = (claim: Claim, change: Partial<Claim['plan']>, epochs = claim.epochs) =>
  requestOf({ ...claim, plan: { ...claim.plan, ...change }, epochs });

describe('nobody is paid', () => {
  it('more than his rows, or another’s', async () => {
    const stage = await readyStage();
    const coins = [fundPot(stage, LIQUIDITY)];
    const of = (by: User, amount: bigint, epochs = [0]) =>
      verdict(stage, requestOf(claimOf(stage, { by, amount, coins, epochs })));
    expect(await of(stage.alice, 300_001n)).toBe('amount-differs');
    expect(await of(stage.bob, 300_000n)).toBe('amount-differs');
    expect(await of(stage.bob, 400_000n, [0, 1, 0, 1])).toBe('nothing-to-claim');
    expect(await of(stage.bob, 100_000n, [2])).toBe('nothing-to-claim');
    expect(await of(stranger(), 100_000n)).toBe('nothing-to-claim');
  });

  it('by what he has not brought, not signed, or signs for another', async () => {
    const stage = await readyStage();
    const { alice, bob } = stage;
    const claim = claimOf(stage, { by: alice, amount: 300_000n, coins: [fundPot(stage, LIQUIDITY)] });
    const request = requestOf(claim);
    const { plan } = request;
    const changed = (change: Partial<typeof plan>) =>
      verdict(stage, { ...request, plan: { ...plan, ...change } });
    expect(await changed({ userCoins: [] })).toBe('psbt-shape');
    expect(await changed({ userCoins: [...plan.userCoins, ...plan.userCoins] })).toBe('duplicate-input');
    expect(await changed({ userCoins: plan.poolCoins, poolCoins: plan.userCoins })).toBe('not-yours');
    expect(await changed({ userCoins: [fund(stage, bob.script, 9_000n).outpoint] })).toBe('not-yours');
    expect(
      await changed({ userCoins: [fund(stage, potOf(stage, LIQUIDITY).pot.script, 9_000n).outpoint] }),
    ).toBe('not-yours');
    expect(await changed({ poolCoins: [fund(stage, bob.script, 2_000_000n).outpoint] })).toBe(
      'script-not-allowed',
    );
    expect(await changed({ poolCoins: [point('nothing')] })).toBe('coin-spent');
    expect(await changed({ userKey: bytesToHex(bob.key) })).toBe('not-yours');
    for (const odd of [
      { firstLane: 1 },
      { burned: [{ asset: PAID, amount: '1' }] },
      { serviceFee: { script: '51', value: '0' } },
    ])
      expect(await changed(odd)).toBe('psbt-shape');
    const [first, ...rest] = plan.userOutputs;
    if (first === undefined) throw new Error('an output');
    const astray = { ...first, script: bytesToHex(bob.script), value: '600' };
    expect(await changed({ userOutputs: [first, astray, ...rest] })).toBe('effects-differ');
    expect(await changed({ userOutputs: [{ ...first, value: '2100000000000000' }] })).toBe(
      'outputs-exceed-inputs',
    );
    expect(await verdict(stage, { ...request, unsigned: `${request.unsigned}00` })).toBe('psbt-malformed');
    expect(await verdict(stage, { ...request, witnesses: request.witnesses.slice(1) })).toBe('psbt-shape');
    expect(await verdict(stage, { ...request, witnesses: [null, null] })).toBe('signature-missing');
    expect(await verdict(stage, { ...request, witnesses: [['00'], ['00']] })).not.toBe('accepted');
    expect(await verdict(stage, request)).toBe('accepted');
  });

  it('to a script of our own, whatever a table says', async () => {
    const stage = await readyStage();
    const claim = claimOf(stage, { by: service(), amount: 1n, coins: [fundPot(stage, LIQUIDITY)] });
    expect(await verdict(stage, requestOf(claim))).toBe('not-yours');
  });

  it('by coins that wait, or that carry what they should not', async () => {
    const stage = await readyStage(RUNES);
    const mixed: readonly (readonly CoinAsset[])[] = [
      [],
      [runeOn(161, 500_000n)],
      [runeOn(160, 500_000n), runeOn(161, 1n)],
      [runeOn(160, 500_000n), pictureOn('a gift')],
    ];
    const good = fundPot(stage, RUNES);
    const claim = claimOf(stage, { campaign: RUNES, by: stage.bob, amount: 100_000n, coins: [good] });
    const { pot } = potOf(stage, RUNES);
    for (const assets of mixed) {
      const odd = fund(stage, pot.script, 546n, assets);
      expect(await verdict(stage, bent(claim, { poolCoins: [good, odd] }))).toBe('lot-mixed');
    }
    const { height: _, ...young } = fund(stage, stage.bob.script, 50_000n);
    stage.chain.settled.set(young.outpoint, young);
    const { plan } = requestOf(claim);
    const request = { ...requestOf(claim), plan: { ...plan, userCoins: [young.outpoint] } };
    expect(await verdict(stage, request)).toBe('coin-unconfirmed');
    const carrying = fund(stage, stage.bob.script, 50_000n, [runeOn(160, 5n)]);
    expect(await verdict(stage, { ...request, plan: { ...plan, userCoins: [carrying.outpoint] } })).toBe(
      'lot-mixed',
    );
    const sats = await readyStage();
    const inscribed = fund(sats, potOf(sats, LIQUIDITY).pot.script, 2_000_000n, [pictureOn('another gift')]);
    const other = claimOf(sats, { by: sats.bob, amount: 100_000n, coins: [{ ...inscribed, assets: [] }] });
    expect(await verdict(sats, requestOf(other))).toBe('lot-mixed');
  });

  it('too early, too late, or while the operator says no', async () => {
    const stage = await readyStage();
    const claim = claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [fundPot(stage, LIQUIDITY)] });
    const request = requestOf(claim);
    stage.chain.height = 200;
    expect(await verdict(stage, request)).toBe('reward-waits');
    stage.chain.height = LIQUIDITY.claimUntil + 1;
    expect(await verdict(stage, request)).toBe('claim-over');
    stage.chain.height = LIQUIDITY.claimUntil;
    stage.chain.lag = 1;
    expect(await verdict(stage, request)).toBe('syncing');
    stage.chain.lag = 0;
    expect(await answer(ask(stage, { op: 'rewardClaim', claim: request }, () => true))).toBe(
      'signer-refused',
    );
    expect(await verdict(stage, { ...request, campaign: 'unknown' })).toBe('campaign-unknown');
    writeFileSync(join(stage.directory, 'STOP-campaign-liquidity'), '');
    expect(await verdict(stage, request)).toBe('campaign-paused');
    expect(await ask(stage, { op: 'rewardPot', campaign: 'liquidity' })).toMatchObject({ paused: true });
    const stopped = { ...stage, parts: { ...stage.parts, stopped: () => true } };
    expect(await verdict(stopped, request)).toBe('trading-stopped');
  });

  it('at a fee out of bounds', async () => {
    const stage = await readyStage();
    const claim = claimOf(stage, { by: stage.bob, amount: 100_000n, coins: [fundPot(stage, LIQUIDITY)] });
    const fees = { lowestRate: 3, highestRate: 5_000, highestFee: 5_000_000n };
    for (const [more, code] of [
      [{}, 'fee-too-low'],
      [{ lowestRate: 1, highestFee: 100n }, 'fee-too-high'],
    ] as const)
      expect(
        await verdict({ ...stage, parts: { ...stage.parts, fees: { ...fees, ...more } } }, requestOf(claim)),
      ).toBe(code);
  });
});
