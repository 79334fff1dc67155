/** `npm run campaign`: adds a campaign after a dry run, lists and shows them, stops one, and makes closed epochs again. */
import { readFileSync } from 'node:fs';
import { nodeAddress, openBitcoind, openLedger } from '@rialto/ground';
import { epochsOf, mostOf } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import type { AssetId } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { sentenceOf } from '@rialto/contract';
import { isInLots } from '@rialto/psbt';
import { z } from 'zod';
import { openBooks } from './orders/books.ts';
import type { Books } from './orders/books.ts';
import { addCampaign, endCampaign, tryCampaign } from './rewards/add-campaign.ts';
import type { RewardContext } from './rewards/context.ts';
import { openRewardCustody } from './custody/reward-custody.ts';
import { openDoor } from './custody/signer-door.ts';
import type { SignerDoor } from './custody/signer-door.ts';
import { findCampaign } from './rewards/find-campaign.ts';
import { lookAtPot, refundPot } from './rewards/pot-acts.ts';
import type { PotContext } from './rewards/pot-acts.ts';
import { recompute } from './rewards/recompute.ts';
import { messageOf } from './repeat.ts';
import { openStore } from './store/database.ts';
import { allCampaigns } from './store/rewards/campaign-store.ts';
import { closedSums, epochsClosed } from './store/rewards/epoch-store.ts';

/** The same settings, under the same names, as the server's. */
const Settings = z.object({
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  DATABASE_URL: z.string().min(1),
  FEE_ADDRESS: z.string().min(14),
  SIGNER_SOCKET: z.string().min(1).optional(),
  NODE_RPC_URL: z.url(),
  NODE_COOKIE_FILE: z.string().optional(),
  NODE_RPC_USER: z.string().optional(),
  NODE_RPC_PASSWORD_FILE: z.string().optional(),
});

const HELP = `npm run campaign -- <what>
  add <file> [--yes]    says what the campaign in the file would be; with --yes it is added, and never changed again
  list                  all campaigns
  show <id>             one of them, with its closed epochs
  stop <id>             ends it with the epoch that runs
  pot <id>              where its pot is, what lies there, and what rows ask for
  refund <id> <rate>    sends what rows do not ask for to where its file says; the rate in sat/vB
  recompute <id>        makes its closed epochs again and compares them`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function tell({ id, title, rule, pairs, firstBlock, lastBlock, epochBlocks, pays, ...more }: Campaign): void {
  say(`${id}  ${title}  (${rule.kind})`);
  say(`  of ${pairs.join(', ')}`);
  say(`  blocks ${firstBlock} to ${lastBlock}, epochs of ${epochBlocks}`);
  say(`  pays ${pays}, pot ${more.pot}; can be claimed until block ${more.claimUntil}`);
}

type Words = readonly string[];

/** Pots alone are asked for at the signer. */
const noDoor: SignerDoor = () => Promise.reject(new Refusal('signer-down', 'SIGNER_SOCKET is not set'));

async function isKnown(books: Books, asset: AssetId): Promise<boolean> {
  const book = await books.bookOf(asset);
  if (book === undefined) return false;
  try {
    await books.held(book, { tick: '', assetId: asset });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unknown-tick') return false;
    throw error;
  }
}

/** @throws Refusal bad-request */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal('bad-request', `${file} cannot be read as JSON: ${messageOf(error)}`);
  }
}

async function add({ store, ledger }: PotContext, [file = '', yes]: Words): Promise<void> {
  const read = readJson(file);
  const { height } = await ledger.tip();
  const books = openBooks(ledger, () => '');
  const tokenState = async (asset: AssetId) => {
    if (!(await isKnown(books, asset))) return 'unknown';
    const tokens = await ledger.mrc20TokensOf([asset]);
    return tokens.some(({ odd }) => odd) ? 'disputed' : 'known';
  };
  const isDry = yes !== '--yes';
  const campaign = await (isDry ? tryCampaign : addCampaign)({ store, height, tokenState }, read);
  tell(campaign);
  const most = mostOf(campaign);
  say(`  at most ${most} in ${epochsOf(campaign)} epochs`);
  if (most < campaign.pot) say(`  ${campaign.pot - most} of the pot can never be earned`);
  if (isInLots(campaign.pays))
    say('  paid in whole lots: the pot needs lots in sizes that rewards have (docs/campaigns.md)');
  say(isDry ? 'Nothing was added: say it again with --yes.' : 'Added.');
  if (!isDry)
    say(`The signer pays it once the file is at campaigns/${campaign.id}.json in its folder (SIGNER_DIR).`);
}

async function list({ store }: RewardContext): Promise<void> {
  const sums = await closedSums(store.db);
  const all = await allCampaigns(store.db);
  if (all.length === 0) say('There is no campaign.');
  for (const { campaign, stoppedAfter } of all) {
    tell(campaign);
    const { epochs = 0, total = 0n } = sums.get(campaign.id) ?? {};
    const stopped = stoppedAfter === undefined ? '' : ', stopped';
    say(`  ${epochs} of ${epochsOf(campaign)} epochs closed, ${total} earned${stopped}`);
  }
}

async function show({ store }: RewardContext, [id = '']: Words): Promise<void> {
  const campaign = await findCampaign(store.db, id);
  tell(campaign);
  say(`  ${epochsOf(campaign)} epochs; the pages count them from 1, files and this list from 0`);
  for (const { number, firstBlock, lastBlock, total, scaled, rowsHash, tradesHash } of await epochsClosed(
    store.db,
    id,
  )) {
    say(
      `  epoch ${number}, blocks ${firstBlock} to ${lastBlock}: ${total}${scaled ? ', scaled to the pot' : ''}`,
    );
    say(`    rows ${rowsHash}, trades ${tradesHash}`);
  }
}

async function stop({ store, ledger }: RewardContext, [id = '']: Words): Promise<void> {
  const { height } = await ledger.tip();
  const { lastBlock, epochs } = await endCampaign(store, id, height);
  say(`${id} ends with block ${lastBlock}.`);
  say(`For a refund before its rows can no longer be claimed, REFUND-campaign-${id} says: ${epochs}`);
}

async function compare(context: RewardContext, [id = '']: Words): Promise<void> {
  const made = await recompute(context, id);
  for (const { number, first, last, rows, total, differences, unlisted } of made) {
    say(
      `epoch ${number}, blocks ${first} to ${last}: ${rows} rows, ${total}, ${differences.length} differences`,
    );
    for (const difference of differences) say(`  ${difference}`);
    for (const txid of unlisted) say(`  ${txid} pays the operator and is no trade that is known here`);
  }
  const isSame = made.every(({ differences }) => differences.length === 0);
  if (made.length === 0) say('No epoch is closed yet.');
  else say(isSame ? `${made.length} epochs are the same.` : 'NOT the same.');
  if (!isSame) process.exitCode = 1;
}

async function pot(context: PotContext, [id = '']: Words): Promise<void> {
  const { campaign, address, holds, coins, unpaid, taken, paused } = await lookAtPot(context, id);
  say(address);
  say(`  ${holds} of ${campaign.pays} on ${coins} coins; rows that are not paid ask for ${unpaid}`);
  say(`  the signer has taken ${taken} tables${paused ? ', and is told to pay nothing' : ''}`);
}

async function refund(context: PotContext, [id = '', rate = '']: Words): Promise<void> {
  const feeRate = Number(rate);
  if (!(feeRate > 0)) throw new Refusal('bad-request', 'a rate in sat/vB');
  say(`Sent: ${await refundPot(context, id, feeRate)}`);
}

const ACTS: Readonly<Record<string, (context: PotContext, words: Words) => Promise<void>>> = {
  add,
  list,
  show,
  stop,
  pot,
  refund,
  recompute: compare,
};

async function main([what = '', ...words]: Words): Promise<void> {
  const act = Object.hasOwn(ACTS, what) ? ACTS[what] : undefined;
  if (act === undefined || (words[0] === undefined && what !== 'list')) {
    say(HELP);
    process.exitCode = what === '' || what === '--help' ? 0 : 1;
    return;
  }
  const settings = Settings.parse(process.env);
  const store = openStore(settings.DATABASE_URL, () => undefined);
  const chain = openBitcoind(nodeAddress(settings));
  const operator = [settings.FEE_ADDRESS];
  try {
    const ledger = openLedger(store.pool);
    const { SIGNER_SOCKET: socket } = settings;
    const custody = openRewardCustody(socket === undefined ? noDoor : openDoor(socket));
    await act({ store, chain, ledger, custody, network: settings.NETWORK, operator }, words);
  } finally {
    chain.close();
    await store.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return [sentenceOf(error.code), error.detail ?? ''].join(' ').trim();
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
