/** One pool as anybody reads it, with what an address holds of it. */
import type { AnswerOf } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { positionOf } from '@rialto/market';
import { bytesToHex, knownRuneId } from '@rialto/protocols';
import { addressToScript, scriptToAddress } from '@rialto/psbt';
import type { PoolContext } from '../context.ts';
import { E18, SATS_PER_BTC, decimal, percent } from '../decimal.ts';
import { movesLots, pricedUnits } from '../moves-lots.ts';
import { withWaiting } from '../state.ts';
import type { PoolState, TradedPool } from '../pool-state.ts';
import { LEAST } from '../terms.ts';

const PPM = 1_000_000n;
/** Coins with shares that an address may have and still see all of. */
const MOST_COINS = 200;

export async function poolView(
  context: PoolContext,
  { state, token }: TradedPool,
  address: string | undefined,
): Promise<AnswerOf<'pool'>> {
  const { pool, confirmed, tip } = state;
  const { settings } = context;
  const soon = withWaiting(state);
  const one = pricedUnits(token.asset);
  const service = scriptToAddress(state.script.script, settings.network) ?? '';
  return {
    kind: token.kind,
    token1: 'btc',
    token2: token.id,
    tokenId: token.asset,
    name: token.name,
    divisibility: token.decimals,
    ready: state.ready.map(({ amount }) => amount.toString()),
    hasWayHome: !movesLots(token.asset),
    token1Pool: soon.r1.toString(),
    token2Pool: soon.r2.toString(),
    token1PoolConfirmed: confirmed.r1.toString(),
    token2PoolConfirmed: confirmed.r2.toString(),
    poolEquity: soon.shares.toString(),
    shareRune: pool.shareRune ?? '',
    shareCoin: state.shareCoin?.outpoint ?? '',
    token1ServiceAddress: service,
    token2ServiceAddress: service,
    token1ServicePubkey: pool.publicKey,
    token2ServicePubkey: pool.publicKey,
    token2PerToken1: ratio(soon.r2 * E18, soon.r1 * one).toString(),
    token1PerToken2: ratio(soon.r1 * one * E18, soon.r2).toString(),
    token1PerToken2UsingBtcUnit: decimal(ratio(soon.r1 * one * E18, soon.r2 * SATS_PER_BTC), 18),
    token2PerToken1UsingBtcUnit: decimal(ratio(soon.r2 * SATS_PER_BTC * E18, soon.r1 * one), 18),
    ...positionFields(state, await heldShares(context, state, address)),
    lpFeePercent: percent(settings.lpFeePpm),
    serviceFeePercent: percent(settings.serviceFee.ppm),
    least: {
      swap: LEAST.swap.toString(),
      add: LEAST.add.toString(),
      remove: LEAST.remove.toString(),
      first: settings.leastFirstSats.toString(),
      serviceFee: settings.serviceFee.least.toString(),
    },
    paused: await context.isPaused(pool.number),
    ...(pool.closedHeight === null ? {} : { dissolvedAt: pool.closedHeight }),
    at: { height: tip.height, hash: tip.hash },
  };
}

const ratio = (value: bigint, divisor: bigint): bigint => (divisor < 1n ? 0n : value / divisor);

interface Held {
  /** On coins that blocks have and nothing spends. */
  readonly available: bigint;
  /** On coins that signed acts make. */
  readonly pending: bigint;
}

async function heldShares(
  context: PoolContext,
  { pool, pending }: PoolState,
  address: string | undefined,
): Promise<Held> {
  if (address === undefined || pool.shareRune === null) return { available: 0n, pending: 0n };
  const script = addressToScript(address, context.settings.network);
  const id = knownRuneId(pool.shareRune);
  const points = await context.ledger.fullestOutpointsOfRune(script, id, MOST_COINS);
  const { coins } = await loadCoins(context, points);
  const asset = `rune:${pool.shareRune}`;
  const available = [...coins.values()].reduce((sum, { assets }) => sum + sharesIn(assets, asset), 0n);
  const hex = bytesToHex(script);
  const coming = pending
    .filter(({ isLive }) => isLive)
    .flatMap(({ row }) => row.plan?.userOutputs ?? [])
    .filter((output) => output.script === hex)
    .flatMap(({ runes }) => runes)
    .reduce((sum, one) => (one.asset === asset ? sum + BigInt(one.amount) : sum), 0n);
  return { available, pending: coming };
}

type Things = readonly { readonly kind: string; readonly asset?: string; readonly amount?: bigint }[];

function sharesIn(assets: Things, asset: string): bigint {
  return assets.reduce((sum, one) => (one.asset === asset ? sum + (one.amount ?? 0n) : sum), 0n);
}

function positionFields(state: PoolState, { available, pending }: Held) {
  const soon = withWaiting(state);
  const now = positionOf(state.confirmed, available);
  const later = positionOf(soon, pending);
  const part = (shares: bigint, all: bigint): string => percent(ratio(shares * PPM, all));
  const btc = (sats: bigint | undefined): string => decimal(sats ?? 0n, 8);
  return {
    addressEquityOverall: (available + pending).toString(),
    addressEquityAvailable: available.toString(),
    addressEquityPending: pending.toString(),
    poolShareAvailable: part(available, state.confirmed.shares),
    poolSharePending: part(pending, soon.shares),
    token1AmountAvailable: (now?.sats ?? 0n).toString(),
    token1AmountPending: (later?.sats ?? 0n).toString(),
    token2AmountAvailable: (now?.units ?? 0n).toString(),
    token2AmountPending: (later?.units ?? 0n).toString(),
    token1AmountUsingBtcUnitAvailable: btc(now?.sats),
    token1AmountUsingBtcUnitPending: btc(later?.sats),
  };
}
