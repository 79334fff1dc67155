/** What a swap on MVC costs: the price both ways, how far it moves, the providers' fee, and the network's part. */
import type { MvcPool, MvcQuote } from '@rialto/contract';
import { Line, Notice } from '../../show/Lines.tsx';
import { ppmWords } from '../../show/mvc/ppm.ts';
import { ExactSpace, MvcTokens, SpacePrice, TokensPerSpace } from '../../show/mvc/Space.tsx';
import type { MvcToken } from '../../show/mvc/Space.tsx';
import { percentText } from '../../show/swap/amounts.ts';
import { Words } from '../../ui/Words.tsx';
import { tokenText } from '../../data/mvc/token-names.ts';
import { t } from '../../words.ts';
import { isMuch } from './mvc-form.ts';
import type { MvcForm } from './mvc-form.ts';

interface CostsProps {
  readonly quote: MvcQuote;
  readonly side: MvcForm['side'];
  readonly pool: MvcPool;
}

export function MvcCosts({ quote, side, pool }: CostsProps) {
  const [sats, units, lpFee] = [quote.sats, quote.units, quote.lpFee].map(BigInt);
  return (
    <div className="space-y-3" data-testid="mvc-costs">
      <ImpactIsMuch impactPpm={quote.impactPpm} />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <BothWays sats={sats ?? 0n} units={units ?? 0n} token={pool} />
        <ImpactLine impactPpm={quote.impactPpm} />
        <Line name={t('LP fee {share}, in the price', { share: percentText(pool.lpFeePercent) })}>
          {side === 'buy' ? (
            <ExactSpace value={lpFee ?? 0n} />
          ) : (
            <MvcTokens units={lpFee ?? 0n} token={pool} />
          )}
        </Line>
      </dl>
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-sum">
        {side === 'buy' ? <BuyerLines quote={quote} /> : <SellerLines quote={quote} />}
      </dl>
    </div>
  );
}

function BuyerLines({ quote }: Pick<CostsProps, 'quote'>) {
  return (
    <>
      <Line name={t('Into the pool')}>
        <ExactSpace value={BigInt(quote.sats)} />
      </Line>
      <Line name={t('Network fee of swap and check, about')}>
        <ExactSpace value={BigInt(quote.networkFee)} signed />
      </Line>
    </>
  );
}

/** Taken off already: the network is paid out of what comes. */
function SellerLines({ quote }: Pick<CostsProps, 'quote'>) {
  return (
    <>
      <Line name={t('Network fee of swap and check, about, already deducted')}>
        <ExactSpace value={BigInt(quote.networkFee)} />
      </Line>
      {quote.tokenSats === '0' ? null : (
        <Line name={t('On the token coins, already deducted')}>
          <ExactSpace value={BigInt(quote.tokenSats)} />
        </Line>
      )}
    </>
  );
}

/** What leaves or comes in the end. */
export function MvcTotal({ quote, side }: Omit<CostsProps, 'pool'>) {
  const sats = BigInt(quote.sats);
  const total = side === 'buy' ? sats + BigInt(quote.networkFee) : sats;
  return (
    <dl className="space-y-1 px-4" data-testid="mvc-total">
      <Line name={side === 'buy' ? t('You pay in total') : t('Finally receive')} strong>
        <span data-testid="mvc-total-sats" data-sats={total.toString()}>
          <ExactSpace value={total} />
        </span>
      </Line>
      {side === 'buy' ? <OnTop tokenSats={BigInt(quote.tokenSats)} /> : null}
    </dl>
  );
}

export function OnTop({ tokenSats }: { tokenSats: bigint }) {
  return (
    <Line name={t('On top: stays yours, on the coin you get')}>
      <ExactSpace value={tokenSats} />
    </Line>
  );
}

interface BothWaysProps {
  readonly sats: bigint;
  readonly units: bigint;
  readonly token: MvcToken;
}

export function BothWays({ sats, units, token }: BothWaysProps) {
  if (units === 0n) return null;
  return (
    <Line name={t('Price')}>
      <span className="block">
        <Words
          of="1 {token} = {price}"
          values={{ token: tokenText(token) }}
          parts={{ price: <SpacePrice sats={sats} units={units} token={token} /> }}
        />
      </span>
      <span className="block text-haze">
        <Words
          of="1 SPACE = {amount}"
          parts={{ amount: <TokensPerSpace sats={sats} units={units} token={token} /> }}
        />
      </span>
    </Line>
  );
}

export function ImpactLine({ impactPpm }: { impactPpm: string }) {
  const much = isMuch(impactPpm);
  return (
    <Line name={t('Price impact')}>
      <span
        className={much ? 'font-semibold text-sell' : ''}
        data-testid="mvc-impact"
        data-level={much ? 'much' : 'fine'}
      >
        {ppmWords(impactPpm)}
      </span>
    </Line>
  );
}

/** Nothing where it is not. */
export function ImpactIsMuch({ impactPpm }: { impactPpm: string }) {
  if (!isMuch(impactPpm)) return null;
  return (
    <Notice tone="bad">
      {t('You get {share} less than at the price of the pool. A smaller swap gets a better price.', {
        share: ppmWords(impactPpm),
      })}
    </Notice>
  );
}
