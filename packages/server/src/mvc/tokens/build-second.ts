/** The purchase over a sale that its user has just signed: built and kept like any other, with what the sale needs to be signed and sent with it (decision 0042). */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { requireOpen } from '../reads/find-pool.ts';
import { requireBuyable } from '../reads/require-buyable.ts';
import { standOf } from '../stand.ts';
import { findAct, noteAct } from '../store/acts.ts';
import { builtOf, requireFewWaiting } from '../swaps/build.ts';
import { quoteWithAll } from '../swaps/draw-up.ts';
import { requireInTime, requireUntaken } from '../swaps/submit.ts';
import { SIGN_MS } from '../terms.ts';
import { heldText, holdSale, spaceOf } from './held-sale.ts';

/** Both are signed with it. */
export const BOTH = 2;

/**
 * Nothing is sent. The sale is given another minute.
 * @throws Refusal not-found, take-expired, bad-request (no sale, or its own pool again), price-changed (another swap came first, or less than
 *   the limit is got), limit-reached, signature-missing, signature-invalid, sighash-not-allowed; and as `requireOpen`, `quoteSwap` and the signer
 */
export async function buildSecond(
  context: MvcContext,
  { buildId, signed, pair, limit }: BodyOf<'mvcBuildSecond'>,
): Promise<AnswerOf<'mvcBuildSecond'>> {
  const named = await findAct(context.store.db, buildId);
  if (named?.side !== 'sell') throw new Refusal('not-found', buildId);
  const pool = await requireOpen(context, pair);
  await requireBuyable(context, pool);
  if (pool.number === named.pool) throw new Refusal('bad-request', 'pair: the token that is sold');
  return context.turns(`mvc ${named.pool}`, async () => {
    const row = (await findAct(context.store.db, buildId)) ?? named;
    requireInTime(context, row);
    await requireUntaken(context, row);
    await requireFewWaiting(context, hexToBytes(row.userKey), BOTH);
    const held = await holdSale(context, row, signed);
    const space = spaceOf(held);
    const stand = await standOf(context, pool);
    const quote = quoteWithAll(context, stand, space.value);
    if (quote.units < BigInt(limit)) throw new Refusal('price-changed');
    const { tx, bare, kept } = held;
    const drawn = { quote, userCoins: [space] };
    const after = { tx, kept, held: heldText(row, kept) };
    const built = await builtOf(context, drawn, { stand, publicKey: row.userKey, after });
    await noteAct(context.store.db, row.id, { expiresAt: new Date(context.now() + SIGN_MS) });
    const sale = { raw: bytesToHex(bare.raw), scriptSigs: bare.scriptSigs.map(bytesToHex) };
    return { ...built, sale };
  });
}
