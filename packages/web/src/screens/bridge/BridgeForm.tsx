/** The form of the bridge: what is sent, what arrives and when, who holds it meanwhile, and one button that says what is missing. */
import { useState } from 'react';
import { bridgeQuote } from '@rialto/market';
import { durationOf, isOpen, rulesOf } from '../../data/bridge/bridge-assets.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import type { BridgeIntent } from '../../flows/bridge/bridge-intent.ts';
import { Notice } from '../../show/Lines.tsx';
import { closedWords } from '../../show/bridge/bridge-words.ts';
import { MainButton } from '../../show/swap/MainButton.tsx';
import { pressMain } from '../../ui/press-main.ts';
import { t } from '../../words.ts';
import { BridgeBoxes } from './BridgeBoxes.tsx';
import { BridgeFacts, BridgeSum } from './BridgeCosts.tsx';
import { BridgeLots } from './BridgeLots.tsx';
import { EMPTY_FORM, amountOf, labelOf, spaceError } from './bridge-form.ts';
import type { BridgeForm as Form, BridgeNow } from './bridge-form.ts';
import { useHoldings } from './bridge-page.ts';
import type { OpenBridgePage } from './bridge-page.ts';
import { Custody } from './Custody.tsx';

interface FormProps {
  readonly page: OpenBridgePage;
  readonly onReview: (intent: BridgeIntent, space: bigint) => void;
}

export function BridgeForm({ page, onReview }: FormProps) {
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  const { asset, bridge, user, isMetalet, wallet, feeRate } = page;
  const holdings = useHoldings(page);
  const { direction } = form;
  const rules = rulesOf(asset);
  const amount = amountOf(form, asset);
  const quote = amount === undefined ? undefined : bridgeQuote(rules, direction, amount);
  const now: BridgeNow = {
    ...{ asset, form, holdings, feeRate },
    user: user === undefined ? 'none' : isMetalet ? 'metalet' : 'other',
    account: wallet.account !== undefined ? 'known' : wallet.failed ? 'failed' : 'asked',
  };
  const go = (): void => {
    if (user === undefined || wallet.account === undefined || quote === undefined) return;
    const { height } = direction === 'mint' ? bridge.btc : bridge.mvc;
    const intent = { network: page.net, user, account: wallet.account, asset, quote, height };
    const space = holdings.space ?? 0n;
    if (direction === 'redeem') onReview({ ...intent, direction }, space);
    else if (feeRate !== undefined) onReview({ ...intent, direction, feeRateSatVb: feeRate }, space);
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <BridgeBoxes page={page} now={now} onForm={setForm} />
      <BridgeLots now={now} onForm={setForm} />
      <Remarks page={page} now={now} />
      {quote === undefined || quote.amount > rules.maximum ? null : (
        <BridgeSum {...{ asset, direction, quote }} receives={t('You receive')} />
      )}
      <BridgeFacts
        direction={direction}
        duration={durationOf(bridge, rules, direction, amount ?? rules.minimum)}
        onBitcoin={isMetalet ? user?.address : undefined}
        onMvc={wallet.account?.address}
      />
      <Custody keys={asset.keys} />
      <MainButton
        now={labelOf(now)}
        busy={false}
        waits={false}
        testId="bridge-button"
        onConnect={askToConnect}
        onAct={go}
      />
    </div>
  );
}

/** What has to be known before it is sent. */
function Remarks({ page, now }: { page: OpenBridgePage; now: BridgeNow }) {
  const { asset, bridge, wallet } = page;
  const { direction } = now.form;
  const space = spaceError(now);
  return (
    <>
      {isOpen(asset, direction) ? null : (
        <Notice tone="warn">
          <span data-testid="bridge-paused">{closedWords(asset)}</span>
        </Notice>
      )}
      {bridge.mvc.standsStill ? (
        <Notice tone="warn">
          <span data-testid="bridge-still">
            {t('MVC has had no block for hours. Nothing is paid out until it has one.')}
          </span>
        </Notice>
      ) : null}
      {wallet.failed ? (
        <Notice tone="warn">
          {t('Metalet isn’t sharing its account on MVC. Unlock it and try again.')}{' '}
          <button type="button" className="min-h-6 underline underline-offset-4" onClick={wallet.again}>
            {t('Try again')}
          </button>
        </Notice>
      ) : null}
      {space === undefined ? null : (
        <Notice tone="warn">
          <span data-testid="bridge-space">{space}</span>
        </Notice>
      )}
    </>
  );
}
