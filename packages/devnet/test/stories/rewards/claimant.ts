/** Somebody who trades alone in epochs of a campaign, and what becomes of its blocks and his claims past the exchange. */
import { callApi, text } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import { bytesToHex, hexToBytes, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { expect } from 'vitest';
import { addCampaign, potOf } from './campaigns.ts';
import { epochNow, ripen, untilNext } from './epochs.ts';
import { enter, openRewardStage, ownerOf } from './reward-stage.ts';
import type { Person, RewardStage } from './reward-stage.ts';

const SEED = 'rewards-claimant';
export const ID = 'traders';
/** Sat for all trades of an epoch, and a trade whose fee allows it. */
export const EACH = 5_000;
const TRADE = '4000000';

export interface Claimant {
  readonly place: RewardStage;
  readonly person: Person;
  /** Sat of all his trades. */
  earned(): number;
  /** The next block has a trade of his, the only one of its epoch. */
  trade(): Promise<void>;
  /** A trade, and blocks until what it earned can be claimed. */
  earn(): Promise<void>;
  /** The youngest first. */
  claims(): Promise<AnswerOf<'userRewardOrders'>['results']>;
}

/** Sat as the page shows them. */
export const shown = (sats: number): string => (sats / 1e8).toFixed(8);

export async function openClaimant(serverSettings: Readonly<Record<string, string>>): Promise<Claimant> {
  const traders = (world: RewardStage['world']) => [ownerOf(world, SEED)];
  const place = await openRewardStage({ sats: 60_000_000n, serverSettings, traders });
  const person = await enter(place, SEED);
  const { world, runeId } = place;
  const { who } = person;
  await addCampaign(world, ID, {
    ...{ title: 'Traders of the harvest', pairs: [`rune:${runeId}`] },
    rule: {
      ...{ kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' } },
      levels: [{ limit: '1000000', pot: String(EACH) }],
    },
  });
  await world.fund({ address: await potOf(world, ID) }, [60_000n, 60_000n]);
  let earned = 0;
  const trade: Claimant['trade'] = async () => {
    await place.swap(who, TRADE);
    earned += EACH;
    await untilNext(world, who, { id: ID, amount: EACH });
  };
  return {
    ...{ place, person, trade },
    earned: () => earned,
    earn: async () => {
      await trade();
      await ripen(world, ID, await epochNow(world, ID));
      await person.open(`/events#${ID}`);
      await person.reads('reward-earned', shown(earned));
      await person.reads('reward-claimable', shown(EACH));
    },
    claims: async () => {
      const paged = { cursor: '0', size: '50' };
      const query = { net: 'regtest', address: who.address, campaign: ID, ...paged } as const;
      return (await callApi(world.origin, 'userRewardOrders', { query, headers: who.headers() })).results;
    },
  };
}

/**
 * The payer's coins of a waiting transaction go home past the exchange, for more to the miners.
 * @param coins all that he had before
 */
export async function spendElsewhere(
  { place: { world }, person: { who } }: Claimant,
  txid: string,
  coins: readonly Coin[],
): Promise<void> {
  const raw = hexToBytes(text(await world.chain.rpc('getrawtransaction', [txid])));
  const claim = Transaction.fromRaw(raw, { allowUnknownInputs: true, allowUnknownOutputs: true });
  const inputs = Array.from({ length: claim.inputsLength }, (_, at) => claim.getInput(at));
  const spent = new Set(
    inputs.map(({ txid: of, index }) => `${bytesToHex(of ?? new Uint8Array())}:${index ?? 0}`),
  );
  const own = coins.filter(({ outpoint }) => spent.has(outpoint));
  expect(own.length, 'he pays the network').toBeGreaterThan(0);
  const tx = new Transaction({ version: 2 });
  for (const { outpoint, value } of own) {
    const { txid: of, vout: index } = splitOutpoint(outpoint);
    const witnessUtxo = { script: who.script, amount: value };
    tx.addInput({ txid: of, index, witnessUtxo, tapInternalKey: who.publicKey.subarray(1) });
  }
  tx.addOutput({ script: who.script, amount: sumSats(own.map(({ value }) => value)) - 10_000n });
  tx.sign(who.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}

/**
 * Undoes the last blocks; as many others come, and one more.
 * @param isMoved those in their place are empty, and the last one has what waits; otherwise the first one has it
 */
export async function undo({ place: { world, provider } }: Claimant, depth: number, isMoved: boolean) {
  const { chain } = world;
  if (isMoved) await chain.reorg(depth);
  else {
    const { rpc } = chain.node;
    const from = (await chain.height()) - depth + 1;
    await rpc('invalidateblock', [text(await rpc('getblockhash', [from]))]);
    // To another address: the same block would be the invalid one again.
    await chain.mine(depth, provider.address);
  }
  await world.mine();
}
