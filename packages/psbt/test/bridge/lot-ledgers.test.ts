/** BRC-20 through the bridge and back before the whole ledger: paid in, a lot made to measure and paid out, a stranger's lot sent home. */
import { outpoint } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  BRIDGE_LOT_AT,
  acceptPlanned,
  bridgePaidAt,
  planBridgePayment,
  planBridgePayout,
  planBridgeReturn,
  signBridgeLot,
} from '../../src/index.ts';
import { ONE, OrdiWorld, TICK } from '../ordi-world.ts';
import { refusalOf, user, walletSigns } from '../people.ts';
import { FEES, ID, OTHER_ID, RATE, lockedBy, payerOf, signedBy } from './bridges.ts';

const FEE_KEY = FEES.who.key.slice(1);
const RECEIVER = user('gets his ordi back', 'p2wpkh').script;

/** A bridge of a token that so many keys lock. */
class BridgeWorld extends OrdiWorld {
  readonly keys: number;
  constructor(keys: number) {
    super();
    this.keys = keys;
  }

  get locked() {
    return lockedBy(this.keys);
  }

  private paying = () => ({ fees: FEES.script, feeCoins: this.fund(FEES.who, 30_000n), feeRateSatVb: RATE });

  /** Both transactions in one block. */
  lotOf(tokens: bigint): Coin {
    const of = { tick: TICK, amount: tokens * ONE, feeKey: FEE_KEY, locked: this.locked.script };
    const { commit, lot } = signBridgeLot({ ...of, ...this.paying() }, FEES.who.secret);
    this.mine(commit.raw, lot.raw);
    return this.coin(outpoint(lot.txid, BRIDGE_LOT_AT));
  }

  payout(lot: Coin, tokens: bigint): Coin {
    const plan = planBridgePayout({
      ...{ pays: this.ordi().asset, locked: this.locked, lockedCoins: [lot], ...this.paying() },
      ...{ receiver: RECEIVER, amount: tokens * ONE, id: OTHER_ID },
    });
    this.mine(signedBy(this.keys, plan));
    return this.coin(outpoint(plan.txid, 0));
  }

  home(lot: Coin): Coin {
    const plan = planBridgeReturn({ locked: this.locked, lot, ...this.paying() });
    this.mine(signedBy(this.keys, plan));
    return this.coin(outpoint(plan.txid, 0));
  }

  /** A user's lot, and what its payment makes. */
  paid(tokens: bigint): { readonly txid: Txid; readonly deposit: Coin } {
    const who = payerOf('p2tr');
    this.mintOnto(who.script, tokens);
    const lot = this.inscribeOnto(who.script, tokens);
    const plan = planBridgePayment({
      payer: { script: who.script, key: who.key, coins: this.fund(who, 30_000n) },
      ...{ pays: this.ordi().asset, coins: [lot], amount: tokens * ONE },
      ...{ bridge: this.locked.script, id: ID, feeRateSatVb: RATE },
    });
    const { raw, txid } = acceptPlanned(plan, walletSigns(plan.psbt, who, plan.toSign));
    this.mine(raw);
    return { txid, deposit: this.coin(outpoint(txid, bridgePaidAt(this.ordi().asset))) };
  }

  /** What the index has of the transfer on a coin: how many valid operations the token has had, and whether this one has been used. */
  told({ assets }: Coin): { readonly operations: number; readonly isUsed: boolean } {
    const [lot] = assets.flatMap((one) => (one.kind === 'inscription' ? [one.id] : []));
    const row = this.ledger.memory.rows.lot.get(lot ?? '');
    if (row === undefined) throw new Error('no transfer');
    return { operations: this.ordi().operations, isUsed: row.usedHeight === this.height };
  }

  /** Whole tokens in the unused lots on a coin. */
  lots({ assets }: Coin): bigint[] {
    return assets.flatMap((one) =>
      one.kind === 'inscription' && one.transfer !== undefined ? [one.transfer.amount / ONE] : [],
    );
  }
}

describe.each([1, 2, 3])('BRC-20 that %i keys lock', (keys) => {
  const world = new BridgeWorld(keys);
  const { script } = world.locked;

  it('comes in: the lot’s first move gives the amount to the locked script, and nothing is on the deposit any more', () => {
    const { deposit } = world.paid(1_000n);
    expect(world.tokens(script)).toBe('1000+0');
    expect(world.tokens(payerOf('p2tr').script)).toBe('0+0');
    expect([deposit.script, deposit.value, world.lots(deposit)]).toEqual([script, 546n, []]);
    // Deploy, mint, transfer inscribed, transfer moved.
    expect(world.told(deposit)).toEqual({ operations: 4, isUsed: true });
  });

  it('is made into a lot that the index calls valid, and leaves with it', () => {
    const lot = world.lotOf(300n);
    expect([lot.script, lot.value, world.lots(lot)]).toEqual([script, 546n, [300n]]);
    expect(world.tokens(script)).toBe('700+300');
    expect(world.told(lot)).toEqual({ operations: 5, isUsed: false });
    const got = world.payout(lot, 300n);
    expect(world.told(got)).toEqual({ operations: 6, isUsed: true });
    expect(world.tokens(script)).toBe('700+0');
    expect(world.tokens(RECEIVER)).toBe('300+0');
    expect([got.script, world.lots(got)]).toEqual([RECEIVER, []]);
  });

  it('goes home from a stranger’s lot', () => {
    const lot = world.inscribeOnto(script, 600n, 1_000n);
    expect(world.tokens(script)).toBe('100+600');
    const back = world.home(lot);
    expect(world.tokens(script)).toBe('700+0');
    expect([back.script, back.value, world.lots(back)]).toEqual([script, 1_000n, []]);
    expect(world.told(back)).toEqual({ operations: 8, isUsed: true });
  });

  it('cannot leave with a lot that is dead: a stranger locked up the balance before it', () => {
    const stranger = world.inscribeOnto(script, 650n);
    const dead = world.lotOf(100n);
    expect(world.lots(dead)).toEqual([]);
    expect(dead.assets).toMatchObject([{ kind: 'inscription' }]);
    expect(world.tokens(script)).toBe('50+650');
    expect(refusalOf(() => world.payout(dead, 100n))).toBe('not-a-lot');
    expect(refusalOf(() => world.home(dead))).toBe('not-a-lot');
    world.home(stranger);
    expect(world.lots(world.coin(dead.outpoint))).toEqual([]);
    world.payout(world.lotOf(100n), 100n);
    expect(world.tokens(script)).toBe('600+0');
  });

  it('leaves with a stranger’s lot of the amount that is due', () => {
    world.payout(world.inscribeOnto(script, 600n), 600n);
    expect(world.tokens(script)).toBe('0+0');
    expect(world.tokens(RECEIVER)).toBe('1000+0');
  });
});
