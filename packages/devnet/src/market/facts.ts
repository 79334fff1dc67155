/** What the exchange's index says of tokens and coins, in the shapes the builders ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressCoin, AddressCoins, Mrc20Token, Rune, Token } from '@rialto/contract';
import { coinFromWire } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import {
  DEPLOY_PATH,
  amount,
  bytesToHex,
  decodeMrc20,
  foldMrc20Tick,
  foldTick,
  hexToBytes,
  isFlaw,
  isPinId,
  mrc20Asset,
  pinsOf,
  readTransaction,
} from '@rialto/protocols';
import type { Amount, AssetId, Coin, Network, Outpoint } from '@rialto/protocols';
import { heldOf } from '@rialto/psbt';
import type { MintedMrc20 } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { text } from '../chain/json.ts';
import { callApi } from './api.ts';

const NET = 'regtest';
const SYNC_MS = 30_000;
const STEP_MS = 40;

/** Waits until the index has the node's tip. */
export async function untilIndexed(origin: string): Promise<void> {
  const until = Date.now() + SYNC_MS;
  while ((await callApi(origin, 'health')).status !== 'ok') {
    if (Date.now() > until) throw new Error('the index does not reach the node');
    await sleep(STEP_MS);
  }
}

/** Everything on an address, page by page. */
export async function addressCoins(
  origin: string,
  address: string,
  net: Network = NET,
): Promise<AddressCoin[]> {
  const coins: AddressCoin[] = [];
  let cursor: string | undefined = '0';
  while (cursor !== undefined) {
    const query = { address, net, cursor, size: '500' };
    const page: AddressCoins = await callApi(origin, 'addressCoins', { query });
    coins.push(...page.list);
    cursor = page.nextCursor;
  }
  return coins;
}

/** The confirmed coins of an address that can be spent, with everything on them, the oldest first. */
export async function coinsOf(
  origin: string,
  { address, script }: { address: string; script: Uint8Array },
  net: Network = NET,
): Promise<Coin[]> {
  const coins = await addressCoins(origin, address, net);
  return coins
    .flatMap((coin) => (coin.lockedBy === 'immature' ? [] : coinOf(coin, script)))
    .toSorted((a, b) => (a.height ?? 0) - (b.height ?? 0) || (a.outpoint < b.outpoint ? -1 : 1));
}

function coinOf({ txId, vout, satoshis: value, height, assets }: AddressCoin, script: Uint8Array): Coin[] {
  if (height === undefined) return [];
  return [coinFromWire({ outpoint: `${txId}:${vout}`, value, script: bytesToHex(script), assets, height })];
}

/** The most outpoints that one call takes. */
const MAX_POINTS = 50;

/** Coins by outpoint, in the order asked for. Throws when one is not there. */
export async function coinsAt(origin: string, points: readonly Outpoint[]): Promise<Coin[]> {
  const found = new Map<string, Coin>();
  for (let at = 0; at < points.length; at += MAX_POINTS) {
    const outpoints = points.slice(at, at + MAX_POINTS).join(',');
    const { coins } = await callApi(origin, 'coins', { query: { net: NET, outpoints } });
    for (const coin of coins) found.set(coin.outpoint, coinFromWire(coin));
  }
  return points.map((point) => {
    const coin = found.get(point);
    if (coin === undefined) throw new Error(`the index does not know the coin ${point}`);
    return coin;
  });
}

export function carries(coin: Coin, asset: AssetId): boolean {
  return coin.assets.some((one) => (one.kind === 'rune' || one.kind === 'mrc20') && one.asset === asset);
}

/** Smallest units of one token on a coin. */
export const heldOn = (coin: Coin, asset: AssetId): bigint => heldOf([coin], asset);

/** The coin with most of a token: the others are lots on offer. Throws invariant where there is none. */
export function fullest(coins: readonly Coin[], asset: AssetId): Coin {
  const most = coins.toSorted((a, b) => (heldOn(a, asset) < heldOn(b, asset) ? 1 : -1))[0];
  if (most === undefined || heldOn(most, asset) === 0n) throw new Error(`invariant: somebody holds ${asset}`);
  return most;
}

/** Smallest units of a decimal amount. Throws invariant for text that is none. */
export function unitsOf(text: string, decimals: number): Amount {
  const units = parseDecimal(text, decimals);
  if (units === undefined) throw new Error(`invariant: ${text} is an amount`);
  return amount(units);
}

/** A token whose coins are lots as they are: of MRC-20, ID-Coins or Runes. */
export async function coinToken(
  origin: string,
  book: MarketName,
  tick: string,
): Promise<{ readonly asset: AssetId; readonly decimals: number } | undefined> {
  const rune = book === 'runes' ? await runeNamed(origin, tick) : undefined;
  if (rune !== undefined) return { asset: rune.assetId as AssetId, decimals: rune.divisibility };
  const token = book === 'runes' ? undefined : await mrc20Ticked(origin, tick);
  return token && { asset: token.assetId as AssetId, decimals: Number.parseInt(token.decimals, 10) };
}

/** The rune of a whole name, with its bullets or without. */
export async function runeNamed(origin: string, name: string): Promise<Rune | undefined> {
  const letters = name.toUpperCase().replace(/[•.]/g, '');
  const { list } = await callApi(origin, 'runeList', { query: { net: NET, search: letters } });
  return list.find(({ rune }) => rune === letters);
}

/** The BRC-20 token of a whole tick. */
export async function brc20Ticked(origin: string, tick: string): Promise<Token | undefined> {
  const { list } = await callApi(origin, 'tokenList', { query: { net: NET, tick } });
  return list.find(({ ticker }) => foldTick(ticker) === foldTick(tick));
}

/** The MRC-20 token of a whole tick; ticks are unique over upper case. */
export async function mrc20Ticked(origin: string, tick: string): Promise<Mrc20Token | undefined> {
  const { list } = await callApi(origin, 'mrc20List', { query: { net: NET, tick } });
  return list.find((token) => foldMrc20Tick(token.tick) === foldMrc20Tick(tick));
}

/** The whole terms of a token: the index says what is minted, its deploy PIN the rest. */
export async function termsOf(
  chain: PrivateChain,
  { mrc20Id: deploy, mints }: Mrc20Token,
): Promise<MintedMrc20> {
  const raw = text(await chain.rpc('getrawtransaction', [deploy.slice(0, 64)]));
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx) || !isPinId(deploy)) throw new Error(`invariant: the node knows the token ${deploy}`);
  for (const { pin } of pinsOf(tx)) {
    const said = pin.path === DEPLOY_PATH ? decodeMrc20(pin) : undefined;
    if (said === undefined || isFlaw(said) || said.op !== 'deploy') continue;
    const { op: _, ...terms } = said;
    return { ...terms, asset: mrc20Asset(deploy), deploy, mints: BigInt(mints) };
  }
  throw new Error(`invariant: ${deploy} deploys a token`);
}
