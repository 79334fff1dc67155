/** The calls of the bridge: the original's, and orders, deposits, refunds and reserves of our own. None asks for a session: what an order pays is bound on the chain. */
import { status } from './call.ts';
import type { Call } from './call.ts';

const ask = (path: string): Call => ({ method: 'POST', path, envelope: 'status', session: false });

export const BRIDGE_CALLS = {
  bridgeAssets: status('/bridge/assetList'),
  bridgeMintBtc: ask('/bridge/createPrepayOrderMintBtc'),
  bridgeMintRunes: ask('/bridge/createPrepayOrderMintRunes'),
  bridgeMintMrc20: ask('/bridge/createPrepayOrderMintMrc20'),
  bridgeMintBrc20: ask('/bridge/createPrepayOrderMintBrc20'),
  bridgeRedeemBtc: ask('/bridge/createPrepayOrderRedeemBtc'),
  bridgeRedeemRunes: ask('/bridge/createPrepayOrderRedeemRunes'),
  bridgeRedeemMrc20: ask('/bridge/createPrepayOrderRedeemMrc20'),
  bridgeRedeemBrc20: ask('/bridge/createPrepayOrderRedeemBrc20'),
  bridgePayMintBtc: ask('/bridge/submitPrepayOrderMintBtc'),
  bridgePayMintRunes: ask('/bridge/submitPrepayOrderMintRunes'),
  bridgePayMintMrc20: ask('/bridge/submitPrepayOrderMintMrc20'),
  bridgePayMintBrc20: ask('/bridge/submitPrepayOrderMintBrc20'),
  bridgePayRedeemBtc: ask('/bridge/submitPrepayOrderRedeemBtc'),
  bridgePayRedeemRunes: ask('/bridge/submitPrepayOrderRedeemRunes'),
  bridgePayRedeemMrc20: ask('/bridge/submitPrepayOrderRedeemMrc20'),
  bridgePayRedeemBrc20: ask('/bridge/submitPrepayOrderRedeemBrc20'),
  bridgeHistory: status('/bridge/queryTransactionsByAddress'),
  bridgeOrder: status('/bridge/order'),
  bridgeRestore: ask('/bridge/restore'),
  bridgeDeposits: status('/bridge/deposits'),
  bridgeRefund: ask('/bridge/refund'),
  bridgeReserves: status('/bridge/reserves'),
} as const satisfies Record<string, Call>;
