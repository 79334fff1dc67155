/** Opens a pool on the private MVC chain, as an operator does it: a key of the signer's, its shares, its first coins, and the signer's word for them. */
import { SIGNER_ANSWERS } from '@rialto/contract';
import { p2pkhScript, scriptHolder } from '@rialto/mvc';
import type { MvcCoin, TokenKey } from '@rialto/mvc';
import { hexToBytes, sats } from '@rialto/protocols';
import { askSigner } from '../exchange/signer-door.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { beginToken, coinsFor, tokenKeyOf } from './issuer.ts';
import type { TokenWords } from './issuer.ts';
import type { MvcPerson } from '../mvc/person.ts';

/** More than all sat there can be. */
export const SHARE_SUPPLY = 9_000_000_000_000_000n;
/** Coins of each kind that a pool begins with: as many swaps at a time. */
export const LANES = 4;

interface NewPool {
  readonly chain: PrivateMvcChain;
  readonly signerSocket: string;
  readonly operator: MvcPerson;
  readonly symbol: string;
  readonly token: TokenKey;
  /** In sat, and in smallest units; each is parted among the lanes. */
  readonly space: bigint;
  readonly units: bigint;
  /** Brings a coin of the token. */
  give(to: { readonly holder: Uint8Array; readonly units: bigint }): MvcCoin;
}

/** What a pool's shares are called. @param symbol of its token */
export const shareWords = (symbol: string): TokenWords => ({
  name: `Shares of ${symbol}`,
  symbol: `LP-${symbol}`,
  decimals: 0,
});

/** @returns its number */
export async function openMvcPool({ chain, signerSocket, operator, ...pool }: NewPool): Promise<number> {
  const { symbol, token, space, units } = pool;
  const make = { token };
  const { pool: number, keyHash } = await askSigner(signerSocket, SIGNER_ANSWERS.mvcNewPool, {
    op: 'mvcNewPool',
    make,
  });
  const hash = hexToBytes(keyHash);
  const holder = scriptHolder(hash);
  const lanes = Array.from({ length: LANES });
  const tokens = lanes.map(() => pool.give({ holder, units: units / BigInt(LANES) }));
  const shares = beginToken(chain, operator, shareWords(symbol), 1).mint(
    { holder, units: SHARE_SUPPLY },
    true,
  );
  const reserve = coinsFor(
    chain,
    operator,
    lanes.map(() => ({ value: sats(space / BigInt(LANES)), script: p2pkhScript(hash) })),
  );
  const coins = [...reserve, ...tokens, shares].map(({ outpoint }) => outpoint);
  const open = { pool: number, share: tokenKeyOf(shares), coins };
  await askSigner(signerSocket, SIGNER_ANSWERS.mvcOpen, { op: 'mvcOpen', open });
  return number;
}
