/**
 * How a lane is paid out to many: who stands in which transaction, and what each gets. One transaction where its message is one that every
 * node relays; else a tree, whose branches are coins of the pool that one more transaction each pays out. Numbers alone, no coin.
 */
import { DUST_FLOOR, encipher, sats } from '@rialto/protocols';
import type { Amount, Edict, RuneId, Sats, TxOutput } from '@rialto/protocols';
import { MAX_MESSAGE_BYTES } from '../../tokens/runestone-output.ts';
import { feeOf, outputVsize, transactionVsize } from '../../tx/size.ts';
import type { SpendKind } from '../../tx/spend.ts';

/** An output of a dissolution before anybody has paid for it. */
export interface Part {
  readonly script: Uint8Array;
  /** Of the share rune: sats are in proportion. */
  readonly shares: bigint;
  /** Of the pool's rune. */
  readonly amount: Amount;
  /** Among whom one more transaction shares it: it is a coin of the pool's then. */
  readonly below?: readonly Part[];
  /** The pool's own output: what is owed to those who are not listed. */
  readonly isRest?: true;
}

/** A part with its sats; negative where they do not pay for the output. */
export interface PaidPart extends Omit<Part, 'below'> {
  readonly value: bigint;
  readonly below?: Payout;
}

/** One transaction of the tree. */
export interface Payout {
  readonly fee: Sats;
  /** The largest first: what no edict names is its own. */
  readonly outputs: readonly PaidPart[];
}

/** What sizes depend on. */
export interface TreeTerms {
  readonly rune: RuneId;
  /** How a coin of the pool is spent. */
  readonly kind: SpendKind;
  readonly feeRateSatVb: number;
}

/** In a leaf. */
const MOST_IN_LEAF = 10;
/** Who has less, in parts per million, stands in a leaf: with children of his output he could keep the root from everybody (pools §9). */
const LEAST_IN_ROOT_PPM = 50_000n;
const MILLION = 1_000_000n;

/** The edicts of one transaction: nothing for the first, who has the pointer, and none of 0, which would mean all there is (runes §4). */
export function edictsOf(rune: RuneId, parts: readonly Pick<Part, 'amount'>[]): Edict[] {
  return parts.flatMap(({ amount }, output) =>
    output === 0 || amount === 0n ? [] : [{ id: rune, amount, output }],
  );
}

/** The message, whatever its length. */
function stoneOf(rune: RuneId, parts: readonly Part[]): TxOutput {
  const nothing = { etching: undefined, mint: undefined };
  return { value: sats(0n), script: encipher({ edicts: edictsOf(rune, parts), pointer: 0, ...nothing }) };
}

/**
 * Who stands where.
 * @param holders the largest first
 * @param rest the pool's own output, last in the root
 * @returns the outputs of the root
 */
export function treeOf(
  { holders, rest }: { readonly holders: readonly Part[]; readonly rest: Part | undefined },
  { rune, pool }: { readonly rune: RuneId; readonly pool: Uint8Array },
): readonly Part[] {
  const fits = (parts: readonly Part[]): boolean => stoneOf(rune, parts).script.length <= MAX_MESSAGE_BYTES;
  const packed = (parts: readonly Part[]): Part[] => packs(parts, fits).map((some) => joined(some, pool));
  const whole = (parts: readonly Part[]): Part[] => (rest === undefined ? [...parts] : [...parts, rest]);
  const all = sharesOf(whole(holders));
  const large = holders.filter(({ shares }) => shares * MILLION >= all * LEAST_IN_ROOT_PPM);
  const leaves = packed(holders.slice(large.length));
  for (let direct = large.length; direct >= 0; direct -= 1) {
    const root = whole([...large.slice(0, direct), ...packed(large.slice(direct)), ...leaves]);
    if (fits(root)) return root;
  }
  let level = [...packed(large), ...leaves];
  while (!fits(whole(level))) level = packed(level);
  return whole(level);
}

/** In their order, each pack as long as its message may be. */
function packs(parts: readonly Part[], fits: (parts: readonly Part[]) => boolean): (readonly Part[])[] {
  const made: Part[][] = [];
  for (const part of parts) {
    const last = made.at(-1);
    if (last !== undefined && last.length < MOST_IN_LEAF && fits([...last, part])) last.push(part);
    else made.push([part]);
  }
  return made;
}

function joined(below: readonly Part[], pool: Uint8Array): Part {
  const units = below.reduce((sum, { amount }) => sum + amount, 0n) as Amount;
  return { script: pool, shares: sharesOf(below), amount: units, below };
}

/** Of several parts together. */
export function sharesOf(parts: readonly Pick<Part, 'shares'>[]): bigint {
  return parts.reduce((sum, { shares }) => sum + shares, 0n);
}

/**
 * What everybody gets of a coin: each pays the fee of his own output, all together that of the rest of the transaction, and the largest
 * takes what rounding leaves. The pool's own output is a coin however little it is owed, at the cost of all.
 */
export function payOut(value: bigint, parts: readonly Part[], terms: TreeTerms): Payout {
  const outputs = [...parts, stoneOf(terms.rune, parts)];
  const fee = feeOf(transactionVsize([terms.kind], outputs), terms.feeRateSatVb);
  const values = valuesOf(value - fee, parts, terms);
  const paid = parts.map(({ below, ...part }, at): PaidPart => {
    const own = values[at] ?? 0n;
    if (below === undefined) return { ...part, value: own };
    return { ...part, value: own, below: payOut(own, below, terms) };
  });
  return { fee, outputs: paid };
}

function valuesOf(value: bigint, parts: readonly Part[], terms: TreeTerms): bigint[] {
  const fees = parts.map(({ script }) => feeOf(outputVsize(script), terms.feeRateSatVb));
  const payable = fees.reduce((sum, fee) => sum + fee, value);
  const all = sharesOf(parts);
  const values = parts.map(({ shares }, at) => (payable * shares) / all - (fees[at] ?? 0n));
  if (parts.at(-1)?.isRest === true && (values.at(-1) ?? 0n) < DUST_FLOOR)
    return [...valuesOf(value - DUST_FLOOR, parts.slice(0, -1), terms), DUST_FLOOR];
  const given = values.reduce((sum, one) => sum + one, 0n);
  return values.map((one, at) => (at === 0 ? one + value - given : one));
}

/** Everybody who is paid in the end, branches left out. */
export function paidIn({ outputs }: Payout): readonly PaidPart[] {
  return outputs.flatMap((part) => (part.below === undefined ? [part] : paidIn(part.below)));
}

/** The fees of all its transactions. */
export function feesOf({ fee, outputs }: Payout): bigint {
  let sum: bigint = fee;
  for (const { below } of outputs) sum += below === undefined ? 0n : feesOf(below);
  return sum;
}
