/** A signature of the wallet on MVC: asked for within its minute, and held against what this page has checked. Nothing that is late is taken. */
import { bytesToHex, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import { readMvcTransaction, userHalf } from '@rialto/mvc';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import { WalletError } from '../../wallets/wallet.ts';
import { walletById } from '../../wallets/wallets.ts';
import type { User } from '../account/account.ts';
import { t } from '../../words.ts';
import { inWords, toSignOf } from './checked-mvc.ts';
import type { CheckedPlan } from './checked-mvc.ts';

/** A signature on MVC never runs out by itself: whoever has it can send it, so it is given for a minute and no longer. */
const SIGN_WITHIN_MS = 60_000;

/**
 * By this page's own clock: the exchange's may be another, and holds its own minute against what comes late.
 * @param askedAt milliseconds since 1970, before it was built
 * @returns until when it is signed
 */
export const signedUntil = (askedAt: number): number => askedAt + SIGN_WITHIN_MS;

export type Signed = readonly {
  readonly index: number;
  readonly signature: string;
  readonly publicKey: string;
}[];

interface Signer {
  readonly user: User;
  readonly account: MvcAccountKey;
}

/** @throws WalletError what the wallet said; Error with a sentence for people */
export async function signedHalf(checked: CheckedPlan, signer: Signer, until: number): Promise<Signed> {
  if (Date.now() >= until) throw late();
  const wallet = await walletById(signer.user.wallet);
  if (wallet.signMvc === undefined) throw new WalletError('unsupported', t('The wallet cannot do this.'));
  try {
    const answer = await wallet.signMvc(toSignOf(checked, until));
    if (Date.now() >= until) throw late();
    const body = isHex(answer) ? readMvcTransaction(hexToBytes(answer)) : { flaw: 'not-hex' };
    if (isFlaw(body)) throw new Error(t('The wallet sent an unexpected response.'));
    return userHalf(checked.plan, body, hexToBytes(signer.account.publicKey)).map((one) => ({
      index: one.index,
      signature: bytesToHex(one.signature),
      publicKey: bytesToHex(one.publicKey),
    }));
  } catch (error) {
    throw inWords(error);
  }
}

const late = (): Error => new Error(t('It was not signed in time. Nothing was sent.'));
