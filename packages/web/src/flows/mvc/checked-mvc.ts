/** What every check of a transaction on MVC shares: numbers and bytes out of an answer, the words of a refusal, and what the wallet is given of what was checked. */
import type { MvcBuilt, MvcBuiltSecond } from '@rialto/contract';
import { sentenceOf } from '@rialto/contract';
import { bytesToHex, hexToBytes, isHex } from '@rialto/protocols';
import { bodyOfPlan, composerText, hash160, mvcAddress, writeMvcTransaction } from '@rialto/mvc';
import type { MvcPlan } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { refusalWords, t } from '../../words.ts';
import type { MvcToSign } from '../../wallets/wallet.ts';
import type { MvcIntent } from './mvc-intent.ts';

export interface CheckedPlan {
  readonly plan: MvcPlan;
  /** The places of the inputs that the user signs. */
  readonly toSign: readonly number[];
}

/** @throws Error with a sentence for people: it must not be signed */
export function orInWords<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw inWords(error);
  }
}

export function inWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return new Error(refusalWords(error.code, sentenceOf(error.code, error.detail)));
}

/** @throws Error when the account's address is another key's */
export function userKeyOf({ account, network }: Pick<MvcIntent, 'account' | 'network'>): Uint8Array {
  const key = hexToBytes(account.publicKey);
  if (mvcAddress(hash160(key), network) !== account.address)
    throw new Error(t('The wallet’s address on MVC and its key do not belong together.'));
  return key;
}

type Previous = Pick<MvcBuilt, 'previous' | 'check'> & Partial<Pick<MvcBuiltSecond, 'sale'>>;

/** The check is kept back by who pays for it, and a sale until its purchase is signed; their ids follow from hashes. */
export function previousIn({ previous, check, sale }: Previous) {
  const bare = sale === undefined ? [check] : [check, sale];
  return [...previous.map(bytesIn), ...bare.map(bareIn)];
}

export const bareIn = ({ raw, scriptSigs }: MvcBuilt['check']) => ({
  raw: bytesIn(raw),
  scriptSigs: scriptSigs.map(bytesIn),
});

export function wholeIn(text: string): bigint {
  if (!/^[0-9]{1,20}$/.test(text)) throw new Refusal('bad-request');
  return BigInt(text);
}

export function bytesIn(hex: string): Uint8Array {
  if (!isHex(hex)) throw new Refusal('bad-request');
  return hexToBytes(hex);
}

/** By how many hundredths of a percent less it is than it was; zero where it is not less. */
export function lessBy(is: bigint, was: bigint): number {
  return was === 0n || is >= was ? 0 : Number(((was - is) * 10_000n) / was);
}

/** What the wallet is given: written by this page from what it checked. */
export function toSignOf({ plan, toSign }: CheckedPlan, until: number): MvcToSign {
  return {
    composer: composerText(plan),
    raw: bytesToHex(writeMvcTransaction(bodyOfPlan(plan))),
    inputs: plan.inputs.flatMap(({ role, coin }, index) =>
      toSign.includes(index)
        ? [
            {
              ...{ index, satoshis: coin.value, script: bytesToHex(coin.script) },
              isPlain: role === 'user-space',
            },
          ]
        : [],
    ),
    until,
  };
}
