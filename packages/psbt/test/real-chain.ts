/** A private chain of a real node for templates: coins on it, what it thinks of a transaction, and its blocks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { bytesToHex, isTxid, outpoint, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { scriptToAddress } from '../src/index.ts';
import type { User } from './people.ts';

export interface RealChain {
  readonly chain: PrivateChain;
  /** A confirmed coin; what is on it is the test's word, the node knows nothing of assets. */
  fund(owner: User, value: bigint, assets?: readonly CoinAsset[]): Promise<Coin>;
  /** `allowed`, or the node's reason, of each; several are a package. */
  verdict(...raws: readonly Uint8Array[]): Promise<unknown[]>;
  send(raw: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

export async function openRealChain(): Promise<RealChain> {
  const dir = mkdtempSync(join(tmpdir(), 'rialto-psbt-'));
  const chain = await startPrivateChain({ dataDir: dir });
  return {
    chain,
    fund: async (owner, value, assets = []) => {
      const address = scriptToAddress(owner.script, 'regtest') ?? '';
      const [funded] = await chain.fundMany([{ address, sats: value }]);
      if (funded === undefined || !isTxid(funded.txid)) throw new Error('no coin');
      await chain.mine(1);
      const point = outpoint(funded.txid, funded.vout);
      return { outpoint: point, value: sats(value), script: owner.script, assets, height: 1 };
    },
    verdict: async (...raws) => {
      const answers = await chain.node.rpc('testmempoolaccept', [raws.map(bytesToHex), 0]);
      if (!Array.isArray(answers)) throw new Error('no verdict');
      return answers.map((answer: { allowed?: boolean; 'reject-reason'?: string }) =>
        answer.allowed === true ? 'allowed' : answer['reject-reason'],
      );
    },
    send: async (raw) => {
      await chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);
    },
    stop: async () => {
      await chain.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
