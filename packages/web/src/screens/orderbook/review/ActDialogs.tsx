/** The dialogs of an act in progress: building, review, signing. */
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Icon.tsx';
import { RescueFile } from '../../../show/locks/RescueFile.tsx';
import type { BidReview } from '../../../flows/bids/place-bid.ts';
import type { SaleReview } from '../../../flows/bids/sell-into.ts';
import type { Acts } from './acts.ts';
import type { Reviewed, Actor } from './reviewed.ts';
import { rulesOf } from '../pair/books.ts';
import type { FormAct } from '../form-acts.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import type { ReviewDialogProps } from './ReviewDialog.tsx';
import { bookWords } from '../pair/book-words.ts';
import { msg, t } from '../../../words.ts';

interface ActDialogsProps {
  readonly acts: Acts;
  readonly actor: Actor | undefined;
  readonly dispatch: (act: FormAct) => void;
}

export function ActDialogs({ acts, actor, dispatch }: ActDialogsProps) {
  const { state } = acts;
  if (state.step === 'idle') return null;
  if (state.step === 'placed')
    return <RescueFile rescue={state.rescue} changed={state.changed} onClose={acts.back} />;
  if (state.step === 'building') return <Building waits={state.waits} onBack={acts.back} />;
  const { reviewed } = state;
  const confirm = async (): Promise<void> => {
    // Whoever disconnected meanwhile begins at the form, which says what is missing.
    if (actor === undefined) {
      acts.back();
      return;
    }
    const done = await acts.confirm(actor);
    if (done && reviewed.kind === 'take') dispatch({ type: 'done', act: 'buy' });
    // A bid that is edited was not typed into the form.
    if (done && reviewed.kind === 'bid' && reviewed.bid.intent.replaces === undefined)
      dispatch({ type: 'done', act: 'buy' });
    if (done && (reviewed.kind === 'ask' || reviewed.kind === 'lock' || reviewed.kind === 'sale'))
      dispatch({ type: 'done', act: 'sell' });
  };
  return (
    <ReviewDialog
      {...wordsOf(reviewed)}
      title={reviewed.title}
      signing={state.step === 'signing'}
      onConfirm={() => void confirm()}
      onAgain={() => void state.again()}
      onClose={acts.back}
    />
  );
}

function Building({ waits, onBack }: { waits: boolean; onBack: () => void }) {
  return (
    <Dialog title={t('Building Transaction...')} onClose={onBack} locked={!waits} hideTitle testId="building">
      <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
        <Spinner className="size-7 text-amber" />
        <div>
          <p className="text-[0.9375rem] font-semibold">{t('Building Transaction...')}</p>
          <p className="mt-1 text-[0.8125rem] text-haze">
            {waits
              ? t('Connection lost. Nothing was signed; this continues when you are back online.')
              : t('This page checks it before your wallet opens.')}
          </p>
        </div>
        {waits ? (
          <Button data-testid="building-back" onClick={onBack}>
            {t('Back')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

type Words = Pick<
  ReviewDialogProps,
  'review' | 'offers' | 'risks' | 'confirm' | 'tone' | 'expiresAt' | 'feeNote'
>;

const SNIPE = msg(
  'Until it confirms, someone paying a higher fee can take the lot first. If so, you pay nothing and we tell you.',
);
const OPEN_SIGNATURE = msg(
  'Your signature is an open offer: anyone who has it can buy at this price. Removing the listing asks the exchange to delete it; only cancelling on-chain voids it for certain.',
);
const BOTH_LIVE = msg(
  'The exchange deletes the old signature. Anyone who kept a copy could only pay you the higher price.',
);

const OPEN_LOCK = msg(
  'Until a lock’s coin is spent, the operator’s signer together with your stored pre-signature could take an open bid’s money; it could not do so unseen.',
);
const RACE = msg(
  'Until it confirms, whoever pays a higher fee can spend a coin of it first. If so, you pay nothing and we tell you.',
);
const CANCELLED_BID = {
  funding: msg(
    'It spends one coin of the bid’s funding, back to you: nobody can fill any rung of it then. Until it confirms, a sale can still win.',
  ),
  locks: msg(
    'The exchange signs with you, and the locks come home in one transaction. Until it confirms, a sale can still win.',
  ),
} as const;

/** Each rung, an order of its own. */
const offersOf = ({ intent: { rungs, tick } }: BidReview): NonNullable<ReviewDialogProps['offers']> =>
  rungs.map(({ units, price }, at) => ({ outpoint: `${at}`, units, tick, price }));

const soldInto = ({ intent: { bids, tick } }: SaleReview): NonNullable<ReviewDialogProps['offers']> =>
  bids.map(({ orderId, units, price }) => ({ outpoint: orderId, units, tick, price }));

function cancelRisk({ byScript, intent }: Extract<Reviewed, { kind: 'cancel' }>['cancel']): string {
  return byScript.length > 0
    ? t('The exchange signs with you, and the lot comes home. Until it confirms, a sale can still win.')
    : t(bookWords(rulesOf(intent.book)).usedUp);
}

const REPLACES = msg(
  'The exchange deletes the signatures of the bid as it was; you trust it to. Only cancelling on-chain voids them for certain.',
);

const bidRisks = ({ intent }: BidReview): string[] =>
  intent.replaces === undefined ? [t(OPEN_LOCK)] : [t(REPLACES), t(OPEN_LOCK)];

function wordsOf(reviewed: Reviewed): Words {
  switch (reviewed.kind) {
    case 'take':
      return {
        review: reviewed.take.review,
        risks: [t(SNIPE)],
        confirm: t('Sign and buy'),
        tone: 'buy',
        expiresAt: reviewed.take.prepared.expiresAt,
      };
    case 'ask':
      return {
        review: reviewed.ask.review,
        offers: reviewed.ask.offers.map(({ intent }) => intent),
        feeNote: t('paid by the buyer'),
        risks: [t(OPEN_SIGNATURE)],
        confirm: t('Sign and list'),
        tone: 'sell',
        expiresAt: undefined,
      };
    case 'edit':
      return {
        review: reviewed.edit.review,
        offers: reviewed.edit.offers.map(({ intent }) => intent),
        feeNote: t('paid by the buyer'),
        risks: [t(BOTH_LIVE)],
        confirm: t('Sign the lower price'),
        tone: 'sell',
        expiresAt: undefined,
      };
    case 'bid':
      return {
        review: reviewed.bid.review,
        offers: offersOf(reviewed.bid),
        risks: bidRisks(reviewed.bid),
        confirm: t('Sign and place'),
        tone: 'buy',
        expiresAt: reviewed.bid.prepared.expiresAt,
      };
    case 'lock':
      return {
        review: reviewed.lock.review,
        offers: [reviewed.lock.intent],
        risks: [],
        confirm: t('Sign and lock'),
        tone: 'sell',
        expiresAt: reviewed.lock.prepared.expiresAt,
      };
    case 'sale':
      return {
        review: reviewed.sale.review,
        offers: soldInto(reviewed.sale),
        risks: [t(RACE)],
        confirm: t('Sign and sell'),
        tone: 'sell',
        expiresAt: reviewed.sale.prepared.expiresAt,
      };
    case 'bid-cancel':
      return {
        review: reviewed.cancel.review,
        risks: [t(CANCELLED_BID[reviewed.cancel.intent.kind])],
        confirm: t('Sign and cancel'),
        tone: 'danger',
        expiresAt: reviewed.cancel.prepared.expiresAt,
      };
    case 'cancel':
      return {
        review: reviewed.cancel.review,
        risks: [cancelRisk(reviewed.cancel)],
        confirm: t('Sign and cancel'),
        tone: 'danger',
        expiresAt: reviewed.cancel.prepared.expiresAt,
      };
  }
}
