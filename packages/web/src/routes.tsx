/** The pages, as one table (specification, section 2). */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { NotFoundScreen } from './screens/not-found/Screen.tsx';
import { OrderbookScreen } from './screens/orderbook/Screen.tsx';
import { Shell } from './screens/shell/Shell.tsx';

/** `select` names an order to put into the basket: where a lost race leads. */
interface OrderbookSearch {
  readonly select?: string;
}

function searchOf(search: Record<string, unknown>): OrderbookSearch {
  const { select } = search;
  return typeof select === 'string' && /^[0-9a-f]{64}$/.test(select) ? { select } : {};
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const home = createRoute({ getParentRoute: () => root, path: '/', component: AnyPair });
const anyPair = createRoute({ getParentRoute: () => root, path: '/orderbook/brc20', component: AnyPair });
const onePair = createRoute({
  getParentRoute: () => root,
  path: '/orderbook/brc20/$pair',
  validateSearch: searchOf,
  component: OnePair,
});

function AnyPair() {
  return <OrderbookScreen pair={undefined} />;
}

function OnePair() {
  const { pair } = onePair.useParams();
  const { select } = onePair.useSearch();
  return <OrderbookScreen pair={pair} select={select} />;
}

export const router = createRouter({ routeTree: root.addChildren([home, anyPair, onePair]) });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
