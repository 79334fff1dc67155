/** The pages, as one table (product §2; rules §11, §12). Each is loaded when it is first wanted. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { RouteComponent } from '@tanstack/react-router';
import type { PageFacts } from './page-facts.ts';
import { devSearchOf, searchOf } from './page-search.ts';
import { BrokenScreen } from './screens/broken/Screen.tsx';
import { NotFoundScreen } from './screens/not-found/Screen.tsx';
import { Shell } from './screens/shell/Shell.tsx';
import { Maintaining } from './show/Maintaining.tsx';
import { msg } from './words.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

function page<const Path extends string>(path: Path, facts: PageFacts, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { ...facts } });
}

/** Another address of a page, with the pair if it takes one. Query and hash are kept: `clear` and `address` are obeyed there too. */
function alias<const Path extends string>(path: Path, to: (pair: string) => string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params, location: { searchStr, hash } }) => {
      const pair = 'pair' in params ? `/${encodeURIComponent(String(params.pair))}` : '';
      redirect({ href: `${to(pair)}${searchStr}${hash && `#${hash}`}`, replace: true, throw: true });
    },
  });
}

const book = () => import('./screens/orderbook/Screen.tsx');
const mrc20Book = lazyRouteComponent(book, 'Mrc20Screen');
const brc20Book = lazyRouteComponent(book, 'Brc20Screen');
const idCoinBook = lazyRouteComponent(book, 'IdCoinScreen');
const runesBook = lazyRouteComponent(book, 'RunesScreen');
const changelog = lazyRouteComponent(() => import('./screens/changelog/Screen.tsx'), 'ChangelogScreen');
const markets = lazyRouteComponent(() => import('./screens/markets/Screen.tsx'), 'MarketsScreen');
const portfolio = lazyRouteComponent(() => import('./screens/portfolio/Screen.tsx'), 'PortfolioScreen');
const terms = lazyRouteComponent(() => import('./screens/terms/Screen.tsx'), 'TermsScreen');
const trust = lazyRouteComponent(() => import('./screens/trust/Screen.tsx'), 'TrustScreen');
const dev = lazyRouteComponent(() => import('./screens/dev/Screen.tsx'), 'DevScreen');
const transaction = lazyRouteComponent(() => import('./screens/transaction/Screen.tsx'), 'TransactionScreen');
const recover = lazyRouteComponent(() => import('./screens/recover/Screen.tsx'), 'RecoverScreen');
const events = lazyRouteComponent(() => import('./screens/events/Screen.tsx'), 'EventsScreen');
const leaderboard = lazyRouteComponent(() => import('./screens/leaderboard/Screen.tsx'), 'LeaderboardScreen');
const bridge = lazyRouteComponent(() => import('./screens/bridge/Screen.tsx'), 'BridgeScreen');
const pools = () => import('./screens/swap/Screen.tsx');
const mvcSwap = () => import('./screens/mvc-swap/Screen.tsx');
const notAvailable = lazyRouteComponent(
  () => import('./screens/not-available/Screen.tsx'),
  'NotAvailableScreen',
);

function bookPage<const Path extends string>(path: Path, facts: PageFacts, component: RouteComponent) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: searchOf,
    staticData: { ...facts },
  });
}

const devPage = createRoute({
  getParentRoute: () => root,
  path: '/dev',
  staticData: { name: 'dev', title: msg('Dev') },
  validateSearch: devSearchOf,
  component: dev,
});

const pages = [
  // The home page is the MRC-20 book with its first pair (rules §11).
  bookPage('/', { name: 'home', title: msg('MRC-20 order book') }, mrc20Book),
  bookPage(
    '/orderbook/mrc20/{-$pair}',
    { name: 'orderbook-mrc20', title: msg('MRC-20 order book') },
    mrc20Book,
  ),
  bookPage(
    '/orderbook/brc20/{-$pair}',
    { name: 'orderbook-brc20', title: msg('BRC-20 order book') },
    brc20Book,
  ),
  bookPage(
    '/orderbook/idcoin/{-$pair}',
    { name: 'orderbook-idcoin', title: msg('ID-Coins order book') },
    idCoinBook,
  ),
  bookPage(
    '/orderbook/runes/{-$pair}',
    { name: 'orderbook-runes', title: msg('Runes order book') },
    runesBook,
  ),

  page('/markets', { name: 'markets', title: msg('Markets') }, markets),
  page('/portfolio', { name: 'portfolio', title: msg('Portfolio') }, portfolio),

  page(
    '/swap/brc20/{-$pair}',
    { name: 'swap-brc20', title: msg('BRC-20 swap') },
    lazyRouteComponent(pools, 'Brc20SwapScreen'),
  ),
  alias('/swap', () => '/swap/brc20'),
  page(
    '/swap/runes/{-$pair}',
    { name: 'swap-runes', title: msg('Runes swap') },
    lazyRouteComponent(pools, 'RunesSwapScreen'),
  ),
  page(
    '/swap/mrc20/{-$pair}',
    { name: 'swap-mrc20', title: msg('MRC-20 swap on MVC'), metaletOnly: true },
    lazyRouteComponent(mvcSwap, 'Mrc20MvcSwapScreen'),
  ),
  page(
    '/swap/ticket/{-$pair}',
    { name: 'swap-ticket', title: msg('Ticket swap on MVC'), metaletOnly: true },
    lazyRouteComponent(mvcSwap, 'TicketMvcSwapScreen'),
  ),
  page(
    '/mvcswap/{-$pair}',
    { name: 'mvcswap', title: msg('Swap on MVC'), metaletOnly: true },
    lazyRouteComponent(mvcSwap, 'MvcSwapScreen'),
  ),
  page(
    '/mvc/transactions',
    { name: 'mvc-transactions', title: msg('My Txs on MVC'), metaletOnly: true },
    lazyRouteComponent(mvcSwap, 'MvcTransactionsScreen'),
  ),

  page(
    '/mvc/tx/$txid',
    { name: 'mvc-transaction', title: msg('Transaction on MVC') },
    lazyRouteComponent(mvcSwap, 'MvcTransactionScreen'),
  ),

  page('/swap-pools', { name: 'swap-pools', title: msg('Pools') }, lazyRouteComponent(pools, 'PoolsScreen')),
  page(
    '/swap-pools/brc20/{-$pair}',
    { name: 'pool-brc20', title: msg('BRC-20 pools') },
    lazyRouteComponent(pools, 'Brc20PoolsScreen'),
  ),
  page(
    '/swap-pools/brc20/{-$pair}/add',
    { name: 'pool-brc20-add', title: msg('BRC-20 pool: add') },
    lazyRouteComponent(pools, 'Brc20AddScreen'),
  ),
  page(
    '/swap-pools/brc20/{-$pair}/remove',
    { name: 'pool-brc20-remove', title: msg('BRC-20 pool: remove') },
    lazyRouteComponent(pools, 'Brc20RemoveScreen'),
  ),
  page(
    '/swap-pools/runes/{-$pair}',
    { name: 'pool-runes', title: msg('Runes pools') },
    lazyRouteComponent(pools, 'RunesPoolsScreen'),
  ),
  page(
    '/swap-pools/runes/{-$pair}/add',
    { name: 'pool-runes-add', title: msg('Runes pool: add') },
    lazyRouteComponent(pools, 'RunesAddScreen'),
  ),
  page(
    '/swap-pools/runes/{-$pair}/remove',
    { name: 'pool-runes-remove', title: msg('Runes pool: remove') },
    lazyRouteComponent(pools, 'RunesRemoveScreen'),
  ),

  page('/bridge/{-$pair}', { name: 'bridge', title: msg('Bridge'), metaletOnly: true }, bridge),
  page('/events', { name: 'events', title: msg('Rewards') }, events),
  page('/leaderboard', { name: 'leaderboard', title: msg('Leaderboard') }, leaderboard),
  page('/tx/$txid', { name: 'transaction', title: msg('Transaction') }, transaction),
  page('/recover', { name: 'recover', title: msg('Recover') }, recover),

  page('/changelog', { name: 'changelog', title: msg('Changelog') }, changelog),
  page('/trust', { name: 'trust', title: msg('What the operator could do') }, trust),
  page('/terms', { name: 'terms', title: msg('Terms of Service') }, terms),
  devPage,
  page('/not-available', { name: 'not-available', title: msg('Not available') }, notAvailable),
  page('/maintaining', { name: 'maintaining', title: msg('Maintenance') }, Maintaining),

  alias('/pool', () => '/recover'),
  alias('/whitelist', () => '/'),
  alias('/add/{-$pair}', (pair) => `/swap-pools/brc20${pair}/add`),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultErrorComponent: BrokenScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
