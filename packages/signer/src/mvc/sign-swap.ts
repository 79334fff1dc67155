/** Our half of a swap that its user has signed, over a check that we made: the signature of the pool's SPACE, which releases its tokens. */
import type { MvcAct, MvcSigned, MvcSwapAct, MvcSwapRequest } from '@rialto/contract';
import {
  CHECK_AT,
  nameMvcTransaction,
  readMvcTransaction,
  signMvcInput,
  signedByUser,
  verifyMvcSignature,
} from '@rialto/mvc';
import type { MvcPlan, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, isFlaw } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { readMvcAct } from './act.ts';
import type { ReadAct } from './act.ts';
import { foundIn } from './coins.ts';
import { requireCoins } from './coins-of-swap.ts';
import { builtSwap, lineOf } from './built-swap.ts';
import type { BuiltSwap } from './built-swap.ts';
import { judgeSwap } from './judge.ts';
import { requireFresh, requireUnpromised } from './in-time.ts';
import type { MvcParts } from './parts.ts';
import { runningPool } from './stops.ts';

export type SwapRequest = MvcSwapRequest & { readonly act: MvcSwapAct };

/** The same swap again is answered alike. @throws Refusal not-admitted when we made no such check for it */
export function signSwap(parts: MvcParts, request: SwapRequest, gone: () => boolean): Promise<MvcSigned> {
  return parts.turns('mvc', async () => {
    const built = await askedSwap(parts, request);
    const before = halfBefore(parts, built);
    if (before !== undefined) return before;
    await requireFit(parts, built);
    const half = poolHalf(built);
    requireWanted(parts, gone);
    noteSwap(parts, built, { half, signed: request.signed });
    return half;
  });
}

/** The swap of a request made again, over a check of ours and signed by its user; whether we sign it is another question. */
export async function askedSwap(parts: MvcParts, request: SwapRequest): Promise<BuiltSwap> {
  const { act } = request;
  const { pool, key } = runningPool(parts, request.pool);
  await parts.requireFreshTip();
  const read = await readMvcAct(parts.source.coins, key, act);
  const check = ownCheck(parts, read, request);
  const built = builtSwap({ act, pool, key, read, check });
  requireUserSigned(built, request.signed);
  return built;
}

/** What was signed for it once. */
export function halfBefore({ journal }: MvcParts, { swap, pool }: BuiltSwap): MvcSigned | undefined {
  const before = journal.recall.act(swap.core);
  return before?.pool === pool.number ? before.half : undefined;
}

/**
 * @param unsent what nobody has sent yet, and that it spends
 * @throws Refusal take-expired, price-changed (one of its coins is another pool's act's), and as `requireCoins` and `judgeSwap`
 */
export async function requireFit(parts: MvcParts, built: BuiltSwap, unsent?: MvcTransaction): Promise<void> {
  requireFresh(parts, built.check.core);
  const { read, check, swap, pool } = built;
  const names = [read.checkCoin, ...read.poolCoins, ...read.userCoins].map(({ name }) => name);
  await requireUnpromised(parts, names, { pool: pool.number, own: [check.core, swap.core] });
  await requireCoins(parts, built, 'swap', unsent);
  judgeSwap(parts, await parts.view(built.pool.number), built);
}

export function noteSwap(
  { journal, now }: MvcParts,
  built: BuiltSwap,
  { half, signed }: { readonly half: MvcSigned; readonly signed: readonly MvcSigned[] },
): void {
  journal.append({
    ...{ kind: 'swap', check: built.check.core, half, signed: [...signed] },
    ...lineOf(built, 'swap', now()),
  });
}

/** The check of the request, which has to be the one that we make for this act and have written down. */
function ownCheck(
  { journal }: MvcParts,
  read: ReadAct,
  { check: raw, pool }: MvcSwapRequest,
): MvcTransaction {
  const check = readMvcTransaction(hexToBytes(raw));
  if (isFlaw(check)) throw new Refusal('bad-request', check.flaw);
  const known = journal.recall.act(check.core);
  if (known?.kind !== 'check' || known.pool !== pool) throw new Refusal('not-admitted', 'no check of ours');
  const again = nameMvcTransaction(read.checkBody(foundIn(check, CHECK_AT).coin.script));
  if (again.core !== check.core) throw new Refusal('not-admitted', 'not the check of this swap');
  return check;
}

/** Every coin of the user's is signed by him, with ALL|FORKID, and nothing else is. */
export function requireUserSigned(
  { plan, swap, act }: { readonly plan: MvcPlan; readonly swap: MvcTransaction; readonly act: MvcAct },
  signed: readonly MvcSigned[],
): void {
  const wanted = signedByUser(plan);
  if (signed.length !== wanted.length) throw new Refusal('signature-missing', `${wanted.length} inputs`);
  for (const index of wanted) {
    const given = signed.find((one) => one.index === index);
    const coin = plan.inputs[index]?.coin;
    invariant(coin !== undefined, 'a plan has the inputs it signs');
    if (given?.publicKey !== act.userKey) throw new Refusal('signature-missing', `input ${index}`);
    verifyMvcSignature(
      { tx: swap, index, coin },
      { signature: hexToBytes(given.signature), publicKey: hexToBytes(given.publicKey) },
    );
  }
}

export function poolHalf({ plan, swap, key }: Pick<BuiltSwap, 'plan' | 'swap' | 'key'>): MvcSigned {
  const index = plan.inputs.findIndex(({ role }) => role === 'pool-space');
  const coin = plan.inputs[index]?.coin;
  invariant(coin !== undefined, 'a plan spends the pool’s SPACE');
  const { signature, publicKey } = signMvcInput({ tx: swap, index, coin }, key.secret);
  return { index, signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) };
}
