/** One sale from the listing to its block, by the real server and signer, and the page they serve: what other versions of Node are tried with. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, openWorld } from '../src/index.ts';
import type { World } from '../src/index.ts';

const PAGE = '<!doctype html><p>the page</p>';
const net = 'regtest' as const;
let world: World;
let webDirectory: string;

beforeAll(async () => {
  webDirectory = mkdtempSync(join(tmpdir(), 'rialto-page-'));
  writeFileSync(join(webDirectory, 'index.html'), PAGE);
  world = await openWorld({ bundles: resolve(import.meta.dirname, '../../../dist'), webDirectory });
}, 120_000);

afterAll(async () => {
  await world.stop();
  rmSync(webDirectory, { recursive: true, force: true });
});

it('is listed, bought, signed for by the pads’ owner, and in a block', async () => {
  const [seller, buyer] = [world.trader('seller', 'p2tr'), world.trader('buyer', 'p2wpkh')];
  await world.token('pepe', [{ who: seller, amount: '1000' }]);
  await world.stockPads();
  await world.fund(buyer, [500_000n]);
  for (const trader of [seller, buyer]) await trader.login();
  const [lot] = await seller.lots('pepe');
  if (lot === undefined) throw new Error('the seller has no lot');
  const { tradeId, txId } = await buyer.take([await seller.ask(lot, 'pepe', 60_000n)]);
  await world.mine();
  const trade = await callApi(world.origin, 'trade', {
    params: { book: 'brc20', tradeId },
    query: { net },
    headers: buyer.headers(),
  });
  expect(trade).toMatchObject({ state: 'confirmed', txId });
  const { availableBalance, transferBalance } = await callApi(world.origin, 'tokenBalance', {
    params: { book: 'brc20', address: buyer.address, tick: 'pepe' },
    query: { net },
  });
  expect(BigInt(availableBalance) + BigInt(transferBalance)).toBe(1000n);
});

it('the page is served, and server and signer run on this very Node', async () => {
  expect(await (await fetch(`${world.origin}/`)).text()).toBe(PAGE);
  for (const { pid } of [world.exchange.server, world.exchange.signer])
    expect(realpathSync(`/proc/${pid() ?? 0}/exe`)).toBe(realpathSync(process.execPath));
});
