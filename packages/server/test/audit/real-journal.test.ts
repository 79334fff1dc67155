/** The audit of a real signer's journal; and the worst an operator can do: the signer's key file and the promise in the database, unwritten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticketFromWire } from '@rialto/contract';
import type { WireTicket } from '@rialto/contract';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { acceptFill, buildFill, finishFill, lockOf, planFill, signFill } from '@rialto/psbt';
import { openStore } from '../../src/store/database.ts';
import { placeBid, sellInto } from '../bids/bidder.ts';
import { leaveBroken, testWorld } from '../world.ts';
import { auditIn, journalOf } from './auditing.ts';
import { funded, signedBy } from './bids-on-chain.ts';

const RUNG = { coinAmount: '1000', amount: '60000' };
let world: World;
let bidder: Trader;
let seller: Trader;
let thief: Trader;

beforeAll(async () => {
  world = await testWorld();
  [bidder, seller, thief] = [
    world.trader('bidder', 'p2tr'),
    world.trader('seller', 'p2tr'),
    world.trader('thief', 'p2wpkh'),
  ];
  await world.tokenIn('mrc20', 'gold', [
    { who: seller, amount: '1000' },
    { who: seller, amount: '1000' },
  ]);
  await world.fund(bidder, [500_000n]);
  for (const trader of [bidder, seller]) await trader.login();
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

/** What the operator has of an open rung. */
async function stolen(orderId: string): Promise<{ outpoint: Outpoint; ticket: WireTicket; promise: string }> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  const { rows } = await store.pool.query<{ outpoint: Outpoint; ticket: WireTicket; promise: string }>(
    'select outpoint, ticket, promise from rungs where order_id = $1',
    [orderId],
  );
  await store.close();
  const [row] = rows;
  if (row === undefined) throw new Error('no such rung');
  return row;
}

/** A fill of a coin without tokens, with the key in the signer's file. */
async function forgedFill(orderId: string): Promise<{ raw: Uint8Array; lock: Outpoint }> {
  const { outpoint: point, ticket, promise } = await stolen(orderId);
  const lock = lockOf(ticketFromWire(ticket));
  const coin = { outpoint: point, value: lock.ticket.price, script: lock.script, assets: [], height: 1 };
  const { asset, amount } = lock.ticket;
  const said: CoinAsset = { kind: 'mrc20', asset, amount, tick: 'gold', decimals: 0 };
  const owner = { secret: thief.key, key: thief.publicKey, script: thief.script };
  const lot = { ...(await funded(world.chain, owner, 800n)), assets: [said] };
  const plan = planFill({
    lock,
    coin,
    lot,
    sellerScript: owner.script,
    sellerKey: owner.key,
    serviceFee: undefined,
    feeRateSatVb: 3,
  });
  const built = buildFill(plan);
  const key = hexToBytes(
    readFileSync(join(world.directory, 'exchange', 'signer', 'lock.key'), 'utf8').trim(),
  );
  const { raw } = finishFill(plan, {
    promise: hexToBytes(promise),
    seller: acceptFill(plan, signedBy(owner, built.psbt, built.toSign)),
    exchange: signFill(plan, built.unsigned, key),
  });
  expect(plan.proceeds).toBeGreaterThan(sats(50_000n));
  return { raw, lock: point };
}

const audit = async () =>
  (await auditIn(world, journalOf(world))).map(({ locked, verdict, journaled }) => ({
    lock: locked.coin.outpoint,
    journaled,
    ...verdict,
  }));

it('what the signer did is kept; what its key did beside it is found', async () => {
  const [buyer, sells] = [bidder.at('mrc20'), seller.at('mrc20')];
  const { orderIds } = await placeBid(buyer, 'gold', [RUNG, RUNG]);
  const [first = '', second = ''] = orderIds;
  const lot = (await sells.lots('gold')).find(({ amount }) => amount === '1000');
  if (lot === undefined) throw new Error('a lot');
  await sellInto(sells, [{ orderId: first, lot }]);
  await world.mine();
  const honest = { journaled: true, spend: 'fill', kept: true };
  expect(await audit()).toEqual([expect.objectContaining(honest)]);

  leaveBroken(world);
  const { raw, lock } = await forgedFill(second);
  await world.chain.rpc('sendrawtransaction', [bytesToHex(raw)]);
  await world.mine();
  const found = await audit();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(expect.objectContaining(honest));
  expect(found).toContainEqual({
    lock,
    journaled: false,
    spend: 'fill',
    kept: false,
    why: 'other-tokens',
    detail: expect.stringMatching(/^0 of /) as string,
  });
}, 120_000);
