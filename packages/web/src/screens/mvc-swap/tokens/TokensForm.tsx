/** The form of a token for another: what is paid is typed, what comes is told, both swaps in between are named. */
import { useDeferredValue, useState } from 'react';
import type { MvcPool, MvcTokensQuote } from '@rialto/contract';
import { ApiError } from '../../../data/calls/api-error.ts';
import { tokenText } from '../../../data/mvc/token-names.ts';
import { useMvcTokensPreview } from '../../../data/mvc/mvc-queries.ts';
import { askToConnect } from '../../../flows/account/connect-request.ts';
import type { MvcTokenIntent } from '../../../flows/mvc/tokens/token-intent.ts';
import { mvcAmount } from '../../../show/mvc/Space.tsx';
import { AmountBox } from '../../../show/swap/AmountBox.tsx';
import { textOf, typedError } from '../../../show/swap/amounts.ts';
import { MainButton } from '../../../show/swap/MainButton.tsx';
import { Flip } from '../../../show/swap/Flip.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { t } from '../../../words.ts';
import { MayBeMade } from '../MayBeMade.tsx';
import { MvcPoolPicker } from '../MvcPoolPicker.tsx';
import { Remarks, Why } from '../MvcSwapForm.tsx';
import { accountOf, heldOf, poolFacts, userOf } from '../mvc-page.ts';
import type { OpenMvcPage } from '../mvc-page.ts';
import { OtherPicker } from './OtherPicker.tsx';
import { TokensSum } from './TokensSum.tsx';
import type { TokensActing } from './tokens-acting.ts';
import { tokensAsked, tokensLabel } from './tokens-form.ts';
import type { Other } from './tokens-form.ts';

interface TokensFormProps {
  readonly page: OpenMvcPage;
  readonly other: Other;
  readonly onOther: (next: Other | undefined) => void;
  readonly acting: TokensActing;
}

/** What is on the screen belongs to what is typed, or it is not there. */
function useTokensQuote({ place }: OpenMvcPage, from: MvcPool, to: MvcPool, text: string) {
  const asked = tokensAsked(text, from, to);
  const key = JSON.stringify(asked);
  const later = useDeferredValue(key);
  const { data, error, isError } = useMvcTokensPreview(place.venue, later === key ? asked : undefined);
  const isCurrent = later === key && asked !== undefined;
  const known = isCurrent && error instanceof ApiError ? error : undefined;
  return {
    asked,
    quote: isCurrent && !isError ? data : undefined,
    refusal: isCurrent && isError ? (known?.refusal ?? 'none') : undefined,
    words: known?.words,
  };
}

export function TokensForm({ page, other, onOther, acting }: TokensFormProps) {
  const [text, setText] = useState('');
  const [from, to] = other.isSold ? [other.pool, page.pool] : [page.pool, other.pool];
  const { asked, quote, refusal, words } = useTokensQuote(page, from, to, text);
  const [sold, bought] = [heldOf(page.holdings, from), heldOf(page.holdings, to)];
  const now = tokensLabel({
    ...{ user: userOf(page), account: accountOf(page), open: page.pools?.open === true },
    ...{ from, to, asked, quote, refusal, held: sold?.amount },
  });
  const go = (): void => {
    const intent = quote === undefined ? undefined : intentOf(page, { from, to, quote, text });
    if (intent !== undefined) acting.begin(intent);
  };
  const picker = (pool: MvcPool) =>
    pool === page.pool ? (
      <MvcPoolPicker page={page} />
    ) : (
      <OtherPicker page={page} other={pool} onOther={(next) => onOther(next && { ...other, pool: next })} />
    );
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain} data-testid="mvc-tokens-form">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <AmountBox
          label={t('You pay')}
          testId="mvc-pay"
          {...{ value: text, onType: setText, unit: from.symbol, error: typedError(text, from.decimals) }}
          balance={sold && mvcAmount(sold.amount, from.decimals)}
          onMax={() => setText(textOf(sold?.amount ?? 0n, from.decimals))}
        >
          {picker(from)}
        </AmountBox>
        <Flip
          label={t('Pay in {unit} instead', { unit: tokenText(to) })}
          testId="mvc-flip"
          onFlip={() => onOther({ ...other, isSold: !other.isSold })}
        />
        <AmountBox
          label={t('You receive, about')}
          testId="mvc-receive"
          value={quote === undefined ? '' : textOf(BigInt(quote.buy.units), to.decimals)}
          unit={to.symbol}
          balance={bought && mvcAmount(bought.amount, to.decimals)}
        >
          {picker(to)}
        </AmountBox>
      </div>
      <Remarks page={page} token={from} unknown={sold?.unknown ?? 0n} />
      {quote === undefined ? (
        <Why refusal={refusal} words={words} />
      ) : (
        <TokensSum quote={quote} from={from} to={to} />
      )}
      <MayBeMade pool={{ mintable: from.mintable || to.mintable }} />
      <MainButton
        now={now}
        busy={acting.busy}
        waits={false}
        testId="mvc-swap-button"
        onConnect={askToConnect}
        onAct={go}
      />
    </div>
  );
}

interface Typed {
  readonly from: MvcPool;
  readonly to: MvcPool;
  readonly quote: MvcTokensQuote;
  readonly text: string;
}

function intentOf(page: OpenMvcPage, { from, to, quote, text }: Typed): MvcTokenIntent | undefined {
  const { net: network, user, wallet, place } = page;
  const asked = tokensAsked(text, from, to);
  if (user === undefined || wallet.account === undefined || asked === undefined) return undefined;
  return {
    ...{ network, user, account: wallet.account, place, amount: asked.amount, shown: quote },
    ...{ from: poolFacts(from), to: poolFacts(to) },
  };
}
