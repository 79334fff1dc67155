/** What liquidity needs counted is refused in words where its coins are not what they should be. */
import { expect, it } from 'vitest';
import { Refusal } from '@rialto/refusals';
import { TOKEN_OUTPUT_SATS, checksOfLiquidity } from '../src/index.ts';
import type { MvcCoin } from '../src/index.ts';
import { TOKEN, tokenCoins } from './contracts.ts';
import { POOL, USER, aBuy, only, paid, sats } from './swaps.ts';

const { chain } = aBuy();
const [space, given] = [
  only(chain.fund([paid(POOL, 9_000_000n)])),
  only(tokenCoins(chain, [{ holder: POOL.holder, units: 900n }])),
];

function codeOf(userTokens: readonly MvcCoin[], units: bigint): string {
  const park = { token: TOKEN, userKey: USER.key, userTokens, units, tokenSats: TOKEN_OUTPUT_SATS };
  const move = { poolHash: POOL.hash, units: 7n, poolSpace: space, poolSats: sats(9_500_000n) };
  try {
    checksOfLiquidity(
      { ...park, userCoins: chain.fund([paid(USER, 900_000n)]) },
      {
        ...move,
        given: { token: { ...TOKEN, genesis: '12'.repeat(20) }, coin: given },
        tokenSats: TOKEN_OUTPUT_SATS,
      },
    );
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

it.each([
  ['SPACE in the place of a token', () => [space], 5n, 'not-a-lot'],
  ['a token of the pool’s', () => [given], 5n, 'not-yours'],
  ['nothing', () => [], 5n, 'bad-request'],
  [
    'more than eight bytes hold',
    () => tokenCoins(chain, [{ holder: USER.hash, units: 9n }]),
    1n << 64n,
    'insufficient-funds',
  ],
] as const)('%s is refused as such', (_, coins, units, code) => {
  expect(codeOf(coins(), units)).toBe(code);
});
