/** The acts of the order book as one machine: what is prepared can be prepared anew, whatever it is. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { coinToWire } from '@rialto/contract';
import type { PreparedCancel } from '@rialto/contract';
import { amount, bytesToHex } from '@rialto/protocols';
import { buildCancel, planCancel } from '@rialto/psbt';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placedWords, withdrawnWords } from '../../src/screens/orderbook/review/outcomes.ts';
import { useActs } from '../../src/screens/orderbook/review/acts.ts';
import type { Acts } from '../../src/screens/orderbook/review/acts.ts';
import { ASSET, cleanCoin, id, lotCoin, user } from '../fake/people.ts';

const seller = user(21);
const units = amount(10n ** 18n);
const lot = lotCoin(seller, 1, units);
const { address, publicKey } = seller;
const session = { address, publicKey, signature: '', expiresAt: 0 };
const intent = {
  ...({ network: 'regtest', book: 'brc20', tick: 'ordi', assetId: ASSET, address, publicKey } as const),
  orderId: id(1),
  outpoint: lot.outpoint,
  units,
  feeRateSatVb: 3,
};

function prepared(): PreparedCancel {
  const coins = [cleanCoin(seller, 9, 500_000n)];
  const plan = planCancel({
    lot,
    ownerScript: seller.script,
    ownerKey: seller.key,
    coins,
    feeRateSatVb: 3,
  });
  const built = buildCancel(plan);
  return {
    orderId: id(1),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    coins: [plan.lot, ...plan.payments].map(coinToWire),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: 3 },
    expiresAt: 0,
  };
}

let root: Root;
let acts: Acts | undefined;
const asked = vi.fn(() => Promise.resolve(Response.json({ code: 0, message: '', data: prepared() })));
function Holder({ onActs }: { onActs: (now: Acts) => void }) {
  const now = useActs();
  useEffect(() => {
    onActs(now);
  });
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', asked);
  root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Holder
          onActs={(now) => {
            acts = now;
          }}
        />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

it('prepares a cancel on the chain anew when its time is over', async () => {
  await act(async () => acts?.begin({ act: 'cancel', intent, session, title: 'Cancel' }));
  expect(acts?.state).toMatchObject({ step: 'review', reviewed: { kind: 'cancel', title: 'Cancel' } });
  const first = acts?.state;
  await act(async () => (first?.step === 'review' ? first.again() : undefined));
  expect(asked).toHaveBeenCalledTimes(2);
  expect(acts?.state).toMatchObject({ step: 'review', reviewed: { kind: 'cancel', title: 'Cancel' } });
  expect(acts?.state).not.toBe(first);
});

it('goes on building by itself when the line broke in the middle', async () => {
  vi.useFakeTimers();
  asked.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  let building: Promise<void> | undefined;
  await act(async () => {
    building = acts?.begin({ act: 'cancel', intent, session, title: 'Cancel' });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(acts?.state).toEqual({ step: 'building', waits: true });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    await building;
  });
  expect(acts?.state).toMatchObject({ step: 'review', reviewed: { kind: 'cancel' } });
  vi.useRealTimers();
});

it('leads nobody back into an act that was left while it was built', async () => {
  vi.useFakeTimers();
  asked.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  await act(async () => {
    void acts?.begin({ act: 'cancel', intent, session, title: 'Cancel' });
    await vi.advanceTimersByTimeAsync(0);
  });
  act(() => acts?.back());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(acts?.state).toEqual({ step: 'idle' });
  vi.useRealTimers();
});

it('tells of several orders in one toast, what went through and why the rest did not', () => {
  const refused = [new Error('Too small.'), new Error('Too small.'), new Error('Not yours.')];
  expect(placedWords({ orderIds: ['a', 'b'], refused }, 'Sell 5 opal')).toEqual({
    title: '2 of 5 orders placed',
    description: 'Too small. Not yours.',
    variant: 'warn',
  });
  expect(placedWords({ orderIds: ['a'], refused: [] }, 'Sell 5 opal')).toMatchObject({
    title: 'Order placed',
    description: 'Sell 5 opal',
    variant: 'success',
  });
  expect(withdrawnWords(3, 1)).toMatchObject({ title: '2 of 3 orders cancelled', variant: 'warn' });
  expect(withdrawnWords(3, 0)).toMatchObject({ title: '3 orders cancelled', variant: 'success' });
});
