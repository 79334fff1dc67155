/** The part of the signer that holds the bridge, in this very process: two chains with real transactions, their indexes, its folder, its clock; and people who pay in. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SignerRequest } from '@rialto/contract';
import { openPrivateMvc } from '@rialto/devnet/mvc';
import type { PrivateMvcChain } from '@rialto/devnet/mvc';
import { openMvcNode } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import type { MvcCoin, TokenKey } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { onTestFinished } from 'vitest';
import { ZodError } from 'zod';
import { bridgeKeys, sharedKeys } from '../../src/bridge/keys.ts';
import type { BridgeKeys } from '../../src/bridge/keys.ts';
import { openBridge } from '../../src/bridge/open-bridge.ts';
import type { BridgeParts } from '../../src/bridge/parts.ts';
import type { BridgeSource } from '../../src/bridge/source.ts';
import { handleBridge, isBridge } from '../../src/bridge/requests.ts';
import { writePrivate } from '../../src/files/private-files.ts';
import { folder } from '../folder.ts';
import { coin } from '../memory/people.ts';
import { begun, mint, moved } from '../mvc/people.ts';
import { SUPPLY, assetJson, writeAsset } from './assets.ts';
import type { AssetJson } from './assets.ts';
import { Bitcoin } from './bitcoin.ts';
import { bridgeIndex } from './mvc-index.ts';
import { askAll, signersOf } from './several/ask-all.ts';
import type { Answered } from './several/ask-all.ts';

export type AssetId = 'btc' | 'rune' | 'mrc20' | 'brc20';

/** Of the first signer, and of those beside it. */
const SECRETS = ['0b', '1b', '2b'].map((byte) => byte.repeat(32));

export interface Stage {
  readonly btc: Bitcoin;
  readonly mvc: PrivateMvcChain;
  readonly node: MvcChain;
  readonly directory: string;
  /** Of the first signer. */
  parts: BridgeParts;
  /** Of the others, with their folders. */
  readonly others: { readonly directory: string; parts: BridgeParts }[];
  /** Milliseconds since 1970. */
  clock: number;
  /** Honest, until a test has it lie. */
  index: BridgeSource['mvc']['ledger'];
  btcIndex: BridgeSource['btc']['ledger'];
  stopped: boolean;
  /** Said of MVC's last block. */
  stands: 'mvc-standing-still' | undefined;
  /** The token of each asset. */
  readonly tokens: Map<AssetId, TokenKey>;
  readonly files: Map<AssetId, AssetJson>;
  readonly stock: Map<AssetId, MvcCoin>;
  keys(asset: AssetId): BridgeKeys;
  /** The signer ends. */
  end(): void;
  /** Another signer over the same folder. */
  restart(): void;
  /** The operator changes the file of an asset. */
  change(asset: AssetId, fields: Readonly<Record<string, unknown>>): void;
  /** All of them, one after the other. */
  ask(request: unknown, gone?: () => boolean): Promise<Answered>;
  /** One of them, the first being 0. */
  askOne(at: number, request: unknown, gone?: () => boolean): Promise<Answered>;
  hasStopFile(name: string): boolean;
}

type Config = Parameters<typeof openBridge>[0];

interface Options {
  readonly assets?: readonly AssetId[];
  readonly config?: Partial<Config>;
  /** How many lock the assets together; one where nothing is said. */
  readonly signers?: number;
  /** Seconds between blocks of MVC. */
  readonly blockSeconds?: number;
  /** What is minted, where it is not what the file says. */
  readonly minted?: Partial<Parameters<typeof mint>[2]>;
}

export async function openStage(options: Options = {}): Promise<Stage> {
  const { assets = ['btc'], config = {}, blockSeconds = 600, signers: count = 1 } = options;
  let seconds = 1_780_000_000;
  const { chain: mvc, url, stop } = await openPrivateMvc(undefined, () => (seconds += blockSeconds));
  const node = openMvcNode({ url });
  let isOpen = true;
  onTestFinished(async () => {
    stage.end();
    node.close();
    await stop();
  });
  const directories = SECRETS.slice(0, count).map((secret) => {
    const one = folder();
    writePrivate(join(one, 'bridge.key'), secret, true);
    return one;
  });
  const [directory = ''] = directories;
  const btc = new Bitcoin();
  const chain = btc.node();
  const settings = {
    ...({ NETWORK: 'regtest', PRETEND: '0' } as const),
    ...{ MVC_MOST_FEE: 200_000n, BRIDGE_MVC_SPEED: undefined },
    ...{ BRIDGE_FEES_PER_HOUR: 20_000_000n, BRIDGE_BTC_FEES_PER_HOUR: 2_000_000n },
    ...{ BRIDGE_COUNTER_FILE: undefined, BRIDGE_JOURNAL_COPY: undefined },
    ...config,
  };
  const open = (at: string): BridgeParts =>
    openBridge(
      { ...settings, SIGNER_DIR: at },
      {
        ...{ chain, mayMake: false, poolWorld: { mostTipAgeMs: undefined } },
        ledger: {
          tip: () => stage.btcIndex.tip(),
          coinsOf: (script) => stage.btcIndex.coinsOf(script),
          assetsOn: (points) => stage.btcIndex.assetsOn(points),
          oddMrc20Among: (points) => stage.btcIndex.oddMrc20Among(points),
          landedOn: (points) => stage.btcIndex.landedOn(points),
          balancesOf: (script, asset) => stage.btcIndex.balancesOf(script, asset),
        },
        mvc: {
          chain: node,
          ledger: {
            tip: () => stage.index.tip(),
            byCore: (cores) => stage.index.byCore(cores),
            spentBy: (points) => stage.index.spentBy(points),
            settledTokens: (holders, key) => stage.index.settledTokens(holders, key),
            spendersOfTokens: (holders, key, since) => stage.index.spendersOfTokens(holders, key, since),
          },
        },
        requireFreshMvc: () =>
          stage.stands === undefined ? Promise.resolve() : Promise.reject(new Refusal(stage.stands)),
        stopped: () => stage.stopped,
        now: () => stage.clock,
      },
    );
  const masters = SECRETS.slice(0, count).map((secret) => Uint8Array.from(Buffer.from(secret, 'hex')));
  const [master = new Uint8Array(32)] = masters;
  const signers = (asset: AssetId) => (count === 1 ? undefined : signersOf(masters, asset));
  const keys = (asset: AssetId): BridgeKeys => {
    const [own, shared] = [bridgeKeys(master, asset), signers(asset)];
    return shared === undefined ? own : sharedKeys(own, shared);
  };
  const stage: Stage = {
    ...{ btc, mvc, node, directory, keys, clock: 1_790_000_000_000, stopped: false, stands: undefined },
    ...{
      index: bridgeIndex(mvc),
      btcIndex: { ...btc.ledger, oddMrc20Among: () => Promise.resolve(new Set()) },
    },
    ...{ tokens: new Map(), files: new Map(), stock: new Map() },
    parts: undefined as never,
    others: [],
    end: () => {
      if (isOpen) for (const { parts } of [stage, ...stage.others]) parts.journal.close();
      isOpen = false;
    },
    restart: () => {
      stage.end();
      stage.parts = open(directory);
      for (const one of stage.others) one.parts = open(one.directory);
      isOpen = true;
    },
    change: (asset, fields) => {
      const file = { ...stage.files.get(asset), ...fields } as AssetJson;
      stage.files.set(asset, file);
      for (const one of directories) writeAsset(one, file);
    },
    hasStopFile: (name) => existsSync(join(directory, name)),
    ask: (asked, gone) => askAll((at, one) => stage.askOne(at, one, gone), count, asked as { op: string }),
    askOne: async (at, asked, gone = () => false) => {
      const parts = at === 0 ? stage.parts : stage.others[at - 1]?.parts;
      try {
        const request = SignerRequest.parse(JSON.parse(JSON.stringify(asked)));
        if (!isBridge(request)) throw new Error('of the bridge');
        return { ok: true, data: (await handleBridge(parts, request, gone)) as never };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, code: error.code, detail: error.message };
        // As the socket does.
        if (error instanceof ZodError) return { ok: false, code: 'bad-request', detail: error.message };
        throw error;
      }
    },
  };
  for (const asset of assets) {
    issue(stage, asset, options.minted);
    const shared = signers(asset);
    if (shared !== undefined) stage.change(asset, { signers: shared });
  }
  fund(stage);
  stage.parts = open(directory);
  for (const one of directories.slice(1)) stage.others.push({ directory: one, parts: open(one) });
  return stage;
}

/** The whole supply on the stock, and the operator's file. */
function issue(stage: Stage, asset: AssetId, more: Options['minted'] = {}): void {
  const { mvc, keys } = stage;
  const units = SUPPLY[asset];
  const whole = { holder: keys(asset).stock.hash, units, isLast: true, ...more };
  const minted = mint(mvc, begun(mvc, asset), whole);
  stage.tokens.set(asset, minted.token);
  stage.stock.set(asset, minted.coin);
  stage.change(asset, assetJson(asset, minted.token));
}

const FEE_COINS = 6;

/** What pays for the bridge's transactions, on both chains. */
function fund({ btc, mvc, keys }: Stage): void {
  const { fees } = keys('btc');
  for (let at = 0; at < FEE_COINS; at += 1)
    btc.put(coin(`fees ${btc.height} ${at}`, { script: fees.btc.script.script }, 40_000n));
  moved(
    mvc,
    fees.mvc.p2pkh,
    Array.from({ length: FEE_COINS }, () => 400_000n),
  );
  mvc.mine();
}

/** Told, or an error with the code. */
export async function told<T>(answer: Promise<Answered>): Promise<T> {
  const given = await answer;
  if (!given.ok) throw new Error(`refused: ${given.code} ${given.detail}`);
  return given.data;
}

/** `signed`, or the code of the refusal. */
export async function verdict(answer: Promise<Answered>): Promise<string> {
  const given = await answer;
  return given.ok ? 'signed' : given.code;
}
