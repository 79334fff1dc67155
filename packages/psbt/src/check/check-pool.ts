/** An act on a pool that the exchange prepared, as its bytes say, and whether it is the one that was asked for (pools §7). */
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { unconfirmedOf } from '../draft/draft.ts';
import { effects, partyOf } from '../effects/effects.ts';
import { messagesAsMade } from '../effects/messages.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import type { AssetMove } from '../effects/moves.ts';
import { checkPaid, signedVsize } from './check-parts.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins, unsignedOf } from './reading.ts';
import type { Reading } from './reading.ts';

export interface PoolExpectation {
  readonly userScript: Uint8Array;
  /** Of the traded rune. */
  readonly asset: string;
  /** Sat the user's coins gain, negative what they lose, network fee and service fee included. */
  readonly sats: bigint;
  /** Units of the traded rune and shares the user gains, negative what is given. */
  readonly units: bigint;
  readonly shares: bigint;
  /** Shares that are burned for ever: of the first liquidity only. */
  readonly burned: bigint;
  readonly serviceFee: bigint;
  readonly feeRateSatVb: number;
}

/**
 * Reads an act on a pool; its message is read where it is, and lanes may wait for a block.
 * @param userScript whose own coins have to be confirmed
 * @throws Refusal as `readPsbt`, coin-unknown, and as `effects`
 */
export function readPoolAct(psbt: Uint8Array, known: readonly Coin[], userScript: Uint8Array): Reading {
  const tx = unsignedOf(psbt);
  const coins = spentCoins(tx, known);
  const held = unconfirmedOf(coins.filter(({ script }) => !equalBytes(script, userScript)));
  const context = { messages: messagesAsMade(tx), feeRateLimit: MAX_FEE_RATE, held };
  return { tx, coins, does: effects(tx, coins, context) };
}

/** What a side of the user's comes to, by asset; undefined where anything but runes moves. */
function sumsOf(
  gets: readonly AssetMove[],
  gives: readonly AssetMove[],
): ReadonlyMap<string, bigint> | undefined {
  const sums = new Map<string, bigint>();
  for (const [moves, sign] of [
    [gets, 1n],
    [gives, -1n],
  ] as const)
    for (const move of moves) {
      if (move.kind !== 'rune') return undefined;
      sums.set(move.asset, (sums.get(move.asset) ?? 0n) + sign * move.amount);
    }
  return sums;
}

/** The shares are a rune of the pool's own: the one on its coins that is not the traded one. */
function shareAssetOf(coins: readonly Coin[], userScript: Uint8Array, asset: string): string | undefined {
  const held = coins
    .filter(({ script }) => !equalBytes(script, userScript))
    .flatMap(({ assets }) => assets)
    .flatMap((one): string[] => (one.kind === 'rune' ? [one.asset] : []));
  return held.find((one) => one !== asset);
}

/**
 * The user's coins change by exactly what was said: sats, the traded rune and shares, and nothing else; the service fee and no more
 * goes to one who is neither user nor pool; nothing is burned but the first shares.
 */
export function checkPoolAct(read: Reading, expected: PoolExpectation): readonly Mismatch[] {
  const { userScript, asset, feeRateSatVb } = expected;
  const { coins, does } = read;
  const mine = partyOf(does, userScript);
  const sums = sumsOf(mine.gets, mine.gives);
  const shareAsset = shareAssetOf(coins, userScript, asset);
  const wanted = new Map([
    [asset, expected.units],
    [shareAsset ?? '', expected.shares],
  ]);
  const names = new Set([...wanted.keys(), ...(sums?.keys() ?? [])]);
  const isExact =
    sums !== undefined && [...names].every((name) => (sums.get(name) ?? 0n) === (wanted.get(name) ?? 0n));
  const burned = does.burned.reduce(
    (sum, move) => sum + (move.kind === 'rune' && move.asset === shareAsset ? move.amount : 0n),
    0n,
  );
  const onlyShares = does.burned.every((move) => move.kind === 'rune' && move.asset === shareAsset);
  const isLost = does.toFee.length + does.disputed.length > 0 || !onlyShares || burned !== expected.burned;
  const vsize = signedVsize(read, userScript);
  return [
    ...mismatchIf(mine.satsOut - mine.satsIn !== expected.sats || !isExact, 'pool-act-differs'),
    ...mismatchIf(isLost, 'asset-lost'),
    ...mismatchIf(paidElsewhere(read, userScript) !== expected.serviceFee, 'owed-unpaid'),
    ...checkPaid({ fee: does.fee, vsize }, { feeRateSatVb }),
  ];
}

/** Sat to those who brought nothing in. */
function paidElsewhere({ coins, does }: Reading, userScript: Uint8Array): bigint {
  const inside = new Set([userScript, ...coins.map(({ script }) => script)].map((one) => bytesToHex(one)));
  return does.parties.reduce((sum, { script, satsOut }) => (inside.has(script) ? sum : sum + satsOut), 0n);
}
