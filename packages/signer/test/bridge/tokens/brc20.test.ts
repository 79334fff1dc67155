/** BRC-20 leaves with a lot of its very amount, made out of the fee wallet and three blocks deep; by nothing else, and once. */
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { BRC20 } from '../assets.ts';
import { envelopeRequest, lotted, mineMvc, minted, payRequest } from '../exits.ts';
import type { MadeLot, Paid } from '../exits.ts';
import { ALICE, MALLORY, UNPAYABLE, btcScript, order, payIn, redeemIn } from '../orders.ts';
import type { PaidIn } from '../orders.ts';
import { told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { inscribed, lotOf } from './lots.ts';
import { notMade, redeemedOf } from './prepared.ts';
import type { Redeemed } from './prepared.ts';

const redeemed = (options?: Parameters<typeof redeemedOf>[1], deep?: boolean): Promise<Redeemed> =>
  redeemedOf('brc20', options, deep);

const lockedOf = (stage: Stage): Uint8Array => stage.keys('brc20').locked.script.script;

function transactionOf(raw: string) {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe('a lot made to measure', () => {
  it('is made before the deposit is deep, of fee coins alone, onto the locked script, and answered alike', async () => {
    const { stage, redeem, back } = await redeemed({}, false);
    const request = envelopeRequest(stage, back, { terms: redeem.terms });
    const made = await told<MadeLot>(stage.ask(request));
    expect(made.out).toBe('98800');
    const [commit, lot] = [transactionOf(made.raw), transactionOf(made.lot.raw)];
    expect(commit.inputs.map(({ txid, vout }) => outpoint(txid, vout))).toEqual(request.envelope.fees);
    expect(lot.inputs.map(({ txid, vout }) => outpoint(txid, vout))).toEqual([outpoint(commit.txid, 0)]);
    expect(lot.outputs.map(({ script }) => bytesToHex(script))).toEqual([bytesToHex(lockedOf(stage))]);
    expect(await told<MadeLot>(stage.ask(request))).toEqual(made);
    stage.restart();
    expect(await told<MadeLot>(stage.ask(request))).toEqual(made);
    for (const raw of [made.raw, made.lot.raw]) stage.btc.send(hexToBytes(raw));
    stage.btc.mine(3);
    const spends = [outpoint(made.lot.txid, 0)];
    const early = payRequest(stage, back, { terms: redeem.terms, spends });
    expect(await verdict(stage.ask(early))).toBe('bridge-deposit-waits');
    mineMvc(stage, 3);
    const paid = await told<Paid>(stage.ask(payRequest(stage, back, { terms: redeem.terms, spends })));
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    expect(stage.btc.tokens.freeOn(ALICE.script, BRC20)).toBe(98_800n);
  });

  it.each<readonly [string, (world: Redeemed) => Promise<unknown>, string]>([
    ...notMade('brc20', ({ stage, back, redeem }) => lotted(stage, back, { terms: redeem.terms })),
    [
      'for a mint’s payout, which goes out on MVC',
      ({ stage }) => {
        const { terms, id } = order('brc20', 'mint');
        const paid = payIn(stage, { asset: 'brc20', amount: 30_000n, id });
        stage.btc.mine(3);
        return Promise.resolve(envelopeRequest(stage, paid, { terms }));
      },
      'bad-request',
    ],
    [
      'for the coin of another lot, which is nobody’s deposit',
      async ({ stage, back, redeem }) => {
        const at = await lotted(stage, back, { terms: redeem.terms });
        const { terms } = order('brc20', 'mint', UNPAYABLE);
        return envelopeRequest(
          stage,
          { asset: 'brc20', deposit: `btc:${at}`, at },
          { kind: 'refund', terms },
        );
      },
      'bridge-deposit-unknown',
    ],
  ])('is not made %s', async (_, requestOf, code) => {
    const world = await redeemed();
    expect(await verdict(world.stage.ask(await requestOf(world)))).toBe(code);
  });

  it('is the first signer’s alone', async () => {
    const { stage, redeem, back } = await redeemed({ signers: 2 });
    const request = envelopeRequest(stage, back, { terms: redeem.terms });
    expect(await verdict(stage.askOne(1, request))).toBe('bad-request');
  });

  it('counts for what miners get within the hour, and for refunds no more than half', async () => {
    const { stage, redeem, back } = await redeemed({ config: { BRIDGE_BTC_FEES_PER_HOUR: 2_500n } });
    await lotted(stage, back, { terms: redeem.terms });
    const again = envelopeRequest(stage, back, { terms: redeem.terms, fee: 1 });
    expect(await verdict(stage.ask(again))).toBe('limit-reached');
    const half = await redeemed({ config: { BRIDGE_BTC_FEES_PER_HOUR: 2_400n } });
    const { terms, id } = order('brc20', 'mint', UNPAYABLE);
    const paid = payIn(half.stage, { asset: 'brc20', amount: 30_000n, id });
    half.stage.btc.mine(3);
    const refund = envelopeRequest(half.stage, paid, { kind: 'refund', terms });
    expect(await verdict(half.stage.ask(refund))).toBe('limit-reached');
    expect(
      (await half.stage.ask(envelopeRequest(half.stage, half.back, { terms: half.redeem.terms }))).ok,
    ).toBe(true);
  });
});

describe('nothing is paid out', () => {
  it.each<[string, (world: Redeemed) => Promise<readonly Outpoint[]>, string]>([
    [
      'by what somebody paid in',
      async ({ stage }) => {
        const [coin] = [...stage.btc.settled.values()].filter(
          ({ script }) => bytesToHex(script) === bytesToHex(lockedOf(stage)),
        );
        return Promise.resolve(coin === undefined ? [] : [coin.outpoint]);
      },
      'coin-spent',
    ],
    [
      'with a lot of another amount',
      async ({ stage }) => {
        const other = order('brc20', 'redeem');
        const back = redeemIn(stage, { asset: 'brc20', units: 500n, id: other.id });
        mineMvc(stage, 4);
        return [await lotted(stage, back, { terms: other.terms })];
      },
      'bridge-lots-differ',
    ],
    [
      'with one that is two blocks deep',
      async ({ stage, back, redeem }) => [await lotted(stage, back, { terms: redeem.terms }, 2)],
      'bridge-deposit-waits',
    ],
    [
      'with two',
      async ({ stage, back, redeem }) => [
        await lotted(stage, back, { terms: redeem.terms }),
        await lotted(stage, back, { terms: redeem.terms, fee: 1 }),
      ],
      'bad-request',
    ],
    [
      'with one that is dead: it was made when too little was available',
      async ({ stage, back, redeem }) => {
        inscribed(stage.btc, MALLORY, { units: 150_000n, onto: lockedOf(stage) });
        return [await lotted(stage, back, { terms: redeem.terms })];
      },
      'coin-spent',
    ],
    [
      'with somebody else’s',
      async ({ stage }) => {
        const lot = lotOf(stage.btc, MALLORY, 98_800n);
        stage.btc.mine(3);
        return Promise.resolve([lot.outpoint]);
      },
      'coin-spent',
    ],
  ])('%s', async (_, lotsOf, code) => {
    const world = await redeemed();
    const { stage, redeem, back } = world;
    const spends = await lotsOf(world);
    expect(await verdict(stage.ask(payRequest(stage, back, { terms: redeem.terms, spends })))).toBe(code);
  });

  it('with a lot that another deposit’s exit may still spend', async () => {
    const { stage, redeem, back } = await redeemed();
    await minted(stage, 'brc20', 200_000n);
    const other = order('brc20', 'redeem');
    const second = redeemIn(stage, { asset: 'brc20', units: 1_000n, id: other.id });
    mineMvc(stage, 4);
    const lot = await lotted(stage, back, { terms: redeem.terms });
    const request = payRequest(stage, back, { terms: redeem.terms, spends: [lot] });
    await told<Paid>(stage.ask(request));
    const stolen = payRequest(stage, second, { terms: other.terms, spends: [lot], fee: 1 });
    expect(await verdict(stage.ask(stolen))).toBe('bridge-short');
  });

  it('twice: another build spends the same lot, and another lot none', async () => {
    const { stage, redeem, back } = await redeemed();
    const [lot, more] = [
      await lotted(stage, back, { terms: redeem.terms }),
      await lotted(stage, back, { terms: redeem.terms, fee: 1 }),
    ];
    const request = payRequest(stage, back, { terms: redeem.terms, spends: [lot] });
    const first = await told<Paid>(stage.ask(request));
    const dearer = await told<Paid>(stage.ask({ ...request, pay: { ...request.pay, feeRateSatVb: 6 } }));
    expect([dearer.txid === first.txid, dearer.out]).toEqual([false, first.out]);
    const other = payRequest(stage, back, { terms: redeem.terms, spends: [more], fee: 2 });
    expect(await verdict(stage.ask(other))).toBe('bridge-exit-made');
  });

  it('to another than the terms name, and nothing goes back that can be paid out', async () => {
    const { stage, redeem, back } = await redeemed();
    const spends = [await lotted(stage, back, { terms: redeem.terms })];
    const terms = { ...redeem.terms, receiver: btcScript(MALLORY) };
    expect(await verdict(stage.ask(payRequest(stage, back, { terms, spends })))).toBe('bridge-terms-differ');
    const mint = order('brc20', 'mint');
    const paid = payIn(stage, { asset: 'brc20', amount: 30_000n, id: mint.id });
    stage.btc.mine(3);
    const lot = await lotted(stage, paid, { kind: 'refund', terms: mint.terms });
    const refund = payRequest(stage, paid, { kind: 'refund', terms: mint.terms, spends: [lot] });
    expect(await verdict(stage.ask(refund))).toBe('bridge-no-refund');
  });
});

describe('what comes in counts for nothing', () => {
  it.each<[string, (stage: Stage) => PaidIn]>([
    [
      'as a lot that lies there and has not moved',
      (stage) => {
        const { outpoint: at } = inscribed(stage.btc, MALLORY, { units: 30_000n, onto: lockedOf(stage) });
        return { asset: 'brc20', deposit: `btc:${at}`, at };
      },
    ],
    [
      'where the lot went to somebody else first',
      (stage) => {
        const paid = payIn(stage, { asset: 'brc20', amount: 30_000n, id: order('brc20', 'mint').id });
        // The index keeps where a lot is and in which block it was used: the node alone knows the way it took.
        const { landedOn } = stage.btcIndex;
        const elsewhere = lotOf(stage.btc, MALLORY, 30_000n);
        stage.btcIndex = {
          ...stage.btcIndex,
          landedOn: async (points) => {
            const told = await landedOn(points);
            const [inscribedOn] = elsewhere.assets;
            if (inscribedOn?.kind !== 'inscription') throw new Error('a lot');
            const bent = [...told.landed].map(
              ([at, lot]) => [at, at === paid.at ? { ...lot, inscription: inscribedOn.id } : lot] as const,
            );
            return { ...told, landed: new Map(bent) };
          },
        };
        stage.btc.mine(3);
        return paid;
      },
    ],
  ])('%s', async (_, of) => {
    const { stage } = await redeemed();
    const terms = { ...order('brc20', 'mint').terms, least: '900000000' };
    const paid = of(stage);
    const request = payRequest(stage, paid, { kind: 'refund', terms, spends: [paid.at] });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-unknown');
  });
});
