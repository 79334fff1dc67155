/** What is offered for money has to read alike to every indexer: lots whose messages are odd are refused, whatever our index says of them. */
import {
  callApi,
  coinsOf,
  inscribeAll,
  mineJobs,
  mrc20Ticked,
  prepareReveal,
  stepsOf,
  text,
} from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { MINT_PATH, amount } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { planMrc20Transfer } from '@rialto/psbt';
import type { TokenSend } from '@rialto/psbt';
import pg from 'pg';
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

async function send(coins: readonly Coin[], sends: readonly TokenSend[]): Promise<void> {
  await mineJobs(world.chain, [
    { who: seller, plan: (means) => stepsOf(planMrc20Transfer({ ...means, coins, sends })) },
  ]);
}

/** The coin of the seller's with two tokens on it. */
async function joined(): Promise<Coin> {
  let found: Coin | undefined;
  await until(async () => {
    const coins = await coinsOf(world.origin, seller);
    found = coins.find(({ assets }) => assets.filter(({ kind }) => kind === 'mrc20').length === 2);
    return found !== undefined;
  }, 'a coin with two tokens');
  return found ?? expect.fail('it was just there');
}

function part({ coin }: OwnLot, units: bigint): TokenSend {
  const [only] = coin.assets;
  if (only?.kind !== 'mrc20') throw new Error('a lot of MRC-20');
  return { asset: only.asset, amount: amount(units * 10n ** BigInt(only.decimals)), script: seller.script };
}

it('two tokens that were on one output, of which MAN keeps one, are not listed when they are parted; what came beside them is', async () => {
  const owner = seller.at('mrc20');
  for (const tick of ['ASH', 'ELM']) await world.tokenIn('mrc20', tick, [{ who: seller, amount: '7' }]);
  const [ash, elm] = [await lotOf(owner, 'ASH', '7'), await lotOf(owner, 'ELM', '7')];
  await send([ash.coin, elm.coin], [part(ash, 3n)]);
  await send([await joined()], [part(ash, 4n)]);
  const listed = async (tick: string, units: string) =>
    refusalOf(owner.ask(await lotOf(owner, tick, units), tick, PRICE));
  expect(await listed('ASH', '4')).toBe('lot-message-odd');
  expect(await listed('ELM', '7')).toBe('lot-message-odd');
  expect(await owner.ask(await lotOf(owner, 'ASH', '3'), 'ASH', PRICE)).toMatch(ORDER_ID);
});

it('what newer rules make odd leaves the book when lots are looked at again, and comes back only plain', async () => {
  const owner = seller.at('mrc20');
  await world.tokenIn('mrc20', 'YEW', [{ who: seller, amount: '7' }]);
  const lot = await lotOf(owner, 'YEW', '7');
  const orderId = await owner.ask(lot, 'YEW', PRICE);
  const stateOf = async (): Promise<string> => {
    const asked = { params: { book: 'mrc20', orderId }, query: { net: 'regtest' } } as const;
    return (await callApi(world.origin, 'order', asked)).state;
  };
  const database = new pg.Client({ connectionString: world.database.ownerUrl });
  await database.connect();
  const mark = (odd: boolean) =>
    database.query('update mrc20_holding set odd = $1 where outpoint = $2', [odd, lot.coin.outpoint]);
  try {
    await world.mine();
    await mark(true);
    const { node } = world.chain;
    await node.rpc('invalidateblock', [text(await node.rpc('getbestblockhash'))]);
    for (let turn = 0; turn < 2; turn += 1) await node.rpc('generateblock', [seller.address, []]);
    await until(async () => (await stateOf()) === 'paused', 'the order is off the book');
    await world.mine();
    expect(await stateOf()).toBe('paused');
    await mark(false);
    await world.mine();
    await until(async () => (await stateOf()) === 'open', 'the order is back');
  } finally {
    await database.end();
  }
});
