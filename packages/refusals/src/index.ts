/** What the exchange declines: a closed list of codes, and the error that carries one. `contract` gives each its sentence and HTTP status. */

/** Every refusal of the exchange. */
export type RefusalCode =
  // callers
  | 'login-required'
  | 'login-expired'
  | 'login-wrong-signature'
  | 'login-wrong-domain'
  | 'login-replayed'
  | 'not-yours'
  // requests
  | 'bad-request'
  | 'body-too-large'
  | 'no-such-call'
  | 'too-large'
  | 'not-found'
  | 'wrong-network'
  | 'wrong-address-type'
  | 'unknown-tick'
  | 'unknown-order'
  | 'unknown-trade'
  | 'invalid-order-type'
  | 'invalid-order-state'
  | 'idempotency-mismatch'
  | 'too-many-requests'
  // the PSBT
  | 'psbt-malformed'
  | 'psbt-too-large'
  | 'psbt-finalised'
  | 'psbt-shape'
  | 'psbt-version'
  | 'psbt-sequence'
  | 'psbt-changed'
  | 'sighash-not-allowed'
  | 'signature-missing'
  | 'not-finalized'
  | 'signer-missing'
  | 'signature-invalid'
  | 'duplicate-input'
  | 'outputs-exceed-inputs'
  | 'fee-too-low'
  | 'fee-too-high'
  | 'fee-needs-consent'
  | 'script-not-allowed'
  | 'message-not-allowed'
  | 'effects-differ'
  // coins and lots
  | 'coin-unknown'
  | 'coin-spent'
  | 'coin-unconfirmed'
  | 'lot-mixed'
  | 'lot-used'
  | 'lot-message-odd'
  | 'not-a-lot'
  | 'amount-differs'
  | 'too-small'
  | 'insufficient-funds'
  | 'no-pad'
  | 'too-many-coins'
  // orders and trades
  | 'order-exists'
  | 'order-taken'
  | 'order-closed'
  | 'own-order'
  | 'lots-differ'
  | 'budget-exceeded'
  | 'take-expired'
  | 'price-changed'
  | 'price-raised'
  | 'bid-too-large'
  | 'bid-expired'
  | 'lock-ending'
  | 'fill-waiting'
  | 'not-admitted'
  | 'cancel-too-early'
  | 'takes-paused'
  | 'takes-waiting'
  | 'event-not-allowed'
  // bids
  | 'unknown-bid'
  | 'rung-too-small'
  | 'bid-greyed'
  | 'opens-too-little'
  | 'sales-paused'
  | 'proceeds-too-low'
  | 'lock-not-free'
  // live bids
  | 'live-away'
  | 'live-answered'
  | 'live-over'
  | 'live-paused'
  | 'live-coin-kept'
  | 'bidder-short'
  // pools
  | 'pool-too-small'
  | 'swap-too-small'
  | 'lanes-full'
  | 'liquidity-too-small'
  | 'liquidity-rounds'
  | 'pool-unknown'
  | 'pool-paused'
  | 'lane-waits'
  | 'lane-ending'
  | 'lane-unknown'
  // one's own transactions
  | 'own-not-waiting'
  | 'own-act-unfit'
  | 'own-expired'
  // node, database, other services
  | 'node-refused'
  | 'node-down'
  | 'syncing'
  | 'not-followed'
  | 'database-down'
  | 'signer-refused'
  | 'signer-down'
  | 'maintenance'
  | 'region-not-served'
  | 'trading-stopped'
  | 'token-halted'
  | 'indexers-differ'
  | 'indexer-no-answer'
  | 'limit-reached'
  | 'faucet-closed'
  | 'faucet-refused';

/** A request that was understood and is declined: a code of the closed list and, where it helps, a detail. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string | undefined;
  constructor(code: RefusalCode, detail?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}
