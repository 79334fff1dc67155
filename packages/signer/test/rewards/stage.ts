/** The part of the signer that pays rewards, in this very process: a node and an index of a test, its folder, its clock; and claimants. */
import { join } from 'node:path';
import { SignerRequest, poolActToWire } from '@rialto/contract';
import type { RewardClaimRequest } from '@rialto/contract';
import { openVerifier } from '@rialto/ground';
import { boundsOf, rowsText } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Coin, CoinAsset, Outpoint, Txid } from '@rialto/protocols';
import { acceptAct, buildAct, finishAct, planClaim } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import type { SignerConfig } from '../../src/config.ts';
import { writePrivate } from '../../src/files/private-files.ts';
import { openRewards } from '../../src/rewards/open-rewards.ts';
import type { RewardParts } from '../../src/rewards/parts.ts';
import { handleRewards } from '../../src/rewards/requests.ts';
import type { RewardRequest } from '../../src/rewards/requests.ts';
import { folder } from '../folder.ts';
import { signed } from '../memory/bids.ts';
import { coin, operator, runeOn, service, user } from '../memory/people.ts';
import type { User } from '../memory/people.ts';
import { NOW } from '../memory/stage.ts';
import { FEES, answer } from '../memory/world.ts';
import { TestChain } from '../pools/chain.ts';
import { Facts, addressOf, nodeOf, poolUser } from './node.ts';
import { LIQUIDITY, PAIR, PAID, writeCampaigns } from './campaigns.ts';

const SECRET = '07'.repeat(32);

/** @param given of a signer that ran before, or with other settings */
export async function openStage({
  chain = new TestChain(),
  facts = new Facts(),
  directory = folder(),
  config = {},
}: {
  chain?: TestChain;
  facts?: Facts;
  directory?: string;
  config?: Partial<SignerConfig>;
} = {}) {
  writeCampaigns(directory);
  writePrivate(join(directory, 'rewards.key'), SECRET, true);
  const clock = { now: NOW };
  const given = {
    chain: nodeOf(chain, facts),
    ledger: {
      ...chain.ledger,
      shareBlocks: () => Promise.resolve(facts.shares),
      oddMrc20Among: (points: readonly Outpoint[]) =>
        Promise.resolve(new Set(points.filter((point) => facts.odd.has(point)))),
    },
    recall: {
      pools: {
        pools: () => [{ number: 0, script: bytesToHex(poolUser().script) }],
        signed: () => [{ token: PAIR }],
      },
    },
    ...{ verifier: await openVerifier(), fees: FEES, mayMake: false, padScript: operator().script },
    ...{ poolWorld: { mostTipAgeMs: undefined }, stopped: () => false, now: () => clock.now },
  };
  const settings = {
    ...{ SIGNER_DIR: directory, NETWORK: 'regtest', FEE_ADDRESS: addressOf(service()) },
    ...{ REWARD_DELAY_BLOCKS: 1, REWARD_HOUR_PPM: 500_000n, HIGHEST_STOCK_FEE_RATE: 50, ...config },
  };
  const parts: RewardParts = openRewards(settings as SignerConfig, given as never);
  return { parts, chain, facts, clock, directory };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** As the socket would let it through. */
export function ask({ parts }: Stage, request: unknown, gone = () => false) {
  const read = SignerRequest.parse(JSON.parse(JSON.stringify(request)));
  return handleRewards(parts, read as RewardRequest, gone);
}

export type Rows = readonly (readonly [User, bigint])[];

export function tableOf(campaign: Campaign, number: number, rows: Rows): string {
  const all = rows.map(([who, amount]) => ({ address: addressOf(who), amount, wanted: amount }));
  const inOrder = all.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  return rowsText(campaign.id, { bounds: boundsOf(campaign, number), rows: inOrder });
}

export const take = (stage: Stage, campaign: Campaign, number: number, rows: Rows) =>
  ask(stage, { op: 'rewardEpoch', campaign: campaign.id, number, rows: tableOf(campaign, number, rows) });

/** A block with all that waits. */
export function mine({ chain, facts }: Stage, blocks = 1): void {
  for (const txid of chain.waiting.keys()) facts.heights.set(txid, chain.height + 1);
  chain.mine(blocks);
}

let counter = 0;
/** A coin in a block, of somebody's or of a pot's. */
export function fund(
  { chain }: Stage,
  script: Uint8Array,
  value: bigint,
  assets: readonly CoinAsset[] = [],
): Coin {
  const made = coin(`coin ${(counter += 1)}`, { script }, value, assets);
  chain.put(made);
  return made;
}

export const potOf = ({ parts }: Stage, { id }: Campaign) => parts.potKey(id);

/** A coin of a pot that pays a claim: sats, or a million units. */
export const fundPot = (stage: Stage, campaign: Campaign, value = 2_000_000n): Coin =>
  campaign.pays === 'sats'
    ? fund(stage, potOf(stage, campaign).pot.script, value)
    : fund(stage, potOf(stage, campaign).pot.script, 546n, [{ ...runeOn(160, value), asset: PAID }]);

export interface Claim {
  readonly campaign: Campaign;
  readonly by: User;
  readonly epochs: readonly number[];
  readonly plan: PoolAct;
}

/** What a server makes of it. */
export function claimOf(
  stage: Stage,
  {
    campaign = LIQUIDITY,
    by,
    epochs = [0],
    amount,
    coins,
  }: { campaign?: Campaign; by: User; epochs?: readonly number[]; amount: bigint; coins: readonly Coin[] },
): Claim {
  const payer = { script: by.script, key: by.key, coins: [fund(stage, by.script, 50_000n)] };
  const { pot } = potOf(stage, campaign);
  const plan = planClaim({ payer, pot, coins, pays: campaign.pays, amount, feeRateSatVb: 2 });
  return { campaign, by, epochs, plan };
}

const CLAIM_ID = '3f0f4c1e-6c61-4b6e-9d3d-0a52ac2b5a11';
const halvesOf = ({ plan, by }: Pick<Claim, 'plan' | 'by'>) =>
  acceptAct(plan, signed(buildAct(plan), by.secret));

export function requestOf(claim: Claim, change: Partial<RewardClaimRequest> = {}): RewardClaimRequest {
  const { campaign, epochs, plan } = claim;
  return {
    ...{ campaign: campaign.id, claimId: CLAIM_ID, epochs: [...epochs] },
    unsigned: bytesToHex(buildAct(plan).unsigned),
    plan: poolActToWire(plan, ({ outpoint }) => outpoint),
    witnesses: halvesOf(claim).map((half) => half?.map(bytesToHex) ?? null),
    ...change,
  };
}

export async function sign(stage: Stage, claim: RewardClaimRequest): Promise<readonly string[]> {
  const answer = await ask(stage, { op: 'rewardClaim', claim });
  if (!('signatures' in answer)) throw new Error('another answer');
  return answer.signatures;
}

/** The final transaction; throws unless every half verifies and it does what the plan says. */
function finished(claim: Claim, signatures: readonly string[]): Uint8Array {
  const pool = [{ key: claim.plan.pool.script.slice(2), signatures: signatures.map(hexToBytes) }];
  return finishAct(claim.plan, { user: halvesOf(claim), pool }).raw;
}

/** What is said of a claim over these coins of the pot. */
export const claimVerdict = (
  stage: Stage,
  coins: readonly Coin[],
  asked: Pick<Parameters<typeof claimOf>[1], 'by' | 'epochs' | 'amount'>,
): Promise<string> => answer(sign(stage, requestOf(claimOf(stage, { ...asked, coins }))));

/** Signed, and in the mempool. */
export async function sent(stage: Stage, claim: Claim): Promise<Txid> {
  return stage.chain.send(finished(claim, await sign(stage, requestOf(claim))));
}

/** A signer that has taken tables of two epochs in which one person earned, and a second one a little; their rows are ready. */
export async function readyStage(campaign: Campaign = LIQUIDITY, epochs = 2) {
  const stage = await openStage();
  const [alice, bob] = [user('alice', 'p2wpkh'), user('bob', 'p2tr')];
  stage.facts.shares.set(bytesToHex(alice.script), 900n).set(bytesToHex(bob.script), 100n);
  for (let number = 0; number < epochs; number += 1)
    await take(stage, campaign, number, [
      [alice, 300_000n],
      [bob, 100_000n],
    ]);
  mine(stage);
  return { ...stage, alice, bob };
}
