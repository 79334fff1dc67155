/** bench dust: what everybody else waits for /api/health while 20 callers read an address that somebody sent 12,000 coins. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { print, quantile, timed } from './figure.ts';

const COINS = 12_000;
/** As many as a transaction that nodes relay has room for. */
const PER_TRANSACTION = 2_000;
const VALUE = 600n;
const CALLERS = 20;
const SECONDS = 15;
const PAUSE_MS = 20;
const GOAL_MS = 100;

async function dusted(world: World): Promise<Trader> {
  const victim = world.trader('dusted', 'p2tr');
  await victim.login();
  const part = Array.from({ length: PER_TRANSACTION }, () => ({ address: victim.address, sats: VALUE }));
  for (let sent = 0; sent < COINS; sent += PER_TRANSACTION) {
    await world.chain.fundMany(part);
    await world.mine();
  }
  await world.fund(victim, [400_000n, 300_000n]);
  return victim;
}

interface Load {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page asks about an address, each by its own name. */
function loadsOn(victim: Trader): Readonly<Record<string, Load>> {
  const of = (path: string, more = ''): Load => ({
    path: `/api/book/common/${path}?net=regtest&address=${victim.address}${more}`,
    headers: victim.headers(),
  });
  return {
    'btc-utxo': of('address/btc-utxo', '&unconfirmed=1'),
    coins: of('address/coins', '&size=10'),
    runes: of('runes/address/balance-list'),
    mrc20: of('mrc20/address/balance-list'),
    own: of('own/list'),
  };
}

/** Calls one after the other until the time is over; who is told to wait does so for a moment. */
async function pester(world: World, { path, headers }: Load, until: number): Promise<number[]> {
  const answered: number[] = [];
  while (Date.now() < until) {
    const started = performance.now();
    const answer = await fetch(world.origin + path, { headers });
    await answer.arrayBuffer();
    if (answer.ok) answered.push(performance.now() - started);
    else if (answer.status === 429) await sleep(PAUSE_MS);
    else throw new Error(`${path}: ${answer.status}`);
  }
  return answered;
}

async function healthUntil(world: World, until: number): Promise<number[]> {
  const waits: number[] = [];
  while (Date.now() < until) {
    waits.push(await timed(() => callApi(world.origin, 'health')));
    await sleep(PAUSE_MS);
  }
  return waits;
}

export async function benchDust(world: World): Promise<void> {
  const victim = await dusted(world);
  const quiet = await healthUntil(world, Date.now() + 3_000);
  print({
    name: 'dust.quiet.p99',
    value: quantile(quiet, 0.99),
    unit: 'ms',
    goal: 'for comparison',
    ok: true,
  });
  for (const [name, load] of Object.entries(loadsOn(victim))) {
    const until = Date.now() + SECONDS * 1_000;
    const callers = Array.from({ length: CALLERS }, () => pester(world, load, until));
    const [waits, ...answers] = await Promise.all([healthUntil(world, until), ...callers]);
    const p99 = quantile(waits, 0.99);
    const one = quantile(answers.flat(), 0.5);
    print({
      name: `dust.${name}.answers`,
      value: answers.flat().length,
      unit: 'calls',
      goal: 'for comparison',
      ok: true,
    });
    print({ name: `dust.${name}.median`, value: one, unit: 'ms', goal: 'for comparison', ok: true });
    print({
      name: `dust.${name}.health.p99`,
      value: p99,
      unit: 'ms',
      goal: `<= ${GOAL_MS}`,
      ok: p99 <= GOAL_MS,
    });
  }
}
