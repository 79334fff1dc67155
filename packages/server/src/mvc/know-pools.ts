/** The pools that the signer has opened come into the index, once the operator's list has their token. */
import { readFileSync } from 'node:fs';
import type { SignerAnswer } from '@rialto/contract';
import { wholeRoot } from '@rialto/market';
import { readFtScript, sameToken, tokenKeyText } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { z } from 'zod';
import type { MvcContext } from './context.ts';
import { addPool } from './store/pool-store.ts';
import { coinAt, transactionsOf } from './swaps/plan-act.ts';

const HASH = z.string().regex(/^[0-9a-f]{40}$/);
const ListedToken = z.strictObject({
  codehash: HASH,
  genesis: HASH,
  kind: z.enum(['mrc20', 'ticket']),
  /** `yes` where whoever issued it can make more: every form says so then (mvc §3). */
  mintable: z.enum(['yes', 'no']),
});
export type ListedToken = z.infer<typeof ListedToken>;

/** The operator's list of tokens, by their keys. Throws for a file that is no such list. */
export function readMvcList(file: string): ReadonlyMap<string, ListedToken> {
  const list = z
    .array(ListedToken)
    .max(1_000)
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(list.map((token) => [tokenKeyText(token), token]));
}

type OpenedPool = SignerAnswer<'mvcPools'>['pools'][number];

/** Done every few seconds by whoever leads. */
export async function knowPools(
  context: MvcContext,
  listed: ReadonlyMap<string, ListedToken>,
): Promise<void> {
  const [{ pools }, known] = await Promise.all([context.custody.pools(), context.ledger.pools()]);
  const numbers = new Set(known.map(({ number }) => number));
  for (const pool of pools) {
    const token = listed.get(tokenKeyText(pool.token));
    if (pool.share === undefined || token === undefined || numbers.has(pool.pool)) continue;
    await takeIn(context, { ...pool, share: pool.share }, token);
  }
}

/** The signer has looked at every coin; here they are read for their sums alone. */
async function takeIn(
  context: MvcContext,
  { pool: number, keyHash, token, share, coins }: Omit<OpenedPool, 'share'> & { readonly share: TokenKey },
  { kind, mintable }: ListedToken,
): Promise<void> {
  const tip = await context.ledger.tip();
  if (tip === undefined) return;
  const known = await transactionsOf(context, coins);
  const first = coins.map((point) => coinAt(known, point));
  const tokens = first.map(({ script }) => readFtScript(script));
  const sumOf = (key: TokenKey): bigint =>
    tokens.reduce((sum, read) => (read !== undefined && sameToken(read, key) ? sum + read.amount : sum), 0n);
  const space = first.reduce((sum, { value }, at) => (tokens[at] === undefined ? sum + value : sum), 0n);
  await context.store.transact((tx) =>
    addPool(tx, {
      ...{ number, keyHash, token, share, firstCoins: coins, openedAtHeight: tip.height },
      ...{ list: kind, mintable: mintable === 'yes' },
      shareSupply: sumOf(share),
      firstShares: wholeRoot(space * sumOf(token)),
    }),
  );
}
