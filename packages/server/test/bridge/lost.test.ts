/** A database that was lost: orders come back by their terms, exits from the signer's journal, and nobody is paid twice. */
import { callApi } from '@rialto/devnet';
import { idOfTerms } from '@rialto/devnet/mvc';
import { openPool } from '@rialto/ground';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld();
});
afterAll(() => here.world.stop());

/** All that is known of orders, deposits and exits; assets are added again by their operator otherwise. */
async function lose(): Promise<void> {
  const { world } = here;
  await world.exchange.server.stop();
  const pool = openPool({ url: world.database.ownerUrl, most: 1, onError: () => undefined });
  await pool.query('truncate bridge_orders, bridge_deposits, bridge_exits, bridge_own_coins');
  await pool.query(`delete from idempotency`);
  await pool.end();
  await world.exchange.server.restart();
  await world.exchange.ready();
}

it('of a payout that was sent, and of a payment that is not deep enough yet', async () => {
  const user = await here.user('loser', [500_000n, 3_000_000n, 400_000n]);
  const terms = await user.terms('btc', 'mint', 100_000n);
  const id = await user.order(terms);
  await user.pay('btc', 'mint', 100_000n, id);
  await here.mineBtc();
  const paid = await here.untilState(id, 'paid-out');
  const later = await user.terms('btc', 'mint', 1_500_000n);
  const laterId = await user.order(later);
  await user.pay('btc', 'mint', 1_500_000n, laterId);
  await here.mineBtc();
  await here.untilState(laterId, 'confirming');
  await lose();
  // The signer tells what it signed, and for which terms: the order is back before anybody shows them.
  const again = await here.untilState(id, 'paid-out');
  expect(again.deposits[0]?.exit?.txid).toBe(paid.deposits[0]?.exit?.txid);
  await callApi(here.world.origin, 'bridgeRestore', { body: { terms: later } });
  expect(idOfTerms(later)).toBe(laterId);
  await here.finish(id);
  await here.finish(laterId);
  expect(here.held(user, here.btc)).toBe(100_000n - 200n - 2_500n + 1_500_000n - 3_000n - 2_500n);
  await expectBalanced(here);
});

it('of exits that are in blocks already, on both chains', async () => {
  const user = await here.user('loser');
  const redeem = await user.redeem('btc', 50_000n);
  await here.finish(redeem);
  const mint = await user.mint('btc', 80_000n);
  await here.mineBtc();
  await here.untilState(mint, 'paid-out');
  await here.mineMvc();
  const held = here.held(user, here.btc);
  await lose();
  await until(async () => (await here.order(mint)).state === 'paid-out', 'the signer told of it');
  await until(async () => (await here.reserve('btc')).holds, 'what is there covers what is owed');
  expect((await user.asset('btc')).paused).toBe(null);
  await here.finish(mint);
  await here.mineBtc();
  await here.mineMvc(2);
  expect(here.held(user, here.btc)).toBe(held);
  await expectBalanced(here);
});
