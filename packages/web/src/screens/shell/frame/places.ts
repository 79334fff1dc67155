/** Where the navigation leads: the groups of the desktop, and the shorter mobile menu (product §2; rules §13). */
import type { Face } from '../../../wallets/wallet.ts';
import { msg } from '../../../words.ts';

export interface Place {
  /** The name of its page in the table of routes. */
  readonly page: string;
  readonly href: string;
  readonly label: string;
  /** The chain it is on. */
  readonly chain: string;
}

export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

const MRC20_BOOK = { page: 'orderbook-mrc20', href: '/orderbook/mrc20', label: msg('MRC-20'), chain: 'BTC' };
const BRC20_BOOK = { page: 'orderbook-brc20', href: '/orderbook/brc20', label: msg('BRC-20'), chain: 'BTC' };
const ID_COINS_BOOK = {
  page: 'orderbook-idcoin',
  href: '/orderbook/idcoin',
  label: msg('ID-Coins'),
  chain: 'BTC',
};
const RUNES_BOOK = { page: 'orderbook-runes', href: '/orderbook/runes', label: msg('Runes'), chain: 'BTC' };
const BRC20_SWAP = { page: 'swap-brc20', href: '/swap/brc20', label: msg('BRC-20'), chain: 'BTC' };
const RUNES_SWAP = { page: 'swap-runes', href: '/swap/runes', label: msg('Runes'), chain: 'BTC' };
const POOLS = { page: 'swap-pools', href: '/swap-pools', label: msg('Pools'), chain: '' };
const TICKET_SWAP = { page: 'swap-ticket', href: '/swap/ticket', label: msg('Ticket'), chain: 'MVC' };
const MRC20_SWAP = { page: 'swap-mrc20', href: '/swap/mrc20', label: msg('MRC-20'), chain: 'MVC' };
const BRIDGE = { page: 'bridge', href: '/bridge', label: msg('BTC and tokens'), chain: '' };

export const ORDERBOOK: PlaceGroup = {
  label: msg('Orderbook'),
  places: [MRC20_BOOK, BRC20_BOOK, ID_COINS_BOOK, RUNES_BOOK],
};
export const SWAP: PlaceGroup = {
  label: msg('Swap'),
  places: [BRC20_SWAP, RUNES_SWAP, POOLS, TICKET_SWAP, MRC20_SWAP],
};

/** OKX cannot do Runes; visitors without a wallet may look. */
export function mobileGroups(face: Face | undefined): readonly PlaceGroup[] {
  const able = (places: readonly Place[]): readonly Place[] =>
    places.filter((place) => face !== 'okx' || place.label !== RUNES_BOOK.label);
  return [
    { ...ORDERBOOK, places: able(ORDERBOOK.places) },
    { label: msg('Swap'), places: able([BRC20_SWAP, RUNES_SWAP, POOLS]) },
    { label: msg('Bridge'), places: [BRIDGE] },
  ];
}

/** The leaderboard counts as part of Rewards. */
export const REWARDS_PAGES = ['events', 'leaderboard'];
/** The home page is an order book. */
export const HOME_PAGE = 'home';
