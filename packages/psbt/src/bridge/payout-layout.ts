/** How an exit on Bitcoin is laid out: locked coins and fee coins in; receiver, locked change, message and fee change out (bridge §5). */
import { amount as units, bytesToHex, invariant, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { totalOf } from '../draft/payer.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { labelOf } from '../effects/moves.ts';
import { runeOf } from '../effects/rune-flow.ts';
import { moneyOutput, tokenOutput, unitsOf } from '../pool/pool-draft.ts';
import type { PoolOutput } from '../pool/pool-draft.ts';
import type { PoolScript } from '../pool/pool-script.ts';
import { runeOn } from '../pool/pool-user.ts';
import { runestoneOutput } from '../tokens/runestone-output.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { bridgeMessage, bridgeNop } from './bridge-id.ts';

export interface BridgePayoutRequest {
  readonly pays: 'sats' | AssetId;
  /** Of the asset's locked key. */
  readonly locked: PoolScript;
  /** In blocks, all of them spent in this order: clean ones of sats, else each with the rune and nothing else. For a refund the deposit. */
  readonly lockedCoins: readonly Coin[];
  /** Of the key that pays for the bridge's transactions. */
  readonly fees: PoolScript;
  /** In blocks and clean, all of them spent in this order. */
  readonly feeCoins: readonly Coin[];
  /** P2WPKH or P2TR. */
  readonly receiver: Uint8Array;
  /** What leaves, in sat or smallest units. */
  readonly amount: bigint;
  /** Of the order, or of the refund: 16 bytes, as 32 lower-case hex digits. */
  readonly id: string;
  readonly feeRateSatVb: number;
}

/** Where they are among the outputs; without locked change the message follows the receiver. */
const BRIDGE_PAYOUT_AT = { receiver: 0, change: 1 } as const;

/** What the locked coins become: the receiver's output and the change. */
interface Parted {
  readonly paid: PoolOutput;
  readonly change: PoolOutput | undefined;
  /** Sat of the receiver's output, and of the change, that the fee coins pay. */
  readonly lent: Sats;
  readonly rune: RuneAsset | undefined;
}

/**
 * @throws Refusal too-small (under 546 sat are paid, or would be left locked: of sats alone), bridge-short (the locked coins hold less), bad-request (not a
 *   unit), not-a-lot, lot-mixed, lots-differ
 */
export function partedCoins(request: BridgePayoutRequest): Parted {
  return request.pays === 'sats' ? partedSats(request) : partedRune(request, request.pays);
}

function partedSats({ lockedCoins, locked, receiver, amount }: BridgePayoutRequest): Parted {
  for (const { assets, outpoint } of lockedCoins)
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  if (amount < DUST_FLOOR) throw new Refusal('too-small', `${amount} sat`);
  const left = totalOf(lockedCoins) - amount;
  if (left < 0n) throw new Refusal('bridge-short', `missing ${-left} sat`);
  if (left > 0n && left < DUST_FLOOR) throw new Refusal('too-small', `${left} sat would be left`);
  const change = left === 0n ? undefined : moneyOutput(locked.script, sats(left));
  return { paid: moneyOutput(receiver, sats(amount)), change, lent: sats(0n), rune: undefined };
}

function partedRune(request: BridgePayoutRequest, pays: AssetId): Parted {
  const { lockedCoins, locked, receiver, amount } = request;
  const runes = lockedCoins.map(runeOn);
  const [rune] = runes;
  invariant(rune !== undefined, 'an exit spends a locked coin');
  if (runes.some(({ asset }) => asset !== pays)) throw new Refusal('lots-differ', pays);
  if (amount < 1n) throw new Refusal('bad-request', 'not a unit');
  const left = runes.reduce((sum, one) => sum + one.amount, 0n) - amount;
  if (left < 0n) throw new Refusal('bridge-short', `missing ${-left} of ${pays}`);
  const held = totalOf(lockedCoins);
  // Whoever pays in by hand chooses the sats under his rune: with fewer than an output needs it could be spent by nobody.
  const missing = held < DUST_FLOOR ? DUST_FLOOR - held : 0n;
  const runesLeft = left === 0n ? [] : [unitsOf(rune, left)];
  const change = { ...moneyOutput(locked.script, sats(held + missing)), runes: runesLeft };
  return { paid: tokenOutput(receiver, rune, amount), change, lent: sats(DUST_FLOOR + missing), rune };
}

/** All outputs, and which of them is the message. @throws Refusal as `runestoneOutput` */
export function payoutOutputs(
  { fees, amount, id }: BridgePayoutRequest,
  { paid, change, rune }: Parted,
  feeChange: Sats,
): { readonly outputs: readonly TxOutput[]; readonly message: number } {
  const before = [paid, ...(change === undefined ? [] : [change])].map(bare);
  const count = before.length + 2;
  const message = rune === undefined ? bridgeMessage(id) : stoneOf(rune, { amount, id, count });
  return {
    outputs: [...before, message, { value: feeChange, script: fees.script }],
    message: before.length,
  };
}

const bare = ({ value, script }: PoolOutput): TxOutput => ({ value, script });

/** What no edict names goes to the locked change. */
function stoneOf(
  { asset }: RuneAsset,
  { amount, id, count }: { readonly amount: bigint; readonly id: string; readonly count: number },
): TxOutput {
  const edicts = [{ id: runeOf(asset), amount: units(amount), output: BRIDGE_PAYOUT_AT.receiver }];
  return runestoneOutput({ edicts, pointer: BRIDGE_PAYOUT_AT.change, nop: bridgeNop(id) }, count);
}

/** What an exit has to do to everybody, said without looking at the transaction. */
export function intentOfPayout(
  { lockedCoins, feeCoins }: BridgePayoutRequest,
  { paid, change }: Parted,
  outputs: readonly TxOutput[],
): Meaning {
  const intent = intentOf();
  [...lockedCoins, ...feeCoins].forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(outputs);
  [paid, ...(change === undefined ? [] : [change])].forEach(({ script, runes }, index) => {
    const owner = bytesToHex(script) as ScriptHex;
    for (const rune of runes) intent.gets(owner, { ...labelOf(rune), amount: rune.amount, index });
  });
  return intent.meaning();
}
