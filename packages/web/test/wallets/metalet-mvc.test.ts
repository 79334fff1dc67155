/** Metalet's signatures on MVC: its best call, the older ones where that is not there, and each odd manner of both. */
import { describe, expect, it, vi } from 'vitest';
import {
  bodyOfPlan,
  coreOf,
  readComposer,
  readMvcTransaction,
  userHalf,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw } from '@rialto/protocols';
import { toSignOf } from '../../src/flows/mvc/checked-mvc.ts';
import { reviewMvc } from '../../src/flows/mvc/review-mvc.ts';
import { createMetalet } from '../../src/wallets/metalet.ts';
import { createProvider } from '../../src/wallets/provider.ts';
import type { MvcToSign } from '../../src/wallets/wallet.ts';
import { USER, aBuy, aSell, signatureBy, signedBy } from '../fake/mvc-swaps.ts';

type Made = ReturnType<typeof aBuy>;

function metaletOf(provider: Record<string, unknown>) {
  const limits = { read: 50, popup: 60, start: 20 };
  return createMetalet(
    () => ({ metaidwallet: provider }),
    createProvider(() => provider, 'Metalet', limits),
  );
}

const asked = ({ built, intent }: Made, ms = 1_000): MvcToSign =>
  toSignOf(reviewMvc(built, intent), Date.now() + ms);

async function signed(provider: Record<string, unknown>, request: MvcToSign): Promise<MvcBody> {
  const answer = await metaletOf(provider).signMvc?.(request);
  const tx = readMvcTransaction(hexToBytes(answer ?? ''));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

/** The text it was given, with these scriptSigs. */
function answered(text: string, { inputs }: MvcBody): string {
  const composer = JSON.parse(text) as { tx: { inputs: { script: string }[] } };
  composer.tx.inputs.forEach((input, index) => {
    input.script = bytesToHex(inputs[index]?.scriptSig ?? new Uint8Array(0));
  });
  return JSON.stringify(composer);
}

const hexOf = (body: MvcBody): string => bytesToHex(writeMvcTransaction(body));

describe('unlockP2PKHInput', () => {
  const unlock = ({ plan }: Made) =>
    vi.fn(({ transaction }: { transaction: { txComposer: string; toSignInputs: number[] }[] }) =>
      Promise.resolve(
        transaction.map(({ txComposer, toSignInputs }) =>
          answered(txComposer, signedBy(USER, plan, toSignInputs)),
        ),
      ),
    );

  it.each([
    ['plain coins', aBuy],
    ['tokens', aSell],
  ] as const)('signs %s behind one pop-up', async (_, make) => {
    const made = make();
    const unlockP2PKHInput = unlock(made);
    const signTransactions = vi.fn();
    const request = asked(made);
    const body = await signed({ unlockP2PKHInput, signTransactions }, request);
    expect(unlockP2PKHInput).toHaveBeenCalledOnce();
    expect(signTransactions).not.toHaveBeenCalled();
    const [call] = unlockP2PKHInput.mock.calls[0] ?? [];
    expect(call?.transaction[0]?.toSignInputs).toEqual(request.inputs.map(({ index }) => index));
    const given = readComposer(call?.transaction[0]?.txComposer ?? '');
    expect(isFlaw(given) ? '' : coreOf(given)).toBe(coreOf(bodyOfPlan(made.plan)));
    expect(userHalf(made.plan, body, USER.key)).toHaveLength(2);
  });

  it.each([
    ['canceled', 'cancelled'],
    ['not-connected', 'not-connected'],
    ['locked', 'locked'],
  ])('answered with the status %s is a refusal', async (status, kind) => {
    const unlockP2PKHInput = (): Promise<object> => Promise.resolve({ status });
    await expect(signed({ unlockP2PKHInput }, asked(aBuy()))).rejects.toMatchObject({
      name: 'WalletError',
      kind,
    });
  });

  it.each([
    ['an error without words', { error: undefined }],
    ['nothing', undefined],
    ['no texts', [{}]],
    ['a text too many', ['{}', '{}']],
    ['a text that is no transaction', ['{}']],
  ])('answered with %s is not understood', async (_, answer) => {
    const unlockP2PKHInput = (): Promise<unknown> => Promise.resolve(answer);
    await expect(signed({ unlockP2PKHInput }, asked(aBuy()))).rejects.toThrow('unexpected response');
  });

  it('is waited for until the moment is there, and an answer after it is lost', async () => {
    const made = aBuy();
    let late: (() => void) | undefined;
    const sign = unlock(made);
    const unlockP2PKHInput = (request: Parameters<typeof sign>[0]): Promise<string[]> =>
      new Promise((resolve) => {
        late = () => void sign(request).then(resolve);
      });
    await expect(signed({ unlockP2PKHInput }, asked(made, 30))).rejects.toMatchObject({
      kind: 'timed-out',
      message: expect.stringContaining('only while this tab is in front') as string,
    });
    late?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
    // The next call is not held up by the lost one.
    expect(await metaletOf({ unlockP2PKHInput: sign }).signMvc?.(asked(made))).toMatch(/^0a000000/);
  });
});

describe('versions before it', () => {
  interface Entry {
    txHex: string;
    scriptHex: string;
    inputIndex: number;
    satoshis: number;
    sigtype: number;
  }
  const signMany = ({ plan }: Made) =>
    vi.fn(({ transactions }: { transactions: Entry[] }) =>
      Promise.resolve({
        signedTransactions: transactions.map(({ inputIndex }) => ({
          txHex: hexOf(signedBy(USER, plan, [inputIndex])),
          txid: '',
        })),
      }),
    );
  const signOne = ({ plan }: Made) =>
    vi.fn(({ transaction: { inputIndex } }: { transaction: Entry }) => {
      const coin = plan.inputs[inputIndex]?.coin;
      if (coin === undefined) throw new Error('a coin');
      const sig = bytesToHex(signatureBy(USER, bodyOfPlan(plan), inputIndex, coin));
      return Promise.resolve({ signature: { publicKey: bytesToHex(USER.key), sig, sigtype: 0x41 } });
    });

  it('are given a transaction as often as there are plain coins, and each answer its own input', async () => {
    const made = aBuy();
    const signTransactions = signMany(made);
    const body = await signed({ signTransactions }, asked(made));
    expect(userHalf(made.plan, body, USER.key).map(({ index }) => index)).toEqual([2, 3]);
    expect(signTransactions).toHaveBeenCalledOnce();
    const { transactions = [] } = signTransactions.mock.calls[0]?.[0] ?? {};
    expect(transactions.map(({ inputIndex, sigtype }) => [inputIndex, sigtype])).toEqual([
      [2, 0x41],
      [3, 0x41],
    ]);
    expect(new Set(transactions.map(({ txHex }) => txHex))).toEqual(new Set([made.built.raw]));
  });

  it('are asked for one token after the other, the sighash said', async () => {
    const made = aSell();
    const signTransaction = signOne(made);
    const signTransactions = vi.fn();
    const body = await signed({ signTransaction, signTransactions }, asked(made));
    expect(userHalf(made.plan, body, USER.key).map(({ index }) => index)).toEqual([0, 1]);
    expect(signTransactions).not.toHaveBeenCalled();
    expect(signTransaction.mock.calls.map(([{ transaction }]) => transaction.sigtype)).toEqual([0x41, 0x41]);
    expect(signTransaction.mock.calls[0]?.[0].transaction).toMatchObject({ satoshis: 2_019, inputIndex: 0 });
  });

  it('answer what they do not sign as it was: nothing is taken for a signature', async () => {
    const made = aBuy();
    const signTransactions = ({ transactions }: { transactions: Entry[] }): Promise<object> =>
      Promise.resolve({ signedTransactions: transactions.map(({ txHex }) => ({ txHex })) });
    const body = await signed({ signTransactions }, asked(made));
    expect(() => userHalf(made.plan, body, USER.key)).toThrow(/input 2/);
  });

  it('answer another transaction: it is refused', async () => {
    const made = aBuy();
    const signTransactions = ({ transactions }: { transactions: Entry[] }): Promise<object> =>
      Promise.resolve({
        signedTransactions: transactions.map(() => ({
          txHex: hexOf({ ...bodyOfPlan(made.plan), locktime: 1 }),
        })),
      });
    await expect(signed({ signTransactions }, asked(made))).rejects.toMatchObject({ code: 'effects-differ' });
  });

  it.each([
    ['a status', { status: 'canceled' }, /Canceled/],
    ['an error without words', { error: undefined }, /unexpected response/],
    ['fewer than asked for', { signedTransactions: [] }, /unexpected response/],
    ['no transactions', { signedTransactions: [{ txHex: 'zz' }, { txHex: 'zz' }] }, /unexpected response/],
  ])('answer %s: a refusal', async (_, answer, words) => {
    const signTransactions = (): Promise<unknown> => Promise.resolve(answer);
    await expect(signed({ signTransactions }, asked(aBuy()))).rejects.toThrow(words);
  });

  it.each([
    ['no signature', { signature: {} }],
    ['one that is too long', { signature: { publicKey: bytesToHex(USER.key), sig: '00'.repeat(90) } }],
    ['half a key', { signature: { publicKey: '00', sig: '00' } }],
  ])('answer for a token %s: not understood', async (_, answer) => {
    const signTransaction = (): Promise<unknown> => Promise.resolve(answer);
    await expect(signed({ signTransaction }, asked(aSell()))).rejects.toThrow('unexpected response');
  });
});

it('tells its account on MVC, and that it is another one', async () => {
  const handlers = new Map<string, (payload: unknown) => void>();
  const wallet = metaletOf({
    getAddress: () => Promise.resolve('mUser'),
    getPublicKey: () => Promise.resolve(bytesToHex(USER.key)),
    on: (name: string, handler: (payload: unknown) => void) => handlers.set(name, handler),
  });
  expect(await wallet.mvcAccount?.()).toEqual({ address: 'mUser', publicKey: bytesToHex(USER.key) });
  const mvc = vi.fn();
  wallet.watch({ account: () => undefined, network: () => undefined, mvc });
  handlers.get('accountsChanged')?.({ mvcAddress: 'mOther', btcAddress: 'bcrt1quser' });
  expect(mvc).toHaveBeenCalledOnce();
});
