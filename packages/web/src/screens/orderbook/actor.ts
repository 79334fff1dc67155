/** Who is missing for an act, and getting them signed in. */
import { askToConnect } from '../../flows/account/connect-request.ts';
import { login } from '../../flows/account/on-demand.ts';
import { tell } from './review/tell.ts';
import type { Actor } from './review/reviewed.ts';
import type { Check } from './form-check.ts';
import type { Market } from './market.ts';
import { t } from '../../words.ts';

export function actorOf(market: Pick<Market, 'account'>): Actor | undefined {
  const { user, credential } = market.account;
  return user === undefined || credential === undefined ? undefined : { user, session: credential };
}

/** Connects or logs in where that is missing; true when it had to. */
export function fetchUser(check: Check, market: Pick<Market, 'account' | 'network'>): boolean {
  if (check.missing === 'connect') {
    askToConnect();
    return true;
  }
  const { user, credential } = market.account;
  if (user === undefined || credential !== undefined) return false;
  login(user, market.network).catch(tell);
  return true;
}

/** What to do before one's orders can be seen; undefined when they can. */
export function firstStep(
  market: Market,
): { readonly words: string; readonly act?: string; readonly onAct?: () => void } | undefined {
  const { user, credential } = market.account;
  if (user === undefined) {
    return {
      words: t('Connect a wallet to see your orders.'),
      act: t('Connect Wallet'),
      onAct: askToConnect,
    };
  }
  // The one button for it is in the header.
  return credential === undefined ? { words: t('Log in to see your orders.') } : undefined;
}
