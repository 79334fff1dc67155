/** The form of a swap on MVC: two boxes, the price both ways, what it costs, and one button that says what is missing. */
import { useDeferredValue, useState } from 'react';
import type { MvcQuote } from '@rialto/contract';
import { ApiError } from '../../data/calls/api-error.ts';
import { useMvcPreview } from '../../data/mvc/mvc-queries.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import type { MvcIntent } from '../../flows/mvc/mvc-intent.ts';
import { Notice } from '../../show/Lines.tsx';
import { MvcTokens } from '../../show/mvc/Space.tsx';
import type { MvcToken } from '../../show/mvc/Space.tsx';
import { MainButton } from '../../show/swap/MainButton.tsx';
import { pressMain } from '../../ui/press-main.ts';
import { t } from '../../words.ts';
import { Words } from '../../ui/Words.tsx';
import type { MvcActing } from './act/acting.ts';
import type { Other } from './tokens/tokens-form.ts';
import { MayBeMade } from './MayBeMade.tsx';
import { MvcBoxes } from './MvcBoxes.tsx';
import { MvcCosts, MvcTotal } from './MvcCosts.tsx';
import { EMPTY_FORM, askedOf, labelOf, quoted } from './mvc-form.ts';
import type { MvcForm, MvcNow } from './mvc-form.ts';
import { accountOf, heldOf, poolFacts, userOf } from './mvc-page.ts';
import type { OpenMvcPage } from './mvc-page.ts';

interface FormProps {
  readonly page: OpenMvcPage;
  readonly acting: MvcActing;
  /** Another pool's token in place of SPACE. */
  readonly onOther: (next: Other) => void;
}

/** What is on the screen belongs to what is typed, or it is not there. */
function useQuote({ place, pool }: OpenMvcPage, form: MvcForm) {
  const asked = askedOf(form, pool);
  const key = JSON.stringify(asked);
  const later = useDeferredValue(key);
  const { data, error, isError } = useMvcPreview(place.venue, later === key ? asked : undefined);
  const isCurrent = later === key && asked !== undefined;
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  return {
    asked,
    quote: isCurrent && !isError ? data : undefined,
    refusal: isCurrent && isError ? (refusal ?? 'none') : undefined,
    words: isCurrent && error instanceof ApiError ? error.words : undefined,
  };
}

export function MvcSwapForm({ page, acting, onOther }: FormProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const { pool, holdings } = page;
  const { asked, quote, refusal, words } = useQuote(page, form);
  const token = heldOf(holdings, pool);
  const space = holdings === undefined ? undefined : BigInt(holdings.space);
  const now: MvcNow = {
    ...{ user: userOf(page), account: accountOf(page), open: page.pools?.open === true, pool },
    ...{ side: form.side, asked, quote, refusal },
    held: form.side === 'buy' ? space : token?.amount,
  };
  const go = (): void => {
    const intent = quote === undefined ? undefined : intentOf(page, form, quote);
    if (intent !== undefined) acting.begin(intent);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <MvcBoxes {...{ page, form, quote, space }} held={token?.amount} onForm={setForm} onOther={onOther} />
      <Remarks page={page} token={pool} unknown={token?.unknown ?? 0n} />
      {quote === undefined ? (
        <Why refusal={refusal} words={words} />
      ) : (
        <MvcCosts quote={quote} side={form.side} pool={pool} />
      )}
      <MayBeMade pool={pool} />
      <MainButton
        now={labelOf(now)}
        busy={acting.busy}
        waits={false}
        testId="mvc-swap-button"
        onConnect={askToConnect}
        onAct={go}
      >
        {quote === undefined ? null : <MvcTotal quote={quote} side={form.side} />}
      </MainButton>
      <p className="text-center text-xs text-haze">
        {t('You get exactly what you sign, or nothing happens.')}
      </p>
    </div>
  );
}

const SAID_BY_BUTTON: readonly (string | undefined)[] = [undefined, 'swap-too-small', 'pool-too-small'];

/** Why there is no price, where the button does not say it. */
export function Why({ refusal, words }: { refusal: string | undefined; words: string | undefined }) {
  if (words === undefined || SAID_BY_BUTTON.includes(refusal)) return null;
  return <Notice tone="warn">{words}</Notice>;
}

function intentOf(page: OpenMvcPage, { side, exact, text }: MvcForm, quote: MvcQuote): MvcIntent | undefined {
  const { net: network, user, wallet, place, pool } = page;
  const asked = askedOf({ side, exact, text }, pool);
  if (user === undefined || wallet.account === undefined || asked === undefined) return undefined;
  return {
    ...{ network, user, account: wallet.account, place, side, exact, amount: asked.amount },
    pool: poolFacts(pool),
    other: quoted(quote, side, exact === 'in' ? 'out' : 'in'),
    impactPpm: quote.impactPpm,
  };
}

/** What has to be known of what is seen here. */
interface RemarksProps {
  readonly page: OpenMvcPage;
  /** What is paid, or got. */
  readonly token: MvcToken;
  readonly unknown: bigint;
}

export function Remarks({ page, token, unknown }: RemarksProps) {
  const { user, net, wallet } = page;
  return (
    <>
      {wallet.failed ? (
        <Notice tone="warn">
          {t('Metalet isn’t sharing its account on MVC. Unlock it and try again.')}{' '}
          <button type="button" className="min-h-6 underline underline-offset-4" onClick={wallet.again}>
            {t('Try again')}
          </button>
        </Notice>
      ) : null}
      {user?.wallet === 'metalet' && net === 'regtest' ? (
        <Notice tone="calm">
          {t(
            'Metalet can’t see the private chain: its own window shows no balance. What counts is shown here.',
          )}
        </Notice>
      ) : null}
      {unknown === 0n ? null : (
        <Notice tone="calm">
          <Words
            of="{amount} more of yours haven’t been traced back to their beginning yet. Once they have, you can swap them."
            parts={{ amount: <MvcTokens units={unknown} token={token} /> }}
          />
        </Notice>
      )}
    </>
  );
}
