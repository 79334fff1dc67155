/** The pages of rewards as their visitor has them, before an exchange whose answers a test may change. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import type { AnswerOf } from '@rialto/contract';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Mock } from 'vitest';
import { clearCredentials, saveCredential } from '../../src/data/calls/credentials.ts';
import { choosePlan } from '../../src/data/settings.ts';
import { dropConnection, saveConnection } from '../../src/flows/account/account.ts';
import { router } from '../../src/routes.tsx';
import { CLAIMER, OTHER, RUNE } from './claims.ts';
import { standInDialogs } from './dialogs.ts';

type Campaign = AnswerOf<'rewardCampaigns'>['results'][number];

export const SATS = { assetId: 'sats', tick: 'BTC', coinDecimalNum: 8 };
const health = {
  ...{ status: 'ok', network: 'regtest', height: 500, hash: '0'.repeat(64), indexHeight: 500 },
  ...{ indexHash: '0'.repeat(64), version: '0.0.0' },
};

export function campaign(more: Partial<Campaign> = {}): Campaign {
  return {
    ...{
      campaign: 'swap-fees',
      title: 'Fees of the fern pool',
      kind: 'fee-share',
      pairs: [RUNE],
      pays: SATS,
    },
    ...{
      rewardType: 'swapYieldTradeFee',
      firstBlock: 480,
      lastBlock: 599,
      epochBlocks: 12,
      claimUntil: 5_000,
    },
    ...{ pot: '1000000', remaining: '750000', capPpm: null, epochs: 10, closed: 1 },
    terms: { kind: 'fee-share', partPpm: '200000' },
    ...{ running: { number: 1, first: 492, last: 503 }, stopped: false },
    ...more,
  };
}

const own: AnswerOf<'userRewards'>['results'][number] = {
  ...{ campaign: 'swap-fees', rewardType: 'swapYieldTradeFee', rewardTick: 'BTC', pays: SATS },
  ...{ totalRewardAmount: '30000', totalRewardExtraAmount: '0', hasReleasePoolOrderCount: 0 },
  ...{
    hadClaimRewardAmount: '10000',
    claimable: '20000',
    waitingBlocks: 0,
    leastClaim: '0',
    claimUntil: 5_000,
  },
  nextEpoch: { number: 1, first: 492, last: 503, amount: '700' },
};
export const ownRewards = (more: Partial<typeof own> = {}) => ({ results: [{ ...own, ...more }] });

export const ranking = (more: Partial<AnswerOf<'ranking'>> = {}): AnswerOf<'ranking'> => ({
  ...{
    campaign: 'fern-traders',
    title: 'Traders of fern',
    tick: RUNE.tick,
    assetId: RUNE.assetId,
    pays: RUNE,
  },
  ...{ epoch: { number: 2, first: 492, last: 503 }, height: 500, closed: false },
  ...{ eventStartTime: Date.now() - 4_800_000, eventEndTime: Date.now() + 2_400_000 },
  ...{ orderCount: 31, totalAmount: '30000000', addressOrderCount: 2, addressTotalAmount: '50000' },
  ...{ addressReward: '150', addressWanted: '400', addressRank: 150, tickCurrentLevel: 1, tickNextLevel: 2 },
  levels: [
    { level: 1, limitAmount: '10000000', rewardAmount: '100000' },
    { level: 2, limitAmount: '40000000', rewardAmount: '300000' },
  ],
  ...more,
});

/** Of 150 rows; the second is one whose fees allow less. */
export const ranked = (from: number, size: number): AnswerOf<'rankingAddresses'> => ({
  total: 150,
  results: Array.from({ length: Math.min(size, 150 - from) }, (_, at) => ({
    ...{
      rankingId: from + at + 1,
      address: from + at === 149 ? CLAIMER.address : `${OTHER.address.slice(0, -3)}${100 + from + at}`,
    },
    ...{
      totalValue: String(9_000_000 - (from + at) * 1_000),
      reward: '900',
      wanted: from + at === 1 ? '1800' : '900',
    },
  })),
});

const tickOf = (tick: string, name: string) => ({
  ...{ tick, assetId: tick === RUNE.tick ? RUNE.assetId : `rune:200:${tick.length}`, campaign: name },
  ...{ startTime: Date.now() - 1_000, endTime: Date.now() + 1_000_000 },
});
export const TICKS = { results: [tickOf(RUNE.tick, 'fern-traders'), tickOf('OTHERRUNE', 'other-traders')] };

type Answer = (asked: { readonly query: URLSearchParams; readonly body: unknown }) => unknown;

/** Refused by name. */
export class No {
  readonly refusal: string;
  readonly words: string;
  constructor(refusal: string, words: string) {
    this.refusal = refusal;
    this.words = words;
  }
}

export interface RewardPage {
  /** By path under `/api/book`. */
  readonly answers: Record<string, Answer>;
  readonly asked: string[];
  readonly signPsbt: Mock<(hex: string) => Promise<string>>;
  readonly open: (href: string) => Promise<void>;
}

/** Called once in a file of tests, outside of them. */
export function rewardPage(): RewardPage {
  const page: RewardPage = {
    answers: {},
    asked: [],
    signPsbt: vi.fn<(hex: string) => Promise<string>>(),
    open,
  };
  let root: Root;
  let client: QueryClient;
  let place: HTMLElement;

  async function open(href: string): Promise<void> {
    root.render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await router.navigate({ href });
  }
  const answer = async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(input, 'http://rialto.test');
    if (pathname === '/api/health') return Response.json(health);
    const path = pathname.replace('/api/book', '');
    const found = page.answers[path];
    if (found === undefined) return new Response('{}', { status: 404 });
    page.asked.push(path);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const data = await found({ query, body });
    if (data instanceof No) return Response.json({ code: 1, message: data.words, refusal: data.refusal });
    return Response.json({ code: 0, message: '', data, processingTime: 1 });
  };
  beforeEach(() => {
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('scrollTo', vi.fn());
    vi.stubGlobal('unisat', {
      signPsbt: page.signPsbt,
      getAccounts: () => Promise.resolve([CLAIMER.address]),
      getPublicKey: () => Promise.resolve(CLAIMER.publicKey),
      getChain: () => Promise.resolve({ enum: 'BITCOIN_REGTEST' }),
      on: () => undefined,
      removeListener: () => undefined,
    });
    standInDialogs();
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/changelog'] }) });
    choosePlan('Avg');
    page.asked.length = 0;
    page.signPsbt.mockReset();
    page.signPsbt.mockImplementation((hex) => Promise.resolve(hex));
    for (const path of Object.keys(page.answers)) Reflect.deleteProperty(page.answers, path);
    Object.assign(page.answers, usual());
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    dropConnection();
    clearCredentials();
    root.unmount();
    place.remove();
    client.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  });
  return page;
}

const PLANS = { fastestFee: 4, halfHourFee: 2, hourFee: 2, economyFee: 1, minimumFee: 1 };

const usual = (): Record<string, Answer> => ({
  '/event/campaigns': () => ({ height: 500, results: [campaign()] }),
  '/event/epochs': () => ({ campaign: 'swap-fees', results: [] }),
  '/event/ranking/tick': () => TICKS,
  '/event/ranking/tick/info': ({ query }) => ranking({ campaign: query.get('campaign') ?? '' }),
  '/event/ranking/address': ({ query }) => ranked(Number(query.get('cursor')), Number(query.get('size'))),
  '/reward/user/campaigns': () => ownRewards(),
  '/reward/user/records': () => ({ total: 0, list: [] }),
  '/reward/user/orders': () => ({ total: 0, results: [] }),
  '/reward/cal/fee': () => ({ feeAddress: '', rewardInscriptionFee: '0', rewardSendFee: '500', vsize: 250 }),
  '/common/fee/recommended': () => PLANS,
});

export function connect(isLoggedIn = true): void {
  const { address, publicKey } = CLAIMER;
  saveConnection({ wallet: 'unisat', status: 'connected', address, pubKey: publicKey });
  if (isLoggedIn) saveCredential({ address, publicKey, signature: 's', expiresAt: Date.now() + 1e9 });
}

export const at = (testId: string): HTMLElement | null => document.querySelector(`[data-testid="${testId}"]`);
export const all = (testId: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`),
];
export const words = (testId: string): string => at(testId)?.textContent ?? '';
export const seen = (testId: string): Promise<HTMLElement> =>
  vi.waitFor(
    () => {
      const found = at(testId);
      if (found === null) throw new Error(`there is no ${testId}`);
      return found;
    },
    { timeout: 10_000 },
  );
export const press = async (testId: string): Promise<void> => {
  const button = await seen(testId);
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false), { timeout: 5_000 });
  button.click();
};
