/** How a token on MVC is named: anybody may take any symbol, so a part of its genesis always stands beside it. */
import { shortened } from '@rialto/market';
import { shown } from '../../shown.ts';

interface Named {
  readonly symbol: string;
  readonly genesis: string;
}

export const shortGenesis = (genesis: string): string => shortened(genesis, 4, 4);

/** As plain text, for titles and messages. */
export const tokenText = ({ symbol, genesis }: Named): string =>
  `${shown(symbol)} (${shortGenesis(genesis)})`;
