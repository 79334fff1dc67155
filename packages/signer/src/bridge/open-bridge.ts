/** The part of the signer that holds the bridge, out of its settings and its folder. */
import type { BitcoindChain, Ledger, MvcChain, MvcLedger } from '@rialto/ground';
import { openTurns } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import type { SignerConfig } from '../config.ts';
import { loadBridgeMaster } from '../files/keys.ts';
import { openMvcCoins } from '../mvc/coins.ts';
import { openJournal } from './books/open-journal.ts';
import { openMvcPlaces } from './books/mvc-places.ts';
import { openPlaces } from './books/places.ts';
import { openBridgeRecall } from './books/recall.ts';
import { openBrc20Check } from './coins/brc20-check.ts';
import { openHeld } from './coins/open-held.ts';
import { openUnitsCheck } from './coins/units-check.ts';
import { openFindings } from './findings.ts';
import { bridgeKeys, sharedKeys } from './keys.ts';
import type { BridgeKeys } from './keys.ts';
import type { BridgeParts } from './parts.ts';
import type { BridgeSource } from './source.ts';
import { openMvcWatch } from './stops/mvc-watch.ts';
import { openStopFiles } from './stops/stop-files.ts';
import { openTips } from './tips.ts';
import { openTrustedAssets } from './trusted.ts';

interface Given {
  readonly chain: Pick<BitcoindChain, keyof BridgeSource['btc']['chain']>;
  readonly ledger: Pick<Ledger, keyof BridgeSource['btc']['ledger']>;
  readonly mvc: {
    readonly chain: Pick<MvcChain, keyof BridgeSource['mvc']['chain']>;
    readonly ledger: Pick<MvcLedger, keyof BridgeSource['mvc']['ledger']>;
  };
  readonly mayMake: boolean;
  readonly poolWorld: { readonly mostTipAgeMs: number | undefined };
  /** @throws Refusal mvc-standing-still */
  readonly requireFreshMvc: () => Promise<void>;
  readonly stopped: () => boolean;
  readonly now: () => number;
}

type Settings = Pick<
  SignerConfig,
  | 'NETWORK'
  | 'PRETEND'
  | 'SIGNER_DIR'
  | 'MVC_MOST_FEE'
  | 'BRIDGE_MVC_SPEED'
  | 'BRIDGE_FEES_PER_HOUR'
  | 'BRIDGE_BTC_FEES_PER_HOUR'
  | 'BRIDGE_COUNTER_FILE'
  | 'BRIDGE_JOURNAL_COPY'
  | 'BRIDGE_RUNES_CHECK'
  | 'BRIDGE_MRC20_CHECK'
  | 'BRIDGE_BRC20_CHECK'
>;

/** @throws when the journal of the bridge cannot be read */
export function openBridge(config: Settings, given: Given): BridgeParts {
  const { now, mayMake } = given;
  const directory = config.SIGNER_DIR;
  const recall = openBridgeRecall();
  const journal = openJournal(config, recall);
  // Whoever has no bridge needs no key: it is asked for with the first asset.
  let master: Uint8Array | undefined;
  const kept = new Map<string, BridgeKeys>();
  const ownKeys = (asset: string): BridgeKeys => {
    master ??= loadBridgeMaster(directory, { mayMake, used: recall.size > 0 });
    const known = kept.get(asset) ?? bridgeKeys(master, asset);
    kept.set(asset, known);
    return known;
  };
  const keysOf = ({ id, signers }: Pick<BridgeAsset, 'id' | 'signers'>): BridgeKeys => {
    if (signers === undefined) return ownKeys(id);
    const name = `${id} ${JSON.stringify(signers)}`;
    const known = kept.get(name) ?? sharedKeys(ownKeys(id), signers);
    kept.set(name, known);
    return known;
  };
  const trusted = openTrustedAssets(directory, (asset) => {
    if (asset.signers !== undefined) keysOf(asset);
  });
  // Before the file is there, nobody knows whether there are other signers.
  const keys = (id: string): BridgeKeys => (trusted.has(id) ? keysOf(trusted.asset(id)) : ownKeys(id));
  const source: BridgeSource = {
    btc: {
      ...{ chain: given.chain, ledger: given.ledger },
      ...{ units: openUnitsCheck(config), brc20: openBrc20Check(config) },
    },
    mvc: { ...given.mvc, coins: openMvcCoins(given.mvc.chain) },
  };
  const stopped = (): boolean => given.stopped() || !journal.sound();
  const stops = openStopFiles(directory, stopped);
  const watch = openMvcWatch(source.mvc.chain, {
    known: recall.blocksOfMvc(),
    isSpeedWatched: (config.BRIDGE_MVC_SPEED ?? (config.NETWORK === 'regtest' ? '0' : '1')) === '1',
    stop: stops.stopMvc,
  });
  const mvcPlaces = openMvcPlaces(source.mvc);
  return {
    network: config.NETWORK,
    ...{ source, stops, mvcPlaces, keys, trusted, stopped, now },
    journal: { ...journal, recall },
    turns: openTurns(),
    mostMvcFee: config.MVC_MOST_FEE,
    mostHourFees: { btc: config.BRIDGE_BTC_FEES_PER_HOUR, mvc: config.BRIDGE_FEES_PER_HOUR },
    requireTips: openTips(source, {
      mostTipAgeMs: given.poolWorld.mostTipAgeMs,
      requireFreshMvc: given.requireFreshMvc,
      ...{ watch: watch.look, now },
    }),
    places: openPlaces(source, mvcPlaces, recall),
    held: openHeld({ source, recall, places: mvcPlaces, keys, moved: trusted.moved }),
    findings: openFindings(now),
    watch: watch.look,
  };
}
