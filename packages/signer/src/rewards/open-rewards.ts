/** The part of the signer that pays rewards, out of its settings and its folder. */
import { join } from 'node:path';
import { openTurns } from '@rialto/ground';
import type { BitcoindChain, Ledger } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { SignerConfig } from '../config.ts';
import type { FeeBounds } from '../cosign/fee-bounds.ts';
import { loadRewardMaster } from '../files/keys.ts';
import { openLineFile } from '../journal/line-file.ts';
import type { Recall } from '../journal/recall.ts';
import { openPoolCounter } from '../pools/pool-counter.ts';
import { requireFreshTip } from '../pools/pool-stops.ts';
import { RewardLine } from './books/lines.ts';
import { openRewardRecall } from './books/recall.ts';
import { openFeeReader } from './fees-paid.ts';
import type { RewardParts, RewardRules } from './parts.ts';
import { potKey } from './pot-keys.ts';
import type { PotKey } from './pot-keys.ts';
import { openTrusted } from './trusted.ts';

interface Given {
  readonly chain: BitcoindChain;
  readonly ledger: Ledger;
  readonly verifier: Verifier;
  readonly fees: FeeBounds;
  readonly recall: Pick<Recall, 'pools'>;
  readonly mayMake: boolean;
  readonly padScript: Uint8Array;
  readonly poolWorld: { readonly mostTipAgeMs: number | undefined };
  readonly stopped: () => boolean;
  readonly now: () => number;
}

/** On the private chain nobody has to be given the time to object. */
const DELAY_BLOCKS = { private: 1, usual: 12 } as const;

const rulesIn = (config: SignerConfig): RewardRules => ({
  delayBlocks:
    config.REWARD_DELAY_BLOCKS ?? (config.NETWORK === 'regtest' ? DELAY_BLOCKS.private : DELAY_BLOCKS.usual),
  hourPpm: config.REWARD_HOUR_PPM,
  refundRate: config.HIGHEST_STOCK_FEE_RATE,
});

/** @throws when the journal of rewards cannot be read */
export function openRewards(config: SignerConfig, given: Given): RewardParts {
  const { chain, ledger, mayMake, now } = given;
  const { pools } = given.recall;
  const directory = config.SIGNER_DIR;
  const recall = openRewardRecall();
  const file = openLineFile({
    ...{ path: join(directory, 'rewards.jsonl'), name: 'journal of rewards', add: recall.add },
    read: (line) => RewardLine.parse(line),
  });
  // A journal that came back from an older copy has forgotten claims that can still confirm: nothing is signed before it is whole.
  const counter = openPoolCounter(join(directory, 'rewards.count'), () => recall.size, 'rewards');
  const append = (line: RewardLine): void => {
    file.append(line);
    counter.bump();
  };
  // Whoever pays no rewards needs no key: it is asked for with the first campaign.
  let master: Uint8Array | undefined;
  const keys = new Map<string, PotKey>();
  const keyOf = (campaign: string): PotKey => {
    master ??= loadRewardMaster(directory, { mayMake, used: recall.size > 0 });
    const key = keys.get(campaign) ?? potKey(master, campaign);
    keys.set(campaign, key);
    return key;
  };
  const operator = operatorScripts(config);
  const padScript = bytesToHex(given.padScript);
  return {
    trusted: openTrusted(directory),
    journal: { ...file, append, recall },
    world: {
      ledger,
      network: config.NETWORK,
      fees: openFeeReader(chain, operator),
      hasOperator: operator.size > 0,
      isOurs: (script) =>
        script === padScript ||
        operator.has(script) ||
        pools.pools().some((pool) => pool.script === script) ||
        recall.campaigns().some((campaign) => keyOf(campaign).script === script),
      poolOf: (token) => pools.pools().find(({ number }) => pools.signed(number).at(-1)?.token === token),
    },
    source: { chain, ledger },
    verifier: given.verifier,
    fees: given.fees,
    rules: rulesIn(config),
    turns: openTurns(),
    potKey: keyOf,
    requireTip: async () => {
      const [node, index] = await Promise.all([chain.tip(), ledger.tip()]);
      if (node.hash !== index.hash) throw new Refusal('syncing', 'the index is behind the node');
      await requireFreshTip(chain, node, { now: now(), mostMs: given.poolWorld.mostTipAgeMs });
      return node;
    },
    stopped: () => given.stopped() || !file.sound() || counter.isBehind(),
    now,
  };
}

function operatorScripts({ FEE_ADDRESS = '', NETWORK }: SignerConfig): ReadonlySet<string> {
  const addresses = FEE_ADDRESS.split(',').filter((address) => address !== '');
  return new Set(addresses.map((address) => bytesToHex(addressToScript(address, NETWORK))));
}
