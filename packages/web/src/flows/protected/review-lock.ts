/** The review of a protected ask: the lock is made again from its ticket, and what is signed is what this page builds (threats §F7). */
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import type { LockTerms, PreparedLock, WireTicket } from '@rialto/contract';
import { formatSats } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, sats } from '@rialto/protocols';
import type { Amount, AssetId, Network, Sats } from '@rialto/protocols';
import {
  addressToScript,
  buildExits,
  buildLotMove,
  buildPromise,
  lockOf,
  lockedLot,
  readMove,
  scriptKind,
} from '@rialto/psbt';
import type { LockedCoin, LotMovePlan, Mismatch, Ticket } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { inWords, transactionIn } from '../read-bytes.ts';
import { ledgerUnits } from '../review.ts';
import type { Review, ToSign } from '../review.ts';
import { numberWords, t } from '../../words.ts';

export interface LockIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  /** Of the token; `units` have 18 all the same. */
  readonly decimals: number;
  readonly address: string;
  readonly publicKey: string;
  /** The key the connected wallet signs a lock’s script with. */
  readonly signingKey: 'output' | 'internal';
  readonly outpoint: string;
  /** The own protected ask out of whose lock the lot comes. */
  readonly renews?: { readonly orderId: string; readonly ticket: WireTicket };
  readonly units: Amount;
  readonly price: Sats;
  readonly free: boolean;
  readonly feeRateSatVb: number;
  readonly highFee: boolean;
  /** What the exchange says of its locks. */
  readonly terms: LockTerms;
}

interface Unsigned {
  readonly hex: string;
  readonly toSign: readonly ToSign[];
  readonly byScript?: boolean | readonly number[];
}

export interface CheckedLock {
  readonly review: Review;
  readonly plan: LotMovePlan;
  readonly locked: LockedCoin;
  /** The locking transaction, the promise, both exits. */
  readonly transactions: readonly Unsigned[];
}

/** @throws Error with a sentence for people when the bytes cannot be read, or are no such lock */
export function reviewLock(prepared: PreparedLock, intent: LockIntent): CheckedLock {
  return inWords(() => {
    const ownerScript = addressToScript(intent.address, intent.network);
    const ticket = ticketFromWire(prepared.ticket);
    const lock = lockOf(ticket);
    const from = intent.renews === undefined ? undefined : lockOf(ticketFromWire(intent.renews.ticket));
    const { plan, fee, vsize, mismatches } = readMove(
      transactionIn(prepared.locking.psbtRaw),
      prepared.locking.coins.map(coinFromWire),
      {
        ...{ outpoint: intent.outpoint, from, to: lock, ownerScript },
        ...{ ownerKey: hexToBytes(intent.publicKey), feeRateSatVb: intent.feeRateSatVb },
      },
    );
    const locked = { lock, coin: lockedLot(plan) };
    const all: Mismatch[] = [...mismatches];
    if (!isAsked(ticket, intent, ownerScript)) all.push({ code: 'lock-differs' });
    if (fee.toString() !== prepared.fees.networkFee) all.push({ code: 'fee-not-announced' });
    const exits = buildExits(lock, locked.coin);
    const halves = [buildPromise(lock, locked.coin), ...exits];
    return {
      plan,
      locked,
      review: {
        ...linesOf(intent, {
          fee,
          value: plan.value,
          had: plan.lot.value,
          exitFees: exits.map(({ unsigned }) => sats(plan.value - paidBy(unsigned))),
        }),
        ...feesOf(fee, vsize, intent),
        mismatches: mismatchWords(all, intent.network),
      },
      transactions: [
        { ...unsigned(buildLotMove(plan)), ...(from === undefined ? {} : { byScript: [0] }) },
        ...halves.map((half) => ({ ...unsigned(half), byScript: true })),
      ],
    };
  });
}

const unsigned = ({ psbt, toSign }: { psbt: Uint8Array; toSign: readonly ToSign[] }): Unsigned => ({
  hex: bytesToHex(psbt),
  toSign,
});

/** Everything the ticket says but its expiry, which only ends the offer. */
function isAsked(ticket: Ticket, intent: LockIntent, script: Uint8Array): boolean {
  const asked: Ticket = {
    ...ticket,
    kind: 'ask',
    asset: intent.assetId as AssetId,
    amount: ledgerUnits(intent.units, intent.decimals) as Amount,
    price: intent.price,
    script,
    key: lockKey(intent, script),
    exchange: [hexToBytes(intent.terms.platformPublicKey)],
    exitAfter: intent.terms.exitAfter,
    index: 0,
  };
  return bytesToHex(lockOf(asked).script) === bytesToHex(lockOf(ticket).script);
}

function lockKey({ publicKey, signingKey }: LockIntent, script: Uint8Array): Uint8Array {
  const key = hexToBytes(publicKey);
  if (scriptKind(script) !== 'p2tr') return key;
  return signingKey === 'internal' ? key.slice(1) : script.slice(2);
}

/** Whether it has to be said that the lock has the internal key. */
export const signingKeyOf = ({ address, network, signingKey }: LockIntent): { signingKey?: 'internal' } =>
  signingKey === 'internal' && scriptKind(addressToScript(address, network)) === 'p2tr'
    ? { signingKey: 'internal' }
    : {};

const feesOf = (fee: Sats, vsize: number, { feeRateSatVb }: LockIntent) => ({
  networkFee: fee,
  vsize,
  feeRateSatVb,
  serviceFee: sats(0n),
  alsoMoves: [],
});

interface LockSums {
  readonly fee: Sats;
  /** Of the lock, and of the coin the lot comes from. */
  readonly value: Sats;
  readonly had: Sats;
  /** Of the usual exit, and of the dear one. */
  readonly exitFees: readonly Sats[];
}

function paidBy(raw: Uint8Array): bigint {
  const tx = readTransaction(raw);
  // It was built here.
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx.outputs.reduce((sum, { value }) => sum + value, 0n);
}

function linesOf(
  { units, tick, price, terms, renews }: LockIntent,
  { fee, value, had, exitFees: [usual = sats(0n), dear = usual] }: LockSums,
): Pick<Review, 'give' | 'get' | 'notes' | 'sum'> {
  const cost = sats(fee + value - had);
  const inLock = formatSats(BigInt(terms.value));
  return {
    give:
      renews === undefined
        ? [
            { kind: 'token', units, tick, note: t('into a lock of yours and the exchange’s') },
            {
              ...{ kind: 'sats', value: cost },
              note: t('network fee, and what the lock holds beside the sats of your coin'),
            },
          ]
        : [
            { kind: 'token', units, tick, note: t('out of its lock, into a new one') },
            { kind: 'sats', value: cost, note: t('network fee') },
          ],
    get: [{ kind: 'sats', value: price, note: t('when it sells') }],
    ...(renews === undefined
      ? {
          sum: {
            name: t('Total'),
            parts: [
              { id: 'network', name: t('Network fee'), value: fee },
              { id: 'lock', name: t('Sats in the lock'), value },
              { id: 'carried', name: t('Less the sats your token lies on'), value: -had },
            ],
          },
        }
      : {}),
    notes: [
      ...(renews === undefined
        ? [
            t(
              'Your wallet will show {shows} sat: it doesn’t count the {had} sat under your token, which go into the lock too.',
              { shows: formatSats(fee + value), had: formatSats(had) },
            ),
          ]
        : []),
      t(
        'Nobody can buy it but through this exchange, and cancelling is real. The {value} sat in the lock go to the buyer, or come back to you less a fee: {usual} sat when you take the token out alone, or {dear} sat where that is too low.',
        { value: inLock, usual: formatSats(usual), dear: formatSats(dear) },
      ),
      t(
        'If the exchange dies, the token waits {blocks} blocks in the lock; then you take it out alone, with the rescue file.',
        { blocks: numberWords(terms.exitAfter) },
      ),
    ],
  };
}
