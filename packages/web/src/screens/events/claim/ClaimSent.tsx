/** What became of a signed claim: on its way, in a block, final, or void. */
import type { ClaimState } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { useClaimOrders } from '../../../data/rewards/reward-queries.ts';
import { Line } from '../../../show/Lines.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Reward } from '../../../show/rewards/Reward.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { msg, t } from '../../../words.ts';
import type { ClaimIntent } from './claim-intent.ts';
import { CLAIM_STATES } from './claim-states.ts';
import type { ClaimStep } from './claiming.ts';

interface SentProps {
  readonly step: Extract<ClaimStep, { at: 'sent' }>;
  readonly intent: ClaimIntent;
  readonly onClose: () => void;
}

type State = ClaimState | 'unknown';

const isIn = (state: State): boolean => state === 'confirmed' || state === 'final';

export function ClaimSent({ step: { prepared, txid }, intent, onClose }: SentProps) {
  const { network: net, campaign, session, pays } = intent;
  const { claimId, rewardAmount: amount } = prepared;
  const { data } = useClaimOrders({ net, campaign, session }, 0);
  const told = data?.results.find(({ orderId }) => orderId === claimId);
  const state = stateOf(told?.state, txid);
  const sendId = txid ?? told?.sendId ?? null;
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="claim-sent"
      data-state={state}
    >
      <Mark state={state} />
      <p className="text-sm text-mist">{t(SAID[state])}</p>
      <dl className="w-full space-y-2 rounded-xl border border-line px-4 py-3">
        <Line name={isIn(state) ? t('You got') : t('You get')}>
          <Reward amount={amount} pays={pays} />
        </Line>
      </dl>
      {sendId === null ? null : <TxLink txId={sendId} shown={shortened(sendId, 10, 8)} />}
      <Button size="lg" className="w-full" data-testid="claim-close" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}

/** The list may be older than the answer. */
function stateOf(told: ClaimState | undefined, txid: string | undefined): State {
  if (told !== undefined && told !== 'built') return told;
  return txid === undefined ? 'unknown' : 'sent';
}

const UNKNOWN = msg(
  'Submitted; the exchange hasn’t answered yet. The claim history shows what becomes of it.',
);

const SAID: Readonly<Record<State, string>> = {
  ...CLAIM_STATES,
  unknown: UNKNOWN,
  sent: msg('In mempool, waiting for a block.'),
  void: msg(
    'A coin of this claim was spent elsewhere. It pays nothing, and the rewards can be claimed again.',
  ),
};

function Mark({ state }: { state: State }) {
  if (isIn(state)) return <Icon name="check" className="size-7 text-buy" />;
  if (state === 'void') return <Icon name="warn" className="size-7 text-warn" />;
  return <Spinner className="size-7 text-amber" />;
}
