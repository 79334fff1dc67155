/** Sell at a limit: the lots, their price, and the acts that make a lot. Fetched when it is first opened. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TransferEntry } from '@rialto/contract';
import { formatAmount, ungrouped } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useSigningIn } from '../../../flows/account/signing-in.ts';
import type { TradeProps } from '../buy/buy-acts.ts';
import { MakeLot } from './MakeLot.tsx';
import { fetchUser } from '../actor.ts';
import { lotState } from '../../../data/own/lot-state.ts';
import { promisedOf, satsOf, unitsOf } from '../book/rows.ts';
import { useInscribing } from './inscribing.ts';
import { useWalletCan } from '../bid/bid-act.ts';
import { SellForm } from './SellForm.tsx';
import { lockingFee, placeProtected, useLockTerms } from './protecting.ts';
import { checkMake, checkSell, newLotOf, offeredCheaper, summariseSell } from './selling.ts';
import type { SellSummary } from './selling.ts';
import type { Market } from '../market.ts';
import type { AskIntent } from '../../../flows/orders/place-ask.ts';
import type { User } from '../../../flows/account/account.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { t } from '../../../words.ts';

export function SellPanel({ market, form, dispatch, acts }: TradeProps) {
  const { user } = market.account;
  const busy = useSigningIn(user?.address);
  const { token, balance } = market;
  const { feeRate } = useFeePlan().chosen;
  const held = useHeld('ask');
  const ready = (balance?.transferBalanceList ?? []).filter((entry) => lotState(entry, held) === 'ready');
  const lots = ready
    .filter(({ outpoint }) => form.lots.includes(outpoint))
    .map(({ outpoint, amount }) => ({ outpoint, units: unitsOf(amount) }));
  const summary = summariseSell(form, lots);
  const before = offeredCheaper(summary.lots, market.myPast);
  const terms = useLockTerms(market);
  const can = useWalletCan(user);
  const check = checkSell(summary, {
    tooMany: form.protect && summary.lots.length > 1,
    cheaperBefore: before !== undefined,
    connected: user !== undefined,
  });
  const act = (): void => {
    if (fetchUser(check, market) || user === undefined || token === undefined) return;
    const amount = formatAmount(summary.units);
    const title = t('Sell {amount} {tick}', { amount, tick: token.ticker });
    const intents = intentsOf(market, user, summary, form.free);
    if (form.protect) placeProtected({ market, form, acts }, { intents, terms, can, feeRate });
    else void acts.begin({ act: 'ask', intents, title });
  };
  const free = (unitsOf(balance?.availableBalance ?? '0') -
    promisedOf(balance?.transferBalanceList ?? [])) as Amount;
  const inscribing = useMaking(market, form, dispatch);
  return (
    <SellForm
      {...{ market, form, dispatch, summary, check, busy, before }}
      best={market.floor?.price}
      onAct={act}
      terms={terms}
      networkFee={lockingFee(feeRate)}
      make={
        <MakeLot
          market={market}
          text={form.make}
          onType={(text) => dispatch({ type: 'enter', field: 'make', text })}
          error={checkMake(form.make, free, token?.decimals ?? 18)}
          free={free}
          feeRate={feeRate}
          busy={inscribing.busy}
          made={form.made}
          onMake={() => void inscribing.make(ungrouped(form.make))}
        />
      }
    />
  );
}

function intentsOf(market: Market, user: User, summary: SellSummary, free: boolean): AskIntent[] {
  const { token, balance, network } = market;
  const entries = balance?.transferBalanceList ?? [];
  return summary.lots.flatMap(({ outpoint, total }) => {
    const entry = entries.find((one) => one.outpoint === outpoint);
    if (entry === undefined || token === undefined || total === undefined) return [];
    const { book, ticker: tick, assetId, decimals } = token;
    return [
      {
        network,
        book,
        tick,
        assetId,
        decimals,
        free,
        outpoint,
        address: user.address,
        publicKey: user.publicKey,
        inscriptionId: entry.inscriptionId,
        outValue: satsOf(entry.outValue),
        units: unitsOf(entry.amount),
        price: total,
      },
    ];
  });
}

/** Making a lot, up to the moment it is there: then it is chosen. */
function useMaking(
  market: Market,
  form: TradeProps['form'],
  dispatch: TradeProps['dispatch'],
): ReturnType<typeof useInscribing> {
  const [sent, setSent] = useState('');
  const wanted = form.make === '' ? sent : form.make;
  useMade(market.balance?.transferBalanceList, wanted, (outpoint) => {
    setSent('');
    dispatch({ type: 'made', outpoint });
  });
  return useInscribing(market, () => {
    setSent(form.make);
    dispatch({ type: 'enter', field: 'make', text: '' });
  });
}

/** Tells when a lot of the wanted size comes that was not there before. */
function useMade(
  entries: readonly TransferEntry[] | undefined,
  wanted: string,
  onMade: (outpoint: string) => void,
): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  const tell = useEffectEvent(onMade);
  useEffect(() => {
    if (entries === undefined) return;
    const units = unitsOf(ungrouped(wanted));
    const found = newLotOf(entries, known.current, units);
    known.current = new Set(entries.map(({ outpoint }) => outpoint));
    if (found !== undefined) tell(found.outpoint);
  }, [entries, wanted]);
}
