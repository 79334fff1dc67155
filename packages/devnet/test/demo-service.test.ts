import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, field, inscribeAll, list, openWorld, startDemoService, text } from '../src/index.ts';
import type { World } from '../src/index.ts';

const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');

let world: World;
let url: string;

beforeAll(async () => {
  world = await openWorld({
    bundles,
    helper: async (chain, origin) => {
      const service = await startDemoService({ chain, origin, walletFile: join(bundles, 'demo-wallet.js') });
      ({ url } = service);
      return service;
    },
  });
}, 120_000);

afterAll(async () => {
  await world.stop();
});

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}/demo/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function coins(address: string): Promise<unknown[]> {
  const answer = await fetch(`${url}/demo/utxos?address=${address}`);
  return list(field(await answer.json(), 'coins'));
}

describe('the demo service', () => {
  it('gives coins that are confirmed and clean', async () => {
    const { address } = world.trader('anna');
    const given = await post('faucet', { address, sats: 70_000 });
    expect(given.status).toBe(200);
    await world.exchange.ready();
    const [coin] = await coins(address);
    expect(coin).toMatchObject({ value: '70000', clean: true, carries: '' });
  });

  it('gives tokens by a real mint, within the token’s own limit', async () => {
    const minter = world.trader('minter');
    const anna = world.trader('bert');
    await inscribeAll(world.chain, [{ op: 'deploy', who: minter, tick: 'dune', max: '2000', limit: '600' }]);
    await world.exchange.ready();
    const given = await post('faucet', { address: anna.address, tick: 'DUNE', sats: 0 });
    expect(given.status).toBe(200);
    await world.exchange.ready();
    const balance = await callApi(world.origin, 'tokenBalance', {
      params: { book: 'brc20', address: anna.address, tick: 'dune' },
      query: { net: 'regtest' },
    });
    expect(balance.availableBalance).toBe('600');
    const [coin] = await coins(anna.address);
    expect(coin).toMatchObject({ clean: false, carries: 'an inscription' });
  });

  it('says what is wrong with an ask', async () => {
    const { address } = world.trader('anna');
    expect(await post('faucet', { address, tick: 'none' })).toMatchObject({
      status: 422,
      body: { message: 'There is no token none.' },
    });
    expect((await post('faucet', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).status).toBe(
      422,
    );
    expect((await post('send', { rawTransaction: '00' })).status).toBe(422);
    expect((await post('mine', { blocks: 0 })).status).toBe(422);
    expect((await post('package', { rawTransactions: [] })).status).toBe(422);
  });

  it('mines, and undoes blocks so that a payment waits again', async () => {
    const { address } = world.trader('carl');
    const { txid } = await world.chain.fund(address, 5_000n);
    const before = await world.chain.height();
    expect(await post('mine', { blocks: 1 })).toMatchObject({ body: { height: before + 1 } });
    expect((await post('reorg', { depth: 1 })).status).toBe(200);
    expect(await world.chain.rpc('getrawmempool')).toContain(txid);
    await world.mine();
    expect(await coins(address)).toHaveLength(1);
  });

  it('serves the wallet as a script, through the exchange’s own origin too', async () => {
    for (const origin of [url, world.origin]) {
      const answer = await fetch(`${origin}/demo/wallet.js`);
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
      expect(text(await answer.text()).length).toBeGreaterThan(10_000);
    }
  });
});
