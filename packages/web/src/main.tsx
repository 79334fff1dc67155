/** Starts the page. */
import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError } from './data/calls/api-error.ts';
import { watchLine } from './data/calls/line.ts';
import { startTheme } from './data/theme.ts';
import { dropWithAccount, warnOfLeaving } from './flows/handing/leaving.ts';
import { router } from './routes.tsx';
import { startUser } from './screens/shell/account/user-parts.ts';
import { useStore } from './store.ts';
import { language, startWords } from './words.ts';

const STALE_MS = 30_000;
const TRIES = 2;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // A refusal does not get better by asking again.
      retry: (count, error) =>
        count < TRIES && !(error instanceof ApiError && [403, 404, 422].includes(error.status)),
    },
  },
});

/** Another language draws the whole page anew. */
function Page() {
  return <RouterProvider key={useStore(language)} router={router} />;
}

const PAINT_MS = 200;

/** What the server sent is seen before it is replaced. A tab in the background paints nothing. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.hidden ? 0 : PAINT_MS);
  });
}

startTheme();
const place = document.getElementById('root');
if (place !== null) {
  watchLine();
  warnOfLeaving();
  dropWithAccount();
  const root = createRoot(place);
  // A catalog that cannot be fetched leaves the page in English. Not awaited: the catalog's file imports this one.
  void Promise.allSettled([startWords(), startUser(), firstPaint()]).then(() =>
    // Piece by piece, so that the browser stays free for whoever is quick.
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            <Page />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  );
}
