/** The transaction that makes a swap's check, signed: by our wallet when the user buys, by the pool when he sells. */
import type { MvcCheckRequest, MvcHeldSale, MvcSwapAct } from '@rialto/contract';
import { signMvcInput, withSignatures, writeMvcTransaction } from '@rialto/mvc';
import type { MvcBody, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { readMvcAct } from './act.ts';
import type { FoundCoin } from './coins.ts';
import { requireCoins } from './coins-of-swap.ts';
import { builtSwap, lineOf } from './built-swap.ts';
import { judgeSwap } from './judge.ts';
import { heldSale, requireOver, withSale } from './held-sale.ts';
import type { HeldSale } from './held-sale.ts';
import { wasMade } from './in-time.ts';
import type { MvcKey } from './keys.ts';
import { keepLostOfPool, keepLostOfWallet } from './lost-checks.ts';
import type { MvcRecall, SignedMvcAct } from './books/recall.ts';
import type { MvcParts } from './parts.ts';
import { runningPool } from './stops.ts';

/**
 * Everything that the swap will be asked is asked here already, the user's signatures apart. The same one again is signed alike.
 * @returns raw
 */
export function signCheck(
  parts: MvcParts,
  request: MvcCheckRequest & { readonly act: MvcSwapAct },
  gone: () => boolean,
): Promise<string> {
  const { act, checkScripts, after } = request;
  return parts.turns('mvc', async () => {
    const { pool, key } = runningPool(parts, request.pool);
    await parts.requireFreshTip();
    const { recall } = parts.journal;
    const held = await saleBefore(parts, act, after);
    const { coins } = withSale(parts, held).source;
    const read = await readMvcAct(coins, key, act);
    const [checkScript, ...more] = checkScripts;
    if (checkScript === undefined || more.length > 0) throw new Refusal('bad-request', 'one check');
    const body = read.checkBody(hexToBytes(checkScript));
    const check = signed(body, read.checkCoin, act.side === 'buy' ? parts.payer : key);
    const raw = bytesToHex(writeMvcTransaction(check));
    const built = builtSwap({ act, pool, key, read, check });
    if (wasMade(parts, check.core, pool.number)) return raw;
    if (held !== undefined) requireOver(held, built);
    await requireCoins(parts, built, 'check', held?.tx);
    const view = await parts.view(pool.number);
    judgeSwap(parts, view, built);
    const now = parts.now();
    const cost = BigInt(act.checkSats) + BigInt(act.checkFee);
    if (act.side === 'buy') keepLostOfWallet(signedOf(recall), now, cost);
    else keepLostOfPool(view, { signed: recall.signed(pool.number), now }, cost);
    requireWanted(parts, gone);
    parts.journal.append({ kind: 'check', ...lineOf(built, 'check', now) });
    return raw;
  });
}

async function saleBefore(
  parts: MvcParts,
  { side }: MvcSwapAct,
  after: MvcHeldSale | undefined,
): Promise<HeldSale | undefined> {
  if (after === undefined) return undefined;
  if (side !== 'buy') throw new Refusal('bad-request', 'a purchase alone comes after a sale');
  return heldSale(parts, after);
}

const signedOf = (recall: MvcRecall): SignedMvcAct[] =>
  recall.pools().flatMap(({ number }) => recall.signed(number));

/** @throws Refusal not-yours: a signature of another key would be none */
export function signed(tx: MvcBody, { coin }: FoundCoin, { script, secret }: MvcKey): MvcTransaction {
  if (bytesToHex(coin.script) !== bytesToHex(script)) throw new Refusal('not-yours', coin.outpoint);
  return withSignatures(tx, new Map([[0, signMvcInput({ tx, index: 0, coin }, secret)]]));
}
