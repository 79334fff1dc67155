/** A token for another on MVC between its form and the exchange: two signatures, what is handed in and when, and an exchange that builds the second over something else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MvcBuiltSecond } from '@rialto/contract';
import type { MvcPlan } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { beginTokens, signFirst, signSecond } from '../../src/flows/mvc/tokens/swap-tokens.ts';
import { takeFromTray, trayItems } from '../../src/flows/tray.ts';
import { impactOf, tokensAsked, tokensLabel } from '../../src/screens/mvc-swap/tokens/tokens-form.ts';
import { POOL, STRANGER, USER, sats, signedBy } from '../fake/mvc-swaps.ts';
import { SECOND_ID, aTokenSwap } from '../fake/mvc-tokens.ts';

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let made: ReturnType<typeof aTokenSwap>;
let second: MvcBuiltSecond;
let sent: Sent[];
const unlock = vi.fn();

const task = (buildId: string) => ({
  ...{ buildId, status: 'signed', failedReason: '', core: 'c'.repeat(64), txid: 'd'.repeat(64) },
  confirmations: 0,
});
const answers: Readonly<Record<string, () => unknown>> = {
  '/api/mvc/build': () => made.sale.built,
  '/api/mvc/tokens/second': () => second,
  '/api/mvc/tokens/submit': () => ({ sell: task(made.sale.built.buildId), buy: task(SECOND_ID) }),
};

beforeEach(() => {
  sent = [];
  become(aTokenSwap());
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push({ path: url, body: JSON.parse(body) as Record<string, unknown> });
    return Promise.resolve(Response.json({ status: 'ok', data: answers[url]?.() }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  unlock.mockReset();
  Reflect.deleteProperty(window, 'metaidwallet');
  for (const { id } of trayItems()) takeFromTray(id);
});

function become(one: ReturnType<typeof aTokenSwap>): void {
  made = one;
  second = one.second.built;
  signs(one.sale.plan, one.second.plan);
}

/** The user's wallet, once for each. */
function signs(...plans: readonly MvcPlan[]): void {
  const left = [...plans];
  unlock.mockImplementation((request: { transaction: { txComposer: string; toSignInputs: number[] }[] }) => {
    const [plan, [one]] = [left.shift(), request.transaction];
    if (plan === undefined || one === undefined) throw new Error('nothing more to sign');
    const composer = JSON.parse(one.txComposer) as { tx: { inputs: { script: string }[] } };
    const body = signedBy(USER, plan, one.toSignInputs);
    composer.tx.inputs.forEach((input, index) => {
      input.script = bytesToHex(body.inputs[index]?.scriptSig ?? new Uint8Array(0));
    });
    return Promise.resolve([JSON.stringify(composer)]);
  });
  Reflect.set(window, 'metaidwallet', { unlockP2PKHInput: unlock });
}

const paths = (): string[] => sent.map(({ path }) => path);

describe('both signatures', () => {
  it('the sale alone is signed first, and nothing that could be sent is handed in before the second', async () => {
    const first = await beginTokens(made.intent);
    expect(first.review).toMatchObject({ units: 60_000n, sats: 2_000_000n });
    const next = await signFirst(first);
    expect(paths()).toEqual(['/api/mvc/build', '/api/mvc/tokens/second']);
    expect(sent[1]?.body).toMatchObject({
      buildId: made.sale.built.buildId,
      ...{ pair: made.intent.to.pair, limit: '39600' },
    });
    expect(trayItems()).toEqual([]);
    expect(next.review).toMatchObject({ units: 40_000n, networkFee: 26_000n, tokenSats: 2_019n });
    expect(next.review.sats + next.review.networkFee + next.review.tokenSats).toBe(first.review.sats);
    expect(await signSecond(next)).toMatchObject({ buildId: SECOND_ID, status: 'signed' });
    expect(paths()[2]).toBe('/api/mvc/tokens/submit');
    expect(sent[2]?.body).toMatchObject({ buildId: SECOND_ID });
    expect(unlock).toHaveBeenCalledTimes(2);
    expect(new Set(trayItems().map(({ id }) => id))).toEqual(new Set([SECOND_ID, made.sale.built.buildId]));
  });

  it('the second is refused: nothing is handed in, and it is said what one keeps', async () => {
    const next = await signFirst(await beginTokens(made.intent));
    unlock.mockResolvedValue({ status: 'canceled' });
    await expect(signSecond(next)).rejects.toThrow('Nothing was sent: you keep your CO');
    expect(paths()).not.toContain('/api/mvc/tokens/submit');
    expect(trayItems()).toEqual([]);
  });

  it('the second is late: nothing is handed in', async () => {
    const next = await signFirst(await beginTokens(made.intent));
    await expect(signSecond({ ...next, until: Date.now() - 1 })).rejects.toThrow('not signed in time');
    expect(paths()).not.toContain('/api/mvc/tokens/submit');
    expect(unlock).toHaveBeenCalledTimes(1);
  });
});

describe('a second swap that is not what was agreed is not shown to the wallet', () => {
  const without = (change: (built: MvcBuiltSecond) => MvcBuiltSecond) => () => {
    become(aTokenSwap());
    second = change(second);
  };
  const LIES: readonly (readonly [string, () => void])[] = [
    ['over another sale', () => become(aTokenSwap({ units: 50_000n }))],
    [
      'with a coin of the user’s beside the sale’s SPACE',
      () =>
        become(
          aTokenSwap({ more: (ground) => ground.coins([{ value: sats(900_000n), script: USER.script }]) }),
        ),
    ],
    ['for less than the least', () => become(aTokenSwap({ changes: { units: 39_599n } }))],
    [
      'to another pool than was shown',
      () => {
        const one = aTokenSwap();
        const { to } = one.intent;
        become({ ...one, intent: { ...one.intent, to: { ...to, poolHash: bytesToHex(POOL.hash) } } });
      },
    ],
    [
      'for more than the network takes',
      () => become(aTokenSwap({ changes: { sats: sats(1_100_000n), fee: sats(891_981n) } })),
    ],
    [
      'over the sale under an id that its hashes do not make',
      without((built) => ({
        ...built,
        sale: { ...built.sale, scriptSigs: built.sale.scriptSigs.toReversed() },
      })),
    ],
    ['without the sale', without((built) => ({ ...built, sale: built.check }))],
    [
      'with other amounts than it says',
      without((built) => ({
        ...built,
        quote: { ...built.quote, units: '40001' },
      })),
    ],
    [
      'with its cost to somebody else',
      without((built) => ({
        ...built,
        refill: { value: '9001', script: bytesToHex(STRANGER.script) },
      })),
    ],
  ];
  it.each(LIES)('%s', async (_, lie) => {
    lie();
    const first = await beginTokens(made.intent);
    await expect(signFirst(first)).rejects.toThrow();
    expect(unlock).toHaveBeenCalledTimes(1);
    expect(paths()).toEqual(['/api/mvc/build', '/api/mvc/tokens/second']);
  });
});

describe('the form', () => {
  const pool = {
    ...{ decimals: 3, paused: false, least: { buy: '52000', sell: '46000' } },
    pair: 'space-a',
  } as never;
  it('asks for what is typed, and says what stands in the way of either pool', () => {
    const { shown } = made.intent;
    const asked = tokensAsked('60', pool, pool);
    expect(asked).toMatchObject({ amount: '60000' });
    expect(tokensAsked('', pool, pool)).toBeUndefined();
    expect(impactOf(shown)).toBe('2000');
    const now = {
      ...({ user: 'metalet', account: 'known', open: true, refusal: undefined, held: 60_000n } as const),
      ...{ from: pool, to: pool, asked, quote: shown },
    };
    expect(tokensLabel(now)).toMatchObject({ label: 'Swap', act: 'go' });
    expect(tokensLabel({ ...now, held: 1n }).label).toBe('Insufficient balance');
    expect(tokensLabel({ ...now, quote: undefined, refusal: 'swap-too-small' }).label).toContain('Smallest');
    const paused = { ...(pool as object), paused: true } as never;
    expect(tokensLabel({ ...now, to: paused }).label).toBe('Paused by the operator');
    const dear = { ...shown, buy: { ...shown.buy, impactPpm: '20000' } };
    expect(tokensLabel({ ...now, quote: dear })).toMatchObject({ danger: true });
  });
});
