/** The whole history as a file, made in the page; offered above what is over. */
import { useState } from 'react';
import { useNetwork } from '../../../data/network.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { readHistory } from '../../../flows/own/own-history.ts';
import { Button } from '../../../ui/Button.tsx';
import { download } from '../../../ui/download.ts';
import { tell } from '../review/tell.ts';
import { historyCsv } from './csv.ts';
import { t } from '../../../words.ts';

export function HistoryFile() {
  const net = useNetwork();
  const { credential } = useAccount();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (credential === undefined) return;
    setBusy(true);
    try {
      const { address } = credential;
      const text = historyCsv(await readHistory(net, credential), address);
      const name = `rialto-${address.slice(-6)}-${new Date().toISOString().slice(0, 10)}.csv`;
      download(name, text, 'text/csv');
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="flex justify-end border-b border-line px-2 py-1">
      <Button size="sm" tone="ghost" busy={busy} data-testid="history-file" onClick={() => void save()}>
        {t('Export CSV')}
      </Button>
    </p>
  );
}
