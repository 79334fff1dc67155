/** Fills, mined and read back from the ledgers: the tokens are the bidder's, and an exit or a cancel moves none. */
import { describe, expect, it } from 'vitest';
import { PLAIN_DEPLOY, amount, balanceKey, brc20Asset, bytesToHex, lotOf, outpoint } from '@rialto/protocols';
import type { Coin, ScriptHex } from '@rialto/protocols';
import {
  acceptCommit,
  acceptFunding,
  acceptReveal,
  buildFunding,
  judgeFill,
  lockCoin,
  planDeploy,
  planMint,
  planMrc20Deploy,
  planTransfer,
} from '../../src/index.ts';
import type { InscriptionPlan, LockedCoin, Ticket } from '../../src/index.ts';
import { World, transaction } from '../ledger-world.ts';
import { walletSigns } from '../people.ts';
import type { User } from '../people.ts';
import { runeLots } from '../rune-world.ts';
import { MANNERS, bidder, fillPlan, filled, fundingOf, ladder, sellerOf } from './bidders.ts';
import type { Bidder } from './bidders.ts';

const ONE = 10n ** 18n;
const revealKey = new Uint8Array(32).fill(6);
const seller = sellerOf('p2tr');

/** A lock of a funding that is mined. */
function locked(world: World, who: Bidder, ticket: Partial<Ticket>): LockedCoin {
  const [lock] = ladder(who, [ticket]);
  if (lock === undefined) throw new Error('a lock');
  const plan = fundingOf(who, [lock], world.fund(who.wallet, 100_000n));
  const built = buildFunding(plan);
  world.mine(acceptFunding(plan, walletSigns(built.psbt, who.wallet, built.toSign)).raw);
  return { lock, coin: { ...lockCoin(plan, 1), height: world.height } };
}

const request = (world: World) => ({
  payer: { script: seller.script, key: seller.key, coins: world.fund(seller, 60_000n) },
  destination: seller.script,
  revealKey,
  feeRateSatVb: 2,
});

describe.each(MANNERS)('fills of bids of %s, through the ledgers', (manner) => {
  const who = bidder(manner);

  it('BRC-20: the first move of the transfer is to the bidder', () => {
    const world = new World();
    const { rows } = world.ledger.memory;
    const inscribed = (plan: InscriptionPlan): InscriptionPlan => {
      world.mine(
        acceptCommit(plan, walletSigns(plan.commit.psbt, seller, plan.commit.toSign)).raw,
        plan.reveal,
      );
      return plan;
    };
    const token = () => {
      const [found] = rows.token.under('ordi');
      if (found === undefined) throw new Error('no token');
      return found[1];
    };
    const words = {
      display: 'Ordi',
      max: amount(21n * ONE),
      limit: amount(ONE),
      decimals: 2,
      selfMint: false,
    };
    const deployed = inscribed(planDeploy(words, request(world)));
    inscribed(planMint({ tick: 'ordi', amount: amount(ONE), token: token() }, request(world)));
    const transfer = { tick: 'ordi', amount: amount(ONE / 4n), token: token(), available: amount(ONE) };
    const made = inscribed(planTransfer(transfer, request(world)));
    const bare = world.coin(outpoint(made.revealTxid, 0));
    const asset = brc20Asset(deployed.inscriptionId);
    const assets = bare.assets.map((one) => ({
      ...one,
      transfer: { asset, tick: 'Ordi', amount: amount(ONE / 4n) },
    }));
    const lot: Coin = { ...bare, assets };
    const bid = locked(world, who, { asset, amount: amount(ONE / 4n) });
    const { raw } = filled(fillPlan({ flow: 'brc20', seller, locked: bid, lot }), who, seller);
    expect(judgeFill(bid, transaction(raw), [bid.coin, lot])).toEqual({ spend: 'fill', kept: true });
    world.mine(raw);
    const available = ({ script }: User) =>
      rows.balance.get(balanceKey(asset, bytesToHex(script) as ScriptHex))?.available;
    expect([available(who.wallet), available(seller)]).toEqual([ONE / 4n, (ONE * 3n) / 4n]);
    expect(rows.lot.get(made.inscriptionId)?.usedHeight).toBe(world.height);
    expect(world.coin(outpoint(transaction(raw).txid, 1))).toMatchObject({
      script: who.wallet.script,
      value: 546n,
    });
  });

  it('MRC-20: all of the lot is on the bidder’s coin, and the receipt beside it is in nobody’s way', () => {
    const world = new World();
    const deploy = {
      ...PLAIN_DEPLOY,
      display: 'Sold',
      amountPerMint: 10n,
      mintCount: 100n,
      premineCount: 10n,
    };
    const { payer, revealKey: key, feeRateSatVb } = request(world);
    const plan = planMrc20Deploy({
      payer,
      revealKey: key,
      feeRateSatVb,
      deploy,
      destination: seller.script,
      isTaken: false,
    });
    const [commit, reveal] = [plan.commit, plan.reveal].map((one) =>
      walletSigns(one.psbt, seller, one.toSign),
    );
    if (commit === undefined || reveal === undefined) throw new Error('two steps');
    const done = acceptReveal(plan, { commit, reveal });
    world.mine(done.commit.raw, done.reveal.raw);
    const lot = world.coin(outpoint(done.reveal.txid, 1));
    const sold = lotOf(lot);
    if (sold === undefined) throw new Error('a lot');
    const bid = locked(world, who, { asset: sold.asset, amount: sold.amount });
    const { raw } = filled(fillPlan({ flow: 'mrc20', seller, locked: bid, lot }), who, seller);
    world.mine(raw);
    const token = world.coin(outpoint(transaction(raw).txid, 0));
    expect(token).toMatchObject({ script: who.wallet.script, value: 546n });
    expect(lotOf(token)).toMatchObject({ asset: sold.asset, amount: 100n });
    expect(world.coin(outpoint(transaction(raw).txid, 1)).assets).toEqual([]);
    expect(world.odd()).toEqual([]);
  });

  it('a rune: all of the lot is on the bidder’s coin without any message, and is a lot there', () => {
    const world = new World();
    const [lot] = runeLots(world, seller, [1500n]).lots;
    const sold = lot && lotOf(lot);
    if (lot === undefined || sold === undefined) throw new Error('a lot');
    const bid = locked(world, who, { asset: sold.asset, amount: sold.amount });
    const { raw, txid } = filled(fillPlan({ flow: 'rune', seller, locked: bid, lot }), who, seller);
    expect(transaction(raw).outputs.some(({ script }) => script[0] === 0x6a)).toBe(false);
    world.mine(raw);
    const [token, ...others] = transaction(raw).outputs.map((_, at) => world.coin(outpoint(txid, at)));
    expect(token).toMatchObject({ script: who.wallet.script, value: 546n, assets: lot.assets });
    expect(others.flatMap(({ assets }) => assets)).toEqual([]);
  });
});
