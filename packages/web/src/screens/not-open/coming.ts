/** What the pages that are not open yet will be, by the names of the table of pages. */
import { msg } from '../../words.ts';

interface Coming {
  readonly title: string;
  readonly words: string;
  /** What one can count on then. */
  readonly points: readonly string[];
}

const SWAP_POINTS = [
  msg('One transaction per swap. No deposit, no balance with us.'),
  msg('You see the price and every fee before you sign, and get exactly what you signed.'),
];
const MVC_SWAP: Coming = {
  title: msg('Swaps on MVC are coming'),
  words: msg('Swap MRC-20 and ticket tokens on MVC against a pool.'),
  points: [...SWAP_POINTS, msg('Works with Metalet.')],
};
const POOL: Coming = {
  title: msg('Liquidity pools are coming'),
  words: msg('Add BTC and tokens to a pool and earn a share of the fee of every swap.'),
  points: [
    msg('Your share is a token in your own wallet.'),
    msg('You can read the whole state of a pool from the chain.'),
  ],
};
const swapOf = (words: string): Coming => ({ title: msg('Swaps are coming'), words, points: SWAP_POINTS });

const PAGES: Readonly<Record<string, Coming>> = {
  'swap-brc20': swapOf(
    msg('Swap BTC and BRC-20 tokens against a pool, at a price you know before you sign.'),
  ),
  'swap-mrc20': MVC_SWAP,
  'swap-ticket': MVC_SWAP,
  mvcswap: MVC_SWAP,
  bridge: {
    title: msg('The bridge is coming'),
    words: msg('Move BTC, BRC-20, Runes and MRC-20 to MVC and back.'),
    points: [
      msg('Locked coins and wrapped supply are shown from both chains, block by block.'),
      msg('Works with Metalet.'),
    ],
  },
  events: {
    title: msg('Rewards are coming'),
    words: msg('Earn rewards for trading and for providing liquidity.'),
    points: [
      msg('Anyone can recompute every reward from the chain and the published trades.'),
      msg('A claim is one transaction, and you see what you get before you sign.'),
    ],
  },
  leaderboard: {
    title: msg('The leaderboard is coming'),
    words: msg('Traders ranked by confirmed volume, token by token.'),
    points: [msg('Anyone can recompute every rank from the published trades.')],
  },
};

const ANY: Coming = {
  title: msg('This page is coming'),
  words: msg('Planned, and not open yet.'),
  points: [],
};

export function comingOf(page: string): Coming {
  return page.startsWith('pool-') ? POOL : (PAGES[page] ?? ANY);
}
