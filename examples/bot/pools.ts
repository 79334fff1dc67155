/** Swaps and liquidity on pools of runes: asked for, waited for where others have the pool, checked, signed, handed in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { stripPsbt } from '@rialto/psbt';
import { login, unitsOf } from './acts.ts';
import type { Bot } from './acts.ts';
import type { Session } from './client.ts';
import { requirePoolAct } from './pool-check.ts';
import type { PoolAsk, PoolTask, SwapType } from './pool-check.ts';

const params = { kind: 'runes' } as const;
const SWAPS = { '1x': 'build1x', '2x': 'build2x', x1: 'buildX1', x2: 'buildX2' } as const;
const LOOK_MS = 1_000;
/** A turn comes within eight blocks (pools §11). */
const WAIT_MS = 3 * 3_600_000;

interface Rune {
  readonly id: string;
  readonly divisibility: number;
}

/** A rune by id or name, and what was typed about it. */
export interface OfRune {
  readonly rune: string;
  readonly words: readonly [string, string, string];
}

interface Done {
  readonly txid: string;
  readonly rune: string;
  /** What the own coins gain, negative what they lose: sat with all fees, smallest units, shares. */
  readonly sats: string;
  readonly units: string;
  readonly shares: string;
}

/** All pools, with one's own part of each. */
export async function pools({ call, net, account: { address } }: Bot): Promise<object[]> {
  const rows = await call('pools', { params, query: { net } });
  return Promise.all(
    rows.map(async ({ token2: rune, name, divisibility }) => {
      const pair = { ...params, pair: `btc-${rune}` };
      const pool = await call('pool', { params: pair, query: { net, address } });
      const own = {
        shares: pool.addressEquityAvailable,
        sats: pool.token1AmountAvailable,
        units: pool.token2AmountAvailable,
      };
      const { token1Pool: sats, token2Pool: units, poolEquity: shares, paused } = pool;
      return { rune, name, divisibility, sats, units, shares, paused, own };
    }),
  );
}

const isSwapType = (text: string): text is SwapType => Object.hasOwn(SWAPS, text);

/** @param type whose figure is the side that is exact: 1x pays sats, 2x pays tokens, x1 gets sats, x2 gets tokens */
export async function swap(bot: Bot, { rune: name, words }: OfRune): Promise<Done> {
  const [type, amount, limit] = words;
  if (!isSwapType(type)) throw new Error(`${type} is none of 1x, 2x, x1, x2.`);
  const rune = await runeOf(bot, name);
  const read = (text: string, isSats: boolean): bigint => unitsOf(text, isSats ? 0 : rune.divisibility);
  const isExactSats = type.includes('1');
  return act(bot, rune, {
    ...{ act: 'swap', type },
    amount: read(amount, isExactSats),
    limit: read(limit, !isExactSats),
  });
}

/** Opens the pool, or adds to it: at the pool's own ratio, so much of both as the smaller side allows. */
export async function provide(
  bot: Bot,
  { rune: name, words, isFirst }: OfRune & { readonly isFirst: boolean },
): Promise<Done> {
  const rune = await runeOf(bot, name);
  const [sats, units] = [unitsOf(words[0], 0), unitsOf(words[1], rune.divisibility)];
  return act(bot, rune, { act: isFirst ? 'init' : 'add', sats, units, leastShares: unitsOf(words[2], 0) });
}

/** Takes out what so many shares are. */
export async function remove(bot: Bot, { rune: name, words }: OfRune): Promise<Done> {
  const rune = await runeOf(bot, name);
  const [shares, leastSats] = [unitsOf(words[0], 0), unitsOf(words[1], 0)];
  return act(bot, rune, {
    act: 'remove',
    shares,
    leastSats,
    leastUnits: unitsOf(words[2], rune.divisibility),
  });
}

/** By its id or its name: one that has a pool, or that one holds. The id is what names a rune: names are the exchange's word. */
async function runeOf({ call, net, account: { address } }: Bot, named: string): Promise<Rune> {
  const isIt = (id: string, name: string): boolean => id === named || name === named;
  const pooled = await call('pools', { params, query: { net } });
  const pool = pooled.find(({ token2, name }) => isIt(token2, name));
  if (pool !== undefined) return { id: pool.token2, divisibility: pool.divisibility };
  const { list } = await call('runeBalanceList', { query: { net, address } });
  const held = list.find(({ runeid, spacedRune }) => isIt(runeid, spacedRune));
  if (held === undefined) throw new Error(`There is no pool of ${named}, and no coin with it.`);
  return { id: held.runeid, divisibility: held.divisibility };
}

async function act(bot: Bot, rune: Rune, ask: PoolAsk): Promise<Done> {
  const { call, account, net } = bot;
  const session = await login(bot);
  const feeRate = (await call('recommendedFees', { query: { net } })).halfHourFee;
  const task = await whenItsTurn(bot, session, await build(bot, session, { rune, ask, feeRate }));
  const terms = { script: account.script, asset: `rune:${rune.id}`, feeRateSatVb: feeRate };
  const change = requirePoolAct(task, ask, terms);
  const signed = account.signPsbt(task.rawPsbt ?? '', task.toSignInputs);
  const rawPsbt = bytesToHex(stripPsbt(hexToBytes(signed)));
  const body = { buildId: task.buildId, rawPsbt, address: account.address };
  const { txid } = await call('submitTask', { params, body, session });
  const [sats, units, shares] = [change.sats, change.units, change.shares].map(String);
  return { txid, rune: rune.id, sats: sats ?? '', units: units ?? '', shares: shares ?? '' };
}

async function build(
  bot: Bot,
  session: Session,
  { rune, ask, feeRate }: { rune: Rune; ask: PoolAsk; feeRate: number },
): Promise<PoolTask> {
  const { call, account, net } = bot;
  const tokens = { token1: 'btc', token2: rune.id } as const;
  const pubkey = bytesToHex(account.publicKey);
  const own = { ...tokens, net, address: account.address, pubkey, feeRate };
  switch (ask.act) {
    case 'swap': {
      const body = { ...own, sourceAmount: ask.amount.toString() };
      return call(SWAPS[ask.type], { params, body, session });
    }
    case 'init': {
      const body = { ...own, token1Amount: ask.sats.toString(), token2Amount: ask.units.toString() };
      return call('buildInit', { params, body, session });
    }
    case 'add': {
      const all = { source: 'token1', sourceAmount: ask.sats.toString() } as const;
      const { targetAmount } = await call('previewAdd', { params, body: { ...tokens, ...all } });
      const isSatsLess = BigInt(targetAmount) <= ask.units;
      const side = isSatsLess ? all : ({ source: 'token2', sourceAmount: ask.units.toString() } as const);
      return call('buildAdd', { params, body: { ...own, ...side }, session });
    }
    case 'remove':
      return call('buildRemove', { params, body: { ...own, removeEquity: ask.shares.toString() }, session });
  }
}

/** Liquidity comes and goes one after the other: the build waits until the lanes are at rest. */
async function whenItsTurn(bot: Bot, session: Session, built: PoolTask): Promise<PoolTask> {
  const { call, net, account } = bot;
  const query = { net, address: account.address, build_id: built.buildId };
  const until = Date.now() + WAIT_MS;
  for (let task = built; ;) {
    if (task.rawPsbt !== null) return task;
    if (Date.now() > until) throw new Error('The turn on this pool did not come.');
    await sleep(LOOK_MS);
    const now = await call('ongoingTask', { params, query, session });
    if (now.status === 'failed') throw new Error(`The pool refused: ${now.failedReason}`);
    task = now;
  }
}
