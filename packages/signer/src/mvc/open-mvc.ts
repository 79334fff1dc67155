/** Everything that the signer holds of MVC, from its directory. */
import { join } from 'node:path';
import type { MvcChain } from '@rialto/ground';
import { openTurns } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { SignerConfig } from '../config.ts';
import { loadMvcMaster } from '../files/keys.ts';
import { openLineFile } from '../journal/line-file.ts';
import { openMvcCoins } from './coins.ts';
import { mvcPayerKey, mvcPoolKey } from './keys.ts';
import type { MvcKey } from './keys.ts';
import { MvcLine } from './books/lines.ts';
import type { MvcSource } from './books/source.ts';
import type { MvcParts } from './parts.ts';
import { openMvcRecall } from './books/recall.ts';
import { stopsOfMvc, tipWatch } from './stops.ts';
import { openMvcViews } from './books/view.ts';

const HOUR_MS = 3_600_000;
/** Where nothing is said, on every chain but the private one. */
const TIP_HOURS = 3;

interface MvcGround {
  readonly chain: MvcChain;
  readonly ledger: MvcSource['ledger'];
  readonly mayMake: boolean;
  readonly stopped: () => boolean;
  readonly now: () => number;
}

type Settings = Pick<
  SignerConfig,
  | 'NETWORK'
  | 'SIGNER_DIR'
  | `MVC_${'LP_FEE_PPM' | 'SWAP_PPM' | 'HOUR_PPM' | 'POOL_SATS' | 'MOST_FEE' | 'TIP_HOURS'}`
>;

/** @throws when the journal of MVC cannot be read, or its keys are not those of the journal */
export function openMvc(config: Settings, { chain, ledger, mayMake, stopped, now }: MvcGround): MvcParts {
  const directory = config.SIGNER_DIR;
  const recall = openMvcRecall();
  const file = openLineFile({
    path: join(directory, 'mvc-journal.jsonl'),
    name: 'journal of MVC',
    read: (line) => MvcLine.parse(line),
    add: recall.add,
  });
  const master = loadMvcMaster(directory, { mayMake, used: recall.pools().length > 0 });
  const keys = new Map<number, MvcKey>();
  const poolKey = (number: number): MvcKey => {
    const key = keys.get(number) ?? mvcPoolKey(master, number);
    keys.set(number, key);
    return key;
  };
  for (const { number, keyHash } of recall.pools())
    if (bytesToHex(poolKey(number).hash) !== keyHash)
      throw new Error(
        `the MVC key is not the one that pool ${number} was made with: put the right file back`,
      );
  const source = { chain, ledger, coins: openMvcCoins(chain) };
  const hours = config.MVC_TIP_HOURS ?? (config.NETWORK === 'regtest' ? undefined : TIP_HOURS);
  const mostTipAgeMs = hours === undefined ? undefined : hours * HOUR_MS;
  return {
    source,
    journal: { ...file, recall },
    view: openMvcViews(source, recall),
    rules: {
      lpFeePpm: config.MVC_LP_FEE_PPM,
      caps: { swapPpm: config.MVC_SWAP_PPM, hourPpm: config.MVC_HOUR_PPM },
      poolSats: config.MVC_POOL_SATS,
      mostFee: config.MVC_MOST_FEE,
    },
    turns: openTurns(),
    payer: mvcPayerKey(master),
    poolKey,
    requireFreshTip: tipWatch(chain, { now, mostMs: mostTipAgeMs }),
    stopped: () => stopped() || !file.sound(),
    isPoolStopped: stopsOfMvc(directory),
    now,
  };
}
