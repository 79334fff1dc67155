/** bench book: the cached snapshot of 200 levels against a constant of equal size from the same server. */
import autocannon from 'autocannon';
import type { Trader, World } from '@rialto/devnet';
import { median, print } from './figure.ts';

const LEVELS = 200;
const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 50;
const GOAL = 0.9;

/** Lists the lots of a trader at rising prices. */
export async function fillBook(world: World, seller: Trader, tick: string, levels: number): Promise<void> {
  await world.token(
    tick,
    Array.from({ length: levels }, () => ({ who: seller, amount: '100' })),
  );
  await seller.login();
  const lots = await seller.lots(tick);
  for (const [at, lot] of lots.entries()) await seller.ask(lot, tick, 20_000n + BigInt(at) * 150n);
}

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} bad answers`);
  return result.requests.average;
}

export async function benchBook(world: World): Promise<void> {
  await fillBook(world, world.trader('maker', 'p2wpkh'), 'book', LEVELS);
  const url = `${world.origin}/api/book/brc20/order-v2/orders?net=regtest&tick=book&orderState=1&orderType=1`;
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer()).length;
  const constant = `${world.origin}/api/bench/constant?bytes=${bytes}`;
  await rate(url);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [snapshot, plain] = [await rate(url), await rate(constant)];
    print({ name: 'book.snapshot', value: snapshot, unit: 'requests/s', goal: `${bytes} bytes`, ok: true });
    print({ name: 'book.constant', value: plain, unit: 'requests/s', goal: `${bytes} bytes`, ok: true });
    ratios.push(snapshot / plain);
  }
  const value = median(ratios);
  print({ name: 'book.ratio', value, unit: 'x', goal: `>= ${GOAL}`, ok: value >= GOAL });
}
