/** What is in progress, of every pair: the tab beside one's own orders. */
import { useNavigate } from '@tanstack/react-router';
import { useWaits } from '../../../flows/handing/told.ts';
import { nextBestOf, requestOffer } from '../../../flows/tray-acts.ts';
import { takeFromTray } from '../../../flows/tray.ts';
import type { TrayItem } from '../../../flows/tray.ts';
import { ProgressList } from '../../../show/progress/ProgressList.tsx';

export function Progress({ items }: { items: readonly TrayItem[] }) {
  const navigate = useNavigate();
  const waits = useWaits();
  return (
    <ProgressList
      items={items}
      waits={waits}
      testId="progress-row"
      onPutAway={({ id }) => takeFromTray(id)}
      onOffer={requestOffer}
      onNext={({ id }) => {
        const href = nextBestOf(id);
        if (href !== undefined) void navigate({ href });
      }}
    />
  );
}
