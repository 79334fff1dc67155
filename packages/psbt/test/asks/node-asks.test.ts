/** Protected asks on a real node: what we build is mined, what a stranger makes of it is refused, what must not be signed is stolen. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { bytesToHex, isTxid, outpoint, sats, writeTransaction } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { SIGHASH, planTake, scriptToAddress } from '../../src/index.ts';
import type { LockedCoin, TakePlan } from '../../src/index.ts';
import { mrc20On, user } from '../people.ts';
import type { User } from '../people.ts';
import { body, sign } from '../tx/forge.ts';
import { transaction } from '../ledger-world.ts';
import { service } from '../trade/market.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MANNERS,
  exitsOf,
  movePlan,
  moved,
  openExit,
  promiseOf,
  protectedAsk,
  sellerOf,
  soldLot,
  taken,
} from './sellers.ts';
import type { Seller } from './sellers.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-asks-'));
let chain: PrivateChain;

beforeAll(async () => {
  chain = await startPrivateChain({ dataDir: dir });
}, 120_000);

afterAll(async () => {
  await chain.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function fund(owner: User, value: bigint, assets: readonly CoinAsset[] = []): Promise<Coin> {
  const address = scriptToAddress(owner.script, 'regtest') ?? '';
  const [funded] = await chain.fundMany([{ address, sats: value }]);
  if (funded === undefined || !isTxid(funded.txid)) throw new Error('no coin');
  await chain.mine(1);
  const point = outpoint(funded.txid, funded.vout);
  return { outpoint: point, value: sats(value), script: owner.script, assets, height: 1 };
}

async function verdict(raw: Uint8Array): Promise<unknown> {
  const answers = await chain.node.rpc('testmempoolaccept', [[bytesToHex(raw)], 0]);
  if (!Array.isArray(answers)) throw new Error('no verdict');
  const [said] = answers.map((answer: { allowed?: boolean; 'reject-reason'?: string }) =>
    answer.allowed === true ? 'allowed' : answer['reject-reason'],
  );
  return said;
}

const send = (raw: Uint8Array) => chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);

async function mined(raw: Uint8Array): Promise<void> {
  await send(raw);
  await chain.mine(1);
  expect(await verdict(raw)).toBe('txn-already-known');
}

/** A lot in a lock that a block has. */
async function lockedNow(seller: Seller, exitAfter: number): Promise<LockedCoin> {
  const lot = await fund(seller.wallet, 546n, [mrc20On('MAN', 100n)]);
  const coins = [await fund(seller.wallet, 20_000n)];
  const { locked, locking } = protectedAsk(seller, lot, { coins, exitAfter });
  await mined(locking.raw);
  return { lock: locked.lock, coin: { ...locked.coin, height: 1 } };
}

const buyer = user('buyer on the node', 'p2tr');
const thief = user('thief on the node', 'p2tr');

async function purchase(locked: LockedCoin, by: User): Promise<TakePlan> {
  return planTake({
    lots: [soldLot(locked)],
    buyerScript: by.script,
    buyerKey: by.key,
    buyerCoins: [await fund(by, 60_000n)],
    pads: {},
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 3,
  });
}

describe.each(MANNERS)('a protected ask of %s on a real node', (manner) => {
  const seller = sellerOf(manner, 'seller on the node');

  it('is sold; the same promise does nothing for a sniper who sees it in the mempool', async () => {
    const locked = await lockedNow(seller, 144);
    const plan = await purchase(locked, buyer);
    const done = taken(plan, buyer, [promiseOf(seller, locked)]);
    const sniped = await purchase(locked, thief);
    await send(done.raw);
    const tx = body(
      [sniped.pad.coin, locked.coin],
      [
        { value: sats(546n), script: thief.script },
        { value: sats(20_000n), script: locked.lock.ticket.script },
      ],
    );
    const witnesses = [
      [sign({ tx, coins: [sniped.pad.coin, locked.coin] }, 0, thief, SIGHASH.ALL)],
      transaction(done.raw).inputs[1]?.witness ?? [],
    ];
    const inputs = tx.inputs.map((input, at) => ({ ...input, witness: witnesses[at] ?? [] }));
    expect(await verdict(writeTransaction({ ...tx, inputs }))).toMatch(/script-verify|mandatory/);
    await chain.mine(1);
    expect(await verdict(done.raw)).toBe('txn-already-known');
  }, 60_000);

  it('is moved into a new lock and cancelled, at once', async () => {
    const locked = await lockedNow(seller, 144);
    const { ticket } = locked.lock;
    const next = protectedAsk(seller, await fund(seller.wallet, 546n, locked.coin.assets), {
      price: sats(33_000n),
      exitAfter: ticket.exitAfter,
      coins: [await fund(seller.wallet, 20_000n)],
    }).locked.lock;
    const coins = [await fund(seller.wallet, 20_000n)];
    const renewal = movePlan(seller, { lot: locked.coin, from: locked.lock, to: next, coins });
    const renewed = moved(seller, renewal);
    await mined(renewed.raw);
    const lot = { ...locked.coin, outpoint: outpoint(renewed.txid, 0), script: next.script };
    await mined(moved(seller, movePlan(seller, { lot, from: next })).raw);
  }, 60_000);

  it('is left after its blocks and not before; a stranger’s transaction takes an exit of 0x83 and neither of ours', async () => {
    const DELAY = 10;
    const locked = await lockedNow(seller, DELAY);
    const exits = exitsOf(seller, locked);
    for (const { raw } of exits) expect(await verdict(raw)).toBe('non-BIP68-final');
    const front = await fund(thief, 5000n);
    await chain.mine(DELAY);
    for (const { raw } of exits) expect(await verdict(raw)).toBe('allowed');
    const [usual, dear] = exits;
    if (usual === undefined || dear === undefined) throw new Error('two exits');
    const stolen = (witness: readonly Uint8Array[]): Uint8Array => {
      const outputs = [
        { value: sats(4000n), script: thief.script },
        { value: sats(2500n), script: seller.wallet.script },
      ];
      const tx = body([front, locked.coin], outputs, DELAY);
      const own = sign({ tx, coins: [front, locked.coin] }, 0, thief, SIGHASH.ALL);
      const inputs = tx.inputs.map((input, at) => ({ ...input, witness: at === 0 ? [own] : witness }));
      return writeTransaction({ ...tx, inputs });
    };
    for (const { raw } of exits)
      expect(await verdict(stolen(transaction(raw).inputs[0]?.witness ?? []))).toMatch(
        /script-verify|mandatory/,
      );
    const open = openExit(seller, locked, 2500n);
    // The owner sends what he signed openly; the thief, who sees it there, replaces it.
    const [input] = transaction(usual.raw).inputs;
    if (input === undefined) throw new Error('an exit has an input');
    const outputs = [{ value: sats(2500n), script: seller.wallet.script }];
    await send(writeTransaction({ version: 2, locktime: 0, inputs: [{ ...input, witness: open }], outputs }));
    const theft = stolen(open);
    await send(theft);
    await chain.mine(1);
    expect(await verdict(theft)).toBe('txn-already-known');
    expect(await verdict(usual.raw)).toBe('missing-inputs');
  }, 60_000);

  it('the dear exit takes the place of the usual one', async () => {
    const locked = await lockedNow(seller, 10);
    await chain.mine(10);
    const [usual, dear] = exitsOf(seller, locked);
    if (usual === undefined || dear === undefined) throw new Error('two exits');
    await send(usual.raw);
    await mined(dear.raw);
  }, 60_000);
});
