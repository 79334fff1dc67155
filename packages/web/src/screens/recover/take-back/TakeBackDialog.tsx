/** A parked token's way back, reviewed before each of its two signatures: what comes back, what it costs, and what was sent. */
import { shortened } from '@rialto/market';
import type { TakeBackCost, TakeBackIntent } from '../../../flows/mvc/take-back-mvc.ts';
import { Line } from '../../../show/Lines.tsx';
import { Blind } from '../../../show/mvc/Blind.tsx';
import { MvcTxId } from '../../../show/mvc/MvcTxId.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import type { MvcToken } from '../../../show/mvc/Space.tsx';
import { Stopped } from '../../../show/mvc/TwoSteps.tsx';
import { ReviewActs } from '../../../show/ReviewParts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';
import { useTaking } from './taking.ts';
import type { Taking, TakingStep } from './taking.ts';

interface TakeBackProps {
  readonly intent: TakeBackIntent;
  readonly token: MvcToken;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

export function TakeBackDialog(props: TakeBackProps) {
  const taking = useTaking(props.intent, props.onSent);
  return (
    <Dialog title={t('Take back')} onClose={props.onClose} locked={taking.signing} testId="mvc-take-back">
      <Shown taking={taking} {...props} />
    </Dialog>
  );
}

type ShownProps = TakeBackProps & { readonly taking: Taking };

function Shown(props: ShownProps) {
  const { taking, onClose } = props;
  const { step } = taking;
  switch (step.at) {
    case 'asking':
      return (
        <div role="status" className="grid justify-items-center gap-3 py-8" data-testid="mvc-back-asking">
          <Spinner className="size-7 text-amber" />
          <p className="text-sm text-mist">{t('Preparing it. Nothing is signed yet.')}</p>
        </div>
      );
    case 'stopped':
      return <Stopped words={step.words} testId="mvc-back" onBack={onClose} onAgain={taking.begin} />;
    case 'sent':
      return <Sent {...props} step={step} />;
    default:
      return <Reviewed {...props} step={step} />;
  }
}

type StepToSign = Extract<TakingStep, { at: 'check' | 'back' }>;

function Reviewed({ step, taking, intent, token, onClose }: ShownProps & { step: StepToSign }) {
  const isFirst = step.at === 'check';
  return (
    <div className="space-y-4" data-testid={isFirst ? 'mvc-back-check' : 'mvc-back-review'}>
      <p className="text-[0.8125rem] leading-5 text-mist" aria-live="polite">
        {isFirst
          ? t(
              'Step 1 of 2: a payment to yourself, which the token’s contract asks for. It is not sent alone.',
            )
          : t('Step 2 of 2: the token goes back to your key. With this signature both are sent.')}
      </p>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <Deal intent={intent} token={token} />
      </dl>
      <Costs {...step.review.cost} address={intent.account.address} />
      <Blind />
      <ReviewActs
        key={step.at}
        confirm={isFirst ? t('Sign 1 of 2') : t('Sign 2 of 2: take back')}
        tone="primary"
        testId={isFirst ? 'mvc-sign-check' : 'mvc-sign-back'}
        signing={taking.signing}
        refused={false}
        expiresAt={step.until}
        onConfirm={taking.sign}
        onAgain={taking.begin}
        onBack={onClose}
      />
    </div>
  );
}

function Deal({ intent, token }: Pick<ShownProps, 'intent' | 'token'>) {
  return (
    <Line name={t('You get back')}>
      <MvcTokens units={BigInt(intent.coin.amount)} token={token} />
    </Line>
  );
}

function Costs({ networkFee, tokenSats, total, address }: TakeBackCost & { address: string }) {
  return (
    <dl className="space-y-2 px-1">
      <Line name={t('Network fee of both')}>
        <ExactSpace value={networkFee} />
      </Line>
      {tokenSats === 0n ? null : (
        <Line name={t('Sats on the token coin that comes back')}>
          <ExactSpace value={tokenSats} signed />
        </Line>
      )}
      <Line name={t('You pay in total')} strong>
        <span data-testid="mvc-back-total" data-sats={total.toString()}>
          <ExactSpace value={total} />
        </span>
      </Line>
      <Line name={t('To your address on MVC')}>
        <Copyable text={address} shown={shortened(address)} label={t('Copy the address')} />
      </Line>
    </dl>
  );
}

type SentStep = Extract<TakingStep, { at: 'sent' }>;

function Sent({ step: { sent }, intent, token, onClose }: ShownProps & { step: SentStep }) {
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="mvc-back-sent"
      data-state={sent === undefined ? 'unknown' : 'sent'}
    >
      {sent === undefined ? (
        <Spinner className="size-7 text-amber" />
      ) : (
        <Icon name="check" className="size-7 text-buy" />
      )}
      <p className="text-sm text-mist">
        {sent === undefined
          ? t(
              'Submitted; the exchange hasn’t answered yet. Look here again: while it is listed, it was not sent.',
            )
          : t('Sent. It is yours to use again after the next block.')}
      </p>
      <dl className="w-full space-y-2 rounded-xl border border-line px-4 py-3">
        <Deal intent={intent} token={token} />
      </dl>
      {sent === undefined ? null : (
        <>
          <MvcTxId txid={sent.txid} />
          <Copyable
            text={`${sent.check}\n${sent.raw}`}
            shown={t('The raw transactions')}
            label={t('Copy the raw transactions')}
            className="text-xs"
          />
        </>
      )}
      <Button size="lg" className="w-full" data-testid="mvc-back-close" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}
