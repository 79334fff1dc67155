/** A mint's refund: everything that is asked before it is signed, each by a case that fails it alone (bridge §5, §6). */
import { bytesToHex, hexToBytes, outpoint } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { coin, pictureOn } from '../memory/people.ts';
import { giveRequest, mintPaid, minted, pay, payRequest, redeemPaid } from './exits.ts';
import { ALICE, BOB, MALLORY, UNPAYABLE, btcScript, order, payIn } from './orders.ts';
import { openStage, verdict } from './stage.ts';
import type { AssetId } from './stage.ts';

describe('a mint is refunded', () => {
  it('not where something else lies on it, which only its operator can take apart', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const found = stage.btc.settled.get(paid.at);
    if (found !== undefined) stage.btc.settled.set(paid.at, { ...found, assets: [pictureOn('a picture')] });
    const refund = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-deposit-unknown');
    expect(await verdict(stage.ask(await giveRequest(stage, paid, paid)))).toBe('bridge-deposit-unknown');
  });

  it('to the refund script of its terms, or to the one script that paid it', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage, { terms: { ...UNPAYABLE, refund: btcScript(BOB) } });
    const asTerms = await pay(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(asTerms.raw).toContain(btcScript(BOB));
    const other = mintPaid(stage);
    // An id whose terms nobody shows: of no order, after a thousand blocks.
    const unclaimed = payRequest(stage, other, { kind: 'refund', fee: 1 });
    stage.btc.mine(996);
    expect(await verdict(stage.ask(unclaimed))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    const asSent = await pay(stage, other, { kind: 'refund', fee: 1 });
    expect(asSent.raw).toContain(btcScript(ALICE));
    expect(await verdict(stage.ask(payRequest(stage, other, { kind: 'refund', terms: paid.terms })))).toBe(
      'bridge-terms-differ',
    );
  });

  it('not while its order can be paid out, whoever asks', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const refund = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    expect(await verdict(stage.ask(refund))).toBe('bridge-no-refund');
    // What passes by itself is no reason.
    stage.change('btc', { tiers: [{ btc: 100, mvc: 100 }] });
    expect(await verdict(stage.ask(refund))).toBe('bridge-deposit-waits');
    stage.change('btc', { tiers: [{ btc: 1, mvc: 1 }], minimum: '300000' });
    expect(await verdict(stage.ask(refund))).toBe('signed');
    // What may confirm is built again, whatever the terms allow by then.
    stage.change('btc', { minimum: '10000' });
    const again = payRequest(stage, paid, { kind: 'refund', terms: paid.terms, fee: 1 });
    expect(await verdict(stage.ask(again))).toBe('signed');
    expect(await verdict(stage.ask(await giveRequest(stage, paid, paid)))).toBe('bridge-exit-made');
  });

  it('not while a miner’s own coin can be undone for ever', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage, { terms: UNPAYABLE });
    const payable = mintPaid(stage);
    const node = stage.parts.source.btc.chain;
    const { settledAt } = node;
    Object.assign(node, {
      settledAt: async (points: never[]) => {
        const { tip, coins } = await settledAt(points);
        const made = [...coins].map(([at, one]) => [
          at,
          { ...one, coinbase: at === paid.at || at === payable.at },
        ]) as never;
        return { tip, coins: new Map(made) };
      },
    });
    const requests = [
      payRequest(stage, paid, { kind: 'refund', terms: paid.terms }),
      await giveRequest(stage, payable, payable),
    ];
    const { height = 0 } = stage.btc.settled.get(payable.at) ?? {};
    stage.btc.mine(height + 98 - stage.btc.height);
    expect(await verdict(stage.ask(requests[1]))).toBe('bridge-deposit-waits');
    stage.btc.mine();
    for (const request of requests) expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('however much came in and went back before: it spends nothing but its own deposit', async () => {
    const stage = await openStage();
    stage.change('btc', { hourCap: '300000', maximum: '300000', dayCap: '300000' });
    await minted(stage, 'btc', 200_000n);
    // More than a day's cap; and a little one before it and after it.
    const amounts = [1_200n, 20_000_000n, 1_300n];
    for (const [at, amount] of amounts.entries()) {
      const paid = mintPaid(stage, { amount, terms: UNPAYABLE });
      const request = payRequest(stage, paid, { kind: 'refund', terms: paid.terms, fee: at });
      expect(await verdict(stage.ask(request))).toBe('signed');
    }
    const redeem = redeemPaid(stage, { amount: 100_000n });
    expect(await verdict(stage.ask(payRequest(stage, redeem, { ...redeem, fee: 3 })))).toBe('signed');
  });

  it('for half of what all exits of an hour may cost, each deposit once', async () => {
    const stage = await openStage({ config: { BRIDGE_BTC_FEES_PER_HOUR: 2_000n } });
    await minted(stage, 'btc', 200_000n);
    const [one, two] = [mintPaid(stage, { terms: UNPAYABLE }), mintPaid(stage, { terms: UNPAYABLE })];
    const [refund, again, next] = [
      payRequest(stage, one, { kind: 'refund', terms: one.terms }),
      payRequest(stage, one, { kind: 'refund', terms: one.terms, fee: 1 }),
      payRequest(stage, two, { kind: 'refund', terms: two.terms, fee: 2 }),
    ];
    for (const request of [refund, again]) expect(await verdict(stage.ask(request))).toBe('signed');
    expect(await verdict(stage.ask(next))).toBe('limit-reached');
    stage.restart();
    expect(await verdict(stage.ask(next))).toBe('limit-reached');
    const [first, second] = [redeemPaid(stage, { amount: 50_000n }), redeemPaid(stage, { amount: 50_000n })];
    const paid = await pay(stage, first, { ...first, fee: 3 });
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine();
    const spends = [outpoint(paid.txid, 1)];
    const payout = payRequest(stage, second, { ...second, spends, fee: 3 });
    expect(await verdict(stage.ask(payout))).toBe('limit-reached');
    stage.clock += 3_600_001;
    for (const request of [next, payout]) expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('of sats while that costs no more than it leaves here, of a rune as a payout', async () => {
    const stage = await openStage({ assets: ['btc', 'rune'] });
    const fees = stage.files.get('btc')?.['fees'] as { readonly mint: object };
    const asked = (asset: AssetId, fee: number): Promise<string> => {
      const paid = mintPaid(stage, { asset, terms: UNPAYABLE });
      const { pay: dear } = payRequest(stage, paid, { kind: 'refund', terms: paid.terms, fee });
      return verdict(stage.ask({ op: 'bridgePay', pay: { ...dear, feeRateSatVb: 6 } }));
    };
    expect(await asked('btc', 0)).toBe('bridge-fees-high');
    expect(await asked('rune', 0)).toBe('signed');
    stage.change('btc', { fees: { ...fees, mint: { ...fees.mint, network: '1700' } } });
    expect(await asked('btc', 1)).toBe('signed');
  });

  it('not when nobody can tell to whom, or nothing would be left', async () => {
    const stage = await openStage();
    const { id } = order('btc', 'mint');
    const small = payIn(stage, { asset: 'btc', amount: 600n, id });
    const shared = payIn(stage, { asset: 'btc', amount: 20_000n, id });
    stage.btc.mine(1_000);
    expect(await verdict(stage.ask(payRequest(stage, small, { kind: 'refund' })))).toBe('bridge-no-refund');
    const node = stage.parts.source.btc.chain;
    const { originsOf } = node;
    Object.assign(node, {
      originsOf: async (txids: never[]) =>
        new Map(
          [...(await originsOf(txids))].map(([txid, one]) => [
            txid,
            { ...one, funders: [...one.funders, btcScript(BOB)] },
          ]),
        ),
    });
    expect(await verdict(stage.ask(payRequest(stage, shared, { kind: 'refund' })))).toBe('bridge-no-refund');
  });

  it('with its own coin, and nothing but plain fee coins of ours, at a bounded fee', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 200_000n);
    const paid = mintPaid(stage, { terms: UNPAYABLE });
    const request = payRequest(stage, paid, { kind: 'refund', terms: paid.terms });
    const feeScript = stage.keys('btc').fees.btc.script.script;
    const inscribed = coin('inscribed fee', { script: feeScript }, 40_000n, [pictureOn('a picture')]);
    const strange = coin('a fee of mallory’s', MALLORY, 40_000n);
    stage.btc.put(inscribed, strange);
    const locked = [...stage.btc.settled.values()]
      .filter(({ script }) => bytesToHex(script) === bytesToHex(stage.keys('btc').locked.script.script))
      .map(({ outpoint }) => outpoint);
    const bends = [
      [{ locked }, 'bad-request'],
      [{ locked: locked.filter((point) => point !== paid.at) }, 'bad-request'],
      [{ fees: [inscribed.outpoint] }, 'lot-mixed'],
      [{ fees: [strange.outpoint] }, 'not-yours'],
      [{ fees: [paid.at] }, 'not-yours'],
      [{ feeRateSatVb: 90 }, 'bridge-fees-high'],
      [{ kind: 'payout' }, 'bad-request'],
    ] as const;
    for (const [bend, code] of bends)
      expect(await verdict(stage.ask({ op: 'bridgePay', pay: { ...request.pay, ...bend } }))).toBe(code);
    expect(await verdict(stage.ask(request))).toBe('signed');
  });
});
