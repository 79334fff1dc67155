/** The exchange itself on a private chain: the signer and the server as real processes from their bundles. The demo and the stories are built on it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { bridgeSettings, jointSettings, socketPath } from './more-signers.ts';
import type { JointSigners, Other, Settings } from './more-signers.ts';
import { lastLines, startPart } from './part.ts';
import type { Part } from './part.ts';

interface ExchangeOptions {
  /** The folder of keys, logs and secrets. */
  readonly directory: string;
  /** The folder with server.mjs and signer.mjs. */
  readonly bundles: string;
  readonly rpcUrl: string;
  readonly cookieFile: string;
  readonly databaseUrl: string;
  /** The same database through the read-only role. */
  readonly ledgerUrl: string;
  readonly port: number;
  /** The name it is served under, for tests of other networks' rules; the private chain's own by default. */
  readonly network?: Network;
  /** What people type, when it is not http://127.0.0.1:port. */
  readonly origin?: string;
  readonly feeAddress: string;
  readonly webDirectory?: string;
  readonly devnetUrl?: string;
  /** A node of MVC, and the file with the list of its tokens. */
  readonly mvc?: { readonly url: string; readonly listFile: string };
  /** More settings for the programs, for tests. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  readonly signerSettings?: Readonly<Record<string, string>>;
  /** Signers of every pool, so many of whom sign: the signer itself and others beside it, each a process with a folder of its own. */
  readonly jointSigners?: JointSigners;
  /** Signers that may lock assets of the bridge together, the first among them; one where nothing is said. */
  readonly bridgeSigners?: number;
  readonly restart: boolean;
  onEnd(reason: string): void;
  onRestart?(reason: string): void;
  progress?(line: string): void;
}

/** A signer beside the first. */
export interface OtherSigner {
  readonly part: Part;
  readonly socket: string;
  readonly directory: string;
}

export interface Exchange {
  readonly origin: string;
  readonly server: Part;
  readonly signer: Part;
  readonly signerSocket: string;
  readonly otherSigners: readonly OtherSigner[];
  /** Of the bridge alone. */
  readonly bridgeSigners: readonly OtherSigner[];
  readonly serverEnvironment: Readonly<Record<string, string>>;
  /** Waits until the index has the node's tip. */
  ready(timeoutMs?: number): Promise<void>;
  readonly stop: () => Promise<void>;
}

const READY_MS = 60_000;
const STEP_MS = 60;

function secretFile(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(48), { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}

async function healthOf(origin: string): Promise<AnswerOf<'health'> | undefined> {
  try {
    return await callApi(origin, 'health');
  } catch {
    return undefined;
  }
}

function settingsOf(options: ExchangeOptions, origin: string, socket: string): Settings {
  const { directory, network = 'regtest', mvc } = options;
  const node = {
    NETWORK: network,
    ...(network === 'regtest' ? {} : { PRETEND: '1' }),
    NODE_RPC_URL: options.rpcUrl,
    NODE_COOKIE_FILE: options.cookieFile,
    SIGNER_SOCKET: socket,
    ...(mvc === undefined ? {} : { MVC_RPC_URL: mvc.url }),
  };
  // What a lot must be is one rule for both.
  const { MIN_CONFIRMATIONS = '1', SMALL_VALUE } = options.serverSettings ?? {};
  const depth = { MIN_CONFIRMATIONS, ...(SMALL_VALUE === undefined ? {} : { SMALL_VALUE }) };
  const server = {
    ...node,
    HOST: '127.0.0.1',
    PORT: String(options.port),
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: options.databaseUrl,
    SERVER_SECRET_FILE: secretFile(join(directory, 'server.secret')),
    FEE_ADDRESS: options.feeAddress,
    ...depth,
    LOG_LEVEL: 'warn',
    ...(options.webDirectory === undefined ? {} : { WEB_DIR: options.webDirectory }),
    ...(options.devnetUrl === undefined ? {} : { DEVNET_URL: options.devnetUrl }),
    ...(mvc === undefined ? {} : { MVC_LIST_FILE: mvc.listFile }),
    ...options.serverSettings,
  };
  return {
    server,
    signer: {
      ...node,
      ...depth,
      LEDGER_URL: options.ledgerUrl,
      SIGNER_DIR: join(directory, 'signer'),
      FEE_ADDRESS: options.feeAddress,
      ...options.signerSettings,
    },
  };
}

/** For commands that inspect a running exchange. They contain the database's password: readable by the owner alone. */
function keepSettings(directory: string, server: Settings['server']): void {
  const file = join(directory, 'settings.json');
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  chmodSync(file, 0o600);
}

export function startExchange(options: ExchangeOptions): Exchange {
  const { directory, restart, onEnd, onRestart } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const origin = options.origin ?? `http://127.0.0.1:${options.port}`;
  const socket = socketPath(directory);
  const alone = settingsOf(options, origin, socket);
  const joint = jointSettings(options, alone);
  const { settings, others } = bridgeSettings(options, joint.settings);
  keepSettings(directory, settings.server);
  const part = (name: string, program: keyof Settings, environment: Readonly<Record<string, string>>): Part =>
    startPart({
      name,
      program: join(options.bundles, `${program}.mjs`),
      environment,
      logFile: join(directory, `${name}.log`),
      restart,
      onEnd,
      ...(onRestart === undefined ? {} : { onRestart }),
    });
  const signer = part('signer', 'signer', settings.signer);
  const started = ({ name, environment }: Other): OtherSigner => ({
    part: part(name, 'signer', environment),
    socket: environment['SIGNER_SOCKET'] ?? '',
    directory: environment['SIGNER_DIR'] ?? '',
  });
  const otherSigners = joint.others.map(started);
  const bridgeSigners = others.map(started);
  const server = part('server', 'server', settings.server);
  return {
    origin,
    server,
    signer,
    signerSocket: socket,
    ...{ otherSigners, bridgeSigners },
    serverEnvironment: settings.server,
    ready: (timeoutMs = READY_MS) => waitUntilReady(options, origin, timeoutMs),
    stop: async () => {
      await server.stop();
      await Promise.all([...otherSigners, ...bridgeSigners].map((one) => one.part.stop()));
      await signer.stop();
    },
  };
}

/** Waits until the index has the node's tip. */
async function waitUntilReady(options: ExchangeOptions, origin: string, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs;
  let said = Date.now();
  while (Date.now() < until) {
    const health = await healthOf(origin);
    if (health?.status === 'ok') return;
    if (Date.now() - said > 1_000) {
      said = Date.now();
      const where = health === undefined ? 'starting' : `index at ${health.indexHeight} of ${health.height}`;
      options.progress?.(`server: ${where}`);
    }
    await sleep(STEP_MS);
  }
  const log = lastLines(join(options.directory, 'server.log'));
  throw new Error(`the server was not ready in ${timeoutMs / 1000} s: ${log}`);
}
