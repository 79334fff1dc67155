/** The coins that a pool on MVC would be opened with: what blocks have on its scripts, and what of it cannot be taken. The signer looks at each again. */
import type { MvcChain } from '@rialto/ground';
import { CONTRACT_VERSION, TOKEN_OUTPUT_SATS, readFtScript, sameToken, scriptHolder } from '@rialto/mvc';
import type { FtOutput, MvcCoin, TokenKey } from '@rialto/mvc';
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { scannedCoins, transactionAt } from './find-coins.ts';

interface Found {
  readonly coin: MvcCoin;
  readonly token: FtOutput;
}

export interface FirstCoins {
  readonly share: TokenKey;
  readonly coins: readonly Outpoint[];
  /** What they come to, for whoever decides. */
  readonly words: readonly string[];
}

interface Wanted {
  readonly from: number;
  /** Its genesis; undefined where nothing but the pool's token and its shares lies there. */
  readonly share: string | undefined;
}

/** @throws Error when something is missing, or it cannot be told which token the shares are */
export async function firstCoinsOf(
  chain: MvcChain,
  { keyHash, token }: { readonly keyHash: string; readonly token: TokenKey },
  { from, share }: Wanted,
): Promise<FirstCoins> {
  const hash = hexToBytes(keyHash);
  const who = { hash, holder: scriptHolder(hash) };
  const { parked, space: all } = await scannedCoins(chain, who, { from, progress: () => undefined });
  const leftOut: string[] = [];
  const space = await readable(chain, all, leftOut);
  const held = (await readable(chain, parked, leftOut)).flatMap((coin): Found[] => {
    const read = readFtScript(coin.script);
    return read === undefined ? [] : [{ coin, token: read }];
  });
  const tokens = held.filter((one) => sameToken(one.token, token) && isSmall(one, leftOut));
  const shares = held.filter(
    (one) => !sameToken(one.token, token) && (share === undefined || one.token.genesis === share),
  );
  const [supply, ...more] = shares;
  if (space.length === 0 || tokens.length === 0 || supply === undefined)
    throw new Error(
      `found ${space.length} coins of SPACE, ${tokens.length} of the token and ${shares.length} of shares, in the blocks that were read: one of each is needed at least`,
    );
  if (more.length > 0) throw new Error('several tokens lie there: name the shares’ genesis by --share');
  const { codehash, genesis } = supply.token;
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  const words = [
    `SPACE   ${sum(space.map(({ value }) => value))} sat in ${space.length} coins`,
    `token   ${sum(tokens.map((one) => one.token.amount))} units in ${tokens.length} coins`,
    `shares  ${supply.token.amount} of ${codehash} ${genesis}`,
    ...leftOut,
  ];
  const coins = [...space, ...tokens.map(({ coin }) => coin), supply.coin].map(({ outpoint }) => outpoint);
  return { share: { codehash, genesis }, coins, words };
}

/** Contracts read the transactions of a pool's coins, and only one version of them. */
async function readable(
  chain: MvcChain,
  coins: readonly MvcCoin[],
  leftOut: string[],
): Promise<readonly MvcCoin[]> {
  const kept: MvcCoin[] = [];
  for (const coin of coins) {
    const { version } = await transactionAt(chain, splitOutpoint(coin.outpoint).txid);
    if (version === CONTRACT_VERSION) kept.push(coin);
    else leftOut.push(`left out: ${coin.outpoint}, of a transaction of version ${version}`);
  }
  return kept;
}

/** More sats in it than in any that swaps make would leave with the first of them. */
function isSmall({ coin }: Found, leftOut: string[]): boolean {
  if (coin.value <= TOKEN_OUTPUT_SATS) return true;
  leftOut.push(`left out: ${coin.outpoint}, with ${coin.value} sat under its tokens`);
  return false;
}
