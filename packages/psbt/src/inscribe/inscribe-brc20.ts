/** BRC-20 deploy, mint and inscribe-transfer: an inscription with the right body, refused when an index would not read it as meant. */
import { utf8 } from '@scure/base';
import {
  BRC20_DECIMALS,
  decodeBrc20,
  encodeDeploy,
  encodeMint,
  encodeTransfer,
  isFlaw,
  isSelfMintTick,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, Brc20Token } from '@rialto/protocols';
import { planChildInscription } from './inscribe-child.ts';
import type { ChildPlan, ChildRequest } from './inscribe-child.ts';
import { planInscription } from './inscribe.ts';
import type { InscriptionPlan, InscriptionRequest } from './inscribe.ts';

/** Every indexer reads this one; `application/json` is the other (inscriptions §4). */
export const BRC20_CONTENT_TYPE = 'text/plain;charset=utf-8';

export type Brc20Request = Omit<InscriptionRequest, 'contentType' | 'body'>;

/** A mint, and what the ledger says of its token where the caller knows it. */
interface MintWords {
  readonly tick: string;
  readonly amount: Amount;
  readonly token?: Pick<Brc20Token, 'max' | 'limit' | 'minted' | 'decimals'>;
}

interface TransferWords {
  readonly tick: string;
  readonly amount: Amount;
  readonly token?: Pick<Brc20Token, 'decimals'>;
  /** Of the one who inscribes; more makes a dead inscription. */
  readonly available?: Amount;
}

/**
 * Plans a deploy.
 * @param isTaken what the ledger says of the tick; the first deploy wins
 * @throws Refusal bad-request (the tick is taken, or the words would not be read as they are meant), and as `planInscription`
 */
export function planDeploy(
  deploy: Parameters<typeof encodeDeploy>[0],
  request: Brc20Request,
  isTaken = false,
): InscriptionPlan {
  if (isTaken) throw new Refusal('bad-request', 'the tick is taken');
  const text = encodeDeploy(deploy);
  const read = readBack(text);
  const same = read.op === 'deploy' && encodeDeploy(read) === text && read.limit === deploy.limit;
  if (!same || read.max !== deploy.max || read.decimals !== deploy.decimals)
    throw new Refusal('bad-request', 'deploy');
  return planText(text, request);
}

/**
 * Plans a mint of a 4-byte tick.
 * @throws Refusal bad-request (nothing, more than one mint may ask for, finer than the token, nothing left, or a tick that only its
 *   deployer mints), and as `planInscription`
 */
export function planMint(mint: MintWords, request: Brc20Request): InscriptionPlan {
  if (isSelfMintTick(mint.tick)) throw new Refusal('bad-request', 'only its deployer mints this tick');
  return planText(mintText(mint), request);
}

/**
 * Plans a transfer inscription: what makes a lot.
 * @throws Refusal bad-request (nothing, or finer than the token), insufficient-funds, and as `planInscription`
 */
export function planTransfer(transfer: TransferWords, request: Brc20Request): InscriptionPlan {
  return planText(checkTransfer(transfer), request);
}

/**
 * The text of a transfer that every index reads as it is meant.
 * @throws Refusal bad-request (nothing, or finer than the token), insufficient-funds
 */
export function checkTransfer({ tick, amount, token, available }: TransferWords): string {
  checkFineness(amount, token);
  if (available !== undefined && amount > available)
    throw new Refusal('insufficient-funds', `${available} of ${tick} are available`);
  const text = encodeTransfer(tick, amount);
  readBack(text);
  return text;
}

/**
 * Plans a mint of a 5-byte tick: only the holder of its deploy inscription can.
 * @throws Refusal bad-request as `planMint`, and as `planChildInscription`
 */
export function planSelfMint(
  mint: MintWords,
  request: Omit<ChildRequest, 'contentType' | 'body'>,
): ChildPlan {
  if (!isSelfMintTick(mint.tick)) throw new Refusal('bad-request', 'everybody mints this tick');
  const body = utf8.decode(mintText(mint));
  return planChildInscription({ ...request, contentType: BRC20_CONTENT_TYPE, body });
}

function mintText({ tick, amount, token }: MintWords): string {
  checkFineness(amount, token);
  if (token !== undefined && amount > token.limit)
    throw new Refusal('bad-request', 'more than one mint may ask for');
  if (token !== undefined && token.minted >= token.max)
    throw new Refusal('bad-request', 'everything is minted');
  const text = encodeMint(tick, amount);
  readBack(text);
  return text;
}

function checkFineness(amount: Amount, token: Pick<Brc20Token, 'decimals'> | undefined): void {
  const unit = 10n ** BigInt(BRC20_DECIMALS - (token?.decimals ?? BRC20_DECIMALS));
  if (amount % unit !== 0n) throw new Refusal('bad-request', 'finer than the token');
}

/** What an index reads. Throws Refusal bad-request when that is nothing. */
function readBack(text: string) {
  const read = decodeBrc20(BRC20_CONTENT_TYPE, utf8.decode(text));
  if (read === undefined || isFlaw(read)) throw new Refusal('bad-request', read?.flaw);
  return read;
}

function planText(text: string, request: Brc20Request): InscriptionPlan {
  return planInscription({ ...request, contentType: BRC20_CONTENT_TYPE, body: utf8.decode(text) });
}
