/** An order out of a file of terms: on another browser, or when the exchange has lost it. */
import { useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Network } from '@rialto/protocols';
import { orderHref } from '../../../data/bridge/bridge-href.ts';
import { useAskBridgeAgain } from '../../../data/bridge/bridge-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { restoreOrder } from '../../../flows/bridge/restore.ts';
import { readTermsFile } from '../../../flows/bridge/terms-file.ts';
import { keepTerms } from '../../../terms-store.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK } from '../../../ui/Page.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { Way } from '../../../ui/Way.tsx';
import { Words } from '../../../ui/Words.tsx';
import { t } from '../../../words.ts';

interface RestoreFileProps {
  readonly net: Network;
  /** On Bitcoin; undefined where nobody is connected: then it is looked at and not kept. */
  readonly address: string | undefined;
  readonly onRestored: () => void;
}

export function RestoreFile({ net, address, onRestored }: RestoreFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const askAgain = useAskBridgeAgain();
  const [busy, setBusy] = useState(false);
  const restore = async (file: File): Promise<void> => {
    const { terms, orderId } = readTermsFile(await file.text(), net);
    await restoreOrder(terms);
    if (address !== undefined) keepTerms({ net, address }, { orderId, terms, at: Date.now() });
    onRestored();
    void askAgain();
    await navigate({ href: orderHref(terms.asset, orderId) });
  };
  const chosen = (file: File | undefined): void => {
    if (file === undefined) return;
    setBusy(true);
    restore(file)
      .catch((error: unknown) => toast({ title: errorWords(error), variant: 'warn' }))
      .finally(() => setBusy(false));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-1">
      <p className="text-xs leading-5 text-haze">
        {t('Paid from another browser? A file of terms brings the order here.')}{' '}
        <Words
          of="Paid something that fits no order? See {recover}."
          parts={{
            recover: (
              <Way href="/recover" className={LINK} data-testid="bridge-to-recover">
                {t('Recover')}
              </Way>
            ),
          }}
        />
      </p>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('File of terms')}
        data-testid="bridge-terms-file"
        onChange={({ target }) => {
          chosen(target.files?.[0]);
          // The same file can be chosen once more.
          target.value = '';
        }}
      />
      <Button size="sm" className="max-sm:h-11" busy={busy} onClick={() => input.current?.click()}>
        {t('Restore from a file')}
      </Button>
    </div>
  );
}
