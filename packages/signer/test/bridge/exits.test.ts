/** All four exits, of sats, of a rune, of MRC-20 and of BRC-20: signed, accepted by their chains, and what comes out is what was owed. */
import { readFtScript } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { give, mineMvc, minted, pay, send } from './exits.ts';
import { BRC20 } from './assets.ts';
import { ALICE, ALICE_MVC, UNPAYABLE, order, payIn, redeemIn, tokensOf } from './orders.ts';
import { openStage } from './stage.ts';
import type { AssetId } from './stage.ts';

const ASSETS: readonly AssetId[] = ['btc', 'rune', 'mrc20', 'brc20'];
/** 200,000 less a permille, 100, and the network's 600; whole wrapped units. */
const MINTED = 199_100n;
const UNIT = { btc: 1n, rune: 100n, mrc20: 100n, brc20: 100n } as const;

describe.each(ASSETS)('%s', (asset) => {
  it.each([1, 2, 3])('is minted, redeemed and refunded either way, with signers: %i', async (signers) => {
    const stage = await openStage({ assets: [asset], signers });
    const { gave } = await minted(stage, asset, 200_000n);
    expect(gave.answer.out).toBe(MINTED.toString());
    const [held] = tokensOf(stage, asset, ALICE_MVC);
    expect(readFtScript(held?.script ?? new Uint8Array())?.amount).toBe(MINTED / UNIT[asset]);

    const redeem = order(asset, 'redeem');
    const back = redeemIn(stage, { asset, units: 100_000n / UNIT[asset], id: redeem.id });
    mineMvc(stage, 4);
    const paid = await pay(stage, back, { terms: redeem.terms });
    expect(paid.out).toBe('98800');
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine(3);
    // MRC-20 goes by a message: what it does not name stays on the first output.
    const coin = stage.btc.coinAt(`${paid.txid}:${asset === 'mrc20' ? 2 : 0}` as never);
    expect(bytesToHex(coin?.script ?? new Uint8Array())).toBe(bytesToHex(ALICE.script));
    if (asset === 'btc') expect(coin?.value).toBe(98_800n);
    else if (asset === 'brc20') expect(stage.btc.tokens.freeOn(ALICE.script, BRC20)).toBe(98_800n);
    else expect(coin?.assets).toMatchObject([{ kind: asset, amount: 98_800n }]);

    const second = order(asset, 'redeem', UNPAYABLE);
    const returned = redeemIn(stage, { asset, units: 50_000n / UNIT[asset], id: second.id });
    mineMvc(stage, 4);
    const given = await give(stage, returned, { kind: 'refund', terms: second.terms });
    expect(given.answer.out).toBe('49000');
    send(stage, given);
    mineMvc(stage);

    const third = order(asset, 'mint', UNPAYABLE);
    const payment = payIn(stage, { asset, amount: 30_000n, id: third.id });
    stage.btc.mine(1);
    const refund = await pay(stage, payment, { kind: 'refund', terms: third.terms });
    // MRC-20 goes back whole.
    expect(refund.out).toBe(asset === 'mrc20' ? '30000' : '29400');
    stage.btc.send(hexToBytes(refund.raw));
    stage.btc.mine();
  });
});
