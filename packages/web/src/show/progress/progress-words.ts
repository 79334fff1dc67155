/** The steps of an act in words, and which one it is at. Pure. */
import { shortened } from '@rialto/market';
import { saidWords } from '../../said.ts';
import { msg, t } from '../../words.ts';

/** An act in progress, as it is shown. */
export interface ShownAct {
  readonly id: string;
  readonly kind: 'take' | 'sell' | 'cancel' | 'inscribe' | 'own' | 'ask' | 'bid' | 'withdraw' | 'mvc';
  readonly address: string;
  readonly title: string;
  readonly state:
    | 'building'
    | 'signing'
    | 'signed'
    | 'submitted'
    | 'co-signed'
    | 'committed'
    | 'sent'
    | 'seen'
    | 'confirmed'
    | 'final'
    | 'void';
  readonly txId: string;
  /** Why it is void, or what happened. */
  readonly note: string;
  readonly nextBest: readonly string[];
  /** Blocks on top of it, its own counted. */
  readonly confirmations?: number;
}

const TRADE = [
  msg('Building'),
  msg('Sign in your wallet'),
  msg('Submitting'),
  msg('Sent'),
  msg('In mempool'),
  msg('Confirmed ({count} of {final})'),
] as const;

/** Until it is six deep a swap of somebody else that it rests on can take it along. */
const MVC = [
  msg('Submitting'),
  msg('In mempool. It can still fall with a swap before it.'),
  msg('Confirmed ({count} of {final}). It can still fall with a swap before it.'),
] as const;

const STEPS = {
  take: TRADE,
  sell: TRADE,
  cancel: [msg('In mempool')],
  inscribe: [msg('In mempool')],
  own: [msg('In mempool')],
  ask: [msg('Submitting')],
  bid: [msg('Submitting')],
  withdraw: [msg('Submitting')],
  mvc: MVC,
} as const satisfies Record<ShownAct['kind'], readonly string[]>;

export function stepsOf(kind: ShownAct['kind']): readonly string[] {
  return STEPS[kind];
}

const AT: Readonly<Record<ShownAct['state'], number>> = {
  building: 0,
  signing: 1,
  signed: 2,
  submitted: 2,
  'co-signed': 2,
  committed: 3,
  sent: 3,
  seen: 4,
  confirmed: 5,
  final: TRADE.length,
  void: TRADE.length,
};

const MVC_AT: Partial<Readonly<Record<ShownAct['state'], number>>> = {
  seen: 1,
  confirmed: 2,
  final: MVC.length,
  void: MVC.length,
};

/** The index of the step that is going on; past the last one when all are over. */
export function nowOf(item: Pick<ShownAct, 'kind' | 'state'>): number {
  if (isTrade(item.kind)) return AT[item.state];
  if (item.kind === 'mvc') return MVC_AT[item.state] ?? 0;
  return item.state === 'confirmed' || item.state === 'final' ? 1 : 0;
}

/** A purchase, or a sale into a bid: what the exchange reports as a trade. */
const isTrade = (kind: ShownAct['kind']): boolean => kind === 'take' || kind === 'sell';

/** So deep a block is not undone any more. */
const FINAL_AFTER = 6;

export function stepWords(item: Pick<ShownAct, 'kind' | 'state' | 'confirmations'>): string {
  const step = stepsOf(item.kind)[nowOf(item)];
  const count = Math.min(FINAL_AFTER, Math.max(1, item.confirmations ?? 1));
  return step === undefined ? t('Done') : t(step, { count, final: FINAL_AFTER });
}

/** Why an act came to nothing, as a sentence: ids shortened, and never an empty one. */
export function reasonWords(note: string): string {
  const short = saidWords(note.trim()).replace(/[0-9a-f]{64}/g, (id) => shortened(id, 6, 4));
  if (short === '') return t('Nothing of yours was spent.');
  const sentence = `${short.charAt(0).toUpperCase()}${short.slice(1)}`;
  return /[.?。？]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What the exchange says of a purchase whose payer took the coins back. */
const CALLED_BACK = 'cancelled by the buyer: its coins went back to the payer';

/** Ended by its own payer: nothing went wrong. */
export function isCalledBack({ state, note }: Pick<ShownAct, 'state' | 'note'>): boolean {
  return state === 'void' && note === CALLED_BACK;
}
