/** Adds the demo's campaigns as an operator does: the file into the signer's folder, then `campaign add`. Those that are there already stay as they are. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@rialto/protocols';
import { callApi } from '../api.ts';
import { coinToken } from '../facts.ts';
import { campaignFiles } from './campaign-files.ts';
import type { CampaignPlace, DemoCampaign } from './campaign-files.ts';
import { SEED_BOOKS } from './seed-coin-book.ts';

export interface CampaignSeed {
  readonly origin: string;
  /** The signer's own folder: it pays for the campaigns that lie there, and no others. */
  readonly signerDirectory: string;
  /** Where what nobody claims goes back to. */
  readonly refund: { readonly script: Uint8Array };
  /** Runs `campaign add` with this file. Throws with its words. */
  addCampaign(file: string): Promise<void>;
  progress(line: string): void;
}

const net = 'regtest' as const;
const [RANKED, POOLED] = ['FERN', 'QUIET•HARBOR•LIGHT'];

export async function seedCampaigns(seed: CampaignSeed): Promise<void> {
  const { origin, progress } = seed;
  const there = await callApi(origin, 'rewardCampaigns', { query: { net } });
  const ids = new Set(there.results.map(({ campaign }) => campaign));
  const place = await placeOf(seed, there.height);
  const files = place === undefined ? [] : campaignFiles(place).filter(({ id }) => !ids.has(id));
  if (files.length > 0) progress(`${files.length} campaigns of rewards`);
  for (const file of files) await add(seed, file);
}

/** Undefined while the market has not all of it. */
async function placeOf({ origin, refund }: CampaignSeed, height: number): Promise<CampaignPlace | undefined> {
  const found = await Promise.all(SEED_BOOKS.map(({ book, tick }) => coinToken(origin, book, tick)));
  const assetOf = (wanted: string) => found[SEED_BOOKS.findIndex(({ tick }) => tick === wanted)]?.asset;
  const [ranked, pooled] = [assetOf(RANKED), assetOf(POOLED)];
  if (ranked === undefined || pooled === undefined) return undefined;
  const { list } = await callApi(origin, 'tokenList', { query: { net } });
  const tokens = [
    ...list.map(({ assetId }) => assetId),
    ...found.flatMap((token) => (token === undefined ? [] : [token.asset])),
  ];
  const refundScript = bytesToHex(refund.script);
  return { height, refundScript, tokens: [...new Set(tokens)], ranked, pooled };
}

/** A campaign whose pool is not there is left out. */
async function add(
  { signerDirectory, addCampaign, progress }: CampaignSeed,
  campaign: DemoCampaign,
): Promise<void> {
  const folder = join(signerDirectory, 'campaigns');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${campaign.id}.json`);
  writeFileSync(file, `${JSON.stringify(campaign, undefined, 2)}\n`, { mode: 0o600 });
  try {
    await addCampaign(file);
  } catch (error) {
    rmSync(file);
    progress(`no campaign ${campaign.id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
