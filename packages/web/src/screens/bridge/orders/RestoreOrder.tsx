/** Brings an order back that the exchange does not know: its payment names it on the chain, and its terms say the rest. */
import { useState } from 'react';
import type { WireBridgeTerms } from '@rialto/contract';
import { restoreOrder } from '../../../flows/bridge/restore.ts';
import { useAskBridgeAgain } from '../../../data/bridge/bridge-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { t } from '../../../words.ts';

export function RestoreOrder({ terms }: { terms: WireBridgeTerms }) {
  const askAgain = useAskBridgeAgain();
  const [busy, setBusy] = useState(false);
  const restore = (): void => {
    setBusy(true);
    restoreOrder(terms)
      .then(() => askAgain())
      .catch((error: unknown) => toast({ title: errorWords(error), variant: 'warn' }))
      .finally(() => setBusy(false));
  };
  return (
    <Button size="sm" className="max-sm:h-11" data-testid="bridge-restore" busy={busy} onClick={restore}>
      {t('Restore the order')}
    </Button>
  );
}
