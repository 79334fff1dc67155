/** Campaigns of a story: added as their operator adds them, told to the signer, and their pots filled. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import { campaignAdder } from '../../../src/exchange/operator.ts';

const bundles = resolve(import.meta.dirname, '../../../../../dist');
const EPOCH = 3;
const EPOCHS = 60;
const net = 'regtest' as const;

export const signerFolder = ({ directory }: World): string => join(directory, 'exchange', 'signer');

/** @param more what the file says beside its blocks */
export async function addCampaign(
  world: World,
  id: string,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const height = await world.chain.height();
  const lastBlock = height + EPOCHS * EPOCH;
  const blocks = { firstBlock: height + 1, lastBlock, epochBlocks: EPOCH, claimUntil: lastBlock + 4_320 };
  const refundScript = bytesToHex(world.trader('operator of rewards', 'p2wpkh').script);
  const file = JSON.stringify({ id, ...blocks, pays: 'sats', pot: '6000000', refundScript, ...more });
  const folder = join(signerFolder(world), 'campaigns');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.json`);
  writeFileSync(path, file);
  await campaignAdder(bundles, world.exchange)(path);
}

/** Where its pot is, once the signer has said so. */
export async function potOf({ origin }: World, campaign: string): Promise<string> {
  for (let n = 0; n < 100; n += 1) {
    const { potAddress } = await callApi(origin, 'rewardPool', { query: { net, campaign } }).catch(() => ({
      potAddress: null,
    }));
    if (potAddress !== null) return potAddress;
    await sleep(200);
  }
  throw new Error(`the pot of ${campaign} is nowhere`);
}

/** Mines, slowly enough for the server to hand its tables over. */
export async function mineEpochs(world: World, isThere: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    if (await isThere()) return;
    await world.mine();
    await sleep(700);
  }
  throw new Error('nothing can be claimed');
}
