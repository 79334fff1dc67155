/** Lots of BRC-20 that came to a coin by their first movement, on a real node, by a real follower, in a real PostgreSQL. */
import { locations, mrc20Holdings, pinLocations, readLanded, runeBalances } from '@rialto/ground';
import type { LotInfo } from '@rialto/ground';
import {
  amount,
  bytesToHex,
  hexToBytes,
  isFlaw,
  knownRuneId,
  mrc20Asset,
  outpoint,
  pinId,
  readTransaction,
  sats,
} from '@rialto/protocols';
import type { InscriptionId, Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { inscribeAll } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import { makeLots, moveLot, openFollowWorld, user } from './follow-world.ts';
import type { FollowWorld } from './follow-world.ts';

let world: FollowWorld;
const [alice, bob, carol] = [user(1), user(2), user(3)];
const scriptOf = ({ script }: typeof alice): ScriptHex => bytesToHex(script) as ScriptHex;

beforeAll(async () => {
  world = await openFollowWorld();
  await followScript(world.store, world.node, bob.script);
  await makeLots(world.chain, alice, 'Land', ['1', '2', '3', '4', '5']);
  await makeLots(world.chain, alice, 'Else', ['6']);
  await world.caughtUp();
}, 120_000);
afterAll(() => world.close(), 60_000);

/** One of a whole amount that nobody has moved. */
async function lotOf(whole: bigint, who = alice): Promise<LotInfo> {
  const lot = (await world.ledger.lotsOf(who.script)).find((one) => one.amount === whole * 10n ** 18n);
  if (lot === undefined) throw new Error(`no lot of ${whole}`);
  return lot;
}

/** Sends it on, to wait for a block. @returns where it will be */
async function sent(lot: LotInfo, from: typeof alice, to: typeof alice): Promise<Outpoint> {
  const raw = hexToBytes(await moveLot(world.chain, from, lot, to));
  expect(await world.node.send(raw)).toEqual({ accepted: true });
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return outpoint(tx.txid, 0);
}

async function mined(): Promise<void> {
  await world.chain.mine(1);
  await world.caughtUp();
}

const source = () => ({ chain: world.node, ledger: world.ledger });
const byLedger = async (point: Outpoint) => (await world.ledger.landedOn([point])).landed.get(point);
const read = async (point: Outpoint) => (await readLanded(source(), [point])).landed.get(point);

describe('a lot', () => {
  it('has landed, of whichever token, with who gave it, at the tip', async () => {
    const [lot, other] = [await lotOf(1n), await lotOf(6n)];
    expect(await byLedger(lot.outpoint)).toBeUndefined();
    const [at, elsewhere] = [await sent(lot, alice, bob), await sent(other, alice, bob)];
    await mined();
    const expected = (one: LotInfo) => ({
      ...{ inscription: one.inscriptionId, asset: one.asset, amount: one.amount },
      owner: scriptOf(alice),
    });
    const { tip, landed } = await readLanded(source(), [at, elsewhere, at]);
    expect(tip).toEqual(await world.node.tip());
    expect(landed).toEqual(
      new Map([
        [at, expected(lot)],
        [elsewhere, expected(other)],
      ]),
    );
    expect(lot.asset).not.toBe(other.asset);
    expect(await world.ledger.landedOn([])).toEqual({ tip, landed: new Map() });
  });

  it('has not that moved twice within the block, though the ledger sees it here', async () => {
    const lot = await lotOf(2n);
    const between = await sent(lot, alice, carol);
    const at = await sent({ ...lot, outpoint: between }, carol, bob);
    await mined();
    expect(await byLedger(at)).toMatchObject({ inscription: lot.inscriptionId, owner: scriptOf(alice) });
    expect(await read(at)).toBeUndefined();
    const [balance] = await world.ledger.balancesOf(carol.script, lot.asset);
    expect(balance?.available).toBe(lot.amount);
  });

  it('has not that moved in an earlier block, nor on a script that nobody follows', async () => {
    const lot = await lotOf(3n);
    const between = await sent(lot, alice, carol);
    await mined();
    expect(await byLedger(between)).toBeUndefined();
    const at = await sent({ ...lot, outpoint: between }, carol, bob);
    await mined();
    expect(await byLedger(at)).toBeUndefined();
  });

  it('has not that nobody has moved; and one that its owner sends himself comes back with his name', async () => {
    await inscribeAll(world.chain, [{ op: 'transfer', who: bob, tick: 'Land', amount: '1' }]);
    await world.caughtUp();
    const lot = await lotOf(1n, bob);
    expect(await byLedger(lot.outpoint)).toBeUndefined();
    const at = await sent(lot, bob, bob);
    await mined();
    expect(await read(at)).toMatchObject({ inscription: lot.inscriptionId, owner: scriptOf(bob) });
  });
});

describe('a coin with something beside the lot', () => {
  const PIN = pinId('5'.repeat(64) as Txid, 0);
  const on = (point: Outpoint) => ({ outpoint: point, script: scriptOf(bob) });
  const spot = (point: Outpoint) => ({ ...on(point), offset: sats(0n), value: sats(546n) });

  it('is left out, whatever it is', async () => {
    const lot = await lotOf(4n);
    const at = await sent(lot, alice, bob);
    await mined();
    expect(await read(at)).toMatchObject({ inscription: lot.inscriptionId });
    const { db } = world.store;
    const beside: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'a rune',
        () => db.insert(runeBalances).values({ ...on(at), rune: knownRuneId('10:1'), amount: amount(7n) }),
        () => db.delete(runeBalances),
      ],
      [
        'MRC-20',
        () => db.insert(mrc20Holdings).values({ ...on(at), asset: mrc20Asset(PIN), amount: amount(7n) }),
        () => db.delete(mrc20Holdings),
      ],
      [
        'a PIN',
        () => db.insert(pinLocations).values({ ...spot(at), pin: PIN }),
        () => db.delete(pinLocations),
      ],
      [
        'a second inscription',
        () =>
          db.insert(locations).values({ ...spot(at), inscription: `${'5'.repeat(64)}i0` as InscriptionId }),
        () => Promise.resolve(),
      ],
    ];
    for (const [what, put, take] of beside) {
      expect(await read(at), `before ${what}`).toBeDefined();
      await put();
      expect(await read(at), what).toBeUndefined();
      await take();
    }
  });
});
