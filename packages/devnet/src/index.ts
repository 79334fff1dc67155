/** The door of `devnet`: a private chain with real money rules, for tests and the demo. */
export { startChain } from './chain/chain.ts';
export type { Chain, ChainOptions } from './chain/chain.ts';
export { freePort, startNode } from './chain/node.ts';
export type { NodeOptions, RunningNode } from './chain/node.ts';
export { findBitcoind } from './chain/bitcoind.ts';
export type { Bitcoind, NodeKind } from './chain/bitcoind.ts';
export { startPolicyShim } from './shim/policy-shim.ts';
export type { PolicyShim } from './shim/policy-shim.ts';
export { nodeClient, NodeError } from './chain/node-client.ts';
export type { Rpc } from './chain/node-client.ts';
export { prepareReveal } from './chain/envelope.ts';
export type { Envelope, PreparedReveal, RevealOrder } from './chain/envelope.ts';
export { REGTEST } from './chain/regtest.ts';
export { field, integer, list, satsOfBtc, text, textList } from './chain/json.ts';
export type { FundedCoin } from './chain/faucet.ts';
