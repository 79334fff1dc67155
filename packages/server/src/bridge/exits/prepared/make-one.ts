/** The coin that a message or a lot is locked in: signed by the first signer out of the fee wallet, written down, and sent; a later one over the same coins. */
import type { BridgeEnvelopeRequest } from '@rialto/contract';
import { DUST_FLOOR, hexToBytes } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { bridgeEnvelopeVsize, bridgeLotVsize } from '@rialto/psbt';
import { messageOf } from '../../../repeat.ts';
import { dropEnvelope, keepEnvelope } from '../../../store/bridge/envelope-store.ts';
import type { EnvelopeRow, NewEnvelope } from '../../../store/bridge/envelope-store.ts';
import { namedCoins } from '../../../store/bridge/exit-store.ts';
import type { BridgeContext } from '../../context.ts';
import type { Heights } from '../../follow/heights.ts';
import { askedOf } from '../exit-of.ts';
import type { Before, Exit } from '../exit-of.ts';
import { feeCoinsFor } from '../fee-coins.ts';
import { HIGHER, PATIENT } from '../late.ts';
import type { Pauses } from '../pauses.ts';
import { inTurnOfFees } from '../turn-of-fees.ts';
import { heldBy } from '../wait-of.ts';
import type { Held } from '../wait-of.ts';

/** Made in one go. */
const MOST_AT_ONCE = 20;

export interface Lacking {
  readonly exit: Exit;
  /** The one before it that may still come into a block. */
  readonly last: EnvelopeRow | undefined;
}

interface Turn {
  readonly heights: Heights;
  readonly pauses: Pauses;
}

/** Beside the deposit's own exit. */
const nameOf = (deposit: string): string => `envelope ${deposit}`;

export async function triedAll(
  context: BridgeContext,
  lacking: readonly Lacking[],
  { heights, pauses }: Turn,
): Promise<void> {
  const resting = new Set(pauses.resting(context.now(), heights));
  const wanted = lacking.filter(({ exit }) => !resting.has(nameOf(exit.deposit.name)));
  for (const one of wanted.slice(0, MOST_AT_ONCE)) {
    const name = nameOf(one.exit.deposit.name);
    const held = await tried(context, one, heights);
    if (held === undefined) pauses.forget(name);
    else pauses.failed(name, 'waits', context.now(), heights);
    // What concerns all of it would be said of each.
    if (held?.by === 'asset') return;
  }
}

/** @returns why it cannot be now: the others are made all the same */
async function tried(context: BridgeContext, one: Lacking, heights: Heights): Promise<Held | undefined> {
  try {
    await makeOne(context, one, heights);
    return undefined;
  } catch (error) {
    // Whatever it is: nothing of other deposits waits for it.
    context.warn('what a deposit leaves with cannot be prepared yet', {
      ...{ deposit: one.exit.deposit.name, error: messageOf(error) },
    });
    return heldBy(error);
  }
}

/** @throws Refusal as the signer, `feeCoinsFor` */
async function makeOne(context: BridgeContext, { exit, last }: Lacking, heights: Heights): Promise<void> {
  const rate = (await context.plans()).avg;
  const isLate =
    last !== undefined && heights.btc - last.sinceHeight >= PATIENT && rate >= last.feeRate * HIGHER;
  if (last !== undefined && !isLate) {
    if (await isTaken(context, last)) return;
    await dropEnvelope(context.store.db, last.txid);
  }
  const before = isLate ? { inputs: [], fees: last.fees } : undefined;
  const row = await inTurnOfFees(context, 'btc', () => signed(context, { exit, heights, rate, before }));
  context.at('bridge-envelope-kept');
  await isTaken(context, row);
}

interface Signing extends Pick<Lacking, 'exit'> {
  readonly heights: Heights;
  readonly rate: number;
  readonly before: Before | undefined;
}

/** And written down. */
async function signed(
  context: BridgeContext,
  { exit, heights, rate, before }: Signing,
): Promise<NewEnvelope> {
  const vsizeOf = exit.known.asset.origin.network === 'BRC20' ? bridgeLotVsize : bridgeEnvelopeVsize;
  const paying = await feeCoinsFor(context, exit, {
    named: await namedCoins(context.store.db),
    before,
    needOf: (coins) =>
      // Of two transactions each fee is rounded up.
      BigInt(Math.ceil(vsizeOf(coins) * rate)) + 1n + 2n * DUST_FLOOR,
  });
  const fees = paying.map((coin) => coin.outpoint);
  const request: BridgeEnvelopeRequest = { ...askedOf(exit), fees, feeRateSatVb: rate };
  const { raw, txid, lot, out } = await context.custody.envelope(request);
  context.at('bridge-envelope-signed');
  const row = {
    ...{ txid, deposit: exit.deposit.name, raw, fees, feeRate: rate, sinceHeight: heights.btc },
    ...{ out: BigInt(out), lotTxid: lot?.txid ?? null, lotRaw: lot?.raw ?? null },
  };
  await keepEnvelope(context.store.db, row);
  return row;
}

type Sent = Pick<NewEnvelope, 'txid' | 'raw' | 'lotTxid' | 'lotRaw'>;

/** Whether a node has it, and its lot, after they were sent once more. */
async function isTaken(context: BridgeContext, { txid, raw, lotTxid, lotRaw }: Sent): Promise<boolean> {
  if (lotTxid != null && (await waits(context, lotTxid))) return true;
  if (!(await isSent(context, txid, raw))) return false;
  return lotTxid == null || lotRaw == null || isSent(context, lotTxid, lotRaw);
}

const waits = async ({ chain }: BridgeContext, txid: string): Promise<boolean> =>
  (await chain.waiting([txid as Txid])).has(txid as Txid);

async function isSent(context: BridgeContext, txid: string, raw: string): Promise<boolean> {
  if (await waits(context, txid)) return true;
  const verdict = await context.chain.send(hexToBytes(raw));
  return verdict.accepted || verdict.why === 'known';
}
