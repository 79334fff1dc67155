/** Splitting a coin of one's own: what is on it is parted, or a token on it made into lots of given sizes. */
import { coinToWire } from '@rialto/contract';
import type { PrepareOwn } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { isReceipt, lotOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Mrc20Asset, Outpoint, RuneAsset } from '@rialto/protocols';
import type { OwnRecord } from '../store/own/own-record.ts';
import type { OwnWorld } from './pending.ts';
import { narrowed } from './act.ts';
import type { ActParams } from './act.ts';

interface SplitParams extends ActParams {
  /** 32 fresh random bytes in hex. */
  readonly revealKey: string;
}

/**
 * The split with the coins that pay for it.
 * @throws Refusal coin-spent, coin-unconfirmed, own-act-unfit for a BRC-20 transfer, order-exists, unknown-tick, amount-differs, and as
 *   its template
 */
export function splitOf(
  world: OwnWorld,
  body: Pick<Extract<PrepareOwn, { act: 'split' }>, 'outpoint' | 'amounts' | 'assetId'>,
  params: SplitParams,
): OwnRecord {
  const coin = ownCoin(world, body.outpoint as Outpoint);
  if (coin.assets.some((asset) => asset.kind === 'inscription' && asset.transfer !== undefined))
    throw new Refusal('own-act-unfit', 'moving a BRC-20 transfer uses it up');
  const { revealKey, ...base } = { ...params, coins: world.money.map(coinToWire), coin: coinToWire(coin) };
  if (body.amounts !== undefined) {
    const sends = sizesOf(coin, body.amounts, body.assetId);
    return narrowed(world, { ...base, act: 'split-lot', sends, revealKey });
  }
  const tokens = coin.assets.filter((asset) => asset.kind === 'mrc20');
  const onlyTokens = coin.assets.every((asset) => asset.kind === 'mrc20' || isReceipt(asset));
  if (tokens.length < 2 || !onlyTokens) return narrowed(world, { ...base, act: 'split-coin' });
  const sends = tokens.map(({ asset, amount }) => ({ assetId: asset, units: amount.toString() }));
  return narrowed(world, { ...base, act: 'split-lot', sends, revealKey });
}

function ownCoin(world: OwnWorld, point: Outpoint): Coin {
  const coin = world.settled.get(point);
  if (coin === undefined || world.spending.has(point)) throw new Refusal('coin-spent', point);
  if (!world.free.some((one) => one.outpoint === point)) throw new Refusal('order-exists', point);
  return coin;
}

function sizesOf(coin: Coin, amounts: readonly string[], assetId: string | undefined) {
  const tokens = coin.assets.filter((asset) => asset.kind === 'mrc20' || asset.kind === 'rune');
  const token = tokenOf(tokens, assetId);
  const decimals = token.kind === 'rune' ? token.divisibility : token.decimals;
  return amounts.map((text) => {
    const units = parseDecimal(text, decimals);
    if (units === undefined || units === 0n) throw new Refusal('amount-differs', text);
    return { assetId: token.asset, units: units.toString() };
  });
}

function tokenOf<T extends Mrc20Asset | RuneAsset>(tokens: readonly T[], assetId: string | undefined): T {
  const [first, second] = tokens;
  const named = tokens.find(({ asset }) => asset === assetId);
  const token = assetId === undefined && second === undefined ? first : named;
  if (token === undefined) throw new Refusal('unknown-tick', assetId ?? 'say which token');
  return token;
}

/** A coin with several things on it, which is no lot. */
export function isMixed(coin: Coin): boolean {
  return coin.assets.length > 1 && lotOf(coin) === undefined;
}
