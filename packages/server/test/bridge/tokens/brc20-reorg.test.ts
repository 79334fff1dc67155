/** The lot that BRC-20 is paid out with is undone and comes back, or dies by a stranger's transfer before it: it is paid once all the same. */
import { randomBytes } from 'node:crypto';
import { coinsOf, field, signPsbt } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import type { BridgeUser } from '@rialto/devnet/mvc';
import { bytesToHex, hexToBytes, amount as tokens } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../world.ts';
import { BRC20, addBrc20, bridgeWorld, expectBalanced } from '../bridge-world.ts';
import type { BridgeWorld } from '../bridge-world.ts';

const WHOLE = 10n ** 18n;
const LOCKED = 4_000n * WHOLE;
const REDEEMED = 500n * WHOLE;
/** 0.2 % and 50 for the network stay here. */
const OUT = 449n * WHOLE;

let here: BridgeWorld;
let user: BridgeUser;

beforeAll(async () => {
  here = await bridgeWorld();
  user = await here.user('undone with BRC-20');
  await addBrc20(here, user, ['4000']);
  await here.finish(await user.mint('brc20', LOCKED));
});
afterAll(() => here.world.stop());

/** What waits at the node, parents first. */
async function waiting(): Promise<string[]> {
  const all = await here.world.chain.rpc('getrawmempool', [true]);
  const before = (txid: string): number => Number(field(field(all, txid), 'ancestorcount'));
  return Object.keys(all as object).toSorted((a, b) => before(a) - before(b));
}

/** A redeem as deep as it has to be, whose lot waits for a block. @returns its order, and the lot with the commit before it */
async function redeemed(): Promise<{ readonly id: string; readonly lot: readonly string[] }> {
  const id = await user.redeem('brc20', REDEEMED);
  await here.untilState(id, 'paid');
  await here.mineMvc(2);
  await until(async () => (await waiting()).length === 2, 'its lot waits for a block');
  return { id, lot: await waiting() };
}

/** Both transactions of a transfer that somebody inscribes onto a script, to be put into a block. @param amount whole ones */
async function transferOf(who: Trader, amount: bigint, destination: Uint8Array): Promise<readonly string[]> {
  const { script, publicKey, key } = who;
  const coins = await coinsOf(here.world.origin, who);
  const planned = planTransfer(
    { tick: BRC20, amount: tokens(amount * WHOLE) },
    {
      payer: { script, key: publicKey, coins },
      ...{ destination, revealKey: new Uint8Array(randomBytes(32)), feeRateSatVb: 2 },
    },
  );
  const signed = hexToBytes(signPsbt(bytesToHex(planned.commit.psbt), key, planned.commit.toSign));
  return [bytesToHex(acceptCommit(planned, signed).raw), bytesToHex(planned.reveal)];
}

/** All of what is locked is available in the end: no lot was made that has not left. An answer is kept for some seconds. */
async function left(units: bigint): Promise<void> {
  const [locked, available] = [units.toString(), units.toString()];
  await until(async () => (await here.reserve('brc20')).locked === locked, 'it has left once');
  expect(await here.reserve('brc20')).toMatchObject({ locked, available, coins: [] });
  await expectBalanced(here);
}

const exitOf = async (id: string) => (await here.order(id)).deposits[0]?.exit;

it('a lot whose block is undone waits anew, and leaves when it is deep again', async () => {
  const { id, lot } = await redeemed();
  await here.mineBtc(2);
  await until(async () => (await here.reserve('brc20')).coins.length === 1, 'its lot is there');
  await here.world.chain.reorg(2);
  await here.world.exchange.ready();
  await until(async () => (await here.reserve('brc20')).coins.length === 0, 'it is undone');
  expect(await here.reserve('brc20')).toMatchObject({ available: LOCKED.toString(), holds: true });
  expect(await waiting()).toEqual(lot);
  // As many blocks as would have been enough without that.
  await here.mineBtc(2);
  await until(async () => (await here.reserve('brc20')).coins.length === 1, 'it is there again');
  expect(await here.order(id)).toMatchObject({ state: 'confirming', deposits: [{ exit: null }] });
  await here.mineBtc();
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  expect((await exitOf(id))?.out).toBe(OUT.toString());
  expect((await here.order(id)).deposits).toHaveLength(1);
  await left(LOCKED - OUT);
}, 60_000);

/** Of what is available a stranger leaves so much, in whole ones: too little for the lot. */
const FREE = 300n;

/** A stranger's transfer of nearly all of it, ready to be put into a block before ours. */
async function strangers(): Promise<{ readonly taken: bigint; readonly raws: readonly string[] }> {
  const stranger = here.world.trader('stranger');
  await here.world.fund(stranger, [500_000n]);
  const { locked, lockedScript } = await here.reserve('brc20');
  const taken = BigInt(locked) / WHOLE - FREE;
  return { taken: taken * WHOLE, raws: await transferOf(stranger, taken, hexToBytes(lockedScript)) };
}

/** Both in one block, the stranger's first: his is a lot, and ours is none. @returns ours, raw */
async function killed(
  lot: readonly string[],
  { taken, raws }: { readonly taken: bigint; readonly raws: readonly string[] },
): Promise<readonly unknown[]> {
  const { chain, exchange } = here.world;
  const ours = await Promise.all(lot.map((txid) => chain.rpc('getrawtransaction', [txid])));
  await chain.node.rpc('generateblock', [chain.faucetAddress, [...raws, ...ours]]);
  await exchange.ready();
  await until(async () => {
    const { coins } = await here.reserve('brc20');
    return coins.length === 1 && coins[0]?.units === taken.toString();
  }, 'the stranger’s is there, and ours is none');
  return ours;
}

/** The stranger's lot comes home, another one of ours is made, and leaves. */
async function paidAllTheSame(id: string, dead: readonly unknown[]): Promise<void> {
  // Nothing leaves with the dead one, however deep it lies.
  await here.mineBtc(2);
  await until(async () => (await waiting()).length === 1, 'the stranger’s lot comes home');
  expect(await exitOf(id)).toBeNull();
  await here.mineBtc();
  await until(async () => (await waiting()).length === 2, 'another one is made');
  await here.mineBtc(3);
  await here.untilState(id, 'paid-out');
  await here.finish(id);
  const exit = await exitOf(id);
  expect(exit?.out).toBe(OUT.toString());
  expect(exit?.made).toHaveLength(2);
  expect(exit?.made).not.toEqual(dead);
}

it('a lot that a stranger’s transfer kills is left where it lies, and another one is made once that has come home', async () => {
  const theirs = await strangers();
  const { locked } = await here.reserve('brc20');
  const { id, lot } = await redeemed();
  const dead = await killed(lot, theirs);
  const available = (BigInt(locked) - theirs.taken).toString();
  expect(await here.reserve('brc20')).toMatchObject({ locked, available, holds: true });
  await paidAllTheSame(id, dead);
  await left(BigInt(locked) - OUT);
}, 60_000);

it('a lot that was valid on one branch may be dead on another', async () => {
  const theirs = await strangers();
  const { locked } = await here.reserve('brc20');
  const { id, lot } = await redeemed();
  await here.mineBtc();
  await until(
    async () => (await here.reserve('brc20')).coins[0]?.units === OUT.toString(),
    'its lot is there',
  );
  await here.world.chain.reorg(1);
  await here.world.exchange.ready();
  const dead = await killed(lot, theirs);
  await paidAllTheSame(id, dead);
  await left(BigInt(locked) - OUT);
}, 60_000);
