/** A sale that its user has signed and we have not: a purchase is made over its SPACE, for its id follows from the hash of what we would sign (decision 0042). */
import type { MvcAct, MvcHeldSale, MvcSigned, MvcSwapAct } from '@rialto/contract';
import { bareOf, p2pkhScriptSig, readBareTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BuiltSwap } from './built-swap.ts';
import { withUnsent } from './coins.ts';
import type { MvcParts } from './parts.ts';
import { askedSwap, poolHalf } from './sign-swap.ts';
import type { SwapRequest } from './sign-swap.ts';

export interface HeldSale {
  readonly built: BuiltSwap;
  /** What we would sign. */
  readonly half: MvcSigned;
  /** Under its whole id, no scriptSig in it. */
  readonly tx: MvcTransaction;
  readonly signed: readonly MvcSigned[];
}

/** @throws Refusal bad-request (no sale, or no hashes), effects-differ (a hash that is not of our half), and as `askedSwap` */
export async function heldSale(parts: MvcParts, sale: MvcHeldSale): Promise<HeldSale> {
  const built = await askedSwap(parts, requireSwap(sale));
  if (built.act.side !== 'sell') throw new Refusal('bad-request', 'a sale alone is held');
  const half = poolHalf(built);
  if (sale.scriptSigs[half.index] !== scriptSigHash(built, half))
    throw new Refusal('effects-differ', 'the hash of our half');
  const raw = writeMvcTransaction(built.swap);
  const tx = readBareTransaction({ raw, scriptSigs: sale.scriptSigs.map(hexToBytes) });
  if (isFlaw(tx)) throw new Refusal('bad-request', tx.flaw);
  return { built, half, tx, signed: sale.signed };
}

/** @throws Refusal bad-request */
export function requireSwap<Request extends { readonly act: MvcAct }>(
  request: Request,
): Request & Pick<SwapRequest, 'act'> {
  const { act } = request;
  if (!isSwap(act)) throw new Refusal('bad-request', 'liquidity is asked for by itself');
  return { ...request, act };
}

const isSwap = (act: MvcAct): act is MvcSwapAct => act.side === 'buy' || act.side === 'sell';

/** SHA-256 of the scriptSig that our half of a swap is. */
export function scriptSigHash({ swap }: Pick<BuiltSwap, 'swap'>, half: MvcSigned): string {
  const scriptSig = p2pkhScriptSig({
    signature: hexToBytes(half.signature),
    publicKey: hexToBytes(half.publicKey),
  });
  const inputs = swap.inputs.map((input, index) => (index === half.index ? { ...input, scriptSig } : input));
  const hash = bareOf({ ...swap, inputs }).scriptSigs[half.index];
  invariant(hash !== undefined, 'our half is of an input');
  return bytesToHex(hash);
}

/** Everything as it is, the sale's coins among what can be looked up. */
export function withSale(parts: MvcParts, held: HeldSale | undefined): MvcParts {
  if (held === undefined) return parts;
  return { ...parts, source: { ...parts.source, coins: withUnsent(parts.source.coins, held.tx) } };
}

/** @throws Refusal bad-request when it is no purchase of the same user's over this sale, at another pool */
export function requireOver({ built: sale, tx }: HeldSale, { act, pool, read }: BuiltSwap): void {
  const isOver =
    act.side === 'buy' &&
    act.userKey === sale.act.userKey &&
    pool.number !== sale.pool.number &&
    read.userCoins.some((coin) => coin.tx === tx);
  if (!isOver) throw new Refusal('bad-request', 'no purchase over this sale');
}
