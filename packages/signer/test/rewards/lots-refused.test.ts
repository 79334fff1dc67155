/** What is no claim in lots is refused with its reason, and nothing is written down; and what of lots an operator gets back. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RewardClaimRequest } from '@rialto/contract';
import type { Campaign } from '@rialto/market';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin, pictureOn, receiptOn, stranger } from '../memory/people.ts';
import { answer } from '../memory/world.ts';
import { LIQUIDITY, LOTS_BRC20, LOTS_MRC20 } from './campaigns.ts';
import { BOTH, assetsOf, fundLot, lotClaimOf, lotVerdict } from './lot-stage.ts';
import { ask, claimOf, fund, fundPot, potOf, readyStage, requestOf, sent, sign, mine } from './stage.ts';
import type { Claim, Stage } from './stage.ts';

/** The code of the refusal, and that no line was written. */
async function verdict(stage: Stage, request: RewardClaimRequest): Promise<string> {
  const { size } = stage.parts.journal.recall;
  const code = await answer(Promise.resolve().then(() => sign(stage, request)));
  if (code !== 'accepted') expect(stage.parts.journal.recall.size).toBe(size);
  return code;
}

const bent = (claim: Claim, change: Partial<Claim['plan']>): RewardClaimRequest =>
  requestOf({ ...claim, plan: { ...claim.plan, ...change } });

describe.each(BOTH)('a claim of %s', (_, campaign) => {
  const opened = async () => {
    const stage = await readyStage(campaign);
    const { bob } = stage;
    const lots = [fundLot(stage, campaign, 50_000n), fundLot(stage, campaign, 50_000n)];
    const claim = lotClaimOf(stage, { campaign, by: bob, lots });
    const request = requestOf(claim);
    const { plan } = request;
    /** With other lots in it, which are not what he has signed. */
    const over = (...coins: readonly Coin[]) => {
      const points = coins.map(({ outpoint }) => outpoint);
      return verdict(stage, { ...request, plan: { ...plan, lots: { coins: points, places: [], to } } });
    };
    const to = bytesToHex(bob.script);
    const wired = (change: Partial<typeof plan>) =>
      verdict(stage, { ...request, plan: { ...plan, ...change } });
    return { ...stage, lots, claim, request, plan, over, wired };
  };
  const mined = (stage: Stage, assets: Coin['assets']): Coin =>
    fund(stage, potOf(stage, campaign).pot.script, 546n, assets);

  it('waits until its lots are three deep', async () => {
    const stage = await readyStage(campaign);
    const lots = [fundLot(stage, campaign, 7n), fundLot(stage, campaign, 7n, { deep: 1 })];
    expect(await lotVerdict(stage, stage.bob, lots, campaign)).toBe('coin-unconfirmed');
    mine(stage);
    expect(await lotVerdict(stage, stage.bob, lots, campaign)).toBe('coin-unconfirmed');
    mine(stage);
    expect(await lotVerdict(stage, stage.bob, lots, campaign)).toBe('accepted');
  });

  it('spends no coin about which readers may disagree', async () => {
    const { lots, request, ...stage } = await opened();
    for (const { outpoint } of lots) stage.facts.odd.add(outpoint);
    expect(await verdict(stage, request)).toBe('not-a-lot');
    stage.facts.odd.clear();
    expect(await verdict(stage, request)).toBe('accepted');
  });

  it('spends no lot of another token, of another script, or with anything beside', async () => {
    const { over, lots, ...stage } = await opened();
    const [lot] = lots;
    if (lot === undefined) throw new Error('a lot');
    const alien = fundLot(stage, campaign, 7n, { isOther: true });
    const other = campaign === LOTS_BRC20 ? LOTS_MRC20 : LOTS_BRC20;
    const used = receiptOn('used');
    const mixed = [assetsOf(other, 7n), [], [pictureOn('a gift')], [used], [...assetsOf(campaign, 7n)]];
    mixed[4] = [...assetsOf(campaign, 7n), pictureOn('one more gift')];
    for (const odd of [alien, ...mixed.map((assets) => mined(stage, assets))])
      expect(await over(lot, odd)).toBe('not-a-lot');
    const astray = fund(stage, stage.bob.script, 546n, assetsOf(campaign, 7n));
    const foreign = fund(stage, potOf(stage, other).pot.script, 546n, assetsOf(campaign, 7n));
    for (const odd of [astray, foreign]) expect(await over(lot, odd)).toBe('script-not-allowed');
    expect(await over(lot, lot)).toBe('duplicate-input');
    expect(await over(coin('nowhere', stage.bob, 546n))).toBe('coin-spent');
    expect(await over(lot)).toBe('psbt-changed');
  });

  it('pays nobody else, names no epochs and no coin of the pot beside its lots', async () => {
    const { claim, request, plan, wired, ...stage } = await opened();
    const { lots } = claim;
    expect(await verdict(stage, bent(claim, { lots: { ...lots, to: stranger().script } }))).toBe(
      'effects-differ',
    );
    const [change] = claim.plan.userOutputs;
    if (change === undefined || plan.lots === null) throw new Error('change');
    const astray = { ...change, script: stranger().script };
    expect(await verdict(stage, bent(claim, { userOutputs: [astray] }))).toBe('not-yours');
    for (const epochs of [[0], [0, 1], [2]])
      expect(await verdict(stage, { ...request, epochs })).toBe('psbt-shape');
    const pot = mined(stage, []);
    expect(await wired({ poolCoins: [pot.outpoint] })).toBe('psbt-shape');
    expect(await wired({ poolCoins: plan.lots.coins, lots: null })).toBe('psbt-shape');
    expect(await wired({ lots: null })).toBe('psbt-shape');
    expect(await wired({ lots: { ...plan.lots, places: plan.lots.coins } })).toBe('psbt-shape');
    expect(await wired({ userCoins: [pot.outpoint] })).toBe('not-yours');
    expect(await wired({ userKey: bytesToHex(stranger().key) })).toBe('not-yours');
    expect(await verdict(stage, request)).toBe('accepted');
  });
});

describe('a campaign in sats', () => {
  it('pays no lots, and no claim without epochs or without a coin of its pot', async () => {
    const stage = await readyStage();
    const { pot } = potOf(stage, LIQUIDITY);
    const lot = fund(stage, pot.script, 546n, assetsOf(LOTS_BRC20, 7n));
    const inLots = lotClaimOf(stage, { campaign: LIQUIDITY, by: stage.bob, lots: [lot] });
    for (const epochs of [[], [0]])
      expect(await verdict(stage, { ...requestOf(inLots), epochs })).toBe('psbt-shape');
    const coins = [fundPot(stage, LIQUIDITY)];
    const request = requestOf(claimOf(stage, { by: stage.bob, amount: 100_000n, coins }));
    const { plan } = request;
    expect(await verdict(stage, { ...request, epochs: [] })).toBe('psbt-shape');
    expect(await verdict(stage, { ...request, plan: { ...plan, poolCoins: [] } })).toBe('psbt-shape');
    expect(await verdict(stage, request)).toBe('accepted');
  });
});

describe.each(BOTH)('a refund of %s', (_, campaign: Campaign) => {
  const opened = async () => {
    const stage = await readyStage(campaign, 4);
    writeFileSync(join(stage.directory, `REFUND-campaign-${campaign.id}`), '');
    const pays = fund(stage, potOf(stage, campaign).pot.script, 20_000n);
    const points = (coins: readonly Coin[]) => coins.map(({ outpoint }) => outpoint);
    const refund = (coins: readonly Coin[], kept: readonly Coin[]) =>
      ask(stage, {
        ...{ op: 'rewardRefund', campaign: campaign.id, feeRateSatVb: 2 },
        ...{ coins: points([...coins, pays]), kept: points(kept) },
      });
    return { ...stage, refund, lot: (units: bigint) => fundLot(stage, campaign, units) };
  };

  it('leaves what rows ask for, on however many lots', async () => {
    const { refund, lot, ...stage } = await opened();
    const kept = Array.from({ length: 16 }, () => lot(100_000n));
    const goes = [lot(5n), lot(6n)];
    expect(await answer(refund(goes, kept.slice(1)))).toBe('claim-waits');
    const other = fundLot(stage, campaign, 100_000n, { isOther: true });
    expect(await answer(refund(goes, [...kept.slice(1), other]))).toBe('claim-waits');
    const { raw } = (await refund(goes, kept)) as { raw: string };
    const tx = readTransaction(hexToBytes(raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(tx.outputs.map(({ script }) => bytesToHex(script))).toEqual([campaign.refundScript]);
  });

  it('asks for less once a part is paid, and leaves lots of a claim that may still confirm', async () => {
    const { refund, lot, ...stage } = await opened();
    const [paid, claimed, goes] = [lot(100_000n), lot(10n), lot(7n)];
    const stays = [lot(1_100_000n), lot(400_000n)];
    await sent(stage, lotClaimOf(stage, { campaign, by: stage.alice, lots: [paid] }));
    expect(await answer(refund([goes], stays))).toBe('claim-waits');
    mine(stage);
    expect(await lotVerdict(stage, stage.bob, [claimed], campaign)).toBe('accepted');
    expect(await answer(refund([claimed], stays))).toBe('claim-waits');
    expect(await answer(refund([goes], stays))).toBe('accepted');
  });

  it('takes a lot that is too large for everybody, whoever made it, and leaves no such one in the place of others', async () => {
    const { refund, lot } = await opened();
    const [small, huge] = [lot(100n), lot(1_600_000n)];
    expect(await answer(refund([small], [huge]))).toBe('claim-waits');
    expect(await answer(refund([small, huge], []))).toBe('claim-waits');
    expect(await answer(refund([huge], []))).toBe('accepted');
  });

  it('takes large lots of which people cannot be paid another, and none of the small ones', async () => {
    const { refund, lot } = await opened();
    const [needed, same, small] = [lot(900_000n), lot(900_000n), lot(400_000n)];
    expect(await answer(refund([small], [needed, same]))).toBe('claim-waits');
    expect(await answer(refund([needed, same], [small]))).toBe('claim-waits');
    expect(await answer(refund([same], [needed, small]))).toBe('accepted');
  });

  it('takes what lies beside a lot, or is disputed, and counts it for nothing', async () => {
    const { refund, lot, ...stage } = await opened();
    const [small, large] = [lot(100n), lot(1_200_000n)];
    const mixed = lot(400_000n);
    stage.chain.put({ ...mixed, assets: [...mixed.assets, pictureOn('beside it')] });
    expect(await answer(refund([small], [large, mixed]))).toBe('claim-waits');
    expect(await answer(refund([mixed], []))).toBe('accepted');
    const odd = lot(400_000n);
    stage.facts.odd.add(odd.outpoint);
    expect(await answer(refund([small], [large, odd]))).toBe('claim-waits');
    expect(await answer(refund([odd], []))).toBe('accepted');
  });

  it('brings MRC-20 that readers dispute, or of a young block, together with no other', async () => {
    const { refund, lot, ...stage } = await opened();
    const kept = [lot(1_200_000n), lot(400_000n)];
    const [odd, plain] = [lot(7n), lot(8n)];
    const young = fundLot(stage, campaign, 9n, { deep: 2 });
    stage.facts.odd.add(odd.outpoint);
    const isMrc20 = campaign === LOTS_MRC20;
    expect(await answer(refund([odd, plain], kept))).toBe(isMrc20 ? 'lots-differ' : 'accepted');
    expect(await answer(refund([young], kept))).toBe(isMrc20 ? 'coin-unconfirmed' : 'accepted');
    expect(await answer(refund([odd], kept))).toBe('accepted');
  });

  it('counts no lot that is young, or on too few sats, for what stays', async () => {
    const { refund, lot, ...stage } = await opened();
    const [goes, stays] = [lot(100n), lot(1_200_000n)];
    const young = fundLot(stage, campaign, 400_000n, { deep: 2 });
    const poor = { ...lot(400_000n), value: sats(330n) };
    stage.chain.put(poor);
    expect(await answer(refund([goes], [stays, young]))).toBe('claim-waits');
    expect(await answer(refund([goes], [stays, poor]))).toBe('claim-waits');
    mine(stage);
    expect(await answer(refund([goes], [stays, young]))).toBe('accepted');
  });

  it('takes lots of two tokens of MRC-20 one by one', async () => {
    const { refund, lot, ...stage } = await opened();
    const [goes, other] = [lot(7n), fundLot(stage, campaign, 7n, { isOther: true })];
    const kept = [lot(1_200_000n), lot(400_000n)];
    const together = campaign === LOTS_MRC20 ? 'lots-differ' : 'accepted';
    expect(await answer(refund([goes, other], kept))).toBe(together);
    for (const one of [goes, other]) expect(await answer(refund([one], kept))).toBe('accepted');
  });
});
