// @vitest-environment jsdom
/** The fake Metalet on MVC: real signatures over real digests, each quirk of the real one, and each fault a story may switch on. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ALL_FORKID,
  bodyOfInputs,
  composerText,
  coreOf,
  digestOf,
  ftData,
  hash160,
  p2pkhScript,
  readComposer,
  readMvcTransaction,
  readP2pkhScriptSig,
  scriptHolder,
  verifyMvcSignature,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcPlan } from '@rialto/mvc';
import { bytesToHex, concatBytes, hexToBytes, isFlaw, outpoint } from '@rialto/protocols';
import type { Sats, Txid } from '@rialto/protocols';
import { guardOf, openFaults, tampering } from '../../src/wallet/fakes/faults.ts';
import type { FaultBox } from '../../src/wallet/fakes/faults.ts';
import { MAKERS } from '../../src/wallet/faces/faces.ts';
import { openMemory } from '../../src/wallet/memory.ts';
import { OWN_CORE } from '../../src/wallet/signing-core.ts';
import type { Card } from '../../src/wallet/view/approvals.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import type { DemoWallet } from '../../src/wallet/wallet.ts';

type Call = (params?: unknown) => Promise<unknown>;

interface Stage {
  readonly wallet: DemoWallet;
  readonly box: FaultBox;
  readonly call: (name: string, params?: unknown) => Promise<unknown>;
  readonly shown: Card[];
}

let approves: () => Promise<boolean>;

async function stage(): Promise<Stage> {
  const shown: Card[] = [];
  const box = openFaults();
  const nothing = (): Promise<never> => Promise.reject(new Error('no chain here'));
  const wallet = createWallet({
    memory: openMemory(localStorage, '?demoSeed=mvc', 'metalet'),
    backend: {
      coins: nothing,
      send: nothing,
      sendPackage: nothing,
      mine: nothing,
      faucet: nothing,
      mvc: nothing,
    },
    approvals: {
      request: (card) => {
        shown.push(card);
        return approves();
      },
      askText: () => Promise.resolve(undefined),
    },
    core: tampering(OWN_CORE, box),
    networks: ['regtest'],
  });
  const made = MAKERS.metalet(
    wallet,
    guardOf('metalet', box, () => undefined),
  );
  const top = Object(made['metaidwallet']) as Record<string, Call>;
  const call = async (name: string, params?: unknown): Promise<unknown> => top[name]?.(params);
  await call('connect');
  shown.length = 0;
  return { wallet, box, call, shown };
}

/** What became of a call, one moment later. */
async function state(call: Promise<unknown>): Promise<string> {
  const later = new Promise<string>((resolve) => setTimeout(() => resolve('unsettled'), 40));
  const settled = call.then(
    (value) => `answered ${JSON.stringify(value)}`,
    (error: unknown) => `rejected ${typeof error}`,
  );
  return Promise.race([settled, later]);
}

const id = (fill: number): Txid => bytesToHex(new Uint8Array(32).fill(fill)) as Txid;
const POOL = hash160(Uint8Array.of(7));

const token = (holder: Uint8Array, units: bigint): Uint8Array =>
  concatBytes(
    Uint8Array.of(0x51, 0x6a, 0x4c, 170),
    ftData({
      ...{ name: 'Coin', symbol: 'CO', decimals: 2, holder, units },
      genesisHash: POOL,
      sensibleId: outpoint(id(9), 0),
    }),
  );

interface Case {
  readonly plan: MvcPlan;
  readonly tx: MvcBody;
  readonly composer: string;
  readonly coins: readonly MvcCoin[];
}

/** A token and a plain coin of the account's beside a coin of somebody else's. */
function aSwap({ wallet }: Stage): Case {
  const me = hash160(wallet.current().publicKey);
  const coin = (fill: number, value: bigint, script: Uint8Array): MvcCoin => ({
    outpoint: outpoint(id(fill), 0),
    value: value as Sats,
    script,
  });
  const coins = [
    coin(1, 2_019n, token(me, 12_345n)),
    coin(2, 500_000n, p2pkhScript(me)),
    coin(3, 900_000n, p2pkhScript(POOL)),
  ];
  const outputs = [
    { value: 2_019n as Sats, script: token(scriptHolder(POOL), 12_345n) },
    { value: 1_380_000n as Sats, script: p2pkhScript(me) },
  ];
  const roles = ['user-token', 'user-space', 'pool-space'] as const;
  const inputs = coins.map((one, at) => ({ role: roles[at] ?? ('check' as const), coin: one }));
  const tx = bodyOfInputs(coins, outputs);
  const key = { codehash: '', genesis: '' };
  const check = { kind: 'transfer', token: key, inputs: [0], receivers: [], outputs: 1 } as const;
  const plan: MvcPlan = { inputs, outputs, checks: [check], fee: 22_019n as Sats };
  return { plan, tx, coins, composer: composerText(plan) };
}

const unlocks = ({ composer }: Case, toSignInputs: readonly number[]): object => ({
  transaction: [{ txComposer: composer, toSignInputs }],
});

const entry = ({ tx, coins }: Case, inputIndex: number, more: object = {}): object => ({
  ...{ txHex: bytesToHex(writeMvcTransaction(tx)), inputIndex },
  scriptHex: bytesToHex(coins[inputIndex]?.script ?? new Uint8Array(0)),
  satoshis: Number(coins[inputIndex]?.value),
  ...more,
});

function bodyIn(text: unknown): MvcBody {
  const body = readComposer(String(text));
  if (isFlaw(body)) throw new Error(body.flaw);
  return body;
}

/** Whether the signature in an input is by the account, over everything. */
function holds({ wallet }: Stage, { coins }: Case, body: MvcBody, index: number): string {
  const found = readP2pkhScriptSig(body.inputs[index]?.scriptSig ?? new Uint8Array(0));
  const coin = coins[index];
  if (found === undefined || coin === undefined) return 'nothing';
  if (bytesToHex(found.publicKey) !== wallet.current().publicKeyHex) return 'another key';
  try {
    verifyMvcSignature({ tx: body, index, coin }, found);
    return 'holds';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

beforeEach(() => {
  localStorage.clear();
  approves = () => Promise.resolve(true);
});

describe('unlockP2PKHInput', () => {
  it('signs every listed input behind one pop-up, tokens too, and answers a plain array', async () => {
    const now = await stage();
    const swap = aSwap(now);
    const answer = await now.call('unlockP2PKHInput', unlocks(swap, [0, 1]));
    expect(now.shown).toHaveLength(1);
    expect(Array.isArray(answer) && answer.length).toBe(1);
    const body = bodyIn((answer as string[])[0]);
    expect(coreOf(body)).toBe(coreOf(swap.tx));
    expect([0, 1, 2].map((index) => holds(now, swap, body, index))).toEqual(['holds', 'holds', 'nothing']);
  });
  it('shows what it would do, although the real one does not', async () => {
    const now = await stage();
    await now.call('unlockP2PKHInput', unlocks(aSwap(now), [0, 1]));
    const [card] = now.shown;
    const words = card?.body.map((node) => node.textContent).join('\n');
    expect(card?.title).toBe('Sign a transaction on MVC');
    expect(words).toContain('you123.45 CO');
    expect(words).toMatch(/holder .+123\.45 CO/);
    expect(words).toContain('Your SPACE grows by0.0088 SPACE');
    expect(words).toContain('The real Metalet shows none of this');
  });
  it('answers a refusal and a site it does not know with a status, and a text it cannot read with a plain string', async () => {
    const now = await stage();
    const swap = aSwap(now);
    approves = () => Promise.resolve(false);
    const asked = (): Promise<unknown> => now.call('unlockP2PKHInput', unlocks(swap, [0]));
    expect(await asked()).toEqual({ status: 'canceled' });
    now.wallet.setConnected(false);
    expect(await asked()).toEqual({ status: 'not-connected' });
    now.wallet.setConnected(true);
    const broken = { transaction: [{ txComposer: '{}', toSignInputs: [0] }] };
    expect(await state(now.call('unlockP2PKHInput', broken))).toBe('rejected string');
  });
  it('resolves with an error without words where the wallet throws a bare text', async () => {
    const now = await stage();
    const answer = await now.call('unlockP2PKHInput', unlocks(aSwap(now), [5]));
    expect(answer).toEqual({ error: undefined });
    expect(now.shown).toHaveLength(0);
  });
  it('drops a second pop-up unanswered', async () => {
    const now = await stage();
    const swap = aSwap(now);
    approves = () => new Promise((resolve) => setTimeout(() => resolve(true), 10));
    const first = state(now.call('unlockP2PKHInput', unlocks(swap, [0])));
    expect(await state(now.call('unlockP2PKHInput', unlocks(swap, [1])))).toBe('unsettled');
    expect(await first).toMatch(/^answered/);
  });
});

describe('signTransactions', () => {
  it('gives one signature for each entry, and leaves a token unsigned without an error', async () => {
    const now = await stage();
    const swap = aSwap(now);
    const request = { transactions: [entry(swap, 1), entry(swap, 0)] };
    const answer = Object(await now.call('signTransactions', request)) as {
      signedTransactions: { txHex: string; txid: string }[];
    };
    const bodies = answer.signedTransactions.map(({ txHex }) => {
      const tx = readMvcTransaction(hexToBytes(txHex));
      if (isFlaw(tx)) throw new Error(tx.flaw);
      return tx;
    });
    const [plain, unchanged] = bodies;
    if (plain === undefined || unchanged === undefined) throw new Error('two answers');
    expect([0, 1].map((index) => holds(now, swap, plain, index))).toEqual(['nothing', 'holds']);
    expect(bytesToHex(writeMvcTransaction(unchanged))).toBe(bytesToHex(writeMvcTransaction(swap.tx)));
    expect(answer.signedTransactions[0]?.txid).toBe(plain.txid);
  });
});

describe('signTransaction', () => {
  it('signs any script, and puts nothing together', async () => {
    const now = await stage();
    const swap = aSwap(now);
    const answer = Object(await now.call('signTransaction', { transaction: entry(swap, 0) })) as {
      signature: { publicKey: string; sig: string; r: string; s: string; sigtype: number };
    };
    const { publicKey, sig, r, s, sigtype } = answer.signature;
    expect(sigtype).toBe(ALL_FORKID);
    const [signature, key] = [hexToBytes(sig), hexToBytes(publicKey)];
    const coin = swap.coins[0];
    if (coin === undefined) throw new Error('a coin');
    expect(() =>
      verifyMvcSignature({ tx: swap.tx, index: 0, coin }, { signature, publicKey: key }),
    ).not.toThrow();
    const parts = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'der');
    expect([BigInt(`0x${r}`), BigInt(`0x${s}`)]).toEqual([parts.r, parts.s]);
  });
  it('signs by any sighash byte it is told, and reads scriptHex, whatever its own type says', async () => {
    const now = await stage();
    const swap = aSwap(now);
    const answer = await now.call('signTransaction', { transaction: entry(swap, 1, { sigtype: 0xc1 }) });
    const { signature } = Object(answer) as { signature: { sig: string } };
    const der = hexToBytes(signature.sig);
    expect(der.at(-1)).toBe(0xc1);
    const coin = swap.coins[1];
    if (coin === undefined) throw new Error('a coin');
    const compact = secp256k1.Signature.fromBytes(der.slice(0, -1), 'der').toBytes('compact');
    const key = now.wallet.current().publicKey;
    const verifies = (digest: Uint8Array): boolean =>
      secp256k1.verify(compact, digest, key, { prehash: false });
    // Not over everything: an input more changes nothing for it.
    expect(verifies(digestOf(swap.tx, 1, coin))).toBe(false);
    const misspelt = { ...entry(swap, 1), scryptHex: '51', scriptHex: undefined };
    expect(await state(now.call('signTransaction', { transaction: misspelt }))).toBe('rejected string');
  });
});

it('knows nothing of a private chain, and takes no transfer there', async () => {
  const now = await stage();
  expect(await now.call('getBalance')).toEqual({ total: 0, confirmed: 0, unconfirmed: 0 });
  expect(await now.call('getUtxos')).toEqual([]);
  expect(await now.call('transfer', { tasks: [] })).toEqual({ status: 'not-supported' });
  // Addresses of a chain that is no main one.
  expect(await now.call('getAddress')).toMatch(/^[mn]/);
});

describe('faults', () => {
  it.each([
    ['amount', 'holds', false],
    ['receiver', 'holds', false],
    ['outputs', 'holds', false],
    ['sighash', 'sighash-not-allowed: input 0: 193', true],
    ['unsigned', 'nothing', true],
  ] as const)('%s: the answer is %s, of the same transaction: %s', async (fault, verdict, isSame) => {
    const now = await stage();
    const swap = aSwap(now);
    now.box.now.mvc = fault;
    const answer = await now.call('unlockP2PKHInput', unlocks(swap, [0]));
    const body = bodyIn((answer as string[])[0]);
    expect(coreOf(body) === coreOf(swap.tx)).toBe(isSame);
    expect(holds(now, swap, body, 0)).toBe(verdict);
    expect(now.box.struck['mvc']).toBe(1);
  });
  it('an answer is lost when another tab is in front: the pop-up was seen to all the same', async () => {
    const now = await stage();
    now.box.now.lost = ['unlockP2PKHInput'];
    expect(await state(now.call('unlockP2PKHInput', unlocks(aSwap(now), [0])))).toBe('unsettled');
    expect(now.shown).toHaveLength(1);
    expect(now.box.struck['lost']).toBe(1);
  });
});
