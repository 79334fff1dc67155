/** How a pool on MVC begins: a key of its own, and then, once, the coins that it opens with. */
import type { MvcNewPoolRequest, MvcOpenRequest, SignerAnswer } from '@rialto/contract';
import { firstShares } from '@rialto/market';
import { CONTRACT_VERSION, TOKEN_OUTPUT_SATS, sameToken } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import { requireGenuine, requireWholeSupply, tokenOnScript } from './genuine.ts';
import type { MvcKey } from './keys.ts';
import type { MvcOpenLine } from './books/lines.ts';
import type { MvcParts } from './parts.ts';
import type { MvcPoolRecord } from './books/recall.ts';

export function newPool(
  parts: MvcParts,
  { token }: MvcNewPoolRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'mvcNewPool'>> {
  return parts.turns('mvc', () => {
    requireWanted(parts, gone);
    const pools = parts.journal.recall.pools();
    const number = 1 + (pools.at(-1)?.number ?? 0);
    const keyHash = bytesToHex(parts.poolKey(number).hash);
    parts.journal.append({ at: new Date(parts.now()).toISOString(), kind: 'pool', number, token, keyHash });
    return Promise.resolve({ pool: number, keyHash });
  });
}

type FirstCoin = MvcOpenLine['coins'][number];

/**
 * Takes a pool's first coins for its own. The same ones again are taken alike.
 * @throws Refusal pool-unknown; pool-exists (others opened it); bad-request (a coin twice, or not one of each kind); and as `firstCoin`
 */
export function openPoolOnMvc(
  parts: MvcParts,
  { pool: number, share, coins }: MvcOpenRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'mvcOpen'>> {
  return parts.turns('mvc', async () => {
    requireWanted(parts, gone);
    const pool = parts.journal.recall.pool(number);
    if (pool === undefined) throw new Refusal('pool-unknown', `${number}`);
    if (pool.opened !== undefined) return openedBefore(pool.opened, { share, coins });
    if (sameToken(share, pool.token)) throw new Refusal('lots-differ', 'shares are a token of their own');
    await parts.requireFreshTip();
    const asked = { pool, share, key: parts.poolKey(number) };
    const first: FirstCoin[] = [];
    for (const point of coins) first.push(await firstCoin(parts, asked, point));
    const { r1, shares } = liquidityOf(first);
    const { poolSats } = parts.rules;
    if (poolSats !== undefined && r1 > poolSats) throw new Refusal('limit-reached', 'SPACE in the pool');
    requireWanted(parts, gone);
    const at = new Date(parts.now()).toISOString();
    parts.journal.append({ at, kind: 'open', number, share, coins: first, shares: shares.toString() });
    return { opened: true };
  });
}

function openedBefore(
  { share, coins }: MvcOpenLine,
  asked: { readonly share: TokenKey; readonly coins: readonly Outpoint[] },
): { opened: true } {
  const isSame =
    sameToken(share, asked.share) &&
    coins.length === asked.coins.length &&
    coins.every(({ point }, index) => point === asked.coins[index]);
  if (!isSame) throw new Refusal('pool-exists');
  return { opened: true };
}

/** What the first coins come to. Beside them is the whole supply of shares, of which as many as these never leave. */
function liquidityOf(coins: readonly FirstCoin[]): { readonly r1: bigint; readonly shares: bigint } {
  if (new Set(coins.map(({ coin }) => coin)).size < coins.length)
    throw new Refusal('bad-request', 'a coin twice');
  const of = (kind: FirstCoin['holds']) => coins.filter(({ holds }) => holds === kind);
  const sum = (kind: FirstCoin['holds']): bigint =>
    of(kind).reduce((all, { amount }) => all + BigInt(amount), 0n);
  if (of('share').length !== 1) throw new Refusal('bad-request', 'one coin of shares');
  const [r1, r2, supply] = [sum('space'), sum('token'), sum('share')];
  const { made } = firstShares({ r1, r2 });
  if (supply <= made) throw new Refusal('lots-differ', 'fewer shares than the pool begins with');
  return { r1, shares: made };
}

interface Asked {
  readonly pool: MvcPoolRecord;
  readonly share: TokenKey;
  readonly key: MvcKey;
}

/**
 * One of the first coins, as our own node has it: in a block, in a transaction that contracts can read, on the pool's scripts.
 * @throws Refusal coin-unknown, coin-unconfirmed, script-not-allowed (version), not-yours (on no script of the pool), not-a-lot, lots-differ
 */
async function firstCoin(
  { source: { chain, coins } }: MvcParts,
  { pool, share, key }: Asked,
  point: Outpoint,
): Promise<FirstCoin> {
  const found = await coins.at(point);
  const unspent = await chain.unspent(point, 'blocks');
  if (unspent === undefined || unspent.confirmations < 1) throw new Refusal('coin-unconfirmed', point);
  if (found.tx.version !== CONTRACT_VERSION) throw new Refusal('script-not-allowed', `${point}: version`);
  const { value, script } = found.coin;
  const one = (holds: FirstCoin['holds'], amount: bigint): FirstCoin => ({
    ...{ coin: found.name, point, holds },
    amount: amount.toString(),
  });
  if (equalBytes(script, key.script)) return one('space', value);
  const token = tokenOnScript(found.coin);
  if (token === undefined || token.holder !== bytesToHex(key.holder)) throw new Refusal('not-yours', point);
  if (sameToken(token, share)) return one('share', (await requireWholeSupply(coins, found, share)).amount);
  // More in it than in any that swaps make would leave with the first of them.
  if (value > TOKEN_OUTPUT_SATS) throw new Refusal('amount-differs', `${point}: sats of a token output`);
  return one('token', (await requireGenuine(coins, found, pool.token)).token.amount);
}
