/** What is offered for money has to read alike to every indexer: lots whose messages are odd are refused, whatever our index says of them. */
import { coinsOf, inscribeAll, mineJobs, mrc20Ticked, prepareReveal, stepsOf, text } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { MINT_PATH, amount } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { planMrc20Transfer } from '@rialto/psbt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, testWorld, until } from '../world.ts';

const PRICE = 60_000n;
const ORDER_ID = /^[0-9a-f]{64}$/;
let world: World;
let seller: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  await seller.login();
});

afterAll(() => world.stop());

async function lotOf(trader: Trader, tick: string, units: string): Promise<OwnLot> {
  let found: OwnLot | undefined;
  await until(async () => {
    found = (await trader.lots(tick)).find((lot) => lot.amount === units);
    return found !== undefined;
  }, `a lot of ${units} ${tick}`);
  return found ?? expect.fail('it was just there');
}

/** As a stranger writes it: none of our builders would. */
async function inscribe(body: string, path?: string): Promise<void> {
  const envelope = { contentType: 'text/plain;charset=utf-8', body, ...(path === undefined ? {} : { path }) };
  const order = prepareReveal({ envelope, to: seller.script, postage: 546n, feeRate: 2 });
  const commit = await world.chain.fund(order.commitAddress, order.commitValue);
  const parent = text(await world.chain.rpc('getrawtransaction', [commit.txid]));
  await world.chain.rpc('generateblock', [world.chain.faucetAddress, [parent, order.reveal(commit)]]);
}

it('a BRC-20 transfer with a key twice is a lot to us, and is not listed; a plain one is', async () => {
  await world.token('pepe', [{ who: seller, amount: '1000' }]);
  await inscribeAll(world.chain, [{ op: 'mint', who: seller, tick: 'pepe', amount: '20' }]);
  const words = '"p":"brc-20","op":"transfer","tick":"pepe"';
  await inscribe(`{${words},"amt":"9","amt":"3"}`);
  expect(await refusalOf(seller.ask(await lotOf(seller, 'pepe', '3'), 'pepe', PRICE))).toBe(
    'lot-message-odd',
  );
  await inscribe(`{${words},"amt":"4"}`);
  expect(await seller.ask(await lotOf(seller, 'pepe', '4'), 'pepe', PRICE)).toMatch(ORDER_ID);
});

it('an MRC-20 mint with a null in it is not listed, nor are its tokens sent on by a plain transfer; others of the token are', async () => {
  const owner = seller.at('mrc20');
  await world.tokenIn('mrc20', 'IVY', [{ who: world.trader('issuer'), amount: '7' }]);
  const token = await mrc20Ticked(world.origin, 'IVY');
  if (token === undefined) throw new Error('the token');
  const deploy = token.assetId.slice('mrc20:'.length);
  await inscribe(JSON.stringify({ id: deploy, vout: '', note: null }), MINT_PATH);
  expect(await refusalOf(owner.ask(await lotOf(owner, 'IVY', '1000000'), 'IVY', PRICE))).toBe(
    'lot-message-odd',
  );

  const coins = await coinsOf(world.origin, seller);
  const minted = coins.filter(({ assets }) => assets.some(({ kind }) => kind === 'mrc20'));
  const units = 10n ** BigInt(token.decimals);
  const sends = [{ asset: token.assetId as AssetId, amount: amount(500n * units), script: seller.script }];
  await mineJobs(world.chain, [
    { who: seller, plan: (means) => stepsOf(planMrc20Transfer({ ...means, coins: minted, sends })) },
  ]);
  expect(await refusalOf(owner.ask(await lotOf(owner, 'IVY', '500'), 'IVY', PRICE))).toBe('lot-message-odd');
  const issuer = world.trader('issuer').at('mrc20');
  await issuer.login();
  expect(await issuer.ask(await lotOf(issuer, 'IVY', '7'), 'IVY', PRICE)).toMatch(ORDER_ID);
});
