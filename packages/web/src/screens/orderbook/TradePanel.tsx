/** The form of a trade: buy or sell, who is missing, what it costs. */
import { useState } from 'react';
import { isBuyable } from '@rialto/market';
import { useFeePlan } from '../../data/fee-plan.ts';
import { askToConnect } from '../../flows/connect.ts';
import { askFaucet } from '../../flows/faucet.ts';
import { inscribeTransfer } from '../../flows/inscribe-transfer.ts';
import { login, useSigningIn } from '../../flows/login.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import type { Acts } from './acts.ts';
import { tell } from './acts.ts';
import { Balances } from './Balances.tsx';
import { BuyForm } from './BuyForm.tsx';
import { checkBuy, checkInscribe, checkSell, summariseBuy, summariseSell } from './form.ts';
import type { Check, Form, FormAct, Side } from './form.ts';
import { formatAmount } from '@rialto/market';
import type { Market } from './market.ts';
import { chosenAsks, lotState, satsOf, unitsOf } from './rows.ts';
import { SellForm } from './SellForm.tsx';
import { msg, t } from '../../words.ts';

export interface TradePanelProps {
  readonly market: Market;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly acts: Acts;
}

const SIDES: readonly { id: Side; label: string; testId: string }[] = [
  { id: 'buy', label: msg('Buy'), testId: 'buy-tab' },
  { id: 'sell', label: msg('Sell'), testId: 'sell-tab' },
];

const sideTab = (chosen: boolean, id: Side): string => {
  const on = id === 'buy' ? 'bg-buy-deep text-buy' : 'bg-sell-deep text-sell';
  return `h-9 flex-1 rounded-lg text-sm font-semibold transition-colors ${chosen ? on : 'text-haze hover:text-fog'}`;
};

export function TradePanel(props: TradePanelProps) {
  const { market, form, dispatch } = props;
  const [asking, setAsking] = useState(false);
  const { person } = market.account;
  const faucet = async (): Promise<void> => {
    if (person === undefined) {
      askToConnect();
      return;
    }
    setAsking(true);
    try {
      await askFaucet(market.network, person.address, market.token?.ticker);
      toast({
        title: t('Test coins are on their way'),
        description: t('They arrive with the next block.'),
        variant: 'success',
      });
    } catch (error) {
      tell(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <section aria-label={t('Trade')} className="panel flex flex-col gap-4 p-4 lg:min-h-full">
      <Tabs
        label={t('Buy or sell')}
        tabs={SIDES.map((side) => ({ ...side, label: t(side.label) }))}
        chosen={form.side}
        onChoose={(side) => dispatch({ type: 'side', side })}
        panelId="trade-form"
        className="flex gap-1 rounded-[10px] bg-ink-0 p-1"
        tabClass={sideTab}
      />
      <div
        id="trade-form"
        role="tabpanel"
        aria-labelledby={`trade-form-${form.side}`}
        className="flex flex-col"
      >
        {form.side === 'buy' ? <Buy {...props} /> : <Sell {...props} />}
      </div>
      {person === undefined ? (
        <Newcomer />
      ) : (
        <Balances
          tick={market.token?.ticker ?? ''}
          balance={market.balance}
          spendable={market.spendable}
          pending={market.pendingSats}
          faucet={market.network === 'regtest' ? { busy: asking, onAsk: () => void faucet() } : undefined}
        />
      )}
    </section>
  );
}

const PROMISES = [
  msg('Your coins stay in your wallet until a trade settles.'),
  msg('A trade is one Bitcoin transaction: all of it happens, or none.'),
  msg('You read what it does before you sign.'),
];

function Newcomer() {
  return (
    <section aria-label={t('How trading works here')} className="mt-2 border-t border-line pt-4">
      <ol className="space-y-2.5">
        {PROMISES.map((promise) => (
          <li key={promise} className="flex gap-2.5 text-[0.8125rem] leading-5 text-mist">
            <Icon name="check" className="mt-0.5 size-4 text-haze" />
            {t(promise)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the button does when somebody is missing; false when nobody is. */
function fetchPerson(check: Check, market: Market): boolean {
  if (check.missing === 'connect') {
    askToConnect();
    return true;
  }
  if (check.missing === 'authorize') {
    login(market.account.person, market.network).catch(tell);
    return true;
  }
  return false;
}

function Buy({ market, form, dispatch, acts }: TradePanelProps) {
  const fee = useFeePlan();
  const { feeRate } = fee.chosen;
  const { person, credential } = market.account;
  const signingIn = useSigningIn(person?.address);
  const summary = summariseBuy(form, market.rows, feeRate);
  const check = checkBuy(form, summary, {
    connected: person !== undefined,
    authorized: credential !== undefined,
    feeRate,
    limits: fee.limits,
    spendable: market.spendable,
  });
  const act = (): void => {
    const { token } = market;
    if (fetchPerson(check, market)) return;
    if (person === undefined || credential === undefined || token === undefined || feeRate === undefined)
      return;
    const intent = {
      network: market.network,
      tick: token.ticker,
      assetId: token.assetId,
      asks: chosenAsks(
        market.orders,
        summary.rows.map((row) => row.id),
      ),
      buyerAddress: person.address,
      publicKey: person.publicKey,
      feeRateSatVb: feeRate,
      highFee: form.highFee,
    };
    void acts.take(
      intent,
      credential,
      t('Buy {amount} {tick}', { amount: formatAmount(summary.basket.amount), tick: token.ticker }),
    );
  };
  return (
    <BuyForm
      form={form}
      dispatch={dispatch}
      book={market.rows}
      summary={summary}
      check={check}
      tick={market.token?.ticker ?? ''}
      busy={signingIn}
      onAct={act}
    />
  );
}

function Sell({ market, form, dispatch, acts }: TradePanelProps) {
  const fee = useFeePlan();
  const [inscribing, setInscribing] = useState(false);
  const { person, credential } = market.account;
  const signingIn = useSigningIn(person?.address);
  const { token, balance } = market;
  const lot = balance?.transferBalanceList.find(
    (entry) => entry.inscriptionId === form.lotId && lotState(entry) === 'ready',
  );
  const units = lot === undefined ? undefined : unitsOf(lot.amount);
  const summary = summariseSell(form, units);
  const { feeRate } = fee.chosen;
  const check = checkSell(form, summary, units, {
    connected: person !== undefined,
    authorized: credential !== undefined,
    feeRate,
    limits: fee.limits,
    spendable: market.spendable,
  });
  const act = (): void => {
    if (fetchPerson(check, market)) return;
    if (person === undefined || token === undefined || lot === undefined || units === undefined) return;
    if (summary.total === undefined) return;
    const intent = {
      network: market.network,
      tick: token.ticker,
      assetId: token.assetId,
      address: person.address,
      publicKey: person.publicKey,
      inscriptionId: lot.inscriptionId,
      outpoint: lot.outpoint,
      outValue: satsOf(lot.outValue),
      units,
      price: summary.total,
    };
    void acts.ask(intent, t('Sell {amount} {tick}', { amount: formatAmount(units), tick: token.ticker }));
  };
  const inscribe = async (): Promise<void> => {
    if (person === undefined || token === undefined) return;
    setInscribing(true);
    try {
      const sent = await inscribeTransfer(person, token.ticker, form.inscribe.replaceAll(',', ''));
      dispatch({ type: 'enter', field: 'inscribe', text: '' });
      const words = sent
        ? ({ title: t('Inscription sent'), variant: 'success' } as const)
        : { title: t('Enter the amount in the wallet and go on there') };
      toast({ ...words, description: t('It can be sold after its block.') });
    } catch (error) {
      tell(error);
    } finally {
      setInscribing(false);
    }
  };
  return (
    <SellForm
      form={form}
      dispatch={dispatch}
      balance={balance}
      summary={summary}
      check={check}
      tick={token?.ticker ?? ''}
      best={market.rows.find((row) => isBuyable(row))?.price}
      feeRate={feeRate}
      inscribeFault={checkInscribe(
        form.inscribe,
        unitsOf(balance?.availableBalance ?? '0'),
        token?.decimal ?? 18,
      )}
      busy={signingIn}
      inscribing={inscribing}
      canInscribe={person !== undefined}
      onAct={act}
      onInscribe={() => void inscribe()}
    />
  );
}
