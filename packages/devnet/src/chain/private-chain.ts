/** A private chain in one call: node, policy shim, faucet. Tests and the demo are built on it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPolicyShim } from '../shim/policy-shim.ts';
import type { PolicyShim } from '../shim/policy-shim.ts';
import { openFaucet } from './faucet.ts';
import type { Faucet } from './faucet.ts';
import { field, integer, text, textList } from './json.ts';
import { startNode } from './node.ts';
import type { NodeOptions, RunningNode } from './node.ts';
import { nodeClient } from './node-client.ts';
import type { Rpc } from './node-client.ts';
import { openReorgs } from './reorg.ts';
import type { Reorgs } from './reorg.ts';

interface ChainOptions extends NodeOptions {
  /** Port of the address the exchange uses; a free one by default. */
  readonly shimPort?: number;
  /** Blocks a new chain begins with; 110 by default, so that the faucet holds ten mature rewards. */
  readonly initialBlocks?: number;
  /** The moment a new chain begins at, in seconds since 1970, and the node's clock stands at; now by default. */
  readonly startsAt?: number;
}

export interface PrivateChain extends Faucet, Reorgs {
  /** The address the exchange uses: the shim in front of the node. REST is served there too. */
  readonly rpcUrl: string;
  readonly cookieFile: string;
  readonly node: RunningNode;
  readonly shim: PolicyShim;
  /** The faucet's address: it receives the block rewards. */
  readonly faucetAddress: string;
  /** Calls through the shim, as the exchange does. */
  readonly rpc: Rpc;
  /** Mines blocks with everything that waits; rewards go to the faucet unless another address is named. */
  mine(blocks?: number, address?: string): Promise<string[]>;
  height(): Promise<number>;
  /** What the tip's header says, in seconds since 1970. */
  tipTime(): Promise<number>;
  /** Makes the node's clock stand at a moment, in seconds since 1970; undefined gives it back to the machine. */
  setClock(seconds: number | undefined): Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startPrivateChain(options: ChainOptions): Promise<PrivateChain> {
  const node = await startNode(options);
  const shim = await startPolicyShim(node, options.shimPort);
  try {
    return await assemble(node, shim, options);
  } catch (error) {
    await shim.stop();
    await node.stop();
    throw error;
  }
}

async function assemble(node: RunningNode, shim: PolicyShim, options: ChainOptions): Promise<PrivateChain> {
  await mkdir(options.dataDir, { recursive: true });
  const rpc = nodeClient({ rpcUrl: shim.rpcUrl, cookieFile: node.cookieFile });
  const faucet = await openFaucet(rpc, join(options.dataDir, 'faucet.key'));
  const reorgs = await openReorgs(node.rpc, rpc);
  const height = async (): Promise<number> => integer(await node.rpc('getblockcount'));
  const tipTime = async (): Promise<number> => {
    const header = await node.rpc('getblockheader', [text(await node.rpc('getbestblockhash'))]);
    return integer(field(header, 'time'), 'block time');
  };
  const setClock: PrivateChain['setClock'] = async (seconds = 0) => {
    await node.rpc('setmocktime', [seconds]);
  };
  const mine: PrivateChain['mine'] = async (blocks = 1, address = faucet.address) =>
    textList(await rpc('generatetoaddress', [blocks, address]));
  const startingHeight = await height();
  if (startingHeight === 0 && options.startsAt !== undefined) await setClock(options.startsAt);
  const missing = (options.initialBlocks ?? 110) - startingHeight;
  if (missing > 0) await mine(missing);
  return {
    ...faucet,
    ...reorgs,
    rpcUrl: shim.rpcUrl,
    cookieFile: node.cookieFile,
    node,
    shim,
    faucetAddress: faucet.address,
    rpc,
    mine,
    height,
    tipTime,
    setClock,
    stop: async () => {
      await shim.stop();
      await node.stop();
    },
  };
}
