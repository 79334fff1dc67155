/** What every way to buy needs: who buys, at which fee rate, and the act itself. */
import { formatAmount } from '@rialto/market';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useSigningIn } from '../../../flows/account/signing-in.ts';
import type { Acts } from '../review/acts.ts';
import type { Purchase, Situation } from './buying.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import type { Market } from '../market.ts';
import { fetchUser } from '../actor.ts';
import { chosenAsks } from '../book/rows.ts';
import { t } from '../../../words.ts';

export interface TradeProps {
  readonly market: Market;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly acts: Acts;
  /** Told which orders the form would take, so that the book marks them. */
  readonly onTaking: (ids: readonly string[]) => void;
}

export interface Buying {
  readonly feeRate: number | undefined;
  readonly now: Situation;
  readonly busy: boolean;
  /** Fetches who is missing, or prepares the purchase and shows its review. */
  buy(purchase: Purchase, check: Check): void;
}

export function useBuying({ market, form, acts }: Pick<TradeProps, 'market' | 'form' | 'acts'>): Buying {
  const fee = useFeePlan();
  const { feeRate } = fee.chosen;
  const { user, credential } = market.account;
  const busy = useSigningIn(user?.address);
  return {
    feeRate,
    busy,
    now: {
      connected: user !== undefined,
      feeRate,
      limits: fee.limits,
      spendable: market.spendable,
    },
    buy: ({ rows, basket, best, asked, budget }, check) => {
      const { token } = market;
      if (fetchUser(check, market)) return;
      if (user === undefined || credential === undefined || token === undefined || feeRate === undefined)
        return;
      const { book, ticker: tick, assetId } = token;
      const intent = {
        network: market.network,
        book,
        tick,
        assetId,
        asks: chosenAsks(
          market.orders,
          rows.map((row) => row.id),
        ),
        buyerAddress: user.address,
        publicKey: user.publicKey,
        feeRateSatVb: feeRate,
        highFee: form.highFee,
        budget,
        seen: { best, asked },
      };
      const title = t('Buy {amount} {tick}', { amount: formatAmount(basket.amount), tick });
      void acts.begin({ act: 'take', intent, session: credential, title });
    },
  };
}
