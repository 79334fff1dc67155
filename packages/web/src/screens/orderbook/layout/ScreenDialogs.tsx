/** What is opened over the order book: an act's review, the answer to a live bid, the list of tokens. Each comes when it is opened. */
import { Suspense, lazy } from 'react';
import { Contained } from '../../../ui/Contained.tsx';
import { actorOf } from '../actor.ts';
import type { FormAct } from '../form-acts.ts';
import type { Market } from '../market.ts';
import type { Acts } from '../review/acts.ts';

const ActDialogs = lazy(async () => ({ default: (await import('../review/ActDialogs.tsx')).ActDialogs }));
const AnswerDialog = lazy(async () => ({ default: (await import('../live/AnswerDialog.tsx')).AnswerDialog }));
const TokenPicker = lazy(async () => ({ default: (await import('../pair/TokenPicker.tsx')).TokenPicker }));

interface ScreenDialogsProps {
  readonly market: Market;
  readonly acts: Acts;
  readonly dispatch: (act: FormAct) => void;
  /** The live bid that is answered. */
  readonly answering: string | undefined;
  readonly onAnswered: () => void;
  readonly picking: boolean;
  readonly onPicked: () => void;
}

export function ScreenDialogs({
  market,
  acts,
  dispatch,
  answering,
  onAnswered,
  picking,
  onPicked,
}: ScreenDialogsProps) {
  return (
    <Suspense fallback={null}>
      {acts.state.step === 'idle' ? null : (
        <Contained onClose={acts.back}>
          <ActDialogs acts={acts} actor={actorOf(market)} dispatch={dispatch} />
        </Contained>
      )}
      {answering === undefined ? null : (
        <Contained onClose={onAnswered}>
          <AnswerDialog market={market} orderId={answering} onClose={onAnswered} />
        </Contained>
      )}
      {picking ? (
        <Contained onClose={onPicked}>
          <TokenPicker network={market.network} assetId={market.pair.assetId} onClose={onPicked} />
        </Contained>
      ) : null}
    </Suspense>
  );
}
