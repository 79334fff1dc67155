/** Gathering one's own coins of a rune: which of them become one. */
import { coinToWire } from '@rialto/contract';
import type { PrepareOwn } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { isRuneId, splitAsset } from '@rialto/protocols';
import type { Coin, RuneAsset, RuneId } from '@rialto/protocols';
import { MOST_GATHERED } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { OwnRecord } from '../store/own/own-record.ts';
import { narrowed } from './act.ts';
import type { ActParams } from './act.ts';
import type { OwnWorld } from './pending.ts';

/** The fullest coins with the rune that are looked at: some may carry more, or lie in orders. */
export const MOST_LOOKED = 200;

/** @throws Refusal unknown-tick */
export function runeIn(assetId: string): RuneId {
  const named = splitAsset(assetId);
  if (named?.protocol !== 'rune' || !isRuneId(named.id)) throw new Refusal('unknown-tick', assetId);
  return named.id;
}

/**
 * The gathering with the coins that pay for it: the fullest coins with the rune and nothing else, no more than hold the amount.
 * @throws Refusal amount-differs, nothing-to-gather, and as its template
 */
export function gatherOf(
  world: OwnWorld,
  { assetId, amount }: Pick<Extract<PrepareOwn, { act: 'gather' }>, 'assetId' | 'amount'>,
  params: ActParams,
): OwnRecord {
  const held = heldAlone(world.free, assetId);
  const [fullest] = held;
  if (fullest === undefined) throw new Refusal('nothing-to-gather');
  const gathered = enoughFor(held, amount === undefined ? undefined : unitsOf(fullest.rune, amount));
  if (gathered.length < 2) throw new Refusal('nothing-to-gather');
  const base = { ...params, coins: world.money.map(coinToWire) };
  return narrowed(world, { ...base, act: 'gather', rune: assetId, gathered: gathered.map(coinToWire) });
}

interface HeldCoin {
  readonly coin: Coin;
  readonly rune: RuneAsset;
}

/** The fullest first. */
function heldAlone(free: readonly Coin[], assetId: string): HeldCoin[] {
  return free
    .flatMap((coin): HeldCoin[] => {
      const [rune, more] = coin.assets;
      return rune?.kind === 'rune' && rune.asset === assetId && more === undefined ? [{ coin, rune }] : [];
    })
    .toSorted((a, b) => {
      if (a.rune.amount !== b.rune.amount) return a.rune.amount > b.rune.amount ? -1 : 1;
      return a.coin.outpoint < b.coin.outpoint ? -1 : 1;
    });
}

function unitsOf({ divisibility }: RuneAsset, text: string): bigint {
  const units = parseDecimal(text, divisibility);
  if (units === undefined || units === 0n) throw new Refusal('amount-differs', text);
  return units;
}

function enoughFor(held: readonly HeldCoin[], units: bigint | undefined): Coin[] {
  const taken: Coin[] = [];
  let sum = 0n;
  for (const { coin, rune } of held.slice(0, MOST_GATHERED)) {
    if (units !== undefined && sum >= units) break;
    taken.push(coin);
    sum += rune.amount;
  }
  return taken;
}
