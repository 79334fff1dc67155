/** The list behind the chip: what is in progress, with what can be done about it. */
import { useNavigate } from '@tanstack/react-router';
import { useWaits } from '../../../flows/handing/told.ts';
import { nextBestOf, requestOffer } from '../../../flows/tray-acts.ts';
import { takeFromTray } from '../../../flows/tray.ts';
import type { TrayItem } from '../../../flows/tray.ts';
import { ProgressList } from '../../../show/progress/ProgressList.tsx';

export function ProgressPanel({ items, onDone }: { items: readonly TrayItem[]; onDone: () => void }) {
  const navigate = useNavigate();
  const waits = useWaits();
  return (
    <div className="max-h-[min(28rem,70dvh)] overflow-y-auto">
      <ProgressList
        items={items}
        waits={waits}
        testId="trade-progress"
        onPutAway={({ id }) => takeFromTray(id)}
        onOffer={(item, waits, offer) => {
          onDone();
          requestOffer(item, waits, offer);
        }}
        onNext={({ id }) => {
          const href = nextBestOf(id);
          onDone();
          if (href !== undefined) void navigate({ href });
        }}
      />
    </div>
  );
}
