/** The bridge: the original's calls and ours. None asks for a session: what an order pays is bound on the chain. */
import { addressToScript } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BridgeContext } from '../../bridge/context.ts';
import { refundDeposit } from '../../bridge/exits/refund.ts';
import { createMint } from '../../bridge/orders/create-mint.ts';
import { createRedeem } from '../../bridge/orders/create-redeem.ts';
import { restoreOrder } from '../../bridge/orders/restore.ts';
import { submitMint } from '../../bridge/orders/submit-mint.ts';
import { submitRedeem } from '../../bridge/orders/submit-redeem.ts';
import { assetList } from '../../bridge/reads/asset-list.ts';
import { depositsOf, historyOf } from '../../bridge/reads/history.ts';
import { orderView } from '../../bridge/reads/order-view.ts';
import { openReserves } from '../../bridge/reads/reserves.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';

export function registerBridge(context: RouteContext, service: Service): void {
  /** @throws Refusal bridge-closed where the operator has no node of MVC */
  const bridge = (): BridgeContext => {
    if (service.bridge === undefined) throw new Refusal('bridge-closed');
    return service.bridge;
  };
  registerReads(context, bridge);
  for (const [name, network] of [
    ['bridgeMintBtc', 'BTC'],
    ['bridgeMintRunes', 'RUNES'],
    ['bridgeMintMrc20', 'MRC20'],
    ['bridgeMintBrc20', 'BRC20'],
  ] as const)
    route(context, name, async ({ body, request }) => {
      // A bridge that is closed follows nothing.
      const open = bridge();
      const script = addressToScript(body.address, service.config.NETWORK);
      await service.follow(script, { ip: request.ip, owner: false });
      return createMint(open, body, network);
    });
  route(context, 'bridgePayMintBtc', ({ body }) => submitMint(bridge(), body, 'BTC'));
  route(context, 'bridgePayMintRunes', ({ body }) => submitMint(bridge(), body, 'RUNES'));
  route(context, 'bridgePayMintMrc20', ({ body }) => submitMint(bridge(), body, 'MRC20'));
  route(context, 'bridgePayMintBrc20', ({ body }) => submitMint(bridge(), body, 'BRC20'));
  route(context, 'bridgeRedeemBtc', ({ body }) => createRedeem(bridge(), body, 'BTC'));
  route(context, 'bridgeRedeemRunes', ({ body }) => createRedeem(bridge(), body, 'RUNES'));
  route(context, 'bridgeRedeemMrc20', ({ body }) => createRedeem(bridge(), body, 'MRC20'));
  route(context, 'bridgeRedeemBrc20', ({ body }) => createRedeem(bridge(), body, 'BRC20'));
  route(context, 'bridgePayRedeemBtc', ({ body }) => submitRedeem(bridge(), body, 'BTC'));
  route(context, 'bridgePayRedeemRunes', ({ body }) => submitRedeem(bridge(), body, 'RUNES'));
  route(context, 'bridgePayRedeemMrc20', ({ body }) => submitRedeem(bridge(), body, 'MRC20'));
  route(context, 'bridgePayRedeemBrc20', ({ body }) => submitRedeem(bridge(), body, 'BRC20'));
  route(context, 'bridgeRestore', ({ body }) => restoreOrder(bridge(), body.terms));
  route(context, 'bridgeRefund', ({ body }) => refundDeposit(bridge(), body.deposit));
}

function registerReads(context: RouteContext, bridge: () => BridgeContext): void {
  let reserves: ReturnType<typeof openReserves> | undefined;
  route(context, 'bridgeAssets', () => assetList(bridge()));
  route(context, 'bridgeOrder', ({ query }) => orderView(bridge(), query.orderId));
  route(context, 'bridgeHistory', ({ query }) => historyOf(bridge(), query));
  route(context, 'bridgeDeposits', ({ query }) => depositsOf(bridge(), query.address));
  route(context, 'bridgeReserves', () => {
    reserves ??= openReserves(bridge());
    return reserves();
  });
}
