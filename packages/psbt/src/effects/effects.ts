/** What a transaction does to every party, from the coins it spends. Pure; trusts no field of anybody. */
import { bytesToHex, equalBytes, invariant, sats, spentPoint, virtualSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, ScriptHex, Transaction, TxInput } from '@rialto/protocols';
import { refuseOtherMessages } from './messages.ts';
import type { OutputMessage } from './messages.ts';
import { sorted, textOf } from './moves.ts';
import type { AssetMove } from './moves.ts';
import { movesOf } from './party-book.ts';
import type { LedgerFacts, Moved, Party } from './party-book.ts';
import { refuseDuplicates } from '../tx/read-psbt.ts';
import { rateOf, transactionWeight } from '../tx/size.ts';
import { hasShape, longestWitness } from '../tx/spend.ts';
import type { SpendKind } from '../tx/spend.ts';
import { wholeSpend } from '../tx/spend-kinds.ts';

export interface Effects extends Moved {
  readonly fee: Sats;
  /** Of the signed transaction; while signatures are missing, as large as it will be. */
  readonly vsize: number;
  readonly feeRateSatVb: number;
}

export interface EffectsContext {
  /** Refuse above this rate, in sat/vB. */
  readonly feeRateLimit?: number;
  /** How each input is spent, in their order; by its key where nothing is said. An envelope is allowed in a leaf that is named here. */
  readonly kinds?: readonly (SpendKind | undefined)[];
  /** The outputs that carry data: these and no other. */
  readonly messages?: readonly OutputMessage[];
  /** What the ledger says of mints, etchings and deploys in it. */
  readonly facts?: LedgerFacts;
  /** Coins of our own that may be spent before they are confirmed. */
  readonly held?: readonly Outpoint[];
}

/**
 * What every party gains and loses by all rules together: sats, inscriptions and PINs by sat flow (first in, first out), BRC-20
 * by first move, runes by runestone, MRC-20 by its message or natively; and what a revealed envelope makes.
 * @param coins what the inputs spend, from our own node and index, in any order
 * @throws Refusal duplicate-input, coin-unknown, coin-unconfirmed, script-not-allowed, message-not-allowed (also for a mint or
 *   deploy the facts do not speak of), outputs-exceed-inputs, fee-too-high
 * Source: trading §2; inscriptions §3, §4, §9.
 */
export function effects(tx: Transaction, coins: readonly Coin[], context: EffectsContext = {}): Effects {
  refuseDuplicates(tx);
  const spent = tx.inputs.map((input) => coinFor(input, coins, context));
  const kinds = tx.inputs.map((input, index) => {
    const coin = spent[index];
    invariant(coin !== undefined, 'an input spends a coin');
    return kindFor(input, coin, { index, named: context.kinds?.[index] });
  });
  const signed = asSigned(tx, kinds);
  refuseOtherMessages(signed, kinds, context.messages ?? []);
  const fee = feeOfTransaction(tx, spent);
  const vsize = virtualSize(signed);
  const feeRateSatVb = rateOf(fee, vsize);
  if (context.feeRateLimit !== undefined && feeRateSatVb > context.feeRateLimit) {
    throw new Refusal('fee-too-high', `${feeRateSatVb.toFixed(1)} sat/vB`);
  }
  return { ...movesOf(signed, spent, context.facts), fee, vsize, feeRateSatVb };
}

function coinFor(input: TxInput, coins: readonly Coin[], context: EffectsContext): Coin {
  const point = spentPoint(input);
  const coin = coins.find((one) => one.outpoint === point);
  if (coin === undefined) throw new Refusal('coin-unknown', point);
  if (coin.height === undefined && context.held?.includes(point) !== true) {
    throw new Refusal('coin-unconfirmed', point);
  }
  return coin;
}

/** No script of a stranger's can hide in an input: its coin has the script of its kind, its witness the shape (threats §B2, §C2). */
function kindFor(
  { witness, scriptSig }: TxInput,
  { script }: Coin,
  { index, named }: { index: number; named: SpendKind | undefined },
): SpendKind {
  const kind = named ?? wholeSpend(script);
  const hasItems = witness.length === 0 || hasShape(kind, witness);
  if (!equalBytes(kind.script, script) || scriptSig.length > 0 || !hasItems)
    throw new Refusal('script-not-allowed', `input ${index}`);
  return kind;
}

/** The transaction as large as it will be, with every leaf that will be shown; where witnesses are missing, signatures are zeros. */
function asSigned(tx: Transaction, kinds: readonly SpendKind[]): Transaction {
  if (tx.inputs.every(({ witness }) => witness.length > 0)) return tx;
  const inputs = tx.inputs.map((input, index) => {
    const kind = kinds[index];
    return input.witness.length > 0 || kind === undefined
      ? input
      : { ...input, witness: longestWitness(kind) };
  });
  return { ...tx, inputs, weight: transactionWeight(kinds, tx.outputs) };
}

function feeOfTransaction(tx: Transaction, spent: readonly Coin[]): Sats {
  const paid = spent.reduce((sum, coin) => sum + coin.value, 0n);
  const received = tx.outputs.reduce((sum, output) => sum + output.value, 0n);
  if (received > paid) throw new Refusal('outputs-exceed-inputs', `by ${received - paid} sat`);
  return sats(paid - received);
}

/** What the transaction does to the owner of a script; nobody's party is all zeros. */
export function partyOf(all: Pick<Effects, 'parties'>, script: Uint8Array): Party {
  const key = bytesToHex(script) as ScriptHex;
  const none: Party = { script: key, satsIn: sats(0n), satsOut: sats(0n), gives: [], gets: [] };
  return all.parties.find((party) => party.script === key) ?? none;
}

/** What two effects are compared by: everything that moves. Size is left out, signatures differ by a byte. */
export type Meaning = Omit<Effects, 'vsize' | 'feeRateSatVb'>;

/** True when two transactions do the same to everybody: every sat, every asset, down to its output and offset. */
export function sameEffects(a: Meaning, b: Meaning): boolean {
  return meaningText(a) === meaningText(b);
}

function meaningText(all: Meaning): string {
  const parties = all.parties
    .toSorted((a, b) => (a.script < b.script ? -1 : 1))
    .map((party) => {
      const money = `${party.satsIn} ${party.satsOut}`;
      return `${party.script} ${money} ${movesText(party.gives)} ${movesText(party.gets)}`;
    });
  const disputed = all.disputed.map(({ id, byCoin, bySat }) => `${id} ${byCoin ?? '-'} ${bySat ?? '-'}`);
  const lost = [movesText(all.toFee), movesText(all.burned)];
  return [...parties, `fee ${all.fee}`, ...lost, ...disputed.toSorted()].join('\n');
}

function movesText(moves: readonly AssetMove[]): string {
  return `[${sorted(moves).map(textOf).join(' ')}]`;
}
