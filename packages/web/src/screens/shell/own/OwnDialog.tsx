/** The dialog of an act on one's own: what it costs, what it does, the signature. */
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Icon.tsx';
import { dropWish } from '../../../flows/own/own-wish.ts';
import type { OwnWish } from '../../../flows/own/own-wish.ts';
import { ACT_WORDS } from '../../../show/own-words.ts';
import { OwnForm } from './OwnForm.tsx';
import { OwnReview } from './OwnReview.tsx';
import { useOwnActing } from './own-acts.ts';
import { t } from '../../../words.ts';

export function OwnDialog({ wish }: { wish: OwnWish }) {
  const acting = useOwnActing();
  const { state } = acting;
  const locked = state.step === 'building' || state.step === 'signing';
  return (
    <Dialog title={titleOf(wish)} onClose={dropWish} locked={locked} testId="own-dialog">
      {/* The form keeps what was entered while the review stands in its place. */}
      <div className={state.step === 'form' ? '' : 'hidden'}>
        <OwnForm start={wish} onPrepare={acting.prepare} />
      </div>
      {state.step === 'building' ? <Building /> : null}
      {state.step === 'review' || state.step === 'signing' ? (
        <OwnReview
          reviewed={state.reviewed}
          signing={state.step === 'signing'}
          onConfirm={() => acting.confirm(lineOf(wish))}
          onAgain={acting.again}
          onBack={acting.back}
        />
      ) : null}
    </Dialog>
  );
}

function Building() {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
      <Spinner className="size-7 text-amber" />
      <p className="text-[0.8125rem] text-haze">{t('This page reads it back before your wallet opens.')}</p>
    </div>
  );
}

function titleOf(wish: OwnWish): string {
  switch (wish.kind) {
    case 'waiting':
      return t(ACT_WORDS[wish.act]);
    case 'apart':
      return t('Take a coin apart');
    case 'sizes':
      return t('Split a lot');
    case 'leftover':
      return t('Cancel on the chain');
  }
}

/** What the tray calls it. */
function lineOf(wish: OwnWish): string {
  switch (wish.kind) {
    case 'waiting':
      return t('{act}: {what}', { act: t(ACT_WORDS[wish.act]), what: wish.title });
    case 'apart':
      return t('Take a coin apart');
    case 'sizes':
      return t('Split a lot of {tick}', { tick: wish.tick });
    case 'leftover':
      return t('Cancel selling {amount} {tick}', { amount: wish.order.coinAmount, tick: wish.order.tick });
  }
}
