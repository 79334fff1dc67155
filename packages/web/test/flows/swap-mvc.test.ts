/** A swap on MVC between the review and the exchange: what a wallet may answer, what is handed in, and what is never sent. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOfPlan, p2pkhScriptSig } from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { signedUntil } from '../../src/flows/mvc/sign-mvc.ts';
import { buildMvc, signAndHandIn } from '../../src/flows/mvc/swap-mvc.ts';
import { reviewMvc } from '../../src/flows/mvc/review-mvc.ts';
import { takeFromTray, trayItems } from '../../src/flows/tray.ts';
import { STRANGER, USER, aBuy, aSell, signatureBy, signedBy } from '../fake/mvc-swaps.ts';

type Made = ReturnType<typeof aBuy>;

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let sent: Sent[];
let answer: (one: Sent) => Response | Promise<Response>;

const ok = (data: unknown): Response => Response.json({ status: 'ok', data });
const task = (status: string, more: object = {}) => ({
  ...{ status, failedReason: '', core: 'c'.repeat(64), txid: 'd'.repeat(64), confirmations: 0 },
  ...more,
});

beforeEach(() => {
  sent = [];
  answer = () => ok(task('signed'));
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const one = { path: url, body: JSON.parse(body) as Record<string, unknown> };
    sent.push(one);
    return Promise.resolve(answer(one));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'metaidwallet');
  for (const { id } of trayItems()) takeFromTray(id);
});

/** A wallet that answers with this transaction, in its text. */
function walletAnswers(of: () => MvcBody, more: () => Promise<void> = () => Promise.resolve()) {
  const unlockP2PKHInput = async (request: { transaction: { txComposer: string }[] }) => {
    await more();
    const text = request.transaction[0]?.txComposer ?? '';
    const composer = JSON.parse(text) as { tx: { inputs: object[]; outputs: object[]; nLockTime: number } };
    const body = of();
    composer.tx.nLockTime = body.locktime;
    composer.tx.inputs = composer.tx.inputs.map((input, index) => ({
      ...input,
      script: bytesToHex(body.inputs[index]?.scriptSig ?? new Uint8Array(0)),
    }));
    composer.tx.outputs = body.outputs.map(({ value, script }) => ({
      satoshis: Number(value),
      script: bytesToHex(script),
    }));
    return [JSON.stringify(composer)];
  };
  Reflect.set(window, 'metaidwallet', { unlockP2PKHInput });
}

const actOf = ({ built, intent }: Made, until = Date.now() + 5_000) => ({
  ...{ built, intent, until },
  review: reviewMvc(built, intent),
});

describe('a build', () => {
  it('is asked for with the key and a limit of the page’s own', async () => {
    const { built, intent } = aBuy();
    answer = () => ok(built);
    expect(await buildMvc(intent)).toEqual(built);
    expect(sent[0]).toEqual({
      path: '/api/mvc/build',
      body: {
        ...{ pair: intent.pool.pair, side: 'buy', exact: 'in', amount: '1200000' },
        ...{ publicKey: bytesToHex(USER.key), limit: '22770' },
      },
    });
  });
  it('is signed within a minute by this page’s clock, whatever the exchange’s says', () => {
    expect(signedUntil(100_000)).toBe(160_000);
  });
});

describe('a signed half', () => {
  it.each([
    ['bought', aBuy, [2, 3]],
    ['sold', aSell, [0, 1]],
  ] as const)('%s: is handed in and kept among what is in progress', async (_, make, indexes) => {
    const made = make();
    walletAnswers(() => signedBy(USER, made.plan, indexes));
    expect(await signAndHandIn(actOf(made))).toMatchObject({ status: 'signed' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.path).toBe('/api/mvc/submit');
    const tx = bodyOfPlan(made.plan);
    expect(sent[0]?.body).toEqual({
      buildId: made.built.buildId,
      signed: indexes.map((index) => {
        const coin = made.plan.inputs[index]?.coin;
        if (coin === undefined) throw new Error('a coin');
        const signature = bytesToHex(signatureBy(USER, tx, index, coin));
        return { index, signature, publicKey: bytesToHex(USER.key) };
      }),
    });
    expect(trayItems()).toMatchObject([{ id: made.built.buildId, kind: 'mvc', state: 'seen', txId: '' }]);
    expect(trayItems()[0]?.title).toMatch(/^Swap .+ CO \(\w{4}…\w{4}\)/);
  });

  const withScriptSig = (body: MvcBody, at: number, scriptSig: Uint8Array): MvcBody => ({
    ...body,
    inputs: body.inputs.map((input, index) => (index === at ? { ...input, scriptSig } : input)),
  });
  const otherByte = ({ plan }: Made, byte: number): MvcBody => {
    const coin = plan.inputs[2]?.coin;
    if (coin === undefined) throw new Error('a coin');
    const signature = signatureBy(USER, bodyOfPlan(plan), 2, coin);
    signature[signature.length - 1] = byte;
    return withScriptSig(signedBy(USER, plan, [2, 3]), 2, p2pkhScriptSig({ signature, publicKey: USER.key }));
  };

  const WRONG: readonly (readonly [string, (made: Made) => MvcBody, RegExp])[] = [
    ['unsigned', ({ plan }) => bodyOfPlan(plan), /input 2/],
    ['half signed', ({ plan }) => signedBy(USER, plan, [2]), /input 3/],
    ['by another key', ({ plan }) => signedBy(STRANGER, plan, [2, 3]), /not your key/],
    ['by another sighash', (made) => otherByte(made, 0xc1), /Sighash/],
    [
      'with an amount changed',
      ({ plan }) => signedBy(USER, { ...plan, outputs: plan.outputs.toReversed() }, [2, 3]),
      /another transaction/,
    ],
    [
      'with a locktime',
      ({ plan }) => ({ ...signedBy(USER, plan, [2, 3]), locktime: 1 }),
      /another transaction/,
    ],
  ];
  it.each(WRONG)('%s: nothing is handed in', async (_, of, words) => {
    const made = aBuy();
    walletAnswers(() => of(made));
    await expect(signAndHandIn(actOf(made))).rejects.toThrow(words);
    expect(sent).toHaveLength(0);
    expect(trayItems()).toHaveLength(0);
  });

  it('too late is not sent, though the wallet has answered', async () => {
    const made = aBuy();
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    walletAnswers(
      () => signedBy(USER, made.plan, [2, 3]),
      () => {
        now += 5_001;
        return Promise.resolve();
      },
    );
    await expect(signAndHandIn(actOf(made))).rejects.toThrow('not signed in time');
    expect(sent).toHaveLength(0);
    vi.restoreAllMocks();
  });

  it('is not asked for when the time is over already', async () => {
    const unlockP2PKHInput = vi.fn();
    Reflect.set(window, 'metaidwallet', { unlockP2PKHInput });
    await expect(signAndHandIn(actOf(aBuy(), Date.now() - 1))).rejects.toThrow('not signed in time');
    expect(unlockP2PKHInput).not.toHaveBeenCalled();
  });

  it('refused by the exchange leaves nothing in progress', async () => {
    const made = aBuy();
    walletAnswers(() => signedBy(USER, made.plan, [2, 3]));
    answer = () => Response.json({ status: 'error', refusal: 'coin-spent', message: 'Spent.' });
    await expect(signAndHandIn(actOf(made))).rejects.toThrow('Spent.');
    expect(trayItems()).toHaveLength(0);
  });

  it('without an answer is sent again, the same, and stays in progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const made = aBuy();
    walletAnswers(() => signedBy(USER, made.plan, [2, 3]));
    answer = () => new Response('', { status: 502 });
    const handed = signAndHandIn(actOf(made));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_500);
      expect(sent).toHaveLength(4);
    });
    expect(await handed).toBeUndefined();
    expect(new Set(sent.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
    expect(trayItems()).toMatchObject([{ kind: 'mvc', state: 'submitted' }]);
  });
});
