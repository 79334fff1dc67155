/** The judge: what a transaction does to every party, from the coins it spends. Pure; trusts no field of anybody. */
import { Refusal, bytesToHex, invariant, outpoint, sats, virtualSize } from '@rialto/protocols';
import type {
  Brc20Transfer,
  Coin,
  InscribedAsset,
  InscriptionId,
  Outpoint,
  Sats,
  ScriptHex,
  Transaction,
  TxInput,
} from '@rialto/protocols';
import { scriptKind } from './address.ts';
import { refuseMessages } from './messages.ts';
import { refuseDuplicates } from './read-psbt.ts';
import { flowOf } from './sat-flow.ts';
import { inputShape, rateOf, transactionVsize } from './size.ts';

export interface AssetMove {
  readonly kind: 'inscription';
  readonly id: InscriptionId;
  /** The input it was given from, or the output it landed in. */
  readonly index: number;
  /** Sats before it in that coin or output. */
  readonly offset: Sats;
  /** Present when this is the first move of a valid BRC-20 transfer: the move that moves the amount. */
  readonly transfer?: Brc20Transfer;
}

export interface Party {
  readonly script: ScriptHex;
  readonly satsIn: Sats;
  readonly satsOut: Sats;
  readonly gives: readonly AssetMove[];
  readonly gets: readonly AssetMove[];
}

export interface Effects {
  /** Sorted by script. */
  readonly parties: readonly Party[];
  readonly fee: Sats;
  /** Of the signed transaction; while signatures are missing, as large as it will be. */
  readonly vsize: number;
  readonly feeRateSatVb: number;
  /** Inscriptions that end in the fee; a BRC-20 amount then returns to the one who spent it. */
  readonly toFee: readonly AssetMove[];
  /** Inscriptions that land in an OP_RETURN. */
  readonly burned: readonly AssetMove[];
}

export interface EffectsContext {
  /** Refuse above this rate, in sat/vB. */
  readonly feeRateLimit?: number;
  /** True where the template itself puts an envelope or runestone there. */
  readonly allowMessages?: boolean;
  /** Coins of our own that may be spent before they are confirmed. */
  readonly held?: readonly Outpoint[];
}

const OP_RETURN = 0x6a;

/**
 * What every party gains and loses: sats, inscriptions by sat flow (first in, first out), BRC-20 by first move.
 * @param coins what the inputs spend, from our own node and index, in any order
 * @throws Refusal duplicate-input, coin-unknown, coin-unconfirmed, script-not-allowed, message-not-allowed, outputs-exceed-inputs, fee-too-high
 * Source: trading design, "effects"; inscriptions reference, sections 3 and 4.
 */
export function effects(tx: Transaction, coins: readonly Coin[], context: EffectsContext = {}): Effects {
  refuseDuplicates(tx);
  const spent = tx.inputs.map((input, index) => {
    const coin = coinFor(input, coins, context);
    refuseForeignInput(input, coin, { index, allowScriptPath: context.allowMessages === true });
    return coin;
  });
  if (context.allowMessages !== true) refuseMessages(tx);
  const fee = feeOfTransaction(tx, spent);
  const vsize = signedSize(tx, spent);
  const feeRateSatVb = rateOf(fee, vsize);
  if (context.feeRateLimit !== undefined && feeRateSatVb > context.feeRateLimit) {
    throw new Refusal('fee-too-high', `${feeRateSatVb.toFixed(1)} sat/vB`);
  }
  return { ...movesOf(tx, spent), fee, vsize, feeRateSatVb };
}

function coinFor(input: TxInput, coins: readonly Coin[], context: EffectsContext): Coin {
  const point = outpoint(input.txid, input.vout);
  const coin = coins.find((one) => one.outpoint === point);
  if (coin === undefined) throw new Refusal('coin-unknown', point);
  if (coin.height === undefined && context.held?.includes(point) !== true) {
    throw new Refusal('coin-unconfirmed', point);
  }
  return coin;
}

/** Only P2WPKH and the key path of P2TR: no script of a stranger's can hide in an input (threats B2, C2). */
function refuseForeignInput(
  input: TxInput,
  coin: Coin,
  at: { index: number; allowScriptPath: boolean },
): void {
  const kind = scriptKind(coin.script);
  const tooLong = kind === 'p2tr' && input.witness.length > 1 && !at.allowScriptPath;
  if (kind === 'other' || input.scriptSig.length > 0 || tooLong) {
    throw new Refusal('script-not-allowed', `input ${at.index}`);
  }
}

function feeOfTransaction(tx: Transaction, spent: readonly Coin[]): Sats {
  const paid = spent.reduce((sum, coin) => sum + coin.value, 0n);
  const received = tx.outputs.reduce((sum, output) => sum + output.value, 0n);
  if (received > paid) throw new Refusal('outputs-exceed-inputs', `by ${received - paid} sat`);
  return sats(paid - received);
}

function signedSize(tx: Transaction, spent: readonly Coin[]): number {
  if (tx.inputs.every((input) => input.witness.length > 0)) return virtualSize(tx);
  return transactionVsize(
    spent.map((coin) => inputShape(coin.script, false)),
    tx.outputs,
  );
}

interface PartyDraft {
  satsIn: bigint;
  satsOut: bigint;
  gives: AssetMove[];
  gets: AssetMove[];
}

function movesOf(tx: Transaction, spent: readonly Coin[]): Pick<Effects, 'parties' | 'toFee' | 'burned'> {
  const book = new Map<string, PartyDraft>();
  const party = (script: Uint8Array): PartyDraft => {
    const key = bytesToHex(script);
    const known = book.get(key) ?? { satsIn: 0n, satsOut: 0n, gives: [], gets: [] };
    book.set(key, known);
    return known;
  };
  for (const coin of spent) party(coin.script).satsIn += coin.value;
  for (const output of tx.outputs) party(output.script).satsOut += output.value;
  const toFee: AssetMove[] = [];
  const burned: AssetMove[] = [];
  for (const moved of flowOf(spent, tx.outputs)) {
    const { asset, from, to } = moved;
    const giver = spent[from.index];
    invariant(giver !== undefined, 'an asset comes from a coin');
    party(giver.script).gives.push(moveOf(asset, from));
    if (to === undefined) toFee.push(moveOf(asset, { ...from }));
    else {
      const output = tx.outputs[to.index];
      invariant(output !== undefined, 'an asset lands in an output');
      const isBurned = output.script[0] === OP_RETURN;
      (isBurned ? burned : party(output.script).gets).push(moveOf(asset, to));
    }
  }
  return { parties: partiesOf(book), toFee: sorted(toFee), burned: sorted(burned) };
}

function moveOf(asset: InscribedAsset, at: { index: number; offset: Sats }): AssetMove {
  const move = { kind: asset.kind, id: asset.id, index: at.index, offset: at.offset };
  return asset.transfer === undefined ? move : { ...move, transfer: asset.transfer };
}

function partiesOf(book: ReadonlyMap<string, PartyDraft>): Party[] {
  return [...book]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([script, draft]) => ({
      script: script as ScriptHex,
      satsIn: sats(draft.satsIn),
      satsOut: sats(draft.satsOut),
      gives: sorted(draft.gives),
      gets: sorted(draft.gets),
    }));
}

function sorted(moves: readonly AssetMove[]): AssetMove[] {
  return moves.toSorted((a, b) => (a.id < b.id ? -1 : 1));
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
  return [...parties, `fee ${all.fee}`, movesText(all.toFee), movesText(all.burned)].join('\n');
}

function movesText(moves: readonly AssetMove[]): string {
  const texts = sorted(moves).map((move) => {
    const { transfer } = move;
    const amount = transfer === undefined ? '' : `=${transfer.asset}:${transfer.amount}`;
    return `${move.id}@${move.index}+${move.offset}${amount}`;
  });
  return `[${texts.join(' ')}]`;
}
