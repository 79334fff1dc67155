/** The swap that is under way: its review before the wallet opens, and what becomes of it. */
import { Dialog } from '../../../ui/Dialog.tsx';
import { t } from '../../../words.ts';
import type { MvcActing } from './acting.ts';
import { MvcReviewed } from './MvcReviewed.tsx';
import { MvcSent } from './MvcSent.tsx';

export function MvcActDialog({ acting }: { acting: MvcActing }) {
  const { swap, sent, signing, end } = acting;
  if (swap === undefined && sent === undefined) return null;
  return (
    <Dialog title={t('Swap')} onClose={end} locked={signing} testId="mvc-act">
      {swap === undefined ? (
        sent === undefined ? null : (
          <MvcSent swap={sent} onClose={end} />
        )
      ) : (
        <MvcReviewed swap={swap} acting={acting} />
      )}
    </Dialog>
  );
}
