/** What an address has on MVC: SPACE, tokens, and tokens that lie parked with its own script. */
import type { AnswerOf } from '@rialto/contract';
import type { IndexedMvcToken } from '@rialto/ground';
import { scriptHolder, tokenKeyText } from '@rialto/mvc';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';

type Account = AnswerOf<'mvcAccount'>;

export async function accountOf(
  { ledger }: MvcContext,
  { address, keyHash }: { readonly address: string; readonly keyHash: Uint8Array },
): Promise<Account> {
  const [space, held, parked, tip] = await Promise.all([
    ledger.spaceSum(keyHash),
    ledger.tokensOf(keyHash),
    ledger.tokensOf(scriptHolder(keyHash)),
    ledger.tip(),
  ]);
  if (tip === undefined) throw new Refusal('syncing', 'the index of MVC');
  return {
    address,
    space: space.all.toString(),
    spaceWaiting: space.waiting.toString(),
    coins: space.coins,
    tokens: sumsOf(held),
    parked: parked.flatMap(({ token, outpoint, verdict }) =>
      verdict === 'genuine'
        ? [
            {
              codehash: token.codehash,
              genesis: token.genesis,
              symbol: token.symbol ?? '',
              amount: token.amount.toString(),
              outpoint,
            },
          ]
        : [],
    ),
    at: { height: tip.height, hash: tip.hash },
  };
}

function sumsOf(held: readonly IndexedMvcToken[]): Account['tokens'] {
  const kinds = new Map<string, IndexedMvcToken[]>();
  for (const coin of held) {
    const key = tokenKeyText(coin.token);
    kinds.set(key, [...(kinds.get(key) ?? []), coin]);
  }
  return [...kinds.values()].map((coins) => {
    const [first] = coins;
    invariant(first !== undefined, 'a group has a member');
    const { codehash, genesis, name, symbol, decimals } = first.token;
    const sum = (of: (coin: IndexedMvcToken) => boolean): string =>
      coins.reduce((total, coin) => (of(coin) ? total + coin.token.amount : total), 0n).toString();
    return {
      ...{ codehash, genesis, decimals, name: name ?? '', symbol: symbol ?? '' },
      amount: sum(({ verdict }) => verdict === 'genuine'),
      waiting: sum(({ verdict, height }) => verdict === 'genuine' && height === undefined),
      unknown: sum(({ verdict }) => verdict === 'unknown'),
      coins: coins.length,
    };
  });
}
