/** How much is in progress, beside the bell; pressed it lists it. Away when there is nothing to tell. */
import { Suspense, lazy, useEffect, useState } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { useWaits } from '../../../flows/handing/told.ts';
import { isUnderWay, useTray } from '../../../flows/tray.ts';
import type { TrayItem } from '../../../flows/tray.ts';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { t } from '../../../words.ts';

const ProgressPanel = lazy(async () => ({ default: (await import('./ProgressPanel.tsx')).ProgressPanel }));

/** So long it says that all is done. */
export const DONE_STAYS_MS = 8_000;

export function ProgressChip() {
  const { user } = useAccount();
  const items = useTray().filter((item) => item.address === user?.address);
  const news = newsOf(items);
  const waits = useWaits();
  const isStuck = items.some((item) => waits(item.id) !== undefined);
  const [open, setOpen] = useOpen(news.what === 'living', isStuck);
  const told = useTold(news.what);
  return (
    <>
      <span role="status" className="sr-only">
        {told ? news.words : ''}
      </span>
      {items.length === 0 ? null : (
        <Popover
          open={open && told}
          onOpen={setOpen}
          hidden={!told}
          label={t('In progress')}
          testId="progress-chip"
          panelTestId="progress-popover"
          title={news.words}
          button={<ChipFace news={news} />}
          buttonClass="inline-flex h-9 items-center gap-1.5 rounded-[10px] px-1 text-xs sm:px-2 font-semibold hover:bg-ink-2 max-lg:h-11"
          keeps
        >
          <Suspense fallback={<div className="h-16" />}>
            <ProgressPanel items={items} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover>
      )}
    </>
  );
}

interface News {
  readonly what: 'living' | 'lost' | 'done';
  readonly count: number;
  readonly words: string;
}

function newsOf(items: readonly TrayItem[]): News {
  const living = items.filter(isUnderWay).length;
  const lost = items.filter((item) => item.state === 'void').length;
  if (living > 0)
    return { what: 'living', count: living, words: t('{count} in progress', { count: living }) };
  if (lost > 0) return { what: 'lost', count: lost, words: t('{count} not completed', { count: lost }) };
  return { what: 'done', count: 0, words: items.length === 0 ? '' : t('All done') };
}

function ChipFace({ news: { what, count, words } }: { news: News }) {
  return (
    <>
      {what === 'living' ? (
        <Spinner className="size-4 text-amber" />
      ) : what === 'lost' ? (
        <Icon name="warn" className="size-4 text-sell" />
      ) : (
        <Icon name="check" className="size-4 text-buy" />
      )}
      {count === 0 ? null : (
        <span className="num text-fog" aria-hidden="true">
          {count}
        </span>
      )}
      <span className="sr-only">{words}</span>
    </>
  );
}

/** Opens when one waits for the line and may want its owner; closes by itself when it is through, and when the last of them has its block. */
function useOpen(living: boolean, stuck: boolean): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(stuck);
  const [wasStuck, setWasStuck] = useState(stuck);
  if (wasStuck !== stuck) {
    setWasStuck(stuck);
    setOpen(stuck);
  }
  const [lived, setLived] = useState(living);
  if (lived !== living) {
    setLived(living);
    setOpen(open && living);
  }
  return [open, setOpen];
}

/** Whether there is something to tell: that all is done is told for a while only. */
function useTold(what: News['what']): boolean {
  const [over, setOver] = useState(what === 'done');
  useEffect(() => {
    const timer = setTimeout(() => setOver(what === 'done'), what === 'done' ? DONE_STAYS_MS : 0);
    return () => clearTimeout(timer);
  }, [what]);
  return what !== 'done' || !over;
}
