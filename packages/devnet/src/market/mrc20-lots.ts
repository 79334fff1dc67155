/** An MRC-20 token or an ID-Coin of its own with lots to size: deployed, held by its first seller, split onto coins. For worlds of tests. */
import { PLAIN_DEPLOY } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import { planIdCoinDeploy, planMrc20Deploy } from '@rialto/psbt';
import { coinsOf, fullest, mrc20Ticked, termsOf, unitsOf } from './facts.ts';
import { idCoinWords } from './id-coin-words.ts';
import type { Inscriber } from './inscriber.ts';
import { mintMrc20 } from './mrc20-mints.ts';
import type { MintPlace } from './mrc20-mints.ts';
import { transferJob } from './sending.ts';
import { mineJobs, stepsOf } from './workshop.ts';

interface LotsRequest {
  readonly tick: string;
  readonly isIdCoin: boolean;
  readonly issuer: Inscriber;
  readonly lots: readonly { readonly who: Inscriber; readonly amount: string }[];
}

const DECIMALS = 8;
const SUPPLY = 1_000_000n;
/** One transfer serves so many receivers. */
const MAX_SENDS = 30;

/** The first seller holds the whole supply; what is not split into lots stays with them on a coin with its receipts. */
export async function makeMrc20(place: MintPlace, request: LotsRequest): Promise<void> {
  const holder = request.lots[0]?.who ?? request.issuer;
  await (request.isIdCoin ? issueCoin(place, request, holder) : premine(place, request, holder));
  await place.ready();
  const token = await mrc20Ticked(place.origin, request.tick);
  if (token === undefined) throw new Error(`the index does not know ${request.tick}`);
  for (let at = 0; at < request.lots.length; at += MAX_SENDS)
    await split(place, { holder, asset: token.assetId as AssetId }, request.lots.slice(at, at + MAX_SENDS));
}

async function premine({ chain }: MintPlace, { tick }: LotsRequest, holder: Inscriber): Promise<void> {
  const deploy = {
    ...PLAIN_DEPLOY,
    display: tick,
    tokenName: tick,
    decimals: DECIMALS,
    amountPerMint: SUPPLY,
    mintCount: 2n,
    premineCount: 1n,
  };
  await mineJobs(chain, [
    {
      who: holder,
      plan: (means) =>
        stepsOf(planMrc20Deploy({ ...means, deploy, destination: holder.script, isTaken: false })),
    },
  ]);
}

async function issueCoin(place: MintPlace, { tick, issuer }: LotsRequest, holder: Inscriber): Promise<void> {
  const requested = {
    tick,
    tokenName: tick,
    message: tick,
    minters: 1,
    followersLimit: 10n,
    amountPerMint: SUPPLY,
    liquidityPerMint: 1_000n,
  };
  const coin = idCoinWords(requested, { issuer, secret: 'world' });
  await mineJobs(place.chain, [
    {
      who: issuer,
      plan: (means) => stepsOf(planIdCoinDeploy({ ...means, coin, network: 'regtest', isTaken: false })),
    },
  ]);
  await place.ready();
  const found = await mrc20Ticked(place.origin, tick);
  if (found === undefined) throw new Error(`the index does not know ${tick}`);
  const token = await termsOf(place.chain, found);
  await mintMrc20(place, [{ who: holder, token, destination: holder.script }]);
}

async function split(
  place: MintPlace,
  { holder, asset }: { holder: Inscriber; asset: AssetId },
  lots: LotsRequest['lots'],
): Promise<void> {
  const full = fullest(await coinsOf(place.origin, holder), asset);
  const sends = lots.map(({ who, amount }) => {
    return { asset, amount: unitsOf(amount, DECIMALS), script: who.script };
  });
  await mineJobs(place.chain, [transferJob(holder, [full], sends)]);
  await place.ready();
}
