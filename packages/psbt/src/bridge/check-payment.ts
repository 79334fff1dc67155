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

/** Beside a rune others may lie that come home; natively MRC-20 all goes to one output; of inscriptions a lot of the token is the only one. */
function mayCome(one: CoinAsset, pays: 'sats' | AssetId): boolean {
  switch (one.kind) {
    case 'inscription':
      return one.transfer?.asset === pays;
    case 'mrc20':
      return one.asset === pays;
    case 'rune':
      return pays.startsWith('rune:');
    case 'pin':
      return false;
  }
}

/** One output, so many sats, and of a token so many units or the lot and nothing else; the user's loss is that and the fee. */
function isPaid(read: Reading, expected: BridgePaymentExpectation): boolean {
  const { tx, does } = read;
  const { userScript, bridge, pays } = expected;
  const [mine, theirs] = [partyOf(does, userScript), partyOf(does, bridge)];
  const due = dueOf(read, expected);
  const outputs = tx.outputs.filter(({ script }) => equalBytes(script, bridge));
  const isFirst = pays.startsWith('mrc20:') || pays.startsWith('brc20:');
  return (
    due !== undefined &&
    outputs.length === 1 &&
    (!isFirst || tx.outputs[bridgePaidAt(pays)] === outputs[0]) &&
    theirs.satsIn === 0n &&
    theirs.satsOut === due.value &&
    textOf(theirs.gets, []) === due.moves &&
    mine.satsIn - mine.satsOut === due.value + does.fee &&
    textOf(mine.gives, mine.gets) === due.moves
  );
}

interface Due {
  readonly value: bigint;
  /** As `textOf` says it. */
  readonly moves: string;
}

/** What the bridge gets when all is as it was agreed; undefined where no lot of that amount is brought. */
function dueOf({ coins }: Reading, { pays, amount }: BridgePaymentExpectation): Due | undefined {
  if (pays === 'sats') return { value: amount, moves: '' };
  if (!pays.startsWith('brc20:')) return { value: DUST_FLOOR, moves: `${pays} ${amount}` };
  // A second lot would be used up where it comes home: there is one, on whatever sats its owner has it.
  const [lot, more] = coins.flatMap(({ assets, value }) => assets.map((asset) => ({ asset, value })));
  if (lot?.asset.kind !== 'inscription' || more !== undefined) return undefined;
  const { id, transfer } = lot.asset;
  const isAgreed = transfer?.asset === pays && transfer.amount === amount;
  return isAgreed ? { value: lot.value, moves: `${id} 1` } : undefined;
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
