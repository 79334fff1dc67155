/**
 * The programs verify with compiled code and nothing else: with its verdict turned to "no" in a copy of a program, good
 * signatures are refused at every door; without its file no program starts.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { callApi, padAddress } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import { WIF } from '@scure/btc-signer';
import { Signer } from 'bip322-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareOwn, sendCancel, submitOwn } from '../own/own-stage.ts';
import { refusalOf, testWorld, until } from '../world.ts';

type Program = 'server' | 'signer';
type Kind = 'ecdsa' | 'schnorr';

const root = resolve(import.meta.dirname, '../../../..');
const dist = join(root, 'dist');
const TICK = 'pepe';
const PRICE = 60_000n;

const bundles = mkdtempSync(join(tmpdir(), 'rialto-verifier-'));
let world: World;
let seller: Trader;
let buyer: Trader;

/** Puts a program back as it was built. */
function heal(program: Program): void {
  copyFileSync(join(dist, `${program}.mjs`), join(bundles, `${program}.mjs`));
}

const VERDICT: Record<Kind, RegExp> = {
  ecdsa: /\.verify\(Q\.length, strict === true \? 1 : 0\) === 1/g,
  schnorr: /\.verifySchnorr\(\) === 1/g,
};

/** Puts a copy in its place that takes every compiled "good" of a kind for a "no". */
function deafen(program: Program, kind: Kind): void {
  const path = join(bundles, `${program}.mjs`);
  const whole = readFileSync(join(dist, `${program}.mjs`), 'utf8');
  expect(whole.match(VERDICT[kind])).toHaveLength(1);
  writeFileSync(
    path,
    whole.replace(VERDICT[kind], (verdict) => verdict.replace('=== 1', '=== 2')),
  );
}

async function restart(program: Program): Promise<void> {
  await world.exchange[program].restart();
  await world.exchange.ready();
  await until(() => padAddress(world.exchange.signerSocket).then(() => true), 'the signer answers');
}

async function withDeaf(program: Program, kind: Kind, act: () => Promise<void>): Promise<void> {
  deafen(program, kind);
  await restart(program);
  try {
    await act();
  } finally {
    heal(program);
    await restart(program);
  }
}

async function lotLeft(): Promise<OwnLot> {
  const [lot] = await seller.lots(TICK);
  if (lot === undefined) throw new Error('the seller has no lot left');
  return lot;
}

const list = async (): Promise<string> => seller.ask(await lotLeft(), TICK, PRICE);

async function loginByBip322(who: Trader): Promise<void> {
  const { address } = who;
  const asked = await callApi(world.origin, 'loginChallenge', { query: { net: 'regtest', address } });
  const signature = Signer.sign(WIF().encode(who.key), address, asked.text);
  await callApi(world.origin, 'loginIn', {
    body: { net: 'regtest', address, nonce: asked.nonce, issuedAt: asked.issuedAt },
    headers: {
      'x-signature': Buffer.from(signature, 'base64').toString('base64'),
      'x-public-key': Buffer.from(who.publicKey).toString('hex'),
    },
  });
}

beforeAll(async () => {
  for (const program of ['server', 'signer'] as const) heal(program);
  copyFileSync(join(dist, 'secp256k1.wasm'), join(bundles, 'secp256k1.wasm'));
  symlinkSync(join(root, 'packages/server/migrations'), join(bundles, 'migrations'));
  world = await testWorld({ bundles });
  seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token(
    TICK,
    Array.from({ length: 5 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(seller, [100_000n, 100_000n]);
  await world.fund(
    buyer,
    Array.from({ length: 6 }, () => 300_000n),
  );
  for (const trader of [seller, buyer]) await trader.login();
});

afterAll(async () => {
  await world.stop();
  rmSync(bundles, { recursive: true, force: true });
});

describe('the server asks the compiled verifier', () => {
  it('about Schnorr: asks, lower prices, cancels, logins, and what a take is put together from', async () => {
    const lot = await lotLeft();
    const id = await seller.ask(lot, TICK, PRICE);
    await loginByBip322(seller);
    await withDeaf('server', 'schnorr', async () => {
      expect(await refusalOf(list())).toBe('signature-invalid');
      expect(await refusalOf(seller.lower(id, lot.coin, PRICE - 1n))).toBe('signature-invalid');
      expect(await refusalOf(sendCancel(seller, id))).toBe('signature-invalid');
      expect(await refusalOf(loginByBip322(seller))).toBe('login-wrong-signature');
      // The buyer's half is ECDSA and good; putting the whole together ends at the seller's signature, as our own fault.
      expect(await refusalOf(buyer.take([id]))).toBe('');
    });
    expect((await buyer.take([id])).state).toMatch(/^(?:sent|seen)$/);
  });

  it('about ECDSA: takes and one’s own transactions', async () => {
    const { txId } = await buyer.take([await list()]);
    const other = await list();
    await withDeaf('server', 'ecdsa', async () => {
      expect(await refusalOf(buyer.take([other]))).toBe('signature-invalid');
      const child = await prepareOwn(buyer, { act: 'child', txId, feeRate: 4 });
      expect(await refusalOf(submitOwn(buyer, child))).toBe('signature-invalid');
    });
  });
});

describe('the signer asks the compiled verifier', () => {
  it.each(['schnorr', 'ecdsa'] as const)('about %s', async (kind) => {
    const id = await list();
    await withDeaf('signer', kind, async () => {
      expect(await refusalOf(buyer.take([id]))).toBe('signer-refused');
    });
    expect((await buyer.take([id])).state).toMatch(/^(?:sent|seen)$/);
  });
});

/** How a program ends, and what it says, in a folder without the compiled file. */
async function startAlone(program: Program, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-alone-'));
  try {
    const file = join(folder, `${program}.mjs`);
    copyFileSync(join(dist, `${program}.mjs`), file);
    const child = spawn(process.execPath, [file], { env });
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said += part.toString('utf8')));
    const code = await new Promise((done) => child.once('exit', done));
    return { code, said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('without secp256k1.wasm beside it', () => {
  it('the server does not start and says why', async () => {
    const { code, said } = await startAlone('server', world.exchange.serverEnvironment);
    expect(code).toBe(1);
    expect(said).toContain('the server cannot start: ');
    expect(said).toContain('secp256k1.wasm, which verifies signatures, cannot be loaded');
  });

  it('the signer does not start and says why', async () => {
    const { rpcUrl, cookieFile } = world.chain;
    const { code, said } = await startAlone('signer', {
      NETWORK: 'regtest',
      NODE_RPC_URL: rpcUrl,
      NODE_COOKIE_FILE: cookieFile,
      SIGNER_DIR: join(bundles, 'keys'),
      LEDGER_URL: world.database.signerUrl,
      SIGNER_SOCKET: join(bundles, 'signer.sock'),
    });
    expect(code).toBe(1);
    expect(said).toContain('the signer cannot start: ');
    expect(said).toContain('secp256k1.wasm, which verifies signatures, cannot be loaded');
  });
});
