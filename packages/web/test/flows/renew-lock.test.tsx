/** The renewal of a protected ask: what is typed, what is sent, and an exchange that lies in one place is refused. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { LockTerms, OwnLock, PreparedLock } from '@rialto/contract';
import { formatSats } from '@rialto/market';
import { bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { Amount, Coin, Txid } from '@rialto/protocols';
import { buildExits, buildLotMove, buildPromise, lockOf, lockedLot, planLotMove } from '@rialto/psbt';
import type { Ticket } from '@rialto/psbt';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareOwn } from '../../src/flows/own/own-act.ts';
import { renewalOf } from '../../src/flows/own/renew-request.ts';
import { useOwnRequest } from '../../src/flows/own/own-request.ts';
import type { OwnRequest, RenewRequest } from '../../src/flows/own/own-request.ts';
import { blocksLeft, nearsItsEnd } from '../../src/flows/protected/renewal.ts';
import { reviewLock } from '../../src/flows/protected/review-lock.ts';
import type { LockIntent } from '../../src/flows/protected/review-lock.ts';
import { LotLockRow } from '../../src/screens/recover/LotLocks.tsx';
import { OwnForm } from '../../src/screens/shell/own/OwnForm.tsx';
import { order } from '../fake/exchange.ts';
import { MRC20_ASSET, cleanCoin, id, mrc20Coin, user } from '../fake/people.ts';

const seller = user(7);
const operator = user(9);
const RATE = 2;
const UNITS = (300n * 10n ** 8n) as Amount;

const terms: LockTerms = {
  platformPublicKey: operator.publicKey,
  exitAfter: 4_320,
  value: '3000',
  endsBefore: 36,
};
const old: Ticket = {
  ...{ kind: 'ask', asset: MRC20_ASSET, amount: UNITS, price: sats(150_000n), script: seller.script },
  ...{ key: seller.key, exchange: [operator.key], expiry: 5_000, exitAfter: 4_320, index: 0 },
};
const from = lockOf(old);
const inLock: Coin = {
  ...{ outpoint: outpoint(id(9, 'f') as Txid, 0), value: sats(3_000n), script: from.script, height: 680 },
  assets: mrc20Coin(seller, 5, UNITS).assets,
};
const intent: LockIntent = {
  ...{ network: 'regtest', book: 'mrc20', tick: 'MAN', assetId: MRC20_ASSET, decimals: 8, terms },
  ...{ address: seller.address, publicKey: seller.publicKey, signingKey: 'output', free: false },
  outpoint: inLock.outpoint,
  renews: { orderId: id(1), ticket: ticketToWire(old) },
  units: (UNITS * 10n ** 10n) as Amount,
  price: sats(160_000n),
  feeRateSatVb: RATE,
  highFee: false,
};

interface Lie {
  readonly ticket?: Partial<Ticket>;
  readonly feeRate?: number;
  /** What is locked, where it comes out of no lock. */
  readonly lot?: Coin;
}

function prepared({ ticket = {}, feeRate = RATE, lot }: Lie = {}): PreparedLock {
  const to = lockOf({ ...old, price: sats(160_000n), expiry: 9_000, ...ticket });
  const plan = planLotMove({
    ...{
      lot: lot ?? inLock,
      from: lot === undefined ? from : undefined,
      to,
      ownerScript: seller.script,
      ownerKey: seller.key,
    },
    ...{ coins: [cleanCoin(seller, 1, 50_000n)], feeRateSatVb: feeRate },
  });
  const built = buildLotMove(plan);
  const locked = lockedLot(plan);
  const half = ({ psbt, toSign }: ReturnType<typeof buildPromise>, coins: readonly Coin[]) => {
    return { psbtRaw: bytesToHex(psbt), toSignInputs: [...toSign], coins: coins.map(coinToWire) };
  };
  return {
    lockId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001',
    ticket: ticketToWire(to.ticket),
    from: ticketToWire(old),
    locking: half(built, [plan.lot, ...plan.payments]),
    promise: half(buildPromise(to, locked), [locked]),
    exits: buildExits(to, locked).map((exit) => half(exit, [locked])),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate },
    cost: built.fee.toString(),
    expiresAt: 0,
  };
}

describe('the review', () => {
  it('says what moves and what it pays, and signs the lot by its script and the money by its key', () => {
    const { review, transactions } = reviewLock(prepared(), intent);
    expect(review.mismatches).toEqual([]);
    expect(review.give).toMatchObject([
      { kind: 'token', note: 'out of its lock, into a new one' },
      { kind: 'sats', value: review.networkFee, note: 'network fee' },
    ]);
    expect(review.get).toMatchObject([{ kind: 'sats', value: 160_000n }]);
    expect(transactions.map(({ byScript }) => byScript)).toEqual([[0], true, true, true]);
  });

  it('of a first lock adds up: what leaves is its parts, beside the wallet’s sum and the fees of the exits', () => {
    const lot = mrc20Coin(seller, 5, UNITS);
    const { renews, ...first } = intent;
    expect(renews, 'the others renew').toBeDefined();
    const { review } = reviewLock(prepared({ lot }), { ...first, outpoint: lot.outpoint });
    expect(review.mismatches).toEqual([]);
    const left = review.give.find(({ kind }) => kind === 'sats');
    const parts = review.sum?.parts.map(({ value }) => value) ?? [];
    expect(parts).toEqual([review.networkFee, 3_000n, -lot.value]);
    expect(left).toMatchObject({ value: review.networkFee + 3_000n - lot.value });
    expect(review.notes?.[0]).toContain(`${formatSats(review.networkFee + 3_000n)} sat`);
    expect(review.notes?.[1]).toMatch(/3,000 sat in the lock .* less a fee: \d{3} sat .* or 2,454 sat/);
  });

  it.each([
    ['a lower price', { ticket: { price: sats(100_000n) } }],
    ['a longer wait for the exit', { ticket: { exitAfter: 60_000 } }],
    ['another key of the exchange', { ticket: { exchange: [user(66).key] } }],
    ['a higher fee', { feeRate: 20 }],
  ] satisfies readonly (readonly [string, Lie])[])('with %s is refused', (_, lie) => {
    expect(reviewLock(prepared(lie), intent).review.mismatches).not.toEqual([]);
  });

  it('out of another lock than the order’s cannot be read', () => {
    const other = ticketToWire({ ...old, expiry: 5_001 });
    expect(() => reviewLock(prepared(), { ...intent, renews: { orderId: id(1), ticket: other } })).toThrow();
  });
});

const mine = {
  ...order(3, {
    ...{
      orderType: 1,
      book: 'mrc20',
      tick: 'MAN',
      assetId: MRC20_ASSET,
      coinDecimalNum: 8,
      amount: '150000',
    },
    ...{ outpoint: inLock.outpoint, exitHeight: 5_000, coinAmount: '300' },
  }),
  ticket: ticketToWire(old),
};

it('is asked of the exchange with what was typed, and its lines are the review’s', async () => {
  const request = renewalOf(mine);
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    if (body !== undefined) bodies.push(JSON.parse(body));
    const data = url.includes('lock/terms') ? terms : prepared();
    return Promise.resolve(Response.json({ code: 0, message: '', processingTime: 1, data }));
  });
  const { address, publicKey } = seller;
  const actor = {
    user: { wallet: 'unisat', address, publicKey },
    session: { address, publicKey, signature: '', expiresAt: 0 },
  } as const;
  const params = { network: 'regtest', feeRateSatVb: RATE, highFee: false } as const;
  const { review } = await prepareOwn({ ...params, request: { ...request, price: '160000' } }, actor);
  expect(bodies).toMatchObject([{ renews: mine.orderId, outpoint: inLock.outpoint, amount: '160000' }]);
  expect(review).toMatchObject({ act: 'renew', mismatches: [], cost: review.networkFee });
  expect(review.get).toMatchObject([{ value: 160_000n }]);
});

it.each([
  ['when a tenth of its blocks is left', 4_532, 432, true],
  ['not a block sooner', 4_531, 433, false],
  ['after its end', 4_990, 0, true],
])('is offered %s', (_, height, left, near) => {
  const lock = { exitHeight: 5_000, ticket: { exitAfter: 4_320 } };
  expect(blocksLeft(lock, height)).toBe(left);
  expect(nearsItsEnd(lock, height)).toBe(near);
  expect(nearsItsEnd({ ticket: lock.ticket }, height)).toBe(false);
});

describe('on the page', () => {
  let place: HTMLElement;
  let root: ReturnType<typeof createRoot>;
  const find = (testId: string) => place.querySelector(`[data-testid="${testId}"]`);

  function show(what: ReactNode, height = 4_600): void {
    const client = new QueryClient();
    client.setQueryData(['fees', 'livenet'], {
      ...{ fastestFee: 4, halfHourFee: 3, hourFee: 2, economyFee: 1, minimumFee: 1 },
    });
    client.setQueryData(['health'], { status: 'ok', version: '0', height });
    act(() => root.render(<QueryClientProvider client={client}>{what}</QueryClientProvider>));
  }
  function type(testId: string, text: string): void {
    const input = find(testId);
    if (!(input instanceof HTMLInputElement)) throw new Error(`there is ${testId}`);
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  it('the form begins with the old price, wants one worth an order, and passes on what was typed', () => {
    const request = renewalOf(mine);
    const asked: RenewRequest[] = [];
    show(
      <OwnForm
        start={request}
        onPrepare={(one) => {
          if (one.kind === 'renew') asked.push(one);
        }}
      />,
    );
    expect(find('renew-price')).toHaveProperty('value', '150000');
    type('renew-price', '9999');
    expect(find('own-prepare')).toHaveProperty('disabled', true);
    expect(place.textContent).toContain('At least 10,000 sat an order');
    type('renew-price', '170000');
    act(() => place.querySelector<HTMLButtonElement>('[data-testid="own-prepare"]')?.click());
    expect(asked).toMatchObject([{ price: '170000', lock: { orderId: mine.orderId } }]);
  });

  it.each([
    ['near its end', {}, 4_600, true],
    ['long before it', {}, 3_000, false],
    ['once it is in no book', { state: 'expired' }, 3_000, true],
    ['while it comes home', { state: 'cancelling' }, 4_600, false],
  ])('a lock among what can be recovered offers it %s', (_, more, height, offered) => {
    const lock: OwnLock = {
      ...{ orderId: id(1), book: 'mrc20', tick: 'MAN', coinDecimalNum: 8, state: 'open', freeState: 0 },
      ...{
        ticket: ticketToWire(old),
        outpoint: inLock.outpoint,
        exitHeight: 5_000,
        ripe: false,
        leaving: false,
      },
      ...{ exits: ['', ''], rescue: '' },
      ...more,
    };
    const { address, publicKey } = seller;
    show(<LotLockRow lock={lock} session={{ address, publicKey, signature: '', expiresAt: 0 }} />, height);
    expect(find('renew-lock') !== null).toBe(offered);
    expect(place.textContent).toContain('300 MAN in a lock');
  });

  it('a lock that costs its taker no service fee is renewed as one', () => {
    const asked: (OwnRequest | undefined)[] = [];
    function Hears() {
      asked.push(useOwnRequest());
      return null;
    }
    const lock: OwnLock = {
      ...{ orderId: id(1), book: 'mrc20', tick: 'MAN', coinDecimalNum: 8, state: 'expired', freeState: 1 },
      ...{
        ticket: ticketToWire(old),
        outpoint: inLock.outpoint,
        exitHeight: 5_000,
        ripe: false,
        leaving: false,
      },
      ...{ exits: ['', ''], rescue: '' },
    };
    const { address, publicKey } = seller;
    show(
      <>
        <LotLockRow lock={lock} session={{ address, publicKey, signature: '', expiresAt: 0 }} />
        <Hears />
      </>,
    );
    act(() => place.querySelector<HTMLButtonElement>('[data-testid="renew-lock"]')?.click());
    expect(asked.at(-1)).toMatchObject({ kind: 'renew', lock: { orderId: id(1), free: true } });
  });

  it('a lock whose blocks are over is left by the usual exit, or by the dear one where its fee is too low', async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
      if (!url.includes('lock/leave')) return new Promise(() => undefined);
      bodies.push(JSON.parse(body ?? ''));
      const data = { orderId: id(1), txId: id(2) };
      return Promise.resolve(Response.json({ code: 0, message: '', processingTime: 1, data }));
    });
    const lock: OwnLock = {
      ...{ orderId: id(1), book: 'mrc20', tick: 'MAN', coinDecimalNum: 8, state: 'expired', freeState: 0 },
      ...{
        ticket: ticketToWire(old),
        outpoint: inLock.outpoint,
        exitHeight: 5_000,
        ripe: false,
        leaving: false,
      },
      ...{ exits: ['', ''], rescue: '' },
    };
    const { address, publicKey } = seller;
    const session = { address, publicKey, signature: '', expiresAt: 0 };
    show(<LotLockRow lock={lock} session={session} />, 4_998);
    expect(find('leave-lock')).toHaveProperty('disabled', true);
    expect(find('leave-lock-dear')).toBeNull();
    show(<LotLockRow lock={{ ...lock, ripe: true }} session={session} />, 4_999);
    for (const button of ['leave-lock', 'leave-lock-dear'])
      await act(async () => {
        place.querySelector<HTMLButtonElement>(`[data-testid="${button}"]`)?.click();
        await vi.waitFor(() => expect(place.querySelector('[aria-busy="true"]')).toBeNull());
      });
    const own = { net: 'livenet', address, orderId: id(1) };
    expect(bodies).toEqual([own, { ...own, dear: true }]);
  });
});
