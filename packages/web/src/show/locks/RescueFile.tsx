/** Something of one's own lies in a lock now: what takes it home without the exchange is offered as a file. */
import { isKept } from '../../rescue-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { download } from '../../ui/download.ts';
import { Notice } from '../Lines.tsx';
import { RescueLink } from './RescueLink.tsx';
import { t } from '../../words.ts';

interface RescueFileProps {
  readonly rescue: string;
  readonly onClose: () => void;
}

export function RescueFile({ rescue, onClose }: RescueFileProps) {
  const kept = isKept(rescue);
  const save = (): void => {
    download(
      `rialto-rescue-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`,
      rescue,
      'application/json',
    );
    onClose();
  };
  return (
    <Dialog title={t('Keep the rescue file')} onClose={onClose} testId="bid-placed">
      <div className="space-y-4">
        <p className="text-sm leading-6 text-mist">
          {t(
            'It holds the signed way home of every lock you just made. With it you get what is in them back even if this exchange never answers again. It can be spent to your own address only.',
          )}
        </p>
        {kept ? null : (
          <Notice tone="warn">
            <span data-testid="rescue-not-kept">
              {t('This browser couldn’t keep a copy: its storage is full or blocked. Save the file now.')}
            </span>
          </Notice>
        )}
        <p className="text-sm leading-6 text-mist">
          {kept
            ? t('This browser keeps a copy. The rescue page reads both, and works without this exchange.')
            : t('The rescue page reads it, and works without this exchange.')}{' '}
          <RescueLink />
        </p>
        <div className="flex gap-3">
          <Button size="lg" className="flex-1" data-testid="rescue-later" onClick={onClose}>
            {t('Later')}
          </Button>
          <Button tone="primary" size="lg" className="flex-[2]" data-testid="rescue-save" onClick={save}>
            {t('Save the file')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
