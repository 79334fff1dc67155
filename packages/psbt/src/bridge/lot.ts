/**
 * BRC-20 leaves by a lot of its very amount, made to measure out of the balance of the locked script: a coin of the fee wallet is locked to the
 * transfer's inscription, and spent to the locked script at once. Both transactions are signed together, and go out together. Who inscribes is
 * nothing to the ledger: it takes the tokens of the script on which a transfer first lies (inscriptions §4; bridge §5).
 */
import { utf8 } from '@scure/base';
import {
  DUST_FLOOR,
  MAX_BRC20_AMOUNT,
  amount as units,
  bytesToHex,
  equalBytes,
  inscriptionId,
  invariant,
  outpoint,
  sats,
  sumSats,
} from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, finish, kindsOf, transactionOf, vsizeOf } from '../draft/draft.ts';
import type { Draft, Finished } from '../draft/draft.ts';
import { envelopeInput, signEphemeral } from '../draft/leaf-input.ts';
import { lockEnvelope } from '../inscribe/envelope-script.ts';
import type { EnvelopeLock } from '../inscribe/envelope-script.ts';
import { BRC20_CONTENT_TYPE, checkTransfer } from '../inscribe/inscribe-brc20.ts';
import { spending } from '../inscribe/reveal.ts';
import { scriptKind } from '../tx/address.ts';
import { MAX_FEE_RATE, feeOf, transactionVsize } from '../tx/size.ts';
import { UNSPENDABLE } from '../tx/taproot.ts';
import { TAPROOT, fromFeesVsize, signFromFees } from './fee-coins.ts';
import type { FeePayment } from './fee-coins.ts';

/** What a lot is to hold. */
export interface BridgeLotSent {
  /** As the asset's file has it: an index may lie about the name of a token. */
  readonly tick: string;
  /** Units, 18 digits after the point. */
  readonly amount: bigint;
}

export interface BridgeLotRequest extends BridgeLotSent, FeePayment {
  /** The internal key of the fees, x-only. */
  readonly feeKey: Uint8Array;
  /** The script that the lot lies on, and whose balance it takes: P2TR. */
  readonly locked: Uint8Array;
}

/** Both transactions of a lot; they go out as a package. */
interface BridgeLot {
  readonly commit: Finished;
  readonly lot: Finished;
  /** What the network gets of both. */
  readonly fee: Sats;
}

/** Where the lot is among the outputs of the second transaction: it is the only one. */
export const BRIDGE_LOT_AT = 0;

/** Where the envelope's coin is among the outputs of the first. */
const ENVELOPE_AT = 0;

/**
 * The envelope of such a lot: the same for every locked script.
 * @param feeKey the internal key of the fees, x-only
 * @throws Refusal bad-request where no index would read a transfer of this
 */
export function bridgeLotLock(feeKey: Uint8Array, { tick, amount }: BridgeLotSent): EnvelopeLock {
  const body = utf8.decode(checkTransfer({ tick, amount: units(amount) }));
  // Without a key path, as every envelope of the bridge: a coin there can become this and nothing else.
  return lockEnvelope(feeKey, { contentType: BRC20_CONTENT_TYPE, body }, UNSPENDABLE);
}

/**
 * Makes the lot. First transaction, in: all fee coins; out: the envelope's coin, which is 546 sat and the fee of the second; what is left for
 * the fees. Second, in: that coin; out: the lot on 546 sat of the locked script. The same request is signed to the same bytes every time.
 * Whether the balance is there the ledger says: a lot beyond it is dead for good.
 * @param secret of the fees, before it is tweaked
 * @throws Refusal bad-request (no fee coin, or words that no index would read as they are meant), script-not-allowed (the locked script is no
 *   P2TR, or a fee coin of another script), too-many-coins, duplicate-input, coin-unconfirmed, lot-mixed, insufficient-funds, fee-too-high
 * @throws invariant when the key is not that of the fees, or a transaction would not do what is intended
 */
export function signBridgeLot(request: BridgeLotRequest, secret: Uint8Array): BridgeLot {
  const { fees, locked, feeKey, feeRateSatVb } = request;
  if (scriptKind(locked) !== 'p2tr') throw new Refusal('script-not-allowed', 'what is locked');
  invariant(!equalBytes(locked, fees.script), 'what is locked pays no fees');
  const lock = bridgeLotLock(feeKey, request);
  const blank = envelopeCoin(lock, NO_TX, DUST_FLOOR);
  const second = feeOf(vsizeOf(lotDraft(blank, lock, locked)), feeRateSatVb);
  const made = { value: sats(DUST_FLOOR + second), script: lock.script };
  const { fee: first, ...commit } = signFromFees(request, made, secret);
  const draft = lotDraft(envelopeCoin(lock, commit.txid, made.value), lock, locked);
  return { commit, lot: signLot(draft, secret), fee: sumSats([first, second]) };
}

/** Of both transactions together, at most, in vB; each one's fee is rounded up by itself. */
export function bridgeLotVsize(feeCoins: number): number {
  const { kind } = bridgeLotLock(new Uint8Array(32).fill(1), LONGEST);
  return fromFeesVsize(feeCoins) + transactionVsize([kind], [{ script: TAPROOT }]);
}

/** No digit more is an amount; no tick is longer than five letters that JSON writes with six each. */
const LONGEST: BridgeLotSent = { tick: '\u0001'.repeat(5), amount: MAX_BRC20_AMOUNT - 1n };

const NO_TX = '0'.repeat(64) as Txid;

/** In no block yet: the transaction that makes it goes out together with the one that spends it. */
function envelopeCoin({ script }: EnvelopeLock, txid: Txid, value: Sats): Coin {
  return { outpoint: outpoint(txid, ENVELOPE_AT), value, script, assets: [] };
}

/** One input and one output: the transfer lies on the first sat of its lot, and no reader finds it cursed. */
export function lotDraft(envelope: Coin, lock: EnvelopeLock, locked: Uint8Array): Draft {
  return { inputs: [envelopeInput(envelope, lock)], outputs: [{ value: DUST_FLOOR, script: locked }] };
}

/** The second transaction. @throws invariant where it would make anything but one inscription, on the first sat of its output */
export function signLot(draft: Draft, secret: Uint8Array): Finished {
  const home = draft.outputs[BRIDGE_LOT_AT];
  invariant(home !== undefined, 'a lot has a home');
  const held = draft.inputs.map(({ coin }) => coin.outpoint);
  const context = { kinds: kindsOf(draft), held, feeRateLimit: MAX_FEE_RATE };
  const { txid } = transactionOf(bodyOf(draft));
  const place = { index: BRIDGE_LOT_AT, offset: sats(0n) };
  const intent = spending(draft);
  const lot = { kind: 'inscription' as const, id: inscriptionId(txid, 0), ...place };
  intent.gets(bytesToHex(home.script) as ScriptHex, lot);
  return finish(draft, [signEphemeral(draft, 0, secret)], { intent: intent.meaning(), context });
}
