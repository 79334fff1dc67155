/** What an operator and a claimant do: a campaign added and told to the signer, a claim prepared, signed and handed in. For room tests and the bench. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import { CLAIM_BLOCKS } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { addCampaign } from '../../../src/rewards/add-campaign.ts';
import { openStore } from '../../../src/store/database.ts';
import { net } from '../../pools/pool-calls.ts';

export const EPOCH = 3;
const RATE = 2;

interface Place {
  readonly world: World;
  /** The id of the rune that is traded. */
  readonly rune: string;
}

export const signerDirectory = ({ directory }: World): string => join(directory, 'exchange', 'signer');

/** Adds a campaign, and tells the signer of it as its operator would. */
export async function campaign(
  { world, rune }: Place,
  id: string,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const height = await world.chain.height();
  const lastBlock = height + 80 * EPOCH;
  const file = {
    ...{ id, title: `Campaign ${id}`, pairs: [`rune:${rune}`], firstBlock: height + 1, lastBlock },
    ...{ epochBlocks: EPOCH, pays: 'sats', pot: '10000000', claimUntil: lastBlock + CLAIM_BLOCKS },
    refundScript: bytesToHex(world.trader('refunds', 'p2wpkh').script),
    ...more,
  };
  tellSigner(world, file);
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    await addCampaign({ store, height, tokenState: () => Promise.resolve('known') }, file);
  } finally {
    await store.close();
  }
}

function tellSigner(world: World, file: { readonly id: string }): void {
  const folder = join(signerDirectory(world), 'campaigns');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${file.id}.json`), JSON.stringify(file));
}

export const TRADING = {
  rule: {
    ...{ kind: 'trading', capPpm: '500000', capPrice: { sats: '1', units: '1' } },
    levels: [{ limit: '1000', pot: '50000' }],
  },
} as const;

export type Prepared = AnswerOf<'prepareClaim'>;

export const prepare = (
  { world }: Pick<Place, 'world'>,
  who: Trader,
  asks: { readonly campaign: string; readonly amount: bigint; readonly rate?: number },
): Promise<Prepared> =>
  callApi(world.origin, 'prepareClaim', {
    body: {
      ...{ net, address: who.address, pubkey: bytesToHex(who.publicKey), campaign: asks.campaign },
      ...{ rewardAmount: asks.amount.toString(), networkFeeRate: asks.rate ?? RATE, version: 2 as const },
    },
    headers: who.headers(),
  });

export const handIn = (
  { world }: Pick<Place, 'world'>,
  who: Trader,
  { claimId, rewardAmount, rawPsbt, toSignInputs }: Prepared,
): Promise<AnswerOf<'claimReward'>> =>
  callApi(world.origin, 'claimReward', {
    body: {
      ...{ net, address: who.address, claimId, rewardAmount, version: 2 as const },
      rawPsbt: who.sign(rawPsbt, toSignInputs),
    },
    headers: who.headers(),
  });
