/** The first moment of an act on one's own: what it means, at which rate, and what that costs. */
import { useState } from 'react';
import { TOKEN_DECIMALS, formatDecimal, formatRate, grouped, rateE18 } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { DUST_FLOOR } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { useLineLost } from '../../../data/calls/line.ts';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { costAt, leastRate } from '../../../flows/own/own-cost.ts';
import { priceIn } from '../../../flows/own/renew-request.ts';
import type { OwnRequest, RenewRequest, SplitLotRequest } from '../../../flows/own/own-request.ts';
import { coinCarries } from '../../../show/own/coin-words.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat, Price } from '../../../show/Money.tsx';
import { ACT_MEANING } from '../../../show/own/own-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { NumberField } from '../../../ui/number/NumberField.tsx';
import type { Price as PriceOfAct } from './own-acts.ts';
import { firstRate, missingOf, needsConsent, rateOf, upToTenth } from './own-form.ts';
import { OwnSizes } from './OwnSizes.tsx';
import { Words } from '../../../ui/Words.tsx';
import { numberWords, t } from '../../../words.ts';

interface OwnFormProps {
  readonly start: OwnRequest;
  readonly onPrepare: (request: OwnRequest, price: PriceOfAct) => void;
}

export function OwnForm({ start, onPrepare }: OwnFormProps) {
  const { limits, chosen } = useFeePlan();
  const offline = useLineLost();
  const [request, setRequest] = useState(start);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const [agreed, setAgreed] = useState(false);
  const rate = typed ?? firstRate(request, chosen.feeRate);
  const missing = missingOf(request, { rate, agreed }, limits);
  const feeRateSatVb = rateOf(rate);
  const go = (): void => {
    if (missing === undefined && feeRateSatVb !== undefined)
      onPrepare(request, { feeRateSatVb, highFee: agreed });
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <p className="text-[0.8125rem] leading-5 text-mist [overflow-wrap:anywhere]">{meaningOf(request)}</p>
      {request.kind === 'split-lot' ? <OwnSizes request={request} onChange={setRequest} /> : null}
      {request.kind === 'renew' ? <RenewPrice request={request} onChange={setRequest} /> : null}
      <NumberField
        testId="own-rate"
        label={t('Fee rate')}
        value={rate}
        onType={setTyped}
        unit="sat/vB"
        hint={rateHint(request, limits)}
      />
      {needsConsent(rate, limits) ? (
        <label className="flex items-center gap-2.5 text-[0.8125rem] text-warn">
          <input
            type="checkbox"
            checked={agreed}
            data-testid="own-consent"
            onChange={(event) => setAgreed(event.target.checked)}
            className="size-4 accent-amber"
          />
          {t('Pay more than four times the Fast rate')}
        </label>
      ) : null}
      <Costs request={request} rate={feeRateSatVb} />
      <Button
        tone="primary"
        size="lg"
        type="submit"
        className="w-full"
        data-testid="own-prepare"
        disabled={offline || missing !== undefined}
      >
        {offline ? t('Offline, reconnecting') : missing === undefined ? t('Review') : t(missing)}
      </Button>
    </form>
  );
}

/** Of all of it; the same as before, or any other: the old promise is worth nothing without the exchange. */
function RenewPrice({ request, onChange }: { request: RenewRequest; onChange: (to: RenewRequest) => void }) {
  const { decimals, ticket } = request.lock;
  const price = priceIn(request);
  const units = (BigInt(ticket.amount) * 10n ** BigInt(TOKEN_DECIMALS - decimals)) as Amount;
  return (
    <NumberField
      testId="renew-price"
      label={t('Total price')}
      value={request.price}
      onType={(text) => onChange({ ...request, price: text })}
      unit="sat"
      hint={
        price === undefined ? undefined : (
          <Words
            of="{price} each"
            parts={{
              price: <Price value={formatRate(rateE18(price as Sats, units))} unit="sat" />,
            }}
          />
        )
      }
    />
  );
}

/** Why it begins with this rate. */
function rateHint(request: OwnRequest, plans: FeePlans | undefined): string | undefined {
  const least = request.kind === 'waiting' ? leastRate(request) : undefined;
  if (request.kind === 'waiting' && least !== undefined) {
    const rate = upToTenth(least).toString();
    return request.act === 'child'
      ? t('At least {rate} to be faster', { rate })
      : t('At least {rate} to replace it', { rate });
  }
  return plans === undefined ? undefined : t('Fast is {rate} sat/vB', { rate: plans.fast });
}

function Costs({ request, rate }: { request: OwnRequest; rate: number | undefined }) {
  const cost = rate === undefined ? undefined : costAt(request, rate);
  return (
    <dl className="space-y-2 px-1">
      <Line
        name={request.kind === 'waiting' && request.act === 'bump' ? t('Extra fee') : t('Network fee, about')}
        strong
      >
        {cost === undefined ? (
          '—'
        ) : (
          <>
            <Exact value={cost} /> <Fiat value={cost} className="font-normal" />
          </>
        )}
      </Line>
      {request.kind === 'split-lot' ? (
        <Line name={t('Stays yours, on each new coin')}>
          <Exact value={DUST_FLOOR} />
        </Line>
      ) : null}
    </dl>
  );
}

function meaningOf(request: OwnRequest): string {
  switch (request.kind) {
    case 'waiting':
      return t(ACT_MEANING[request.act]);
    case 'split-coin':
      return `${coinCarries(request.coin.assets)}. ${t(ACT_MEANING.split)}`;
    case 'split-lot':
      return heldWords(request);
    case 'gather':
      return t(
        '{coins} coins with {tick} become one, at your own address. Their sats pay the network fee first, and the rest is change. Takes one transaction and one block.',
        { coins: request.coins, tick: request.tick },
      );
    case 'renew':
      return t(
        'The lot moves out of its lock into a new one, for {blocks} blocks more, and is offered again once that is deep enough. The exchange signs with you; the old offer ends at once.',
        { blocks: numberWords(request.lock.ticket.exitAfter) },
      );
    case 'leftover':
      return t(
        'Your signature for this order was sent. Anyone who kept it can still buy at the old price until you move the coin to yourself.',
      );
  }
}

function heldWords({ held, decimals, tick, assetId }: SplitLotRequest): string {
  const amount = grouped(formatDecimal(held, decimals));
  if (assetId.startsWith('rune:'))
    return t(
      'The lot holds {amount} {tick}. Each size becomes its own lot; the rest stays in one. Takes one transaction and one block.',
      { amount, tick },
    );
  return t(
    'The lot holds {amount} {tick}. Each size becomes its own lot; the rest stays in one. Takes two transactions and one block.',
    {
      amount,
      tick,
    },
  );
}
