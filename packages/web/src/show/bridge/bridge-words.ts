/** How an order of the bridge stands, in words: its state, its steps, why it waits, why it was not accepted. */
import type { BridgeAssetView, BridgeOrderView, BridgeState, BridgeWait } from '@rialto/contract';
import { REFUSALS, sentenceOf } from '@rialto/contract';
import type { Step } from '../../data/bridge/bridge-state.ts';
import { msg, refusalWords, t } from '../../words.ts';

const STATES: Readonly<Record<BridgeState, string>> = {
  'awaiting-payment': msg('Not paid yet'),
  expired: msg('Expired, not paid'),
  paid: msg('Paid, waiting for a block'),
  confirming: msg('Confirming'),
  refused: msg('Not accepted'),
  paying: msg('Being paid out'),
  'paid-out': msg('Paid out, waiting for its blocks'),
  done: msg('Done'),
  refunding: msg('On its way back'),
  refunded: msg('Refunded'),
  gone: msg('Payment gone'),
};

type Standing = Pick<BridgeOrderView, 'state' | 'deposits' | 'payment'>;

/** The exchange has the payment; no chain has it yet. */
const isHandedIn = ({ state, payment }: Pick<Standing, 'state' | 'payment'>): boolean =>
  state === 'awaiting-payment' && payment !== null;

/** In a few words, for a row. */
export function stateWords({ state, deposits, payment }: Standing): string {
  const [deposit] = deposits;
  if (isHandedIn({ state, payment })) return t('Submitted');
  if (state !== 'confirming' || deposit === undefined) return t(STATES[state]);
  const { confirmations: count, needed } = deposit;
  return t('{count} of {needed} confirmations', { count: Math.min(count, needed), needed });
}

export const depositWords = (deposit: BridgeOrderView['deposits'][number]): string =>
  stateWords({ state: deposit.state, deposits: [deposit], payment: null });

const STEP_WORDS: Readonly<Record<Step, string>> = {
  paid: msg('Paid'),
  confirmed: msg('Confirmed'),
  paying: msg('Payout signed'),
  'paid-out': msg('Payout sent'),
  done: msg('Done'),
};

/** While it is the one that is waited for. */
const NOW_WORDS: Readonly<Record<Step, string>> = {
  paid: msg('Waiting for the payment'),
  confirmed: msg('Waiting for a block'),
  paying: msg('Signing the payout'),
  'paid-out': msg('Sending the payout'),
  done: msg('Waiting for the payout’s blocks'),
};

export function stepWords(step: Step, order: Standing, isNow: boolean): string {
  if (!isNow) return t(STEP_WORDS[step]);
  if (isHandedIn(order)) return t('Waiting until a node sees the payment');
  return step === 'confirmed' && order.state === 'confirming' ? stateWords(order) : t(NOW_WORDS[step]);
}

/** What has to be known of a state beside its name; empty where the name says all. */
const MORE: Readonly<Partial<Record<BridgeState, string>>> = {
  'awaiting-payment': msg(
    'No node has seen a payment with this order’s id. If you haven’t paid, there is nothing to do: it expires automatically.',
  ),
  expired: msg('Don’t pay it any more. Should a payment come all the same, it is honoured or refunded.'),
  'paid-out': msg('The payout is in the network. It is final once it has all its confirmations.'),
  refunding: msg('The refund is signed and sent.'),
  gone: msg(
    'No node has the payment any more: it was replaced, or its block was undone. Nothing was paid out.',
  ),
};

export const moreWords = (order: Standing): string => {
  const more = isHandedIn(order) ? undefined : MORE[order.state];
  return more === undefined ? '' : t(more);
};

const WAITS: Readonly<Record<NonNullable<BridgeWait>, string>> = {
  paused: msg('The bridge of this asset is paused. What was paid in waits.'),
  short: msg('The bridge doesn’t have enough confirmed coins at the moment. The payout waits.'),
  exposure: msg('Too much is being paid out for young MVC deposits. The payout waits.'),
  hour: msg('The most for this hour or this day is paid out. The payout waits until there is room again.'),
  fees: msg('The payout waits for lower network fees.'),
  'standing-still': msg('MVC has had no block for hours. The payout waits for the next one.'),
  signer: msg('The signer does not answer. The payout waits.'),
  break: msg('The reserves do not add up. The bridge of this asset is stopped.'),
  lot: msg(
    'The transfer inscription for it is being made. It will be sent once that has enough confirmations.',
  ),
};

export const waitWords = (wait: BridgeWait): string => (wait === null ? '' : t(WAITS[wait]));

const HELD_UP: Readonly<Record<NonNullable<BridgeWait>, string>> = {
  paused: msg('Paused'),
  short: msg('Waiting for coins'),
  exposure: msg('Waiting for MVC blocks'),
  hour: msg('Waiting for its turn'),
  fees: msg('Waiting for lower fees'),
  'standing-still': msg('Waiting for MVC'),
  signer: msg('Waiting for the signer'),
  break: msg('Stopped'),
  lot: msg('Waiting for its inscription'),
};

/** In a few words, for a row: what holds it up, else how it stands. */
export const rowWords = (order: Standing & Pick<BridgeOrderView, 'waits'>): string =>
  order.waits === null ? stateWords(order) : t(HELD_UP[order.waits]);

/** Of an asset; an order says that its payout waits. */
const AWAY = msg(
  'A signer of this bridge does not answer. Nothing new is taken until it does. What was paid in waits.',
);

/** Why a direction of an asset is not open: where the whole of it is, its mints alone are stopped. */
export function closedWords({ paused }: Pick<BridgeAssetView, 'paused'>): string {
  if (paused === null) return reasonWords('bridge-mints-stopped');
  return paused === 'signer' ? t(AWAY) : waitWords(paused);
}

/** @param reason the code of a refusal */
export function reasonWords(reason: string): string {
  return isCode(reason) ? refusalWords(reason, sentenceOf(reason)) : reason;
}

const isCode = (reason: string): reason is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, reason);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LONG_HOURS = 2;

/** Never more exact than an estimate is. */
export function aboutWords(seconds: number): string {
  if (seconds < LONG_HOURS * HOUR)
    return t('about {count} min', { count: Math.max(1, Math.round(seconds / MINUTE)) });
  return t('about {count} h', { count: Math.round(seconds / HOUR) });
}
