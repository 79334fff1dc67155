/** Every template on a real node: what we build, sign and finish is accepted, mined, and dies when it should. */
import type { PrivateChain } from '@rialto/devnet';
import {
  amount,
  hexToBytes,
  isFlaw,
  outpoint,
  readBlock,
  readRuneName,
  sats,
  writeTransaction,
  PLAIN_DEPLOY,
} from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acceptAsk,
  acceptCancel,
  acceptChild,
  acceptCommit,
  acceptPlanned,
  acceptReveal,
  buildAsk,
  buildCancel,
  planCancel,
  planEtch,
  planEtchCommit,
  planFanOut,
  planGather,
  planLive,
  planMrc20Deploy,
  planMrc20Transfer,
  planRuneTransfer,
  planSelfMint,
  planTake,
  planTransfer,
  signFanOut,
  takeDraft,
} from '../src/index.ts';
import type { RevealPlan, SignedAsk, TakePlan } from '../src/index.ts';
import { bodyOf } from '../src/draft/draft.ts';
import type { Draft } from '../src/draft/draft.ts';
import { ownDraft, signOwn } from '../src/draft/own-transaction.ts';
import { body, sign } from './tx/forge.ts';
import { World } from './ledger-world.ts';
import { requested, settled } from './trade/live-market.ts';
import { openRealChain } from './real-chain.ts';
import type { RealChain } from './real-chain.ts';
import { complete, operator, service } from './trade/market.ts';
import { mrc20On, user, plainAsset, runeOn, transferAsset, walletSigns } from './people.ts';
import type { User } from './people.ts';
import { DELAY, fullWitness, scriptLock, someOf, taprootLock } from './spend/kinds.ts';

let real: RealChain;
let chain: PrivateChain;
let fund: RealChain['fund'];
let verdict: RealChain['verdict'];
let send: RealChain['send'];

beforeAll(async () => {
  real = await openRealChain();
  ({ chain, fund, verdict, send } = real);
}, 120_000);

afterAll(async () => {
  await real.stop();
});

const kinds = ['p2wpkh', 'p2tr'] as const;

/** The ledgers over every block of the real chain. */
async function ledgerOfChain(): Promise<World> {
  const world = new World();
  const height = await chain.height();
  for (let at = 1; at <= height; at += 1) {
    const hash = await chain.node.rpc('getblockhash', [at]);
    const hex = await chain.node.rpc('getblock', [hash, 0]);
    const block = readBlock(hexToBytes(String(hex)));
    if (isFlaw(block)) throw new Error(block.flaw);
    world.add(block);
  }
  return world;
}

async function sell(seller: User, price: bigint, value = 546n): Promise<{ lot: Coin; ask: SignedAsk }> {
  const lot = await fund(seller, value, [transferAsset(`lot ${price}`)]);
  const built = buildAsk({ lot, price: sats(price), payScript: seller.script, publicKey: seller.key });
  const signed = walletSigns(built.psbt, seller, built.toSign);
  return { lot, ask: acceptAsk(signed, { lot, owner: seller.script }) };
}

type Sale = Awaited<ReturnType<typeof sell>>;

async function buy(buyer: User, sales: readonly Sale[], ownPad: boolean): Promise<TakePlan> {
  const pad = await fund(ownPad ? buyer : operator, 600n);
  return planTake({
    lots: sales.map(({ lot, ask }) => ({ coin: lot, ...ask })),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [await fund(buyer, 150_000n), ...(ownPad ? [pad] : [])],
    pads: ownPad ? {} : { platform: pad },
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 3,
  });
}

const finished = (plan: TakePlan, sales: readonly Sale[], buyer: User) =>
  complete(
    plan,
    sales.map((sale) => ({ ...sale, seller: buyer, psbt: new Uint8Array() })),
    buyer,
  );

describe('on a real node', () => {
  it.each(kinds.flatMap((buyer) => kinds.map((seller) => [buyer, seller] as const)))(
    'a %s buyer takes the ask of a %s seller',
    async (buyerKind, sellerKind) => {
      const buyer = user('buyer', buyerKind);
      const sales = [await sell(user('seller', sellerKind), 20_000n)];
      for (const ownPad of [true, false]) {
        const done = finished(await buy(buyer, sales, ownPad), sales, buyer);
        expect(await verdict(done.raw)).toEqual(['allowed']);
      }
    },
    60_000,
  );

  it('three lots of mixed sellers in one transaction, mined', async () => {
    const buyer = user('buyer', 'p2tr');
    const sales = [
      await sell(user('s1', 'p2tr'), 10_000n),
      await sell(user('s2', 'p2wpkh'), 20_000n, 1200n),
      await sell(user('s3', 'p2tr'), 30_000n, 330n),
    ];
    const done = finished(await buy(buyer, sales, false), sales, buyer);
    await send(done.raw);
    await chain.mine(1);
    expect(await verdict(done.raw)).toEqual(['txn-already-known']);
  }, 60_000);

  it.each(kinds.flatMap((bidder) => kinds.map((seller) => [bidder, seller] as const)))(
    'a %s live bidder and a %s seller, who signs first: mined for BRC-20 and MRC-20',
    async (bidderKind, sellerKind) => {
      const people = { bidder: user('live bidder', bidderKind), seller: user('live seller', sellerKind) };
      const { bidder, seller } = people;
      for (const assets of [[transferAsset('live')], [mrc20On('LIVE', 7n)]]) {
        const sold = await fund(seller, 546n, assets);
        const money = await fund(bidder, 60_000n);
        const pad = await fund(operator, 600n);
        const answer = { bidder: { ...bidder, coins: [money] }, pads: { platform: pad } };
        const done = settled(planLive(requested(people, sold, answer)), people);
        expect(await verdict(done.raw)).toEqual(['allowed']);
        await send(done.raw);
        await chain.mine(1);
        expect(await chain.node.rpc('gettxout', [done.txid, 1])).not.toBeNull();
      }
    },
    60_000,
  );

  it.each(kinds)(
    'A2: after the hard cancel of a %s seller the old signature is dead',
    async (kind) => {
      const seller = user('seller', kind);
      const buyer = user('buyer', 'p2wpkh');
      const sale = await sell(seller, 20_000n);
      const take = finished(await buy(buyer, [sale], true), [sale], buyer);
      expect(await verdict(take.raw)).toEqual(['allowed']);
      const plan = planCancel({
        lot: sale.lot,
        coins: [await fund(seller, 20_000n)],
        ownerScript: seller.script,
        ownerKey: seller.key,
        feeRateSatVb: 2,
      });
      const built = buildCancel(plan);
      await send(acceptCancel(plan, walletSigns(built.psbt, seller, built.toSign)).raw);
      await chain.mine(1);
      expect(await verdict(take.raw)).toEqual(['missing-inputs']);
    },
    60_000,
  );

  it('A1: an ask’s signature can be taken by anybody (this is what the product says in plain words)', async () => {
    const sale = await sell(user('seller', 'p2tr'), 20_000n);
    const sniper = user('sniper', 'p2tr');
    const money = await fund(sniper, 50_000n);
    const outputs = [
      { value: sats(20_000n), script: sale.ask.payScript },
      { value: sats(29_000n), script: sniper.script },
    ];
    const spending = { tx: body([sale.lot, money], outputs), coins: [sale.lot, money] };
    const inputs = spending.tx.inputs.map((input, at) => ({
      ...input,
      witness: at === 0 ? sale.ask.witness : [sign(spending, 1, sniper, 0)],
    }));
    expect(await verdict(writeTransaction({ ...spending.tx, inputs }))).toEqual(['allowed']);
  }, 60_000);

  it.each(kinds)(
    'a %s payer inscribes a transfer: commit and reveal are mined',
    async (kind) => {
      const payer = user('payer', kind);
      const plan = planTransfer(
        { tick: 'ordi', amount: amount(10n ** 18n) },
        {
          payer: { script: payer.script, key: payer.key, coins: [await fund(payer, 50_000n)] },
          destination: payer.script,
          revealKey: new Uint8Array(32).fill(5),
          feeRateSatVb: 2,
        },
      );
      await send(acceptCommit(plan, walletSigns(plan.commit.psbt, payer, plan.commit.toSign)).raw);
      await send(plan.reveal);
      await chain.mine(1);
      expect(await chain.node.rpc('gettxout', [plan.revealTxid, 0])).toMatchObject({ value: 0.00000546 });
    },
    60_000,
  );

  it.each(kinds)(
    'a %s deployer self-mints: the reveal with its parent is mined',
    async (kind) => {
      const payer = user('deployer', kind);
      const asset = plainAsset('deploy');
      const plan = planSelfMint(
        { tick: 'mymkt', amount: amount(10n ** 18n) },
        {
          payer: { script: payer.script, key: payer.key, coins: [await fund(payer, 50_000n)] },
          destination: payer.script,
          revealKey: new Uint8Array(32).fill(6),
          feeRateSatVb: 2,
          parent: { id: asset.id, coin: await fund(payer, 546n, [asset]) },
        },
      );
      const done = acceptChild(plan, {
        commit: walletSigns(plan.commit.psbt, payer, plan.commit.toSign),
        reveal: walletSigns(plan.reveal.psbt, payer, plan.reveal.toSign),
      });
      await send(done.commit.raw);
      await send(done.reveal.raw);
      await chain.mine(1);
      expect(await chain.node.rpc('gettxout', [done.reveal.txid, 1])).toMatchObject({ value: 0.00000546 });
    },
    60_000,
  );

  it.each(kinds)(
    'the pad stock of a %s key',
    async (kind) => {
      const keeper = user('keeper', kind);
      const coins = [await fund(keeper, 100_000n)];
      const plan = planFanOut({
        coins,
        script: keeper.script,
        count: 20,
        value: sats(600n),
        feeRateSatVb: 1,
      });
      expect(await verdict(signFanOut(plan, keeper.secret).raw)).toEqual(['allowed']);
    },
    60_000,
  );

  it.each(kinds)(
    'a %s payer etches a rune, sends of it and gathers the rest: commitment, etching, transfer and gathering are mined',
    async (kind) => {
      const payer = user('etcher', kind);
      const name = readRuneName(kind === 'p2tr' ? 'AAAAAAAAAAAAB' : 'AAAAAAAAAAAAA');
      if (isFlaw(name)) throw new Error(name.flaw);
      const money = async () => ({
        script: payer.script,
        key: payer.key,
        coins: [await fund(payer, 50_000n)],
      });
      const request = {
        payer: await money(),
        etching: {
          name,
          spacers: 0,
          divisibility: 0,
          symbol: undefined,
          terms: undefined,
          turbo: false,
          premine: amount(1000n),
        },
        destination: payer.script,
        revealKey: new Uint8Array(32).fill(7),
        feeRateSatVb: 2,
        at: { chain: 'regtest' as const, tipHeight: await chain.height(), isTaken: false },
      };
      const { commit, commitment } = planEtchCommit(request);
      await send(acceptPlanned(commit, walletSigns(commit.psbt, payer, commit.toSign)).raw);
      await chain.mine(6);
      const tipHeight = await chain.height();
      const etch = planEtch(
        { ...request, at: { ...request.at, tipHeight } },
        { ...commitment, height: tipHeight - 5 },
      );
      const etched = acceptPlanned(etch, etch.psbt);
      await send(etched.raw);
      await chain.mine(1);
      const block = await chain.height();
      const [output] = etch.draft.outputs;
      if (output === undefined) throw new Error('no premine');
      const held = {
        ...output,
        outpoint: outpoint(etched.txid, 0),
        assets: [runeOn(block, 1000n)],
        height: 1,
      };
      const rune = runeOn(block, 1n).asset;
      const parts = Array.from({ length: 12 }, () => ({
        asset: rune,
        amount: amount(10n),
        script: payer.script,
      }));
      const sends = [{ asset: rune, amount: amount(400n), script: service.script }, ...parts];
      const plan = planRuneTransfer({ payer: await money(), coins: [held], sends, feeRateSatVb: 2 });
      const sent = acceptPlanned(plan, walletSigns(plan.psbt, payer, plan.toSign));
      await send(sent.raw);
      await chain.mine(1);
      expect(await chain.node.rpc('gettxout', [sent.txid, 1])).toMatchObject({ value: 0.00000546 });
      const coins = [0, ...parts.map((_, at) => at + 2)].map((vout): Coin => {
        const { value, script } = plan.draft.outputs[vout] ?? { value: sats(0n), script: payer.script };
        const assets = [runeOn(block, vout === 0 ? 480n : 10n)];
        return { outpoint: outpoint(sent.txid, vout), value, script, assets, height: 1 };
      });
      const { script, key } = payer;
      const gather = planGather({ payer: { script, key, coins: [] }, rune, coins, feeRateSatVb: 2 });
      const gathered = acceptPlanned(gather, walletSigns(gather.psbt, payer, gather.toSign));
      await send(gathered.raw);
      await chain.mine(1);
      const found = (await ledgerOfChain()).coin(outpoint(gathered.txid, 0));
      expect(found).toMatchObject({ value: 546n, assets: [{ kind: 'rune', amount: 600n }] });
    },
    60_000,
  );

  it.each(kinds)(
    'a %s payer deploys MRC-20 with a premine and sends of it: all four are mined',
    async (kind) => {
      const payer = user('deployer', kind);
      const request = async () => ({
        payer: { script: payer.script, key: payer.key, coins: [await fund(payer, 50_000n)] },
        revealKey: new Uint8Array(32).fill(9),
        feeRateSatVb: 2,
      });
      const settle = async (plan: RevealPlan) => {
        const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
          walletSigns(one.psbt, payer, one.toSign),
        );
        if (commit === undefined || reveal === undefined) throw new Error('two steps');
        const done = acceptReveal(plan, { commit, reveal });
        await send(done.commit.raw);
        await send(done.reveal.raw);
        await chain.mine(1);
        return done.reveal.txid;
      };
      const deploy = {
        ...PLAIN_DEPLOY,
        display: 'NODE',
        amountPerMint: 10n,
        mintCount: 10n,
        premineCount: 1n,
      };
      const first = await request();
      const txid = await settle(
        planMrc20Deploy({ ...first, deploy, destination: payer.script, isTaken: false }),
      );
      const asset = mrc20On('NODE', 10n);
      const held = { ...(await fund(payer, 546n)), outpoint: outpoint(txid, 1), assets: [asset] };
      const sends = [{ asset: asset.asset, amount: amount(3n), script: service.script }];
      const sent = await settle(planMrc20Transfer({ ...(await request()), coins: [held], sends }));
      expect(await chain.node.rpc('gettxout', [sent, 2])).toMatchObject({ value: 0.00000546 });
    },
    60_000,
  );

  it('MRC-20 lots are taken and cancelled: the chain’s own blocks say so to the ledger', async () => {
    const seller = user('token seller', 'p2tr');
    const buyer = user('token buyer', 'p2wpkh');
    const request = async () => ({
      payer: { script: seller.script, key: seller.key, coins: [await fund(seller, 50_000n)] },
      revealKey: new Uint8Array(32).fill(11),
      feeRateSatVb: 2,
    });
    const mined = async (raw: Uint8Array, before?: Uint8Array): Promise<World> => {
      if (before !== undefined) await send(before);
      await send(raw);
      await chain.mine(1);
      return ledgerOfChain();
    };
    const settle = async (plan: RevealPlan): Promise<Coin[]> => {
      const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
        walletSigns(one.psbt, seller, one.toSign),
      );
      if (commit === undefined || reveal === undefined) throw new Error('two steps');
      const done = acceptReveal(plan, { commit, reveal });
      const world = await mined(done.reveal.raw, done.commit.raw);
      return plan.reveal.draft.outputs.map((_, vout) => world.coin(outpoint(done.reveal.txid, vout)));
    };
    const deploy = {
      ...PLAIN_DEPLOY,
      display: 'SOLD',
      decimals: 2,
      amountPerMint: 10n,
      mintCount: 10n,
      premineCount: 5n,
    };
    const token = planMrc20Deploy({
      ...(await request()),
      deploy,
      destination: seller.script,
      isTaken: false,
    });
    const [, premine] = await settle(token);
    const [held] = premine?.assets ?? [];
    if (premine === undefined || held?.kind !== 'mrc20') throw new Error('no premine');
    const sends = [1000n, 1500n, 2500n].map((units) => ({
      asset: held.asset,
      amount: amount(units),
      script: seller.script,
    }));
    const lots = (await settle(planMrc20Transfer({ ...(await request()), coins: [premine], sends }))).slice(
      2,
    );
    const sales = lots.map((lot, at): Sale => {
      const price = sats(20_000n + BigInt(at));
      const built = buildAsk({ lot, price, payScript: seller.script, publicKey: seller.key });
      const signed = walletSigns(built.psbt, seller, built.toSign);
      return { lot, ask: acceptAsk(signed, { lot, owner: seller.script }) };
    });
    const plan = await buy(buyer, sales.slice(0, 2), false);
    expect([plan.pad.platform, plan.payments]).toEqual([false, []]);
    const take = finished(plan, sales.slice(0, 2), buyer);
    const world = await mined(take.raw);
    const bought = world.coin(outpoint(take.txid, 0));
    expect(bought).toMatchObject({ value: 546n, script: buyer.script });
    expect(bought.assets).toEqual([{ ...held, amount: 2500n }]);
    const others = takeDraft(plan).outputs.map((_, vout) => world.coin(outpoint(take.txid, vout)));
    expect(others.slice(1).flatMap((one) => one.assets)).toEqual([]);
    const [, , last] = sales;
    if (last === undefined) throw new Error('three lots');
    const sniped = finished(await buy(buyer, [last], false), [last], buyer);
    expect(await verdict(sniped.raw)).toEqual(['allowed']);
    const cancel = planCancel({
      lot: last.lot,
      coins: [await fund(seller, 20_000n)],
      feeRateSatVb: 2,
      ownerScript: seller.script,
      ownerKey: seller.key,
    });
    const built = buildCancel(cancel);
    const home = acceptCancel(cancel, walletSigns(built.psbt, seller, built.toSign));
    const after = (await mined(home.raw)).coin(outpoint(home.txid, 0));
    expect(after).toMatchObject({ script: seller.script, assets: last.lot.assets });
    expect(await verdict(sniped.raw)).toEqual(['missing-inputs']);
  }, 120_000);

  it('kinds that no template has yet, mined: both branches of a lock in taproot and in a script, and 2 of 3', async () => {
    const people = [user('owner', 'p2tr'), user('exchange', 'p2wpkh'), user('third', 'p2tr')];
    const [owner, exchange] = people;
    if (owner === undefined || exchange === undefined) throw new Error('people');
    const ticket = new Uint8Array(32).fill(7);
    const locks = [taprootLock(owner, exchange, ticket), scriptLock(owner, exchange, ticket)];
    const kindsToSpend = [...locks.flatMap(({ together, alone }) => [together, alone]), someOf(2, people)];
    const outputs = kindsToSpend.map(({ script }) => ({ value: sats(10_000n), script }));
    const funding = signOwn(ownDraft([await fund(owner, 60_000n)], outputs), owner.secret);
    await send(funding.raw);
    await chain.mine(1);
    const spending = kindsToSpend.map((kind, vout) => {
      const locked = { ...kind, outpoint: outpoint(funding.txid, vout), value: sats(10_000n), assets: [] };
      const sequence = kind.delay === DELAY ? DELAY : 0xfffffffd;
      const draft: Draft = {
        inputs: [{ coin: locked, signer: 'owner', kind, sequence }],
        outputs: [{ value: sats(9000n), script: owner.script }],
      };
      return {
        raw: writeTransaction(bodyOf(draft, [fullWitness(draft, people)])),
        waits: sequence === DELAY,
      };
    });
    const early = await Promise.all(spending.map(({ raw }) => verdict(raw)));
    expect(early).toEqual(spending.map(({ waits }) => [waits ? 'non-BIP68-final' : 'allowed']));
    await chain.mine(DELAY - 1);
    for (const { raw } of spending) await send(raw);
    await chain.mine(1);
    for (const { raw } of spending) expect(await verdict(raw)).toEqual(['txn-already-known']);
  }, 60_000);
});
