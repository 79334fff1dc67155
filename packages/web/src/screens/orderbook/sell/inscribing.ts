/** Makes an amount of BRC-20 a lot: the wallet inscribes, and the tray waits for the block. */
import { useState } from 'react';
import { inscribeTransfer } from '../../../flows/orders/inscribe-transfer.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { Market } from '../market.ts';
import { tell } from '../review/tell.ts';
import { t } from '../../../words.ts';

export function useInscribing(
  { account: { user }, token }: Market,
  onSent: () => void,
): { busy: boolean; make: (amount: string) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const make = async (amount: string): Promise<void> => {
    if (user === undefined || token === undefined) return;
    setBusy(true);
    try {
      const sent = await inscribeTransfer(user, token, amount);
      onSent();
      const words = sent
        ? ({ title: t('Inscription sent'), variant: 'success' } as const)
        : { title: t('Enter the amount in your wallet and continue there') };
      toast({ ...words, description: t('You can sell it once it confirms.') });
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, make };
}
