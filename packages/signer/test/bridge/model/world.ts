/** A signer with its folder over two chains of a model, and everything that was ever paid to it and signed by it. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerRequest } from '@rialto/contract';
import type { SignerAnswer } from '@rialto/contract';
import type { Outpoint, Transaction } from '@rialto/protocols';
import type { MvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { bridgeKeys } from '../../../src/bridge/keys.ts';
import { openBridge } from '../../../src/bridge/open-bridge.ts';
import type { BridgeParts } from '../../../src/bridge/parts.ts';
import { handleBridge, isBridge } from '../../../src/bridge/requests.ts';
import { writePrivate } from '../../../src/files/private-files.ts';
import { assetJson, writeAsset } from '../assets.ts';
import type { Order } from '../orders.ts';
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
  readonly btc: BtcWorld;
  readonly mvc: MvcBlocks;
  readonly paid: Map<string, Paid>;
  readonly builds: Map<string, Build>;
  /** Transactions by which the operator puts coins in, and the one that minted the token. */
  readonly backing: Set<string>;
  readonly directory: string;
  parts: BridgeParts;
  clock: number;
  standsStill: boolean;
  isIndexBehind: boolean;
  restart(): void;
  ask<T extends 'bridgePay' | 'bridgeGive' | 'bridgeSigned'>(
    request: unknown,
    gone?: boolean,
  ): Promise<SignerAnswer<T> | Refusal>;
  end(): void;
}

const SECRET = '0b'.repeat(32);
export const KEYS = bridgeKeys(Uint8Array.from(Buffer.from(SECRET, 'hex')), 'btc');

/** A folder in memory where there is one: the disk's part is proven elsewhere. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** @param from what was there before */
export function openWorld({ token, ...base }: Base, from?: World): World {
  const directory = mkdtempSync(join(ROOM, 'rialto-bridge-'));
  mkdirSync(join(directory, 'bridge'), { mode: 0o700 });
  writePrivate(join(directory, 'bridge.key'), SECRET, true);
  writeAsset(directory, { ...assetJson('btc', token), ...FILE });
  for (const name of from === undefined ? [] : readdirSync(from.directory))
    if (/^bridge\.(jsonl|count)$/.test(name))
      copyFileSync(join(from?.directory ?? '', name), join(directory, name));
  const index = { behind: false };
  const btc: BtcWorld = {
    chain: btcChain(from?.btc.chain ?? base.btc),
    raws: new Map(from?.btc.raws ?? base.raws),
    mixed: new Set<Outpoint>(),
    index,
  };
  const mvc = mvcChain(from?.mvc ?? base.mvc);
  const settings = {
    ...{ NETWORK: 'regtest', SIGNER_DIR: directory, MVC_MOST_FEE: 400_000n },
    BRIDGE_FEES_PER_HOUR: 20_000_000n,
    BRIDGE_BTC_FEES_PER_HOUR: 2_000_000n,
  } as Parameters<typeof openBridge>[0];
  const open = (): BridgeParts =>
    openBridge(settings, {
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
    ...{ btc, mvc, directory, clock: from?.clock ?? 1_790_000_000_000, standsStill: false },
    ...{ paid: new Map(from?.paid), builds: new Map(from?.builds), backing: new Set([base.minting]) },
    get isIndexBehind() {
      return index.behind;
    },
    set isIndexBehind(is) {
      index.behind = is;
    },
    parts: undefined as never,
    restart: () => {
      world.parts.journal.close();
      world.parts = open();
    },
    ask: async (asked, gone = false) => {
      try {
        const request = SignerRequest.parse(asked);
        if (!isBridge(request)) throw new Error('of the bridge');
        return (await handleBridge(world.parts, request, () => gone)) as never;
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    },
    end: () => {
      world.parts.journal.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  world.parts = open();
  return world;
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
