/** What the words about the calls are made of: their groups, and the refusals that belong together. */
import type { RefusalCode } from '@rialto/refusals';

export const GROUPS = {
  exchange: ['The exchange', 'Where it stands, what its operator has set, fees and prices.'],
  login: ['Login', 'A session names the caller. It moves nothing: every movement has its own signature.'],
  book: ['Order book', 'Read orders and deals; list, take and cancel.'],
  pools: ['Swaps and pools', 'Quotes and reads for anybody; build an act, sign it, hand it in as a task.'],
  mvc: [
    'Swaps on MVC',
    'SPACE, MRC-20 and tickets on MVC: quotes and reads, and a swap from its build to its block.',
  ],
  rewards: [
    'Rewards',
    'Campaigns, their closed epochs, and rankings: all that is needed to make them again.',
  ],
  bridge: [
    'Bridge',
    'Sats, runes, MRC-20 and BRC-20 to MVC and back: orders by their terms, what came in for them and what left, and the reserves.',
  ],
  own: ['Own transactions', 'What waits, and what can be done: pay more, call it back, split a coin.'],
  feed: ['Live feeds', 'Server-sent events.'],
  coins: ['Coins', 'What is on an address, coin by coin, and raw transactions.'],
  brc20: ['BRC-20', 'Tokens, balances and transfer inscriptions.'],
  runes: ['Runes', 'Runes, balances and outpoints.'],
  mrc20: ['MRC-20 and ID-Coins', 'Tokens and balances.'],
  notices: ['Notifications', 'What happened to one’s orders.'],
} as const;

export interface CallNote {
  readonly group: keyof typeof GROUPS;
  readonly summary: string;
  /** Beside those that every call of its kind may meet. */
  readonly refusals: readonly RefusalCode[];
  /** `must`: requires the two headers though there is no session yet. `may`: answers the owner more than others. */
  readonly signed?: 'must' | 'may';
}

export const note = (group: CallNote['group'], summary: string, ...refusals: RefusalCode[]): CallNote => ({
  group,
  summary,
  refusals,
});
export const ofOwner = (group: CallNote['group'], summary: string, ...refusals: RefusalCode[]): CallNote => ({
  ...note(group, summary, 'wrong-address-type', 'not-followed', 'limit-reached', 'syncing', ...refusals),
  signed: 'may',
});

export const PSBT: RefusalCode[] = [
  ...(['psbt-malformed', 'psbt-too-large', 'psbt-finalised', 'psbt-shape', 'psbt-changed'] as const),
  ...([
    'psbt-version',
    'psbt-sequence',
    'duplicate-input',
    'signature-missing',
    'not-finalized',
    'signer-missing',
    'signature-invalid',
  ] as const),
  ...(['sighash-not-allowed', 'script-not-allowed', 'effects-differ'] as const),
];
export const LOT: RefusalCode[] = [
  ...([
    'not-a-lot',
    'pool-share',
    'lot-mixed',
    'lot-used',
    'lot-message-odd',
    'too-small',
    'coin-spent',
    'coin-unconfirmed',
  ] as const),
  ...(['coin-unknown', 'token-halted'] as const),
];
export const ORDER: RefusalCode[] = [
  'not-yours',
  'unknown-order',
  'order-closed',
  'order-taken',
  'event-not-allowed',
];
/** Of whoever took too many purchases back, or has too many on their way. */
export const PAUSE: RefusalCode[] = ['takes-paused', 'takes-waiting'];
export const FEES: RefusalCode[] = ['fee-too-low', 'fee-too-high', 'insufficient-funds', 'too-many-coins'];
export const SIGNER: RefusalCode[] = ['signer-down', 'signer-refused', 'limit-reached', 'no-pad'];
export const TRADING: RefusalCode[] = ['trading-stopped', 'syncing'];
