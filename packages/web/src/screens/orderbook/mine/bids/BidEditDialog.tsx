/** Other prices or amounts for a bid: signed anew as a whole while nothing of it is on the chain; afterwards a rung is taken back and bid again. */
import { useState } from 'react';
import type { BidKey, Order } from '@rialto/contract';
import { useLineLost } from '../../../../data/calls/line.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Line, Notice } from '../../../../show/Lines.tsx';
import { SumParts, SumTotal } from '../../../../show/Sum.tsx';
import { ladderParts } from '../../bid/BidFoot.tsx';
import type { Ladder } from '../../bid/ladder.ts';
import { RungFields } from '../../bid/RungFields.tsx';
import { AddRung } from '../../bid/Rungs.tsx';
import { FeeConsent } from '../../Consent.tsx';
import type { Rung } from '../../../../flows/bids/place-bid.ts';
import type { Check } from '../../form-check.ts';
import type { RungTyped } from '../../form.ts';
import type { BidGroup } from './bid-groups.ts';
import { TakeBack } from './TakeBack.tsx';
import { editedBid, typedOf } from './edit-bid.ts';
import type { EditScene } from './edit-bid.ts';
import { numberWords, t } from '../../../../words.ts';

export interface BidEditDialogProps {
  readonly bid: BidGroup;
  /** The one that was pressed. */
  readonly rung: Order;
  readonly scene: Omit<EditScene, 'highFee'>;
  /** Of the connected wallet, for so many rungs; undefined while it is not known. */
  readonly popUps: (rungs: number) => number | undefined;
  readonly onReview: (rungs: readonly Rung[], highFee: boolean) => void;
  readonly onTakeBack: (rung: Order) => void;
  readonly onClose: () => void;
}

export function BidEditDialog(props: BidEditDialogProps) {
  const { bid, rung, onClose } = props;
  const busy = bid.rungs.some(({ pending }) => pending);
  return (
    <Dialog
      title={bid.published ? t('Take a rung back') : t('Edit this bid')}
      onClose={onClose}
      testId="bid-edit-dialog"
    >
      {bid.published ? (
        <Published {...props} rung={bid.rungs.find(({ orderId }) => orderId === rung.orderId) ?? rung} />
      ) : busy ? (
        <Notice tone="warn">{t('Someone is selling into it. That sale is settled first.')}</Notice>
      ) : (
        <Ladders {...props} />
      )}
    </Dialog>
  );
}

/** All rungs of the bid: whichever is changed, all are signed again. */
function Ladders({ bid: { rungs }, rung, scene, popUps, onReview }: BidEditDialogProps) {
  const [typed, setTyped] = useState(() => typedOf(rungs));
  const [highFee, setHighFee] = useState(false);
  const { ladder, check } = editedBid(rungs, typed, { ...scene, highFee });
  const { tick } = rung;
  const change = (at: number, to: Partial<RungTyped>): void =>
    setTyped(typed.map((one, index) => (index === at ? { ...one, ...to } : one)));
  return (
    <div className="space-y-4">
      <div className="space-y-2" data-testid="ladder-edit">
        <p className="flex justify-between pr-[2.125rem] text-xs text-haze max-lg:pr-[2.875rem]">
          <span>{t('Price per {tick}', { tick })}</span>
          <span>{t('Amount')}</span>
        </p>
        <ol className="space-y-2">
          {ladder.rungs.map((one, at) => (
            <RungFields
              key={at}
              {...{ rung: one, tick }}
              place={at + 1}
              least={ladder.least}
              decimals={scene.decimals}
              marked={
                rungs.length > 1 && rungs[at]?.orderId === rung.orderId && typed.length === rungs.length
              }
              onChange={(to) => change(at, to)}
              onDrop={typed.length > 1 ? () => setTyped(typed.filter((_, index) => index !== at)) : undefined}
            />
          ))}
        </ol>
        <AddRung ladder={ladder} onAdd={(next) => setTyped([...typed, next])} />
      </div>
      <Costs ladder={ladder} terms={scene.terms} popUps={popUps(typed.length)} />
      <p className="text-[0.8125rem] leading-5 text-haze" data-testid="bid-edit-truth">
        {t(
          'All rungs are signed again and get a new rescue file. The exchange deletes the old signatures, which is as real as removing a bid from the book: you trust it to. Only cancelling on-chain voids them for certain.',
        )}
      </p>
      <FeeConsent testId="edit-fee-consent" check={check} agreed={highFee} onAgree={setHighFee} />
      <Go check={check} onGo={() => onReview(ladder.whole ?? [], highFee)} />
    </div>
  );
}

function Costs({
  ladder: { cost },
  terms,
  popUps,
}: {
  ladder: Ladder;
  terms: BidKey | undefined;
  popUps: number | undefined;
}) {
  if (cost === undefined) return null;
  return (
    <div className="space-y-2">
      <SumParts parts={ladderParts(cost)} />
      <SumTotal parts={ladderParts(cost)} name={t('Total, about')} testId="bid-edit-total" />
      <dl className="space-y-2">
        {terms === undefined ? null : (
          <Line name={t('Stands for, from now')}>
            {t('{blocks} blocks', { blocks: numberWords(terms.expiryBlocks) })}
          </Line>
        )}
        {popUps === undefined ? null : <Line name={t('Wallet pop-ups')}>{numberWords(popUps)}</Line>}
      </dl>
    </div>
  );
}

function Go({ check, onGo }: { check: Check; onGo: () => void }) {
  const offline = useLineLost();
  return (
    <Button
      tone="buy"
      size="lg"
      className="w-full"
      data-testid="bid-edit-review"
      disabled={offline || check.missing !== 'nothing'}
      onClick={onGo}
    >
      {offline ? t('Offline, reconnecting') : t(check.label)}
    </Button>
  );
}

/** Its lock is on the chain: what it was made for stands in it. */
function Published({ rung, onTakeBack }: BidEditDialogProps) {
  return (
    <div className="space-y-4">
      <p className="text-sm leading-6 text-mist" data-testid="bid-edit-published">
        {t(
          'The first sale put this bid on the chain, and a lock is made for one price and one amount. To change a rung, take it back, then place a new bid with the money.',
        )}
      </p>
      {rung.pending ? (
        <Notice tone="warn">{t('Someone is selling into it. That sale is settled first.')}</Notice>
      ) : null}
      <TakeBack testId="bid-edit-take-back" disabled={rung.pending} onTakeBack={() => onTakeBack(rung)} />
    </div>
  );
}
