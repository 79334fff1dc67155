/** What the user has, and the faucet of the private chain. */
import { useState } from 'react';
import { requestFaucet } from '../../../flows/faucet.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { tell } from '../review/tell.ts';
import { Balances } from './Balances.tsx';
import type { Market } from '../market.ts';
import { t } from '../../../words.ts';

export function Own({ market }: { market: Market }) {
  const [asking, setAsking] = useState(false);
  const { user } = market.account;
  const { token } = market;
  const faucet = async (): Promise<void> => {
    if (user === undefined) return;
    setAsking(true);
    try {
      // A tick of MRC-20 may name several tokens, and BRC-20 ones too: there the asset says which.
      await requestFaucet(
        market.network,
        user.address,
        token?.book === 'brc20' ? token.ticker : token?.assetId,
      );
      toast({
        title:
          token === undefined
            ? t('Test coins sent')
            : t('Test coins and {tick} sent', { tick: token.ticker }),
        description: t('They came with a block of their own and can be spent now.'),
        variant: 'success',
      });
    } catch (error) {
      tell(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Balances
      rules={market.rules}
      tick={token?.ticker ?? ''}
      balance={market.balance}
      spendable={market.spendable}
      pending={market.pendingSats}
      faucet={market.network === 'regtest' ? { busy: asking, onAsk: () => void faucet() } : undefined}
    />
  );
}
