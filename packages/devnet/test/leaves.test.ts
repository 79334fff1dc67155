// @vitest-environment jsdom
/** Each wallet signs the promise and the exit of a lock with the key it signs scripts with; with a lock for another key it says so. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { acceptExit, acceptPromise, buildExit, buildPromise } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFaults, tampering } from '../src/wallet/fakes/faults.ts';
import { NO_GUARD, fieldOf } from '../src/wallet/faces/face.ts';
import type { Face } from '../src/wallet/faces/face.ts';
import { MAKERS } from '../src/wallet/faces/faces.ts';
import { openMemory } from '../src/wallet/memory.ts';
import { OWN_CORE } from '../src/wallet/signing-core.ts';
import type { SigningCore } from '../src/wallet/signing-core.ts';
import { createWallet } from '../src/wallet/wallet.ts';
import { coinOf, lockFor } from './leaf-locks.ts';
import type { Asked } from './leaf-locks.ts';

/** Which key of a taproot account stands in its locks, by wallet. */
const SIGNS_WITH = { unisat: 'output', okx: 'internal', metalet: 'output' } as const;

let shown: string[];

beforeEach(() => {
  localStorage.clear();
  shown = [];
});

function walletOf(face: Face, account: number, core: SigningCore = OWN_CORE) {
  const nothing = (): Promise<never> => Promise.reject(new Error('no chain here'));
  const request = ({ title }: { title: string }): Promise<boolean> => {
    shown.push(title);
    return Promise.resolve(true);
  };
  const wallet = createWallet({
    memory: openMemory(localStorage, '?demoSeed=leaves', face),
    backend: {
      ...{ coins: () => Promise.resolve([]), send: nothing, sendPackage: nothing },
      ...{ mine: nothing, faucet: nothing, mvc: nothing },
    },
    approvals: { request, askText: () => Promise.resolve(undefined) },
    core,
  });
  wallet.choose(account);
  wallet.setConnected(true);
  return { made: MAKERS[face](wallet, NO_GUARD), account: wallet.current() };
}

/** What the page asks of each wallet, in the form it takes (`packages/web/test/wallets` has what the page says). */
async function signedBy(
  face: Face,
  made: object,
  asked: readonly Asked[],
  more: object = {},
): Promise<Uint8Array[]> {
  const address = fieldOf(more, 'address');
  const requests = asked.map(({ psbt, toSign }) => {
    const okx = face === 'okx' ? { disableTweakSigner: true } : {};
    const inputs = toSign.map(({ index, sighash }) => ({
      index,
      address,
      sighashTypes: [sighash],
      ...okx,
      ...more,
    }));
    return { hex: bytesToHex(psbt), options: { autoFinalized: false, toSignInputs: inputs } };
  });
  const call = (owner: unknown, name: string, ...args: unknown[]): Promise<unknown> =>
    Reflect.apply(Reflect.get(Object(owner), name) as (...all: unknown[]) => Promise<unknown>, owner, args);
  if (face === 'metalet') {
    const signed: Uint8Array[] = [];
    for (const { hex: psbtHex, options } of requests)
      signed.push(
        hexToBytes(
          String(await call(fieldOf(fieldOf(made, 'metaidwallet'), 'btc'), 'signPsbt', { psbtHex, options })),
        ),
      );
    return signed;
  }
  const owner = face === 'okx' ? fieldOf(fieldOf(made, 'okxwallet'), 'bitcoin') : fieldOf(made, 'unisat');
  const all = await call(
    owner,
    'signPsbts',
    requests.map(({ hex }) => hex),
    requests.map(({ options }) => options),
  );
  return (all as string[]).map(hexToBytes);
}

const ACCOUNTS = [
  ['P2WPKH', 0],
  ['P2TR', 1],
] as const;
const FACES = ['unisat', 'okx', 'metalet'] as const;
const cases = FACES.flatMap((face) => ACCOUNTS.map(([kind, at]) => [face, kind, at] as const));

describe('a promise and an exit', () => {
  it.each(cases)('are signed by %s for %s and are the lock’s', async (face, _, at) => {
    const { made, account } = walletOf(face, at);
    const lock = lockFor(account, SIGNS_WITH[face]);
    const coin = coinOf(lock);
    const asked = [buildPromise(lock, coin), buildExit(lock, coin)];
    const [promise, exit] = await signedBy(face, made, asked, { address: account.address });
    if (promise === undefined || exit === undefined) throw new Error('two');
    expect(acceptPromise(lock, coin, promise).at(-1)).toBe(0x83);
    expect(acceptExit(lock, coin, exit).txid).toMatch(/^[0-9a-f]{64}$/);
    expect(shown).toHaveLength(face === 'metalet' ? 2 : 1);
  });

  it.each(cases)('of which %s changed a bit for %s are refused', async (face, _, at) => {
    const box = openFaults();
    box.now.tamper = 'signature';
    const { made, account } = walletOf(face, at, tampering(OWN_CORE, box));
    const lock = lockFor(account, SIGNS_WITH[face]);
    const coin = coinOf(lock);
    const [promise] = await signedBy(face, made, [buildPromise(lock, coin)], { address: account.address });
    const [exit] = await signedBy(face, made, [buildExit(lock, coin)], { address: account.address });
    expect(() => acceptPromise(lock, coin, promise ?? new Uint8Array())).toThrow('signature-invalid');
    expect(() => acceptExit(lock, coin, exit ?? new Uint8Array())).toThrow('signature-invalid');
    expect(box.struck['tamper']).toBe(2);
  });
});

describe('a lock for the other key', () => {
  const OTHER = { output: 'internal', internal: 'output' } as const;

  it.each(FACES)('is not signed by %s, which says what it cannot', async (face) => {
    const { made, account } = walletOf(face, 1);
    const lock = lockFor(account, OTHER[SIGNS_WITH[face]]);
    const asked = buildPromise(lock, coinOf(lock));
    const said = await signedBy(face, made, [asked], { address: account.address }).catch(
      (error: unknown) => error,
    );
    const words = said instanceof Error ? said.message : String(said);
    expect(words).toMatch(/Can not sign for input #0 with the key [0-9a-f]{64}$/);
  });

  it('is signed by UniSat when it is told so, by Metalet never, by OKX always with the plain one', async () => {
    for (const face of FACES) {
      const { made, account } = walletOf(face, 1);
      const lock = lockFor(account, 'internal');
      const asked = [buildPromise(lock, coinOf(lock))];
      const told = { address: account.address, disableTweakSigner: true };
      const signed = await signedBy(face, made, asked, told).catch(() => undefined);
      expect(signed === undefined, face).toBe(face === 'metalet');
      if (signed?.[0] !== undefined) acceptPromise(lock, coinOf(lock), signed[0]);
    }
  });

  it('signed by another account is refused as another’s', async () => {
    const { account } = walletOf('unisat', 1);
    const { made, account: other } = walletOf('unisat', 3);
    const [mine, theirs] = [lockFor(account, 'output'), lockFor(other, 'output')];
    const [signed] = await signedBy('unisat', made, [buildPromise(theirs, coinOf(theirs))], {
      address: other.address,
    });
    expect(() => acceptPromise(mine, coinOf(mine), signed ?? new Uint8Array())).toThrow(Refusal);
  });
});
