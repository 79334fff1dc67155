/** The sale of the form as an act: who sells, into which bids, with which lots. */
import { formatAmount } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import type { SaleIntent } from '../../../flows/bids/sell-into.ts';
import { fetchUser } from '../actor.ts';
import type { TradeProps } from '../buy/buy-acts.ts';
import type { Check } from '../form-check.ts';
import type { Sale } from './selling-into.ts';
import { t } from '../../../words.ts';

interface Asked {
  readonly sale: Sale;
  readonly check: Check;
  readonly feeRate: number | undefined;
}

/** Fetches who is missing, or prepares the sale and shows its review. */
export function sellInto(
  { market, form, acts }: Pick<TradeProps, 'market' | 'form' | 'acts'>,
  { sale, check, feeRate }: Asked,
): void {
  const { token, network } = market;
  if (fetchUser(check, market)) return;
  const { user, credential } = market.account;
  if (user === undefined || credential === undefined || token === undefined || feeRate === undefined) return;
  const { book, ticker: tick, assetId } = token;
  const intent: SaleIntent = {
    ...{ network, book, tick, assetId, feeRateSatVb: feeRate, highFee: form.highFee },
    sellerAddress: user.address,
    publicKey: user.publicKey,
    bids: sale.answers.flatMap(({ row, lot }) =>
      lot === undefined
        ? []
        : [
            {
              ...{ orderId: row.id, price: row.total, units: row.amount, free: row.free === true },
              lot: { outpoint: lot.outpoint, inscriptionId: lot.entry.inscriptionId },
            },
          ],
    ),
  };
  const amount = formatAmount(tokens(sale.units));
  const title = t('Sell {amount} {tick}', { amount, tick });
  void acts.begin({ act: 'sale', intent, session: credential, title });
}
