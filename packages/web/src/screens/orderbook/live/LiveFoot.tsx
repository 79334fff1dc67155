/** A limit buy that rests, standing or live: the choice with a sentence for each, and the lower half of the live one. */
import { useState } from 'react';
import { SMALLEST_ORDER, TOKEN_DECIMALS, formatDecimal } from '@rialto/market';
import { useLineLost } from '../../../data/calls/line.ts';
import { absenceWords, useLiveTerms } from '../../../flows/live/live-terms.ts';
import { placeLiveBid } from '../../../flows/live/live-acts.ts';
import type { Rung } from '../../../flows/bids/place-bid.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { actorOf, fetchUser } from '../actor.ts';
import type { TradeProps } from '../buy/buy-acts.ts';
import { missing, whoIsMissing } from '../form-check.ts';
import type { Check } from '../form-check.ts';
import { FormFoot } from '../FormFoot.tsx';
import { tell } from '../review/tell.ts';
import { msg, numberWords, t } from '../../../words.ts';

export type BidKind = 'standing' | 'live';

const KINDS: readonly { id: BidKind; label: string; testId: string }[] = [
  { id: 'standing', label: msg('Standing'), testId: 'bid-standing' },
  { id: 'live', label: msg('Live'), testId: 'bid-live' },
];
const SENTENCES: Readonly<Record<BidKind, string>> = {
  standing: msg('Standing: you sign now and need not be here. The first sale into it locks the money.'),
  live: msg('Live: nothing is locked and nobody is trusted, but this page must stay open to sign.'),
};

interface ChoiceProps {
  readonly chosen: BidKind;
  readonly onChoose: (kind: BidKind) => void;
}

export function BidChoice({ chosen, onChoose }: ChoiceProps) {
  return (
    <div className="space-y-1.5">
      <Tabs
        label={t('Kind of bid')}
        tabs={KINDS.map((one) => ({ ...one, label: t(one.label) }))}
        chosen={chosen}
        onChoose={onChoose}
        panelId="bid-kind"
        className="flex gap-1"
        tabClass={(isChosen) =>
          `h-7 flex-1 rounded-md text-xs transition-colors ${isChosen ? 'bg-ink-3 text-fog' : 'text-haze hover:text-fog'}`
        }
      />
      <p id="bid-kind" role="tabpanel" className="text-xs leading-4 text-haze" data-testid="bid-kind">
        {t(SENTENCES[chosen])}
      </p>
    </div>
  );
}

interface LiveFootProps extends Pick<TradeProps, 'market' | 'dispatch'> {
  /** Undefined while it makes no sense. */
  readonly rung: Rung | undefined;
  readonly busy: boolean;
}

export function LiveFoot({ market, dispatch, rung, busy }: LiveFootProps) {
  const offline = useLineLost();
  const [placing, setPlacing] = useState(false);
  const terms = useLiveTerms(market.network);
  const check = checkLive(market, rung);
  const place = (): void => {
    if (fetchUser(check, market)) return;
    const actor = actorOf(market);
    const { token, pair } = market;
    if (actor === undefined || rung === undefined || token === undefined) return;
    setPlacing(true);
    const { ticker: tick, assetId } = token;
    const coinAmount = formatDecimal(rung.units, TOKEN_DECIMALS);
    const bid = { book: pair.book, tick, assetId, coinAmount, amount: rung.price.toString() };
    placeLiveBid(bid, { ...actor, network: market.network })
      .then(() => {
        toast({ title: t('Your live bid is in the book while this page is open.') });
        dispatch({ type: 'done', act: 'buy' });
      }, tell)
      .finally(() => setPlacing(false));
  };
  return (
    <>
      <ul className="list-disc space-y-1 pl-4 text-xs leading-4 text-haze" data-testid="live-facts">
        {terms === undefined ? null : (
          <li>
            {t('A seller signs the whole sale first; you then have {seconds} seconds to sign it here.', {
              seconds: numberWords(terms.signWithin),
            })}
          </li>
        )}
        <li>
          {t('You pay the price and nothing more: the seller pays the service fee and the network fee.')}
        </li>
        {terms === undefined ? null : <li>{absenceWords(terms)}</li>}
      </ul>
      <FormFoot>
        {rung === undefined ? null : (
          <Line name={t('Total')} strong>
            <Exact value={rung.price} />
          </Line>
        )}
        <Button
          tone={check.missing === 'connect' ? 'primary' : 'buy'}
          size="lg"
          busy={busy || placing}
          data-testid="live-button"
          data-main
          disabled={offline || check.missing === 'input'}
          onClick={place}
          className="w-full"
        >
          {offline ? t('Offline, reconnecting') : t(check.label)}
        </Button>
      </FormFoot>
    </>
  );
}

function checkLive(market: LiveFootProps['market'], rung: Rung | undefined): Check {
  const actor = whoIsMissing({ connected: market.account.user !== undefined });
  if (actor !== undefined) return actor;
  if (rung === undefined) return missing(msg('Enter a price and an amount'));
  if (rung.price < SMALLEST_ORDER) return missing(msg('A bid is for 10,000 sat or more'));
  if ((market.spendable ?? 0n) < rung.price) return missing(msg('Not enough money for it'));
  return { label: msg('Place live bid'), missing: 'nothing' };
}
