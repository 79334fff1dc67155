/** What liquidity does to one's own, line by line and in one sum: in the forms by the quote, in the reviews by the bytes. */
import { grouped } from '@rialto/market';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import type { MvcToken } from '../../../show/mvc/Space.tsx';
import { percentWords } from '../../../show/percent.ts';
import { areFeesMuch } from '../../../show/swap/amounts.ts';
import { t } from '../../../words.ts';
import type { MoveCost } from './move-form.ts';

interface SumProps {
  readonly kind: 'add' | 'remove';
  readonly sats: bigint;
  readonly cost: MoveCost;
  /** The network fee is that of the bytes; otherwise it may change a little. */
  readonly exact?: boolean;
}

/** Every line signed as it adds up. */
export function MoveSum({ kind, sats, cost, exact = false }: SumProps) {
  const isAdd = kind === 'add';
  const sign = isAdd ? 1n : -1n;
  return (
    <>
      <Line name={isAdd ? t('SPACE into the pool') : t('SPACE out of the pool')}>
        <ExactSpace value={sats} />
      </Line>
      <Line name={exact ? t('Network fee, all transactions') : t('Network fee, about, all transactions')}>
        <ExactSpace value={sign * cost.networkFee} signed />
      </Line>
      <Line name={isAdd ? t('On the token coin that goes in') : t('On the share coin that goes in')}>
        <ExactSpace value={sign * cost.withTokens} signed />
      </Line>
    </>
  );
}

/** What leaves or comes in the end, in SPACE. */
export function MoveTotal({ kind, sats, cost }: SumProps) {
  const costs = cost.networkFee + cost.withTokens;
  const total = kind === 'add' ? sats + costs : sats - costs;
  return (
    <>
      <Line name={kind === 'add' || total < 0n ? t('You pay in total') : t('Finally receive')} strong>
        <span data-testid="mvc-move-total" data-sats={total.toString()}>
          <ExactSpace value={total < 0n ? -total : total} />
        </span>
      </Line>
      {cost.tokenSats === 0n ? null : (
        <Line
          name={
            cost.tokenSats > 0n
              ? t('On top: stays yours, under your token coins')
              : t('Comes free from under your token coins')
          }
        >
          <ExactSpace value={cost.tokenSats < 0n ? -cost.tokenSats : cost.tokenSats} />
        </Line>
      )}
    </>
  );
}

interface SidesProps {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
  readonly kind: 'add' | 'remove';
  readonly token: MvcToken;
}

/** The three things that move. */
export function MoveSides({ kind, sats, units, shares, token }: SidesProps) {
  const both = (
    <>
      <span className="block">
        <ExactSpace value={sats} />
      </span>
      <MvcTokens units={units} token={token} />
    </>
  );
  const own = t('{shares, plural, one {# share} other {{all} shares}}', {
    shares: Number(shares),
    all: grouped(shares.toString()),
  });
  return (
    <>
      <Line name={t('You give')}>
        <span data-testid="mvc-move-give">{kind === 'add' ? both : own}</span>
      </Line>
      <Line name={t('You get')}>
        <span data-testid="mvc-move-get">{kind === 'add' ? own : both}</span>
      </Line>
    </>
  );
}

/** Nothing where it is not. */
export function FeeIsMuch({ cost, sats }: Pick<SumProps, 'cost' | 'sats'>) {
  if (sats <= 0n || !areFeesMuch(cost.networkFee, sats)) return null;
  return (
    <Notice tone="warn">
      <span data-testid="mvc-fee-much">
        {t('The network fee is {share} of the SPACE that moves: it is the same for any amount.', {
          share: percentWords(Number((cost.networkFee * 10_000n) / sats)),
        })}
      </span>
    </Notice>
  );
}

/** Said before anything is signed. */
export function TwoSignatures() {
  return (
    <Notice tone="calm">
      <span data-testid="mvc-two-signatures">
        {t(
          'Two signatures: the first parks your tokens at your own script address, the second gives them to the pool. Nothing is sent before both are given.',
        )}{' '}
        {t('Tokens you park are invisible in wallets until taken back.')}
      </span>
    </Notice>
  );
}
