/** A parked token's way back in the page: what an exchange may hand out, what the page makes over it, what is sent and what never is. */
import { checkScript } from '@rialto/contracts';
import type { MvcBuiltTakeBack } from '@rialto/contract';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfTakeBack,
  nameMvcTransaction,
  p2pkhScript,
  planTakeBackCheck,
  planTakeBackOver,
  readComposer,
  readMvcTransaction,
  scriptHolder,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcPlan } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTakeBack, reviewTakeBack, signBack, signCheck } from '../../src/flows/mvc/take-back-mvc.ts';
import type { TakeBackIntent } from '../../src/flows/mvc/take-back-mvc.ts';
import {
  CHECK_SATS,
  COMMON,
  Ground,
  OTHER_TEMPLATE,
  STRANGER,
  USER,
  keyOf,
  sats,
  signatureBy,
  soon,
  tokenOutput,
} from '../fake/mvc-swaps.ts';

const UNITS = 24_000n;
const [CHECK_FEE, BACK_FEE] = [6_000n, 14_000n];
const { network, user, account } = COMMON;

/** What an exchange hands out. @param bent what it does otherwise than it says */
function handedOut(bent: (plan: MvcPlan) => MvcBody = bodyOfPlan, holder = USER) {
  const ground = new Ground();
  const parked = ground.one(tokenOutput(scriptHolder(holder.hash), UNITS));
  const userCoins = ground.coins([
    { value: sats(30_000n), script: USER.script },
    { value: sats(20_000n), script: USER.script },
  ]);
  const token = keyOf(parked.script);
  const request = { token, userKey: holder.key, parked: [parked], tokenSats: TOKEN_OUTPUT_SATS };
  const mine = { ...request, userKey: USER.key, userCoins };
  // Of what is another's it says that it is his.
  const own =
    holder === USER ? mine : { ...mine, parked: [ground.one(tokenOutput(scriptHolder(USER.hash), UNITS))] };
  const script = checkScript(checkOfTakeBack(own));
  const plan = planTakeBackCheck(own, { script, sats: sats(CHECK_SATS), fee: CHECK_FEE });
  const body = bent(plan);
  const rawOf = (coin: MvcCoin): string =>
    bytesToHex(writeMvcTransaction(ground.made(coin.outpoint.slice(0, 64))));
  const built: MvcBuiltTakeBack = {
    ...{ ...token, units: UNITS.toString(), check: bytesToHex(writeMvcTransaction(body)) },
    ...{ previous: ground.previousOf(body), parked: rawOf(parked) },
    userCoins: userCoins.map(({ outpoint }) => outpoint),
    fee: BACK_FEE.toString(),
  };
  const coin = { ...token, symbol: 'CO', amount: UNITS.toString(), outpoint: parked.outpoint };
  const intent: TakeBackIntent = { network, user, account, coin };
  return { built, intent, plan, parked, request };
}

let sent: { path: string; body: Record<string, unknown> }[];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ status: 'ok', data: { txid: 'd'.repeat(64), check: '00', raw: '00' } });
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    return Promise.resolve(answer());
  });
  // Signs every input that it is asked for with the user's key.
  Reflect.set(window, 'metaidwallet', {
    unlockP2PKHInput: ({
      transaction,
    }: {
      transaction: { txComposer: string; toSignInputs: number[] }[];
    }) => {
      const [{ txComposer, toSignInputs } = { txComposer: '', toSignInputs: [] }] = transaction;
      const composer = JSON.parse(txComposer) as {
        tx: { inputs: { script: string; output: { satoshis: number; script: string } }[] };
      };
      const body = readComposer(txComposer);
      if (isFlaw(body)) throw new Error(body.flaw);
      for (const index of toSignInputs) {
        const input = composer.tx.inputs[index];
        if (input === undefined) throw new Error('an input');
        const coin = { value: sats(BigInt(input.output.satoshis)), script: hexToBytes(input.output.script) };
        const signature = bytesToHex(signatureBy(USER, body, index, coin));
        const size = (signature.length / 2).toString(16).padStart(2, '0');
        input.script = `${size}${signature}21${bytesToHex(USER.key)}`;
      }
      return Promise.resolve([JSON.stringify(composer)]);
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'metaidwallet');
});

describe('a way back', () => {
  it('is asked for with the key and the coin alone', async () => {
    const { built, intent } = handedOut();
    answer = () => Response.json({ status: 'ok', data: built });
    expect(await buildTakeBack(intent)).toEqual(built);
    const body = { publicKey: account.publicKey, coin: intent.coin.outpoint };
    expect(sent).toEqual([{ path: '/api/mvc/take-back/build', body }]);
  });

  it('costs what the review says, to the sat, and is sent with both signatures', async () => {
    const { built, intent, request } = handedOut();
    const review = reviewTakeBack(built, intent);
    expect(review.cost).toEqual({
      networkFee: CHECK_FEE + BACK_FEE,
      tokenSats: 0n,
      total: CHECK_FEE + BACK_FEE,
    });
    const back = await signCheck(review, intent, soon());
    expect(sent).toEqual([]);
    const left = back.plan.outputs[1];
    expect(left?.value).toBe(50_000n - review.cost.total);
    expect(left?.script).toEqual(p2pkhScript(USER.hash));
    expect(await signBack(back, intent, soon())).toMatchObject({ txid: 'd'.repeat(64) });
    const body: Readonly<Record<string, unknown>> = { ...sent[0]?.body };
    const check = readMvcTransaction(hexToBytes(String(body['check'])));
    if (isFlaw(check)) throw new Error(check.flaw);
    expect(check.txid).toBe(back.check.txid);
    const plan = planTakeBackOver(request, check, BigInt(String(body['fee'])));
    expect(nameMvcTransaction(bodyOfPlan(plan)).core).toBe(nameMvcTransaction(bodyOfPlan(back.plan)).core);
    expect(body).toMatchObject({ coin: intent.coin.outpoint, signed: [{ index: 1 }] });
  });

  it('is handed in again where nobody answers, and then it is said to be unknown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { built, intent } = handedOut();
    const back = await signCheck(reviewTakeBack(built, intent), intent, soon());
    answer = () => new Response('', { status: 502 });
    const done = signBack(back, intent, soon());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await done).toBeUndefined();
    expect(sent).toHaveLength(4);
    vi.useRealTimers();
  });

  it('is not sent when it is signed late', async () => {
    const { built, intent } = handedOut();
    const back = await signCheck(reviewTakeBack(built, intent), intent, soon());
    await expect(signBack(back, intent, Date.now() - 1)).rejects.toThrow('not signed in time');
    expect(sent).toEqual([]);
  });
});

describe('an exchange that lies is not signed for', () => {
  const changed =
    (change: (body: MvcBody) => Partial<MvcBody>) =>
    (plan: MvcPlan): MvcBody => {
      const body = bodyOfPlan(plan);
      return { ...body, ...change(body) };
    };
  it.each([
    [
      'to somebody else',
      changed(({ outputs }) => ({
        outputs: outputs.map((one, at) => (at === 1 ? { ...one, script: STRANGER.script } : one)),
      })),
    ],
    [
      'with an output more',
      changed(({ outputs }) => ({ outputs: [...outputs, { value: sats(1_000n), script: STRANGER.script }] })),
    ],
    [
      'another contract',
      changed(({ outputs }) => ({
        outputs: outputs.map((one, at) => (at === 0 ? { ...one, script: STRANGER.script } : one)),
      })),
    ],
    ['a coin less', changed(({ inputs }) => ({ inputs: inputs.slice(0, 1) }))],
    ['a locktime', changed(() => ({ locktime: 9 }))],
  ])('%s', (_, bent) => {
    const { built, intent } = handedOut(bent);
    expect(() => reviewTakeBack(built, intent)).toThrow();
  });

  it('about the token, the amount, the fee or the coin', () => {
    const { built, intent } = handedOut();
    expect(() => reviewTakeBack({ ...built, fee: '2600000' }, intent)).toThrow();
    expect(() => reviewTakeBack({ ...built, fee: '2495000' }, intent)).toThrow();
    expect(() => reviewTakeBack({ ...built, userCoins: built.userCoins.toReversed() }, intent)).toThrow();
    expect(() => reviewTakeBack({ ...built, parked: built.previous[0] ?? '' }, intent)).toThrow();
    const other = { ...intent, coin: { ...intent.coin, amount: '23999' } };
    expect(() => reviewTakeBack(built, other)).toThrow();
    const { genesis } = keyOf(OTHER_TEMPLATE);
    expect(() => reviewTakeBack(built, { ...intent, coin: { ...intent.coin, genesis } })).toThrow();
  });

  it('about whose it is', () => {
    const { built, intent } = handedOut(bodyOfPlan, STRANGER);
    expect(() => reviewTakeBack(built, intent)).toThrow();
  });
});
