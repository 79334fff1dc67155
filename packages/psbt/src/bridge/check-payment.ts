/** A payment to the bridge that the exchange prepared, as its bytes say, and whether it is the one that was agreed: before the wallet opens. */
import { bytesToHex, decipher, encipher, equalBytes, isOpReturn } from '@rialto/protocols';
import type { AssetId, CoinAsset } from '@rialto/protocols';
import { checkAnnounced, checkLoss, checkPaid } from '../check/check-parts.ts';
import { mismatchIf } from '../check/mismatch.ts';
import type { Mismatch } from '../check/mismatch.ts';
import type { Reading } from '../check/reading.ts';
import { partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeIdIn, bridgeMessage } from './bridge-id.ts';
import { bridgePaidAt } from './payment.ts';

export interface BridgePaymentExpectation {
  readonly userScript: Uint8Array;
  /** The bridge's locked script, from the exchange's list of assets as the page knows it. */
  readonly bridge: Uint8Array;
  readonly pays: 'sats' | AssetId;
  /** Sat, or smallest units. */
  readonly amount: bigint;
  /** Of the terms that the page made itself: 32 hex digits. */
  readonly id: string;
  /** What the user was told that the network gets, in sat. */
  readonly minerFee: bigint;
  readonly feeRateSatVb: number;
}

/**
 * The bridge's script gets the amount on one output and nothing else, the transaction says this id and nothing else, and all else that the
 * user brings comes back to him but the fee that was said; nothing is lost, and nobody else has a part in it.
 * @param read as `readPoolAct` has it
 */
export function checkBridgePayment(read: Reading, expected: BridgePaymentExpectation): readonly Mismatch[] {
  const { userScript, pays, minerFee, feeRateSatVb } = expected;
  const { coins, does } = read;
  const isForeign = coins.some(({ script }) => !equalBytes(script, userScript));
  const isCarrying = coins.some(({ assets }) => assets.some((asset) => !mayCome(asset, pays)));
  return [
    ...mismatchIf(isForeign, 'spends-foreign'),
    ...mismatchIf(isCarrying, 'moves-carrying'),
    ...mismatchIf(!isPaid(read, expected) || !saysOnly(read, expected), 'payment-differs'),
    ...strangers(read, expected),
    ...checkLoss(read),
    ...checkAnnounced(does.fee, minerFee),
    ...checkPaid(does, { feeRateSatVb, change: hasChange(read, expected) ? undefined : userScript }),
  ];
}

/** Of a rune his first output is for what is left of it. */
function hasChange({ tx }: Reading, { userScript, pays }: BridgePaymentExpectation): boolean {
  const home = tx.outputs.filter(({ script }) => equalBytes(script, userScript)).length;
  return home > bridgePaidAt(pays);
}

/** Beside a rune others may lie that come home; natively MRC-20 all goes to one output. */
const mayCome = (one: CoinAsset, pays: 'sats' | AssetId): boolean =>
  one.kind === 'mrc20' ? one.asset === pays : pays.startsWith('rune:') && one.kind === 'rune';

/** One output, so many sats, and of a rune so many units and no others; the user's loss is that and the fee. */
function isPaid(
  { tx, does }: Reading,
  { userScript, bridge, pays, amount }: BridgePaymentExpectation,
): boolean {
  const [mine, theirs] = [partyOf(does, userScript), partyOf(does, bridge)];
  const paid = pays === 'sats' ? amount : DUST_FLOOR;
  const outputs = tx.outputs.filter(({ script }) => equalBytes(script, bridge));
  const units = pays === 'sats' ? [] : [`${pays} ${amount}`];
  return (
    outputs.length === 1 &&
    (!pays.startsWith('mrc20:') || tx.outputs[bridgePaidAt(pays)] === outputs[0]) &&
    theirs.satsIn === 0n &&
    theirs.satsOut === paid &&
    textOf(theirs.gets, []) === units.join() &&
    mine.satsIn - mine.satsOut === paid + does.fee &&
    textOf(mine.gives, mine.gets) === units.join()
  );
}

/** What moves but for what comes back, one line for each token; a move that is no amount is said as it is. */
function textOf(moves: readonly AssetMove[], back: readonly AssetMove[]): string {
  const sums = new Map<string, bigint>();
  const add = (move: AssetMove, sign: bigint): void => {
    const [name, units] = 'id' in move ? [move.id, 1n] : [move.asset, move.amount];
    sums.set(name, (sums.get(name) ?? 0n) + sign * units);
  };
  for (const move of moves) add(move, 1n);
  for (const move of back) add(move, -1n);
  const left = [...sums].filter(([, units]) => units !== 0n);
  return left
    .map(([name, units]) => `${name} ${units}`)
    .toSorted()
    .join();
}

/** One message, with nothing in it but what moves the units and the id. */
function saysOnly({ tx }: Reading, { pays, id }: BridgePaymentExpectation): boolean {
  const [message, more] = tx.outputs.filter(({ script }) => isOpReturn(script));
  if (message === undefined || more !== undefined || message.value !== 0n) return false;
  if (bridgeIdIn(tx) !== id) return false;
  if (!pays.startsWith('rune:')) return equalBytes(message.script, bridgeMessage(id).script);
  const stone = decipher(tx.outputs);
  // What readers pass over, as another odd tag, would not be written again.
  return stone?.kind === 'runestone' && equalBytes(encipher(stone), message.script);
}

function strangers({ tx }: Reading, { userScript, bridge }: BridgePaymentExpectation): readonly Mismatch[] {
  const known = [userScript, bridge].map(bytesToHex);
  return tx.outputs.flatMap(({ value, script }): readonly Mismatch[] => {
    const isKnown = known.includes(bytesToHex(script)) || isOpReturn(script);
    return isKnown ? [] : [{ code: 'pays-stranger', value, script }];
  });
}
