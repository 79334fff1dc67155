/** The second door of `devnet`: a private MVC chain and its market. Apart from the first, because the published contracts take a second to load. */
export { openPrivateMvc } from './mvc/open-private.ts';
export type { PrivateMvc } from './mvc/open-private.ts';
export { PrivateMvcChain } from './mvc/private-chain.ts';
export { agreedMove, agreedPark, agreedSwap, previousIn } from './mvc-market/mvc-agreed.ts';
export { openMvcTrader } from './mvc-market/mvc-trader.ts';
export type { MvcTrader } from './mvc-market/mvc-trader.ts';
export { firstLeg, secondLeg } from './mvc-market/token-trader.ts';
export { MVC_SEED, seedMvc, untilFollowed } from './mvc-market/seed-mvc.ts';
export { btcAsset, runeAsset } from './bridge/asset-files.ts';
export type { BridgeAssetWords } from './bridge/asset-files.ts';
export { openBridge } from './bridge/open-bridge.ts';
export type { OpenedAsset } from './bridge/open-bridge.ts';
export { idOfTerms } from './bridge/bridge-orders.ts';
export { openBridgeUser } from './bridge/bridge-user.ts';
export type { BridgeUser } from './bridge/bridge-user.ts';
export { bridgeAdder } from './exchange/operator.ts';
export { coinsFor } from './mvc-market/issuer.ts';
export { personOf } from './mvc/person.ts';
