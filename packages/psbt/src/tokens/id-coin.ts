/** ID-Coins: MRC-20 tokens minted by the followers of an issuer, each mint paying into the coin's pool (metaid §9). */
import { idCoinOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Network } from '@rialto/protocols';
import { addressToScript } from '../tx/address.ts';
import { planMrc20Deploy } from './mrc20-deploy.ts';
import type { Mrc20DeployWords } from './mrc20-deploy.ts';
import { planMrc20Mint } from './mrc20-mint.ts';
import type { Mrc20MintRequest } from './mrc20-mint.ts';
import { textBytes } from './mrc20-transfer.ts';
import { planPin } from '../inscribe/reveal.ts';
import type { PinRequest, RevealPlan } from '../inscribe/reveal.ts';

export interface IdCoinWords {
  readonly tick: string;
  readonly tokenName: string;
  /** MetaID of the issuer. */
  readonly issuer: string;
  readonly followersLimit: bigint;
  /** Whole tokens of one mint. */
  readonly amountPerMint: bigint;
  /** Satoshis each mint pays into the pool. */
  readonly liquidityPerMint: bigint;
  /** Address of the pool. */
  readonly pool: string;
  readonly message: string;
  /** The platform's signature over tick, pool key and pool address. */
  readonly tickSign: string;
}

interface IdCoinDeployRequest extends PinRequest {
  readonly coin: IdCoinWords;
  readonly network: Network;
  /** From the ledger. */
  readonly isTaken: boolean;
}

const FOLLOW_PATH = '/follow';
const DECIMALS = 8;

/**
 * Plans the deploy of an ID-Coin.
 * @throws Refusal wrong-address-type or wrong-network (pool), bad-request (it would not be an ID-Coin), and as `planMrc20Deploy`
 */
export function planIdCoinDeploy({ coin, network, ...request }: IdCoinDeployRequest): RevealPlan {
  addressToScript(coin.pool, network);
  const deploy = deployOf(coin);
  const read = idCoinOf(deploy);
  const { issuer, followersLimit, liquidityPerMint, pool } = coin;
  const says = read?.issuer === issuer && read.pool === pool;
  if (!says || read.followersLimit !== followersLimit || read.liquidityPerMint !== liquidityPerMint)
    throw new Refusal('bad-request', 'not an ID-Coin');
  return planMrc20Deploy({ ...request, deploy, destination: request.payer.script });
}

function deployOf(coin: IdCoinWords): Mrc20DeployWords {
  const { tick: display, tokenName, amountPerMint, followersLimit: mintCount, message, tickSign } = coin;
  return {
    display,
    tokenName,
    decimals: DECIMALS,
    amountPerMint,
    mintCount,
    premineCount: 0n,
    beginHeight: '',
    endHeight: '',
    metadata: JSON.stringify({ message, tickSign }),
    type: '',
    pinCheck: { creator: '', lvl: '', path: `${FOLLOW_PATH}['${coin.issuer}']`, count: '1' },
    payCheck: { payTo: coin.pool, payAmount: coin.liquidityPerMint.toString() },
  };
}

/**
 * Plans the follow PIN that one mint uses up; the mint is planned once this is confirmed.
 * @throws Refusal as `planPin`
 */
export function planFollow(issuer: string, request: PinRequest): RevealPlan {
  const body = textBytes(issuer);
  return planPin({ operation: 'create', path: FOLLOW_PATH, contentType: 'text/plain', body }, request);
}

/**
 * Plans a mint of an ID-Coin: one follow PIN, and the liquidity paid into the pool.
 * @throws Refusal bad-request when the token is no ID-Coin, and as `planMrc20Mint`
 */
export function planIdCoinMint(request: Mrc20MintRequest): RevealPlan {
  if (idCoinOf(request.token) === undefined) throw new Refusal('bad-request', 'not an ID-Coin');
  return planMrc20Mint(request);
}
