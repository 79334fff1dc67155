/** What both directions say before a wallet opens: what one sends and gets, what it costs, to whom it goes, the order's id in the payment, and its terms to be saved. */
import type { ReactNode } from 'react';
import { shortened } from '@rialto/market';
import type { BridgeIntent } from '../../../flows/bridge/bridge-intent.ts';
import type { MadeTerms } from '../../../flows/bridge/bridge-terms.ts';
import { BridgeAddress } from '../../../show/bridge/BridgeAddress.tsx';
import { receiverWords } from '../../../show/bridge/order-words.ts';
import { Line } from '../../../show/Lines.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { t } from '../../../words.ts';
import { BridgeSum } from '../BridgeCosts.tsx';
import { SaveTerms } from '../SaveTerms.tsx';
import type { Bridging } from './bridging.ts';
import { NewAddresses, useNewAddresses } from './NewAddresses.tsx';

interface ReviewedProps {
  readonly intent: BridgeIntent;
  readonly made: MadeTerms;
  /** Why it must not be paid, in words. */
  readonly mismatches: readonly string[];
  /** What the wallet pays beside it. */
  readonly costs: ReactNode;
  readonly remark?: ReactNode;
  readonly bridging: Bridging;
  readonly onClose: () => void;
}

export function Reviewed({ intent, made, mismatches, costs, remark, bridging, onClose }: ReviewedProps) {
  const { asset, direction, quote } = intent;
  const isRefused = mismatches.length > 0;
  const addresses = useNewAddresses(intent);
  return (
    <div className="space-y-4" data-testid="bridge-review">
      <Refused mismatches={mismatches} testId="bridge-problems" />
      <BridgeSum {...{ asset, direction, quote }} receives={t('You receive, at least')} />
      <dl className="space-y-2 px-1" data-testid="bridge-review-sum">
        {costs}
      </dl>
      <Parties intent={intent} made={made} />
      <NewAddresses {...addresses} />
      {remark}
      {isRefused ? null : <SaveTerms made={made} />}
      <ReviewActs
        confirm={t('Sign and pay')}
        tone="primary"
        testId="bridge-confirm"
        signing={bridging.signing}
        refused={isRefused || addresses.areNew}
        expiresAt={undefined}
        onConfirm={bridging.sign}
        onAgain={bridging.begin}
        onBack={onClose}
      />
    </div>
  );
}

function Parties({ intent, made }: Pick<ReviewedProps, 'intent' | 'made'>) {
  const { asset, direction, user, account } = intent;
  const isMint = direction === 'mint';
  return (
    <dl className="space-y-2 px-1">
      <Line name={t('Paid to the bridge’s address')}>
        <BridgeAddress address={isMint ? asset.lockedAddress : asset.inletAddress} />
      </Line>
      <Line name={receiverWords(direction)}>
        <BridgeAddress address={isMint ? account.address : user.address} />
      </Line>
      <Line name={t('Back to, if it is refunded')}>
        <BridgeAddress address={isMint ? user.address : account.address} />
      </Line>
      <Line name={t('Order id, in the payment')}>
        <Copyable
          text={made.orderId}
          shown={shortened(made.orderId, 6, 6)}
          label={t('Copy the order’s id')}
        />
      </Line>
    </dl>
  );
}
