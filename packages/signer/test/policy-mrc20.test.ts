/** MRC-20 takes and free takes and the signer, on a real node: lots as the product's own builders leave them, and no mutant of a good ask signed. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { loadCoinPage, loadCoins } from '@rialto/ground';
import {
  amount,
  bytesToHex,
  hexToBytes,
  isFlaw,
  lotOf,
  outpoint,
  readTransaction,
  sats,
  PLAIN_DEPLOY,
} from '@rialto/protocols';
import type { Coin, Mrc20Asset, Outpoint } from '@rialto/protocols';
import {
  acceptAsk,
  acceptReveal,
  acceptTake,
  buildTake,
  effects,
  partyOf,
  planMrc20Deploy,
  planMrc20Transfer,
  planTake,
  takeDraft,
} from '@rialto/psbt';
import type { RevealPlan } from '@rialto/psbt';
import type { Trader } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cosign } from '../src/cosign/cosign.ts';
import { askOf, finalOf } from './asks.ts';
import type { SignerWorld, ValidAsk } from './asks.ts';
import { codeOf, inProcess, openMarket } from './market.ts';
import { FIELDS, mutantsOf } from './mutants.ts';

let s: SignerWorld;
let buyer: Trader;
let taproot: Trader;
let bare: Coin;
let told: Coin;
let pads: Coin[];

const source = () => ({ chain: s.chain, ledger: s.ledger });

const ALL = { from: 0, size: 1_000, unconfirmed: true, immature: false };
const coinsOf = async (script: Uint8Array) => (await loadCoinPage(source(), script, ALL)).coins;

async function coinAt(point: Outpoint): Promise<Coin> {
  const found = (await loadCoins(source(), [point])).coins.get(point);
  if (found === undefined) throw new Error(`no coin ${point}`);
  return found;
}

/** Signs, sends and mines both steps; answers the coins of the reveal. */
async function settled(plan: RevealPlan): Promise<Coin[]> {
  const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
    hexToBytes(s.seller.sign(bytesToHex(one.psbt), one.toSign)),
  );
  if (commit === undefined || reveal === undefined) throw new Error('two steps');
  const done = acceptReveal(plan, { commit, reveal });
  for (const { raw } of [done.commit, done.reveal])
    await s.world.chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);
  await s.world.mine();
  await setTimeout(500);
  return Promise.all(plan.reveal.draft.outputs.map((_, vout) => coinAt(outpoint(done.reveal.txid, vout))));
}

/** A token of the seller's, and two lots of it: one bare, one with the receipt of the transfer that split it. */
async function makeLots(): Promise<void> {
  const { script, publicKey: key } = s.seller;
  const request = async () => {
    await s.world.fund(s.seller, [60_000n]);
    const coins = await coinsOf(script);
    return { payer: { script, key, coins }, revealKey: new Uint8Array(32).fill(21), feeRateSatVb: 2 };
  };
  const deploy = {
    ...PLAIN_DEPLOY,
    display: 'SIGNED',
    amountPerMint: 100n,
    mintCount: 100n,
    premineCount: 50n,
  };
  const [, premine] = await settled(
    planMrc20Deploy({ ...(await request()), deploy, destination: script, isTaken: false }),
  );
  const [held] = premine?.assets ?? [];
  if (premine === undefined || held?.kind !== 'mrc20') throw new Error('no premine');
  const send = (units: bigint) => [{ asset: held.asset, amount: amount(units), script }];
  const first = await settled(
    planMrc20Transfer({ ...(await request()), coins: [premine], sends: send(1000n) }),
  );
  const second = await settled(
    planMrc20Transfer({ ...(await request()), coins: first.slice(0, 2), sends: send(1500n) }),
  );
  const [home, , lot] = second;
  if (home === undefined || lot === undefined) throw new Error('no lots');
  [bare, told] = [lot, home];
}

beforeAll(async () => {
  ({ s, buyer, taproot } = await openMarket(1));
  await makeLots();
  const points = s.journal().flatMap((line) => line.makes);
  pads = [...(await loadCoins(source(), points)).coins.values()].filter((coin) => coin.value === 600n);
});

afterAll(() => s.stop());

function soldBy(trader: Trader, coin: Coin, price: bigint) {
  const psbt = hexToBytes(trader.signAsk(coin, price));
  return { coin, ...acceptAsk(psbt, { lot: coin, owner: trader.script }) };
}

/** The ask for these lots behind a pad of the platform, as a server would make it. */
async function validFor(
  who: Trader,
  lots: readonly ReturnType<typeof soldBy>[],
  pad: Coin | undefined,
  service: bigint | null = 2000n,
): Promise<ValidAsk> {
  if (pad === undefined) throw new Error('no pad');
  const coins = await coinsOf(who.script);
  const serviceFee = service === null ? undefined : { script: s.seller.script, value: sats(service) };
  const terms = { lots, buyerScript: who.script, buyerKey: who.publicKey, serviceFee, feeRateSatVb: 2 };
  const plan = planTake({
    ...terms,
    buyerCoins: coins.filter((coin) => coin.value > 2000n),
    pads: { platform: pad },
  });
  const built = buildTake(plan);
  const halves = acceptTake(plan, hexToBytes(who.sign(bytesToHex(built.psbt), built.toSign)));
  const given = { tradeId: randomUUID(), sellerWitnesses: signedBy(lots), halves };
  return { plan, halves, ask: askOf(plan, given) };
}

const signedBy = (lots: readonly ReturnType<typeof soldBy>[]) =>
  lots.map(({ witness }) => witness.map(bytesToHex));

/** The seller's BRC-20 lot. */
async function transfer(): Promise<Coin> {
  const owned = await coinsOf(s.seller.script);
  const found = owned.find((coin) => lotOf(coin)?.kind === 'brc20');
  if (found === undefined) throw new Error('no BRC-20 lot');
  return found;
}

describe('takes behind a pad', () => {
  it.each([
    ['MRC-20, a P2WPKH buyer, both lots', () => buyer, () => [bare, told], 11, 2000n],
    ['MRC-20, a P2TR buyer, the lot with its receipt', () => taproot, () => [told], 12, 2000n],
    ['MRC-20, free orders', () => taproot, () => [bare, told], 13, null],
    ['BRC-20, a free order', () => buyer, async () => [await transfer()], 14, null],
  ] as const)(
    '%s: 1,000 mutants, none is signed, and the ask itself is good',
    async (_, who, coins, seed, service) => {
      expect(told.assets.map((asset) => asset.kind).toSorted()).toEqual(['mrc20', 'pin']);
      const lots = (await coins()).map((coin, n) => soldBy(s.seller, coin, 20_000n + BigInt(n)));
      const valid = await validFor(who(), lots, pads[seed - 11], service);
      expect(valid.ask.plan.serviceFee === null).toBe(service === null);
      const known = new Map<string, Coin>(
        [...takeDraft(valid.plan).inputs.map(({ coin }) => coin), bare, told, ...pads.slice(0, 4)].map(
          (coin) => [coin.outpoint, coin],
        ),
      );
      const traders = [buyer, taproot, s.seller];
      const mutants = mutantsOf(
        valid,
        {
          points: [...known.keys()] as Outpoint[],
          scripts: [
            ...traders.map(({ script }) => bytesToHex(script)),
            bytesToHex(valid.plan.pad.coin.script),
            '6a0141',
            '51',
          ],
          keys: traders.map(({ publicKey }) => bytesToHex(publicKey)),
          coins: known,
        },
        { count: 1000, seed },
      );
      const lines = s.journal().length;
      const codes = new Map<string, number>();
      const queue = mutants.values();
      const worker = async (): Promise<void> => {
        for (const mutant of queue) {
          const code = codeOf(await s.cosign(mutant.request));
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 6 }, worker));
      expect([codes.get('signed'), codes.get('internal')]).toEqual([undefined, undefined]);
      expect(codes.size).toBeGreaterThan(8);
      expect(new Set(mutants.map((mutant) => mutant.field)).size).toBe(FIELDS.length);
      expect(mutants.filter((mutant) => mutant.consistent).length).toBeGreaterThan(100);
      expect(s.journal()).toHaveLength(lines);
      expect(await cosign(inProcess(s), valid.ask, () => false)).toHaveLength(1);
    },
  );

  it('the service fee: none, or as much as the exchange takes; one sat more is refused, though everybody signed', async () => {
    const codes = async (price: bigint, service: bigint | null): Promise<string> => {
      const lots = [bare, told].map((coin) => soldBy(s.seller, coin, price));
      const valid = await validFor(buyer, lots, pads[3], service);
      try {
        await cosign(inProcess(s), valid.ask, () => false);
        return 'signed';
      } catch (error) {
        return String(error);
      }
    };
    for (const [price, most] of [
      [20_000n, 2000n],
      [110_000n, 2200n],
    ] as const) {
      expect(await codes(price, null)).toBe('signed');
      expect(await codes(price, most - 1n)).toBe('signed');
      expect(await codes(price, most)).toBe('signed');
      expect(await codes(price, most + 1n)).toContain('effects-differ');
      expect(await codes(price, 50_000n)).toContain('service fee');
    }
  });

  it('a lot of another token beside it is refused, though everybody signed', async () => {
    const one = await validFor(buyer, [soldBy(s.seller, told, 20_000n)], pads[2]);
    const lots = [soldBy(s.seller, told, 20_000n), soldBy(s.seller, await transfer(), 30_000n)];
    const [big] = (await coinsOf(buyer.script)).filter((coin) => coin.value >= 500_000n);
    if (big === undefined) throw new Error('no money');
    const draft = { ...one.plan, lots, payments: [big], change: undefined };
    const unpaid = buildTake(draft);
    const plan = { ...draft, change: sats(unpaid.fee - 2n * BigInt(unpaid.vsize + 60)) };
    const built = buildTake(plan);
    const halves = acceptTake(plan, hexToBytes(buyer.sign(bytesToHex(built.psbt), built.toSign)));
    const given = { tradeId: randomUUID(), sellerWitnesses: signedBy(lots), halves };
    expect(codeOf(await s.cosign(askOf(plan, given)))).toBe('lots-differ');
  });

  it('is signed, mined, and the tokens are the buyer’s with the receipt; the pad is back', async () => {
    const valid = await validFor(
      buyer,
      [bare, told].map((coin) => soldBy(s.seller, coin, 20_000n)),
      pads[0],
    );
    const answer = await s.cosign(valid.ask);
    expect(codeOf(answer)).toBe('signed');
    const raw = finalOf(valid, answer.ok ? (answer.data['witness'] as string[]) : []);
    const tx = readTransaction(raw);
    if (isFlaw(tx)) throw new Error(tx.flaw);
    const done = effects(
      tx,
      takeDraft(valid.plan).inputs.map(({ coin }) => coin),
    );
    const ours = partyOf(done, valid.plan.pad.coin.script);
    expect([ours.satsIn, ours.satsOut, ours.gets]).toEqual([600n, 600n, []]);
    await s.world.chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);
    await s.world.mine();
    const bought = await coinAt(outpoint(tx.txid, 0));
    const [held] = bare.assets as [Mrc20Asset];
    expect(bought.script).toEqual(buyer.script);
    expect(bought.assets.find((asset) => asset.kind === 'mrc20')).toEqual({ ...held, amount: 5000n - 1000n });
    expect(bought.assets.filter((asset) => asset.kind === 'pin')).toHaveLength(1);
    for (const vout of tx.outputs.keys()) {
      if (vout > 0) expect((await coinAt(outpoint(tx.txid, vout))).assets).toEqual([]);
    }
  });
});
