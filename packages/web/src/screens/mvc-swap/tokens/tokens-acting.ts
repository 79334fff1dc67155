/** The swap of a token for another that is under way on this page. */
import type { MvcTokenIntent } from '../../../flows/mvc/tokens/token-intent.ts';
import { beginTokens, signFirst, signSecond } from '../../../flows/mvc/tokens/swap-tokens.ts';
import type { FirstToSign, SecondToSign } from '../../../flows/mvc/tokens/swap-tokens.ts';
import { useTwoSigned } from '../act/two-signed.ts';
import type { TwoSigned, TwoSignedStep } from '../act/two-signed.ts';

export type TokensStep = TwoSignedStep<MvcTokenIntent, FirstToSign, SecondToSign>;
export type TokensActing = TwoSigned<MvcTokenIntent, FirstToSign, SecondToSign>;

const WAYS = { begin: beginTokens, signFirst, signSecond };

export const useTokensActing = (address: string | undefined): TokensActing => useTwoSigned(address, WAYS);
