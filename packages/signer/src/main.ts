/** The signer process: keys, policy, journal. It takes no coin's word from the server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertNode,
  nodeAddress,
  openBitcoind,
  openLedger,
  openMvcLedger,
  openMvcNode,
  openPool,
  openTurns,
  openVerifier,
} from '@rialto/ground';
import type { BitcoindChain, Ledger, MvcChain, MvcLedger } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import { lookAtBridge } from './bridge/look.ts';
import type { BridgeParts } from './bridge/parts.ts';
import { openBridge } from './bridge/open-bridge.ts';
import { readConfig } from './config.ts';
import type { SignerConfig } from './config.ts';
import { openJournal } from './journal/journal.ts';
import { loadLockKey, loadPadKey } from './files/keys.ts';
import { openMvc } from './mvc/open-mvc.ts';
import { openFates } from './locks/fates.ts';
import { openLeases } from './pads/leases.ts';
import { reasonOf, say } from './files/log.ts';
import { openPads } from './pads/pads.ts';
import { privateDirectory } from './files/private-files.ts';
import { assertReadOnly } from './files/read-only.ts';
import { handleWith } from './cosign/requests.ts';
import type { RequestParts } from './cosign/requests.ts';
import { openSecondUse } from './journal/second-use.ts';
import { repeat } from './repeat.ts';
import { holdAlone } from './files/single.ts';
import { serveSocket } from './cosign/socket.ts';
import { refill } from './pads/stock-keeper.ts';
import { openPools } from './pools/open-pools.ts';
import { openRewards } from './rewards/open-rewards.ts';
import { refillPools } from './pools/pool-stock.ts';
import { identityIn } from './joint/identity-in.ts';
import { refillJoint } from './joint/joint-stock.ts';
import type { JointStockParts } from './joint/joint-stock.ts';
import type { LotStockParts } from './pools/lots/stock-pays.ts';
import { openStockSender } from './pads/stock-sender.ts';

const REFILL_MS = 3_000;
const LOOK_MS = 3_000;
const LINE_MS = 10_000;

type Ground = Readonly<{
  chain: BitcoindChain;
  ledger: Ledger;
  verifier: Verifier;
  /** Undefined where no node of MVC is named. */
  mvc: Readonly<{ chain: MvcChain; ledger: MvcLedger }> | undefined;
}>;

/** The second chain’s node, by settings of its own names. */
function mvcNode(config: SignerConfig): MvcChain | undefined {
  const { MVC_RPC_URL, MVC_RPC_COOKIE_FILE, MVC_RPC_USER, MVC_RPC_PASSWORD_FILE } = config;
  if (MVC_RPC_URL === undefined) return undefined;
  const address = nodeAddress({
    NODE_RPC_URL: MVC_RPC_URL,
    NODE_COOKIE_FILE: MVC_RPC_COOKIE_FILE,
    NODE_RPC_USER: MVC_RPC_USER,
    NODE_RPC_PASSWORD_FILE: MVC_RPC_PASSWORD_FILE,
  });
  return openMvcNode(address);
}

/** What the operator's settings bound. */
function boundsIn(config: SignerConfig) {
  return {
    fees: {
      lowestRate: config.LOWEST_FEE_RATE,
      highestRate: config.HIGHEST_FEE_RATE,
      highestFee: config.HIGHEST_FEE,
    },
    limits: {
      signatures: config.SIGNATURES_PER_HOUR,
      stake: config.PAD_SATS_PER_HOUR,
      stockFees: config.STOCK_FEES_PER_HOUR,
    },
    caps: {
      bid: config.LOCK_SATS_PER_BID,
      hour: config.LOCK_SATS_PER_HOUR,
      all: config.LOCK_SATS_IN_ALL,
    },
  };
}

/** Everything the signer holds, from its directory. */
function openParts(
  config: SignerConfig,
  ground: Ground,
): RequestParts & { keeper: JointStockParts & LotStockParts } {
  const { chain, ledger, verifier } = ground;
  const directory = config.SIGNER_DIR;
  const journal = openJournal(join(directory, 'journal.jsonl'));
  const { recall } = journal;
  const mayMake = config.NETWORK === 'regtest' || config.PRETEND === '1' || config.SIGNER_MAKE_KEYS === '1';
  const key = loadPadKey(directory, { mayMake, used: recall.size > 0 });
  const lockKey = loadLockKey(directory, { mayMake, used: recall.locks.used() });
  const stopped = (): boolean => existsSync(join(directory, 'STOP')) || !journal.sound();
  const restMs = config.PAD_REST_SECONDS * 1000;
  const pads = openPads({
    chain,
    ledger,
    recall,
    script: key.script,
    leases: openLeases(join(directory, 'leases.json')),
    leaseMs: config.LEASE_SECONDS * 1000,
    secondUse: openSecondUse({ chain, recall, restMs, startedAt: Date.now() }),
  });
  const { fees, limits, caps } = boundsIn(config);
  const pools = openPools(config, { ...ground, fees, recall, mayMake, padScript: key.script });
  const shared = { journal, key, lockKey, pads, limits, caps, stopped, padValue: config.PAD_VALUE };
  const turns = openTurns();
  const keeper: JointStockParts & LotStockParts = {
    ...shared,
    ...pools,
    chain,
    ledger,
    turns,
    now: Date.now,
    sender: openStockSender({ chain, recall, key, say }),
    target: config.PAD_STOCK,
    feeRate: { lowest: config.STOCK_FEE_RATE, highest: config.HIGHEST_STOCK_FEE_RATE },
  };
  const depth = { minConfirmations: config.MIN_CONFIRMATIONS, smallValue: config.SMALL_VALUE };
  const lockWorld = { chain, ledger, verifier, fees, depth, lockKey: lockKey.publicKey };
  const world = { ...lockWorld, padScript: key.script, isPad: recall.hasMade };
  const fates = openFates({ chain, recall: recall.locks });
  const mvc = ground.mvc && openMvc(config, { ...ground.mvc, mayMake, stopped, now: Date.now });
  const rewards = openRewards(config, {
    ...ground,
    ...pools,
    fees,
    recall,
    mayMake,
    stopped,
    now: Date.now,
    padScript: key.script,
  });
  const bridge = bridgeOf(config, ground, { mvc, poolWorld: pools.poolWorld, mayMake, stopped });
  return { ...shared, ...pools, world, lockWorld, fates, turns, now: Date.now, keeper, mvc, rewards, bridge };
}

type OfBridge = Parameters<typeof openBridge>[1];

/** Both chains are needed for it. */
function bridgeOf(
  config: SignerConfig,
  { chain, ledger, mvc: second }: Ground,
  { mvc, ...given }: Pick<OfBridge, 'poolWorld' | 'mayMake' | 'stopped'> & Pick<RequestParts, 'mvc'>,
): RequestParts['bridge'] {
  if (second === undefined || mvc === undefined) return undefined;
  const { requireFreshTip: requireFreshMvc } = mvc;
  return openBridge(config, { ...given, chain, ledger, mvc: second, requireFreshMvc, now: Date.now });
}

/** What the bridge finds wrong is for its operator to read. */
async function lookAndSay(bridge: BridgeParts | undefined): Promise<void> {
  if (bridge !== undefined) for (const line of await lookAtBridge(bridge)) say(line);
}

async function main(): Promise<void> {
  process.umask(0o077);
  const config = readConfig(process.env);
  const verifier = await openVerifier();
  privateDirectory(config.SIGNER_DIR);
  if (process.argv[2] === 'identity') {
    process.stdout.write(`${identityIn(config)}\n`);
    return;
  }
  await holdAlone(config.SIGNER_DIR);
  const chain = openBitcoind(nodeAddress(config));
  await assertNode(chain, config.NETWORK, { pretend: config.PRETEND === '1' });
  const onError = (error: Error): void => {
    say(`database: ${reasonOf(error)}`);
  };
  const pool = openPool({ url: config.LEDGER_URL, most: 4, onError });
  await assertReadOnly(pool);
  const second = mvcNode(config);
  const mvc = second === undefined ? undefined : { chain: second, ledger: openMvcLedger(pool) };
  const parts = openParts(config, { chain, ledger: openLedger(pool), verifier, mvc });
  const server = await serveSocket({
    path: config.SIGNER_SOCKET,
    ...(config.SIGNER_SOCKET_GROUP === undefined ? {} : { groupId: config.SIGNER_SOCKET_GROUP }),
    lineMs: LINE_MS,
    handle: handleWith(parts, config.NETWORK),
    onRefused: (error) => {
      say(`refused: ${reasonOf(error)}`);
    },
  });
  const refilling = repeat(
    'stock',
    () =>
      // One at a time with whoever asks for new lots: both take from the same coins.
      parts.turns('stock', async () => {
        const made = await refill(parts.keeper, Date.now());
        if (made > 0) say(`made ${made} pads`);
        const joint = await refillJoint(parts.keeper, Date.now());
        const etched = joint ?? (await refillPools(parts.keeper, Date.now()));
        if (etched !== undefined) say(`etched the shares of pool ${etched}`);
      }),
    REFILL_MS,
  );
  const looking = repeat('locks', parts.fates.look, LOOK_MS);
  const lookingAtPools = repeat('pools', parts.poolFates.look, LOOK_MS);
  const { bridge } = parts;
  const watchingMvc = repeat('bridge', () => lookAndSay(bridge), LOOK_MS);
  const { script } = parts.key;
  say(`ready; pads at ${scriptToAddress(script, config.NETWORK) ?? bytesToHex(script)}`);

  const stop = (): void => {
    for (const repeated of [refilling, looking, lookingAtPools, watchingMvc]) clearInterval(repeated);
    server.close();
    for (const part of [parts, parts.mvc, parts.rewards, bridge]) part?.journal.close();
    second?.close();
    void pool.end().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`the signer cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
});
