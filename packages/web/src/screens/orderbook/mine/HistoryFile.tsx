/** The whole history as a file, made in the page; offered above what is over. */
import { useState } from 'react';
import { useNetwork } from '../../../data/network.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { readHistory } from '../../../flows/own/own-history.ts';
import { Button } from '../../../ui/Button.tsx';
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
      download(`rialto-${address.slice(-6)}-${new Date().toISOString().slice(0, 10)}.csv`, text);
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

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
