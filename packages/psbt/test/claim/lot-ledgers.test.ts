/** Claims of lots through every ledger of a small chain: the claimant has what the pot gave, and nothing else changed hands. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { finishPotRefund, planPotRefund } from '../../src/claim/refund-pot.ts';
import { soleAmount } from '../../src/draft/payer.ts';
import { ONE } from '../ordi-world.ts';
import { user } from '../people.ts';
import { KINDS, RATE, traderOf } from '../pool/acts.ts';
import { POT } from './claims.ts';
import { lotClaim } from './lot-claims.ts';
import { LotWorld } from './lot-world.ts';

const owner = { ...user('pot', 'p2tr'), script: POT.pool.script };
const secret = POT.signers[0]?.secret ?? new Uint8Array(32);
const receiver = user('whose pot it was', 'p2wpkh');

/** What is left goes back. */
function refunded(world: LotWorld, coins: readonly Coin[]): Coin {
  const plan = planPotRefund({ pot: POT.pool, coins, to: receiver.script, feeRateSatVb: RATE });
  const done = finishPotRefund(plan, secret);
  world.mine(done.raw);
  return world.coin(outpoint(done.txid, 0));
}

describe.each(KINDS)('a claimant with %s, mined', (kind) => {
  const who = traderOf(kind);

  it('has the tokens of BRC-20, and the pot money for new lots; what is left goes back', () => {
    const world = new LotWorld();
    world.mintOrdi(1_000n);
    expect(world.tokens(POT.pool.script)).toBe('1000+0');
    const lots = world.restock(300n, 200n, 100n, 50n, 20n);
    const { asset } = world.ordi();
    expect(lots.map((one) => soleAmount(one, asset))).toEqual(
      [300n, 200n, 100n, 50n, 20n].map((one) => one * ONE),
    );
    expect(world.tokens(POT.pool.script)).toBe('330+670');

    const common = { who, pays: asset };
    const one = lotClaim({
      ...common,
      lots: lots.slice(0, 1),
      money: world.fund(who, 30_000n),
      restock: 1_200n,
    });
    const [first, change, money] = world.claimed(one, who);
    expect([world.tokens(who.script), world.tokens(POT.pool.script)]).toEqual(['300+0', '330+370']);
    expect(first).toMatchObject({ script: who.script, value: 546n });
    expect(first?.assets.map((held) => [held.kind, 'transfer' in held])).toEqual([['inscription', false]]);
    expect(change).toMatchObject({ script: who.script, assets: [] });
    expect(money).toMatchObject({ script: POT.pool.script, value: 1_200n, assets: [] });

    // New ones of what is free, and three in one claim: each transfer is used, and none comes to another coin.
    const [fresh] = world.restock(330n);
    if (fresh === undefined || money === undefined) throw new Error('a lot, and money');
    const more = lotClaim({ ...common, lots: [fresh, ...lots.slice(1, 3)], money: world.fund(who, 30_000n) });
    const [all, ...rest] = world.claimed(more, who);
    expect([world.tokens(who.script), world.tokens(POT.pool.script)]).toEqual(['930+0', '0+70']);
    expect([all?.assets.length, all?.value, rest.map(({ assets }) => assets.length)]).toEqual([
      3,
      1_638n,
      [0],
    ]);

    const back = refunded(world, [money, ...lots.slice(3)]);
    expect([world.tokens(receiver.script), world.tokens(POT.pool.script)]).toEqual(['70+0', '0+0']);
    expect([back.assets.length, back.value > 1_092n]).toEqual([2, true]);
  });

  it('has the tokens of MRC-20 and the PIN of their mint; what is left goes back', () => {
    const world = new LotWorld();
    const { asset, pin, lots } = world.sendMan('MANS', 300n, 200n, 100n, 20n);
    const minted = world.mintMan(pin);
    expect(minted.assets.map((one) => one.kind)).toEqual(['pin', 'mrc20']);
    expect([...lots, minted].map((one) => soleAmount(one, asset))).toEqual([300n, 200n, 100n, 20n, 100n]);
    const common = { who, pays: asset };

    const one = lotClaim({ ...common, lots: lots.slice(0, 1), money: world.fund(who, 30_000n) });
    const [first, ...nothing] = world.claimed(one, who);
    expect(first).toMatchObject({
      script: who.script,
      value: 546n,
      assets: [{ kind: 'mrc20', amount: 300n }],
    });
    expect(nothing.map(({ assets }) => assets)).toEqual([[]]);

    // The PIN of the second coin lies behind the first one’s sats.
    const two = [...lots.slice(1, 3), minted];
    const [all, ...rest] = world.claimed(
      lotClaim({ ...common, lots: two, money: world.fund(who, 30_000n) }),
      who,
    );
    expect(all?.assets).toMatchObject([
      { kind: 'pin', path: '/ft/mrc20/mint', offset: 1_092n },
      { kind: 'mrc20', amount: 400n },
    ]);
    expect([all?.value, rest.map(({ assets }) => assets)]).toEqual([1_892n, [[]]]);
    expect([world.held(asset, who.script), world.held(asset, POT.pool.script)]).toEqual([700n, 20n]);

    const back = refunded(world, [...world.fund(owner, 5_000n), ...lots.slice(3)]);
    expect(back).toMatchObject({ script: receiver.script, assets: [{ kind: 'mrc20', amount: 20n }] });
    expect(world.held(asset, POT.pool.script)).toBe(0n);
    expect(world.odd(), 'tokens about which readers disagree').toEqual([]);
  });
});

it('both kinds of tokens go back in one output', () => {
  const world = new LotWorld();
  world.mintOrdi(1_000n);
  const ordis = world.restock(600n, 400n);
  const { asset, lots } = world.sendMan('MANS', 7n, 5n);
  const back = refunded(world, [...world.fund(owner, 5_000n), ...lots, ...ordis]);
  expect([world.tokens(receiver.script), world.held(asset, receiver.script)]).toEqual(['1000+0', 12n]);
  expect([world.tokens(POT.pool.script), world.held(asset, POT.pool.script)]).toEqual(['0+0', 0n]);
  expect(back.value).toBeGreaterThan(sats(4n * 546n));
  expect(world.odd()).toEqual([]);
});
