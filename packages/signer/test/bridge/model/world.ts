/** Signers with their folders over two chains of a model, and everything that was ever paid to them and signed by them. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerRequest } from '@rialto/contract';
import type { SignerAnswer } from '@rialto/contract';
import type { Outpoint, Transaction } from '@rialto/protocols';
import type { MvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { bridgeKeys, sharedKeys } from '../../../src/bridge/keys.ts';
import type { BridgeKeys } from '../../../src/bridge/keys.ts';
import { openBridge } from '../../../src/bridge/open-bridge.ts';
import type { BridgeParts } from '../../../src/bridge/parts.ts';
import { handleBridge, isBridge } from '../../../src/bridge/requests.ts';
import { writePrivate } from '../../../src/files/private-files.ts';
import { assetJson, writeAsset } from '../assets.ts';
import type { AssetJson } from '../assets.ts';
import type { Order } from '../orders.ts';
import { askAll, signersOf } from '../several/ask-all.ts';
import { btcChain, mvcChain } from './base.ts';
import type { Base } from './base.ts';
import { btcIndex, btcNode, mvcIndex, mvcNode } from './nodes.ts';
import type { BtcWorld, MvcBlocks } from './nodes.ts';
import { FILE } from './rules.ts';
import type { Kind, Side } from './rules.ts';

/** What somebody paid to the bridge. */
export interface Paid {
  /** `btc:txid:vout`, `mvc:core:vout`. */
  readonly name: string;
  readonly side: Side;
  /** Of its transaction, as the chain names it. */
  readonly of: string;
  readonly vout: number;
  readonly amount: bigint;
  readonly order: Order | undefined;
  /** Nobody ever shows the terms. */
  readonly isHidden: boolean;
  readonly isMixed: boolean;
  /** Script that pays it, hex; undefined where there are several. */
  readonly sender: string | undefined;
}

/** An exit that was signed: whoever has it can send it at any time. */
export interface Build {
  readonly id: string;
  readonly paid: Paid;
  readonly kind: Kind;
  readonly side: Side;
  readonly out: bigint;
  /** Names of the bridge's coins. */
  readonly spends: readonly string[];
  readonly txs: readonly (Transaction | MvcTransaction)[];
}

export interface World {
  /** Of the asset, as the first signer has them. */
  readonly keys: BridgeKeys;
  readonly btc: BtcWorld;
  readonly mvc: MvcBlocks;
  readonly paid: Map<string, Paid>;
  readonly builds: Map<string, Build>;
  /** Transactions by which the operator puts coins in, and the one that minted the token. */
  readonly backing: Set<string>;
  /** Of the first signer. */
  readonly directory: string;
  parts: BridgeParts;
  readonly others: { readonly directory: string; parts: BridgeParts }[];
  clock: number;
  standsStill: boolean;
  isIndexBehind: boolean;
  restart(): void;
  /** All of them look at MVC. */
  watch(): Promise<void>;
  ask<T extends 'bridgePay' | 'bridgeGive' | 'bridgeSigned'>(
    request: unknown,
    gone?: boolean,
  ): Promise<SignerAnswer<T> | Refusal>;
  end(): void;
}

/** Of the first signer, and of one that locks together with it. */
const SECRETS = ['0b', '1b'].map((byte) => byte.repeat(32));
const MASTERS = SECRETS.map((secret) => Uint8Array.from(Buffer.from(secret, 'hex')));
/** The first one’s: what is on MVC, and what pays fees, is its own however many there are. */
export const FIRST = bridgeKeys(MASTERS[0] ?? new Uint8Array(32), 'btc');
const BOTH = signersOf(MASTERS, 'btc');

/** A folder in memory where there is one: the disk's part is proven elsewhere. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** @param from what was there before */
export function openWorld({ token, signers, ...base }: Base, from?: World): World {
  const olds = from === undefined ? [] : [from, ...from.others].map((one) => one.directory);
  const shared = signers === 1 ? {} : { signers: BOTH };
  const file = { ...assetJson('btc', token), ...FILE, ...shared };
  const folders = SECRETS.slice(0, signers).map((secret, at) => folderOf(secret, file, olds[at]));
  const [directory = ''] = folders;
  const index = { behind: false };
  const btc: BtcWorld = {
    chain: btcChain(from?.btc.chain ?? base.btc),
    raws: new Map(from?.btc.raws ?? base.raws),
    mixed: new Set<Outpoint>(),
    index,
  };
  const mvc = mvcChain(from?.mvc ?? base.mvc);
  const settings = {
    ...{ NETWORK: 'regtest', MVC_MOST_FEE: 400_000n },
    BRIDGE_FEES_PER_HOUR: 20_000_000n,
    BRIDGE_BTC_FEES_PER_HOUR: 2_000_000n,
  };
  const open = (at: string): BridgeParts =>
    openBridge({ ...settings, SIGNER_DIR: at } as Parameters<typeof openBridge>[0], {
      ...{
        chain: btcNode(btc),
        ledger: btcIndex(btc),
        mayMake: false,
        poolWorld: { mostTipAgeMs: undefined },
      },
      mvc: { chain: mvcNode(mvc), ledger: mvcIndex(mvc, index) },
      requireFreshMvc: () =>
        world.standsStill ? Promise.reject(new Refusal('mvc-standing-still')) : Promise.resolve(),
      stopped: () => false,
      now: () => world.clock,
    });
  const world: World = {
    keys: signers === 1 ? FIRST : sharedKeys(FIRST, BOTH),
    ...{ btc, mvc, directory, clock: from?.clock ?? 1_790_000_000_000, standsStill: false },
    ...{ paid: new Map(from?.paid), builds: new Map(from?.builds), backing: new Set([base.minting]) },
    get isIndexBehind() {
      return index.behind;
    },
    set isIndexBehind(is) {
      index.behind = is;
    },
    parts: undefined as never,
    others: [],
    restart: () => {
      for (const one of [world, ...world.others]) {
        one.parts.journal.close();
        one.parts = open(one.directory);
      }
    },
    watch: async () => {
      for (const { parts } of [world, ...world.others]) await parts.watch();
    },
    ask: async (asked, gone = false) => {
      // They have seen the same: what the first signs no other refuses for the blocks that it has seen.
      await world.watch();
      const refused: Refusal[] = [];
      const answer = await askAll(
        async (at, one) => {
          const parts = at === 0 ? world.parts : world.others[at - 1]?.parts;
          try {
            return { ok: true, data: (await answered(parts, one, gone)) as never };
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            refused.push(error);
            return { ok: false, code: error.code, detail: error.message };
          }
        },
        signers,
        asked as { op: string },
      );
      return answer.ok ? answer.data : (refused[0] as never);
    },
    end: () => {
      for (const { parts, directory: at } of [world, ...world.others]) {
        parts.journal.close();
        rmSync(at, { recursive: true, force: true });
      }
    },
  };
  world.parts = open(directory);
  for (const one of folders.slice(1)) world.others.push({ directory: one, parts: open(one) });
  return world;
}

async function answered(parts: BridgeParts | undefined, asked: unknown, gone: boolean): Promise<unknown> {
  const request = SignerRequest.parse(asked);
  if (!isBridge(request)) throw new Error('of the bridge');
  return handleBridge(parts, request, () => gone);
}

/** @param old another signer’s, whose journal it goes on with */
function folderOf(secret: string, file: AssetJson, old: string | undefined): string {
  const directory = mkdtempSync(join(ROOM, 'rialto-bridge-'));
  mkdirSync(join(directory, 'bridge'), { mode: 0o700 });
  writePrivate(join(directory, 'bridge.key'), secret, true);
  writeAsset(directory, file);
  for (const name of old === undefined ? [] : readdirSync(old))
    if (/^bridge\.(jsonl|count)$/.test(name)) copyFileSync(join(old ?? '', name), join(directory, name));
  return directory;
}

export const chainOf = ({ btc, mvc }: World, side: Side) => (side === 'btc' ? btc.chain : mvc);

/** Where it is now; undefined where no block has it. */
export function pointOf(
  world: World,
  { side, of, vout }: Pick<Paid, 'side' | 'of' | 'vout'>,
): Outpoint | undefined {
  const tx = chainOf(world, side).one(of);
  return tx === undefined ? undefined : (`${tx.txid}:${vout}` as Outpoint);
}

export const buildsOf = ({ builds }: World, name: string): Build[] =>
  [...builds.values()].filter(({ paid }) => paid.name === name);

export const isMined = (world: World, { side, id }: Pick<Build, 'side' | 'id'>): boolean =>
  chainOf(world, side).heightOf(id) !== undefined;
