/** What Metalet takes for one transfer of tokens: what has more coins fails in it without a word of why. */
import { t } from '../../words.ts';

const MOST_SPACE_COINS = 3;
export const MOST_TOKEN_COINS = 20;

/** In words, before the wallet opens; undefined where it can. */
export function tooManyCoins({ spaceCoins, tokenCoins }: Counted): string | undefined {
  if (spaceCoins > MOST_SPACE_COINS)
    return t(
      'Your SPACE lies on {count} coins; Metalet takes {most} at most for this. Send your SPACE to yourself first.',
      { count: spaceCoins, most: MOST_SPACE_COINS },
    );
  if (tokenCoins > MOST_TOKEN_COINS)
    return t(
      'Your tokens lie on {count} coins; Metalet takes {most} at most at once. Send a part of them to yourself first.',
      { count: tokenCoins, most: MOST_TOKEN_COINS },
    );
  return undefined;
}

interface Counted {
  readonly spaceCoins: number;
  readonly tokenCoins: number;
}
