/** An act on a pool that the exchange prepared, as its bytes say, and whether it is the one that was asked for (pools §7). */
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { unconfirmedOf } from '../draft/draft.ts';
import { effects, partyOf } from '../effects/effects.ts';
import { messagesAsMade } from '../effects/messages.ts';
import { poolOfKeys } from '../pool/brc20/asset-script.ts';
import type { PoolKeys } from '../pool/brc20/asset-script.ts';
import { MAX_FEE_RATE, transactionWeight } from '../tx/size.ts';
import { wholeSpend } from '../tx/spend-kinds.ts';
import type { AssetMove } from '../effects/moves.ts';
import { checkPaid, signedVsize } from './check-parts.ts';
import { checkLots } from './check-lots.ts';
import type { LotsExpectation } from './check-lots.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import { spentCoins, unsignedOf } from './reading.ts';
import type { Reading } from './reading.ts';

export interface PoolExpectation {
  readonly userScript: Uint8Array;
  /** Of the traded token. */
  readonly asset: string;
  /** Sat the user's coins gain, negative what they lose, network fee and service fee included. */
  readonly sats: bigint;
  /** Units of the traded token and shares the user gains, negative what is given. */
  readonly units: bigint;
  readonly shares: bigint;
  /** Shares that are burned for ever: of the first liquidity only. */
  readonly burned: bigint;
  /** Sat to the operator, for whatever. */
  readonly serviceFee: bigint;
  readonly feeRateSatVb: number;
  /** By which the pool signs; undefined before its first liquidity, when nobody knows them but the exchange. */
  readonly keys?: PoolKeys | undefined;
  /** Of a BRC-20 pool: the lots that change hands. */
  readonly lots?: LotsExpectation;
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

interface Held {
  readonly asset: string;
  readonly amount: bigint;
}

/** What moves as an amount; undefined for anything else, a used transfer included. */
function heldBy(move: AssetMove, movesLots: boolean): Held | undefined {
  if (move.kind === 'rune') return move;
  return movesLots && move.kind === 'inscription' ? move.transfer : undefined;
}

/** What the user's coins gain and lose, by asset; undefined where anything but runes, and lots where the act is about them, moves. */
function sumsOf(
  gets: readonly AssetMove[],
  gives: readonly AssetMove[],
  movesLots: boolean,
): ReadonlyMap<string, bigint> | undefined {
  const sums = new Map<string, bigint>();
  for (const [moves, sign] of [
    [gets, 1n],
    [gives, -1n],
  ] as const)
    for (const move of moves) {
      const held = heldBy(move, movesLots);
      if (held === undefined) return undefined;
      sums.set(held.asset, (sums.get(held.asset) ?? 0n) + sign * held.amount);
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
 * The user's coins change by exactly what was said: sats, the traded token and shares, and nothing else; the service fee and no more
 * goes to one who is neither user nor pool; nothing is burned but the first shares. Lots are those that were said, and go where lots go.
 */
export function checkPoolAct(read: Reading, expected: PoolExpectation): readonly Mismatch[] {
  const { userScript, asset, feeRateSatVb, lots, keys } = expected;
  const { coins, does } = read;
  const mine = partyOf(does, userScript);
  const sums = sumsOf(mine.gets, mine.gives, lots !== undefined);
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
  const vsize = signedVsize(read, userScript) + moreToSign(read, userScript, keys);
  return [
    ...mismatchIf(mine.satsOut - mine.satsIn !== expected.sats || !isExact, 'pool-act-differs'),
    ...mismatchIf(isLost, 'asset-lost'),
    ...mismatchIf(paidElsewhere(read, userScript, lots) !== expected.serviceFee, 'owed-unpaid'),
    ...(lots === undefined ? [] : checkLots(read, { ...lots, keys, userScript, asset, shareAsset })),
    ...checkPaid({ fee: does.fee, vsize }, { feeRateSatVb }),
  ];
}

/** How much longer the witnesses of a pool of several keys are, in vB: `effects` counts one signature for each of its coins. */
function moreToSign({ coins }: Reading, userScript: Uint8Array, keys: PoolKeys | undefined): number {
  if (keys === undefined) return 0;
  const { kind, script } = poolOfKeys(keys);
  const more = transactionWeight([kind], []) - transactionWeight([wholeSpend(script)], []);
  const theirs = coins.filter((coin) => !equalBytes(coin.script, userScript));
  return Math.ceil((theirs.length * more) / 4);
}

/** Sat to those who brought nothing in; lots that are brought make a script of the pool's own, which `checkLots` looks at. */
function paidElsewhere(
  { tx, coins, does }: Reading,
  userScript: Uint8Array,
  lots: LotsExpectation | undefined,
): bigint {
  const made = lots !== undefined && lots.brought.length > 0 ? tx.outputs.slice(0, 1) : [];
  const inside = new Set([userScript, ...[...coins, ...made].map(({ script }) => script)].map(bytesToHex));
  return does.parties.reduce((sum, { script, satsOut }) => (inside.has(script) ? sum : sum + satsOut), 0n);
}
