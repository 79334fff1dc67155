/** The door of `devnet`: a private chain with real money rules, for tests and the demo. */
export { startPrivateChain } from './chain/private-chain.ts';
export type { PrivateChain } from './chain/private-chain.ts';
export { freePort, startNode } from './chain/node.ts';
export type { NodeOptions, RunningNode } from './chain/node.ts';
export { findBitcoind } from './chain/bitcoind.ts';
export type { Bitcoind, NodeKind } from './chain/bitcoind.ts';
export { startPolicyShim } from './shim/policy-shim.ts';
export type { PolicyShim } from './shim/policy-shim.ts';
export { nodeClient } from './chain/node-client.ts';
export type { Rpc } from './chain/node-client.ts';
export { prepareReveal } from './chain/envelope.ts';

export { REGTEST } from './chain/regtest.ts';
export { field, integer, list, satsOfBtc, text, textList } from './chain/json.ts';
export type { FundedCoin } from './chain/faucet.ts';
export { startExchange } from './exchange/exchange.ts';
export type { Exchange } from './exchange/exchange.ts';
export { lastLines, startPart } from './exchange/part.ts';
export type { Part } from './exchange/part.ts';
export { ApiRefusal, callApi } from './market/api.ts';
export { openTrader, signMessage, signPsbt } from './market/trader.ts';
export type { AccountKind, OwnLot, Trader } from './market/trader.ts';
export { inscribeAll } from './market/inscriber.ts';
export type { Inscriber, LotRequest } from './market/inscriber.ts';
export { seedMarket } from './market/seed.ts';
export { SEED_BOOKS } from './market/seed-coin-book.ts';
export type { SeedBook } from './market/seed-coin-book.ts';
export { SEED_TOKENS } from './market/seed-lots.ts';
export type { SeedOptions } from './market/seed.ts';
export { STOCK, seedKey } from './market/seed-key.ts';
export { SEED_ID_COINS, SEED_MRC20, SEED_RUNES } from './market/seed-list.ts';
export { seedTokens } from './market/seed-tokens.ts';
export type { TokenSeed } from './market/seed-tokens.ts';
export { coinsOf, mrc20Ticked, runeNamed, termsOf } from './market/facts.ts';
export { mintMrc20 } from './market/mrc20-mints.ts';
export { mineJobs, stepsOf } from './market/workshop.ts';
export type { Job, Means } from './market/workshop.ts';
export { openWorld } from './exchange/world.ts';
export type { RestorePlace, World, WorldOptions } from './exchange/world.ts';
export { padAddress } from './exchange/signer-door.ts';
export { startDemoService } from './demo/demo-service.ts';

export { openDemo } from './demo/demo.ts';

export type { DemoSettings } from './demo/options.ts';
