/** A place that components are drawn in, made anew for each test; their dollars are of a bitcoin at 50,000. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

interface Drawn {
  readonly place: HTMLElement;
  readonly draw: (what: ReactNode) => void;
}

/** Called once in a file of tests, outside of them. */
export function drawn(): Drawn {
  const place = document.createElement('div');
  let root: Root;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
  });
  const draw = (what: ReactNode): void => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    client.setQueryData(['btc-rate'], { usd: { btc: '50000' } });
    act(() => root.render(<QueryClientProvider client={client}>{what}</QueryClientProvider>));
  };
  return { place, draw };
}
