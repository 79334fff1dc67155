/** Which coins of the payer's hold what a mint is paid with: of a rune the fullest, of MRC-20 some that hold exactly the amount, of BRC-20 a lot of it. */
import { loadCoins } from '@rialto/ground';
import { originAsset } from '@rialto/market';
import { knownRuneId } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint } from '@rialto/protocols';
import { heldOf } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeContext } from '../context.ts';
import { exactCoins } from './exact-coins.ts';
import { amountOf } from './terms.ts';
import type { Shown } from './terms.ts';

/** Coins with the token that are looked at, and that one payment spends at most. */
const [MOST_LOOKED, MOST_SPENT] = [100, 20];

interface Payer {
  readonly script: Uint8Array;
  /** Outpoints that are locked in orders. */
  readonly except: readonly string[];
}

/** None of sats. @throws Refusal insufficient-funds, bridge-lots-differ */
export async function tokenCoins(
  context: BridgeContext,
  shown: Shown,
  payer: Payer,
): Promise<readonly Coin[]> {
  const { origin } = shown.known.asset;
  const asset = originAsset(origin);
  if (asset === 'sats') return [];
  if (origin.network === 'RUNES') return runeCoins(context, shown, { ...payer, asset, rune: origin.rune });
  return (origin.network === 'MRC20' ? mrc20Coins : lotCoins)(context, shown, { ...payer, asset });
}

/** The lot of exactly the amount that is oldest, alone on its coin. */
async function lotCoins(
  context: BridgeContext,
  shown: Shown,
  { script, except, asset }: Payer & { readonly asset: AssetId },
): Promise<readonly Coin[]> {
  const amount = amountOf(shown);
  const { ledger } = context;
  const lots = await ledger.lotsOf(script, { asset, most: MOST_LOOKED, atMost: amount, alone: true });
  const points = lots.filter((lot) => lot.amount === amount).map(({ outpoint }) => outpoint);
  const [lot] = (await loaded(context, points, except)).filter(({ assets }) => assets.length === 1);
  if (lot !== undefined) return [lot];
  const [held] = await ledger.balancesOf(script, asset);
  const all = (held?.available ?? 0n) + (held?.transferable ?? 0n);
  if (all < amount) throw new Refusal('insufficient-funds', `${amount - all} units more`);
  throw new Refusal('bridge-lots-differ');
}

/** The fullest that hold the amount, none of them with anything but runes, or locked in an order. */
async function runeCoins(
  context: BridgeContext,
  shown: Shown,
  { script, except, asset, rune }: Payer & { readonly asset: AssetId; readonly rune: string },
): Promise<Coin[]> {
  const points = await context.ledger.fullestOutpointsOfRune(script, knownRuneId(rune), MOST_LOOKED);
  const taken: Coin[] = [];
  let sum = 0n;
  for (const coin of await loaded(context, points, except)) {
    if (sum >= amountOf(shown) || taken.length === MOST_SPENT) break;
    if (coin.assets.some(({ kind }) => kind !== 'rune')) continue;
    taken.push(coin);
    sum += heldOf([coin], asset);
  }
  if (sum < amountOf(shown)) throw new Refusal('insufficient-funds', `${amountOf(shown) - sum} units more`);
  return taken;
}

/** With the token alone, about which no index disagrees: what is paid goes whole to one output (bridge §2). */
async function mrc20Coins(
  context: BridgeContext,
  shown: Shown,
  { script, except, asset }: Payer & { readonly asset: AssetId },
): Promise<readonly Coin[]> {
  const { ledger } = context;
  const points = await ledger.mrc20OutpointsOf(script, asset, { most: MOST_LOOKED, atMost: amountOf(shown) });
  const odd = await ledger.oddMrc20Among(points);
  const coins = (await loaded(context, points, except)).filter(
    ({ outpoint, assets }) => !odd.has(outpoint) && assets.length === 1,
  );
  const holds = (coin: Coin): bigint => heldOf([coin], asset);
  const taken = exactCoins(coins, holds, amountOf(shown), MOST_SPENT);
  if (taken !== undefined) return taken;
  if (heldOf(coins, asset) < amountOf(shown) && points.length < MOST_LOOKED)
    await requireHeld(context, shown, { script, asset });
  throw new Refusal('bridge-lots-differ');
}

/** Of coins that hold more than the amount one can be split. @throws Refusal insufficient-funds */
async function requireHeld(
  { ledger }: BridgeContext,
  shown: Shown,
  { script, asset }: { readonly script: Uint8Array; readonly asset: AssetId },
): Promise<void> {
  const held = (await ledger.mrc20HoldingsOf(script)).reduce(
    (sum, one) => (one.asset === asset ? sum + one.amount : sum),
    0n,
  );
  if (held < amountOf(shown)) throw new Refusal('insufficient-funds', `${amountOf(shown) - held} units more`);
}

/** In blocks. */
async function loaded(
  context: BridgeContext,
  points: readonly Outpoint[],
  except: readonly string[],
): Promise<Coin[]> {
  const { coins } = await loadCoins(
    context,
    points.filter((point) => !except.includes(point)),
  );
  return [...coins.values()].filter(({ height }) => height !== undefined);
}
