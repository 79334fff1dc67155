/** MRC-20 leaves by a message: the coin that it is locked in is made out of the fee wallet alone, for one amount, and nothing leaves without it. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesToHex, hexToBytes, isFlaw, outpoint, readTransaction } from '@rialto/protocols';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { bridgeEnvelope } from '@rialto/psbt';
import { afterEach, describe, expect, it } from 'vitest';
import { MRC20, mrc20 } from '../assets.ts';
import { envelopeRequest, enveloped, mineMvc, payRequest } from '../exits.ts';
import type { Paid } from '../exits.ts';
import { ALICE, MALLORY, UNPAYABLE, btcScript, order, payIn, redeemIn } from '../orders.ts';
import type { PaidIn } from '../orders.ts';
import { openStage, told, verdict } from '../stage.ts';
import { notMade, redeemedOf } from './prepared.ts';
import type { Redeemed } from './prepared.ts';
import type { Stage } from '../stage.ts';
import { coin } from '../../memory/people.ts';

const redeemed = (options?: Parameters<typeof redeemedOf>[1], deep?: boolean): Promise<Redeemed> =>
  redeemedOf('mrc20', options, deep);

describe('the coin of a message', () => {
  it('is made before the deposit is deep, spends fee coins alone, and is answered alike', async () => {
    const { stage, redeem, back } = await redeemed({}, false);
    const request = envelopeRequest(stage, back, { terms: redeem.terms });
    const made = await told<Paid>(stage.ask(request));
    expect(made.out).toBe('98800');
    const tx = readTransaction(hexToBytes(made.raw));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    const fees = bytesToHex(stage.keys('mrc20').fees.btc.script.script);
    expect(tx.inputs.map(({ txid, vout }) => outpoint(txid, vout))).toEqual(request.envelope.fees);
    expect(tx.outputs.map(({ value }) => value > 0n)).toEqual([true, true]);
    expect(bytesToHex(tx.outputs[1]?.script ?? new Uint8Array())).toBe(fees);
    expect(await told<Paid>(stage.ask(request))).toEqual(made);
    stage.restart();
    expect(await told<Paid>(stage.ask(request))).toEqual(made);
    expect(await verdict(stage.ask(payRequest(stage, back, { terms: redeem.terms })))).toBe(
      'bridge-deposit-waits',
    );
  });

  it.each(
    notMade('mrc20', ({ stage }) => {
      const locked = bytesToHex(stage.keys('mrc20').locked.script.script);
      const [one] = [...stage.btc.settled.values()].filter(({ script }) => bytesToHex(script) === locked);
      return Promise.resolve(one?.outpoint);
    }),
  )('is not made %s', async (_, requestOf, code) => {
    const world = await redeemed();
    expect(await verdict(world.stage.ask(await requestOf(world)))).toBe(code);
  });

  it('counts for what miners get within the hour', async () => {
    const world = await redeemed({ config: { BRIDGE_BTC_FEES_PER_HOUR: 2_000n } });
    const { stage, redeem, back } = world;
    await enveloped(stage, back, { terms: redeem.terms });
    const again = envelopeRequest(stage, back, { terms: redeem.terms, fee: 1 });
    expect(await verdict(stage.ask(again))).toBe('limit-reached');
  });
});

describe('nothing is paid out', () => {
  it.each<[string, (world: Redeemed) => Promise<Outpoint | undefined>, string]>([
    ['without it', () => Promise.resolve(undefined), 'bad-request'],
    [
      'by one that waits',
      async ({ stage, back, redeem }) => {
        const made = await told<Paid>(stage.ask(envelopeRequest(stage, back, { terms: redeem.terms })));
        stage.btc.send(hexToBytes(made.raw));
        return outpoint(made.txid, 0);
      },
      'coin-spent',
    ],
    [
      'by the one of another amount',
      async ({ stage }) => {
        const other = order('mrc20', 'redeem');
        const back = redeemIn(stage, { asset: 'mrc20', units: 500n, id: other.id });
        mineMvc(stage, 4);
        return enveloped(stage, back, { terms: other.terms });
      },
      'not-yours',
    ],
    [
      'by a coin of anybody',
      ({ stage }) => {
        const one = coin('anybody', MALLORY, 546n);
        stage.btc.put(one);
        return Promise.resolve(one.outpoint);
      },
      'not-yours',
    ],
  ])('%s', async (_, of, code) => {
    const world = await redeemed();
    const { stage, redeem, back } = world;
    const envelope = await of(world);
    const request = payRequest(stage, back, {
      terms: redeem.terms,
      ...(envelope === undefined ? {} : { envelope }),
    });
    expect(await verdict(stage.ask(request))).toBe(code);
  });

  it.each<[string, number]>([
    ['an index says fewer', 4],
    ['an index says more', 6],
    ['nobody lies of them', 5],
  ])('by a message with its point elsewhere, where of the decimals %s', async (_, said) => {
    const { stage, redeem, back } = await redeemed();
    const { internalKey } = stage.keys('mrc20').fees.btc;
    const sent = { asset: MRC20, decimals: said === 5 ? 4 : said, amount: 98_800n };
    const script = bridgeEnvelope(internalKey, sent).script;
    // Whoever wants to can make it: the key is told.
    const lying = coin('lying', { script }, 546n);
    stage.btc.put(lying);
    const { assetsOn } = stage.btcIndex;
    const bent = (one: CoinAsset): CoinAsset => (one.kind === 'mrc20' ? { ...one, decimals: said } : one);
    stage.btcIndex = {
      ...stage.btcIndex,
      assetsOn: async (points) => {
        const told = await assetsOn(points);
        return { ...told, assets: new Map([...told.assets].map(([at, on]) => [at, on.map(bent)])) };
      },
    };
    const request = payRequest(stage, back, { terms: redeem.terms, envelope: lying.outpoint });
    expect(await verdict(stage.ask(request))).toBe(said === 5 ? 'not-yours' : 'lots-differ');
  });

  it('back by a message: what goes natively cannot fail', async () => {
    const { stage, redeem, back } = await redeemed();
    const envelope = await enveloped(stage, back, { terms: redeem.terms });
    const third = order('mrc20', 'mint', UNPAYABLE);
    const payment = payIn(stage, { asset: 'mrc20', amount: 30_000n, id: third.id });
    stage.btc.mine();
    const request = payRequest(stage, payment, { kind: 'refund', terms: third.terms, envelope });
    expect(await verdict(stage.ask(request))).toBe('bad-request');
  });

  it('to another than the terms name, whoever owns the message', async () => {
    const { stage, redeem, back } = await redeemed();
    const envelope = await enveloped(stage, back, { terms: redeem.terms });
    const terms = { ...redeem.terms, receiver: btcScript(MALLORY) };
    expect(await verdict(stage.ask(payRequest(stage, back, { terms, envelope })))).toBe(
      'bridge-terms-differ',
    );
    const paid = await told<Paid>(stage.ask(payRequest(stage, back, { terms: redeem.terms, envelope })));
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    const got = stage.btc.coinAt(outpoint(paid.txid, 2));
    expect([bytesToHex(got?.script ?? new Uint8Array()), got?.assets]).toMatchObject([
      btcScript(ALICE),
      [{ asset: MRC20, amount: 98_800n }],
    ]);
  });

  it('a dearer build shows the same message again', async () => {
    const { stage, redeem, back } = await redeemed();
    const envelope = await enveloped(stage, back, { terms: redeem.terms });
    const request = payRequest(stage, back, { terms: redeem.terms, envelope });
    const first = await told<Paid>(stage.ask(request));
    const dearer = await told<Paid>(stage.ask({ ...request, pay: { ...request.pay, feeRateSatVb: 6 } }));
    expect(dearer.txid).not.toBe(first.txid);
    expect(dearer.out).toBe(first.out);
  });
});

describe('what comes in counts for nothing', () => {
  it.each<[string, (stage: Stage) => PaidIn]>([
    ['on less than 546 sat', (stage) => onCoin(stage, 545n)],
    [
      'where indexes may disagree about it',
      (stage) => {
        const paid = payIn(stage, { asset: 'mrc20', amount: 30_000n, id: order('mrc20', 'mint').id });
        stage.btcIndex = { ...stage.btcIndex, oddMrc20Among: () => Promise.resolve(new Set([paid.at])) };
        stage.btc.mine();
        return paid;
      },
    ],
  ])('%s', async (_, of) => {
    const { stage } = await redeemed();
    const terms = { ...order('mrc20', 'mint').terms, least: '900000000' };
    const request = payRequest(stage, of(stage), { kind: 'refund', terms });
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-unknown');
  });

  function onCoin(stage: Stage, value: bigint): PaidIn {
    const script = stage.keys('mrc20').locked.script.script;
    const one = coin('small', { script }, value, [mrc20(30_000n)]);
    stage.btc.put(one);
    return { asset: 'mrc20', deposit: `btc:${one.outpoint}`, at: one.outpoint };
  }
});

describe('another exchange is asked about every coin', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function exchange(
    of: (stage: Stage, point: Outpoint) => bigint,
  ): Promise<{ url: string; at: { stage?: Stage } }> {
    const at: { stage?: Stage } = {};
    server = createServer((request, response) => {
      const { stage } = at;
      const points = new URL(request.url ?? '', 'http://x').searchParams.get('outpoints')?.split(',') ?? [];
      const coins = points.flatMap((point) => {
        const found = stage?.btc.coinAt(point as Outpoint);
        if (stage === undefined || found === undefined) return [];
        const units = of(stage, found.outpoint);
        const assets = units === 0n ? [] : [{ kind: 'mrc20', assetId: MRC20, units: units.toString() }];
        return [{ outpoint: point, assets }];
      });
      response.end(JSON.stringify({ code: 0, data: { coins, at: stage?.btc.tip() } }));
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, at };
  }

  const honest = (stage: Stage, point: Outpoint): bigint => {
    const [held] = stage.btc.coinAt(point)?.assets ?? [];
    return held?.kind === 'mrc20' ? held.amount : 0n;
  };

  it.each<[string, (stage: Stage, point: Outpoint) => bigint, string]>([
    ['and all is well where it says the same', honest, 'signed'],
    [
      'and nothing is signed where it sees a unit less',
      (stage, point) => (honest(stage, point) === 0n ? 0n : honest(stage, point) - 1n),
      'bridge-units-differ',
    ],
  ])('%s', async (_, of, code) => {
    const { url, at } = await exchange(of);
    const stage = await openStage({ assets: ['mrc20'], config: { BRIDGE_MRC20_CHECK: url } });
    at.stage = stage;
    const { terms, id } = order('mrc20', 'mint', UNPAYABLE);
    const paid = payIn(stage, { asset: 'mrc20', amount: 30_000n, id });
    stage.btc.mine();
    expect(await verdict(stage.ask(payRequest(stage, paid, { kind: 'refund', terms })))).toBe(code);
  });

  it('and nothing is signed where nobody answers, nor on livenet where none is named', async () => {
    const stage = await openStage({
      assets: ['mrc20'],
      config: { BRIDGE_MRC20_CHECK: 'http://127.0.0.1:9' },
    });
    const paid = payIn(stage, { asset: 'mrc20', amount: 30_000n, id: order('mrc20', 'mint').id });
    stage.btc.mine();
    expect(await verdict(stage.ask(payRequest(stage, paid, { kind: 'refund' })))).toBe(
      'bridge-units-unchecked',
    );
    const live = await openStage({ assets: ['mrc20'], config: { NETWORK: 'livenet' } });
    expect(await told(live.ask({ op: 'bridgeAssets' }))).toMatchObject({
      assets: [{ asset: 'mrc20', paused: true }],
    });
  });
});
