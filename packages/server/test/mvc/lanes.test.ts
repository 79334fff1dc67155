/** Lanes of a pool on MVC: how many purchases one block can have, bought one after the other by the quotes themselves. */
import type { IndexedPoolCoin } from '@rialto/ground';
import { MVC_LANE_DEPTH, TOKEN_OUTPUT_SATS } from '@rialto/mvc';
import type { FtOutput, TokenKey } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import type { Sats, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { expect, test } from 'vitest';
import type { SignedAct } from '@rialto/market';
import { costsOfBuy } from '../../src/mvc/quotes/costs.ts';
import { coinId } from '../../src/mvc/quotes/lanes.ts';
import { quoteSwap } from '../../src/mvc/quotes/quote.ts';
import type { SwapQuote } from '../../src/mvc/quotes/quote.ts';
import type { PoolStand } from '../../src/mvc/stand.ts';

const LANES = 4;
const TOKEN: TokenKey = { codehash: 'aa'.repeat(20), genesis: 'bb'.repeat(20) };
const FEE_RATE = 1_000n;
const TERMS = { lpFeePpm: 7_000n, swapPpm: 300_000n };
const PAID = 400_000n;

let made = 0;

function coin(value: bigint, units?: bigint): IndexedPoolCoin {
  made += 1;
  const core = made.toString(16).padStart(64, '0');
  return {
    ...{ outpoint: outpoint(core as Txid, 0), core, height: undefined, value: value as Sats },
    ...{ script: new Uint8Array(25), spentBy: undefined },
    token: units === undefined ? undefined : ({ ...TOKEN, amount: units } as FtOutput),
  };
}

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);

/** A pool of many coins, none of which waits. */
function poolOf(): PoolStand {
  const settled = (one: IndexedPoolCoin) => ({ ...one, height: 1 });
  const space = Array.from({ length: LANES }, () => settled(coin(1_000_000_000n)));
  const tokens = Array.from({ length: LANES }, () => settled(coin(TOKEN_OUTPUT_SATS, 10n ** 12n)));
  return {
    pool: { token: TOKEN, number: 0 } as PoolStand['pool'],
    tip: {} as PoolStand['tip'],
    ...{ coins: [...space, ...tokens], free: [...space, ...tokens], signing: new Map(), pending: [] },
    confirmed: { r1: sum(space.map(({ value }) => value)), r2: 4n * 10n ** 12n, shares: 10n ** 9n },
  };
}

const buy = (stand: PoolStand): SwapQuote =>
  quoteSwap(
    stand,
    { side: 'buy', exact: 'in', amount: PAID },
    (taken) => costsOfBuy(TOKEN, { coins: 1, taken }, FEE_RATE),
    TERMS,
  );

/** The pool after it: its coins are spent, and it has the two that the swap makes. */
function bought(stand: PoolStand, { lane, moved, units }: SwapQuote): PoolStand {
  const spent = [lane.space, ...lane.tokens];
  const left = sum(lane.tokens.map(({ token }) => token?.amount ?? 0n)) - units;
  const fresh = [coin(lane.space.value + moved), coin(TOKEN_OUTPUT_SATS, left)];
  const act: SignedAct = {
    ...{ id: `swap ${made}`, spends: spent.map(coinId), makes: fresh.map(coinId) },
    change: { d1: moved, d2: -units, ds: 0n },
  };
  const free = [...stand.free.filter((one) => !spent.includes(one)), ...fresh];
  return { ...stand, free, pending: [...stand.pending, act] };
}

test('each lane keeps to its own tokens: a block has as many purchases as all lanes have room for', () => {
  let stand = poolOf();
  let count = 0;
  const lanes = new Set<string>();
  try {
    for (; count <= LANES * MVC_LANE_DEPTH; count += 1) {
      const quote = buy(stand);
      if (quote.lane.ancestors.length === 0) lanes.add(coinId(quote.lane.space));
      stand = bought(stand, quote);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe('lanes-full');
  }
  expect(count).toBe(LANES * MVC_LANE_DEPTH);
  expect(lanes.size).toBe(LANES);
}, 60_000);

test('a coin of tokens that others are about to take is left to them while another is as near', () => {
  const stand = poolOf();
  const [first, second] = stand.free.filter(({ token }) => token !== undefined);
  const quiet = { ...stand, signing: new Map([[first?.outpoint ?? '', 1]]) };
  expect(buy(quiet).lane.tokens).toEqual([second]);
  expect(buy(stand).lane.tokens).toEqual([first]);
});
