/** What a hostile reading of BRC-20 over the bridge found: each of these was signed once, or stopped the asset for good. */
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { envelopeRequest, lotted, mineMvc, minted, pay, payRequest } from '../exits.ts';
import type { MadeLot, Paid } from '../exits.ts';
import { MALLORY, UNPAYABLE, order, payIn, redeemIn } from '../orders.ts';
import { openStage, told, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { inscribed } from './lots.ts';

const lockedOf = (stage: Stage): Uint8Array => stage.keys('brc20').locked.script.script;

async function opened(options: Parameters<typeof openStage>[0] = {}, amount = 200_000n): Promise<Stage> {
  const stage = await openStage({ assets: ['brc20'], ...options });
  await minted(stage, 'brc20', amount);
  return stage;
}

function redeemed(stage: Stage, units = 1_000n) {
  const redeem = order('brc20', 'redeem');
  const back = redeemIn(stage, { asset: 'brc20', units, id: redeem.id });
  mineMvc(stage, 4);
  return { back, terms: redeem.terms };
}

function misfit(stage: Stage, amount = 30_000n) {
  const { terms, id } = order('brc20', 'mint', UNPAYABLE);
  const paid = payIn(stage, { asset: 'brc20', amount, id });
  stage.btc.mine(3);
  return { paid, terms };
}

async function refunded(stage: Stage): Promise<void> {
  const { paid, terms } = misfit(stage);
  const { raw } = await pay(stage, paid, { kind: 'refund', terms });
  stage.btc.send(hexToBytes(raw));
  stage.btc.mine();
}

describe('a deposit that was given back', () => {
  it('is owed no more, though its coin stays', async () => {
    const stage = await opened();
    await refunded(stage);
    const { back, terms } = redeemed(stage);
    expect((await pay(stage, back, { terms })).out).toBe('98800');
  });

  it('is owed again where a block takes its refund back', async () => {
    const stage = await opened();
    const { paid, terms } = misfit(stage);
    const spends = [await lotted(stage, paid, { kind: 'refund', terms })];
    const request = payRequest(stage, paid, { kind: 'refund', terms, spends });
    const { raw } = await told<Paid>(stage.ask(request));
    stage.btc.send(hexToBytes(raw));
    stage.btc.mine();
    const dearer = { ...request, pay: { ...request.pay, feeRateSatVb: 6 } };
    expect(await verdict(stage.ask(dearer))).toBe('bridge-exit-made');
    stage.btc.takeBack();
    expect(await verdict(stage.ask(dearer))).toBe('signed');
  });
});

/** An index that says that an inscription lies on another coin of the locked script. */
function lieOf(stage: Stage, from: Outpoint, to: Outpoint): void {
  const { assetsOn, landedOn } = stage.btcIndex;
  stage.btcIndex = {
    ...stage.btcIndex,
    assetsOn: async (points) => {
      const true_ = await assetsOn([...points, from]);
      const moved = true_.assets.get(from) ?? [];
      return { ...true_, assets: new Map([...true_.assets, [to, moved]]) };
    },
    landedOn: async (points) => {
      const true_ = await landedOn([...points, from]);
      const lot = true_.landed.get(from);
      return {
        ...true_,
        landed: new Map([...true_.landed, ...(lot === undefined ? [] : [[to, lot] as const])]),
      };
    },
  };
}

describe('an index that lies of where an inscription is', () => {
  it('has no deposit paid out a second time on another output of its transaction', async () => {
    const stage = await opened();
    const { paid, terms } = misfit(stage);
    const { txid } = readOut(stage, paid.at);
    const other = outpoint(txid, 2);
    lieOf(stage, paid.at, other);
    const said = payRequest(
      stage,
      { ...paid, at: other, deposit: `btc:${other}` },
      { kind: 'refund', terms, spends: [other] },
    );
    expect(['bridge-deposit-unknown', 'bridge-exit-made']).toContain(await verdict(stage.ask(said)));
  });

  it('has no payout go by a coin without a lot on it', async () => {
    const stage = await opened();
    const old = [...stage.btc.settled.values()].find(
      ({ script }) => bytesToHex(script) === bytesToHex(lockedOf(stage)),
    );
    if (old === undefined) throw new Error('a deposit');
    const { back, terms } = redeemed(stage);
    const lot = await lotted(stage, back, { terms });
    lieOf(stage, lot, old.outpoint);
    stage.btc.mine();
    expect(await verdict(stage.ask(payRequest(stage, back, { terms, spends: [old.outpoint] })))).toBe(
      'coin-spent',
    );
    expect(await verdict(stage.ask(payRequest(stage, back, { terms, spends: [lot] })))).toBe('signed');
  });
});

function readOut(stage: Stage, point: Outpoint) {
  const raw = stage.btc.raws.get(point.slice(0, 64) as never);
  const tx = readTransaction(raw ?? new Uint8Array());
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe('a lot', () => {
  it('of a large amount is as deep as its tier', async () => {
    const stage = await opened({ config: {} }, 1_500_000n);
    stage.change('brc20', {
      tiers: [
        { upTo: '10000', btc: 1, mvc: 2 },
        { btc: 6, mvc: 4 },
      ],
      exposure: '3000000',
    });
    const { back, terms } = redeemed(stage, 10_000n);
    const lot = await lotted(stage, back, { terms }, 5);
    const request = payRequest(stage, back, { terms, spends: [lot] });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('whose commit a reorganisation has replaced leaves its exit dead, and another lot pays', async () => {
    const stage = await opened();
    const { back, terms } = redeemed(stage);
    const request = envelopeRequest(stage, back, { terms });
    const first = await told<MadeLot>(stage.ask(request));
    const dearer = await told<MadeLot>(
      stage.ask({ ...request, envelope: { ...request.envelope, feeRateSatVb: 4 } }),
    );
    const send = ({ raw, lot }: MadeLot): void => {
      for (const one of [raw, lot.raw]) stage.btc.send(hexToBytes(one));
    };
    send(first);
    for (let at = 0; at < 3; at += 1) stage.btc.mine();
    const exit = payRequest(stage, back, { terms, spends: [outpoint(first.lot.txid, 0)], fee: 1 });
    await told<Paid>(stage.ask(exit));
    stage.btc.takeBack(3);
    send(dearer);
    stage.btc.mine(3);
    const again = payRequest(stage, back, { terms, spends: [outpoint(dearer.lot.txid, 0)], fee: 2 });
    // As deep as the tier of 98,800 asks for.
    expect(await verdict(stage.ask(again))).toBe('signed');
  });
});

describe('what is kept apart', () => {
  it('refunds have caps of their own: they come out of what is everybody’s', async () => {
    const stage = await opened();
    stage.change('brc20', { hourCap: '60000', maximum: '50000', dayCap: '60000' });
    const [one, two, three] = [misfit(stage), misfit(stage), misfit(stage)];
    for (const { paid, terms } of [one, two]) {
      const { raw } = await pay(stage, paid, { kind: 'refund', terms });
      stage.btc.send(hexToBytes(raw));
      stage.btc.mine();
    }
    const spends = [await lotted(stage, three.paid, { kind: 'refund', terms: three.terms })];
    const last = payRequest(stage, three.paid, { kind: 'refund', terms: three.terms, spends });
    expect(await verdict(stage.ask(last))).toBe('limit-reached');
    const { back, terms } = redeemed(stage, 400n);
    expect((await pay(stage, back, { terms })).out).toBe('38860');
  });

  it('lots come home out of a part of the fees of their own, whatever refunds cost', async () => {
    const stage = await opened({ config: { BRIDGE_BTC_FEES_PER_HOUR: 8_000n } });
    await refunded(stage);
    const lot = inscribed(stage.btc, MALLORY, { units: 10_000n, onto: lockedOf(stage) });
    stage.btc.mine(3);
    const fees = bytesToHex(stage.keys('brc20').fees.btc.script.script);
    const paying = [...stage.btc.settled.values()].filter((one) => bytesToHex(one.script) === fees);
    const back = (at: number) => ({
      op: 'bridgeReturn',
      back: { asset: 'brc20', lot: lot.outpoint, fees: [paying[at]?.outpoint], feeRateSatVb: 3 },
    });
    expect(await verdict(stage.ask(back(0)))).toBe('signed');
    // A quarter of 8,000 is for three of them.
    expect(await verdict(stage.ask(back(1)))).toBe('signed');
    expect(await verdict(stage.ask(back(2)))).toBe('signed');
    expect(await verdict(stage.ask(back(3)))).toBe('limit-reached');
  });
});
