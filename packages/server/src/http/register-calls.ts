/** Every call that is answered. */
import { registerAccounts } from './calls/account-calls.ts';
import { registerAddress } from './calls/address-calls.ts';
import { registerBids } from './calls/bid-calls.ts';
import { registerBridge } from './calls/bridge-calls.ts';
import { registerCrossChecks } from './calls/crosscheck-calls.ts';
import { registerFaucet } from './calls/faucet-call.ts';
import { registerLive } from './calls/live-calls.ts';
import { registerLocks } from './calls/lock-calls.ts';
import { registerMrc20 } from './calls/mrc20-calls.ts';
import { registerMvc } from './calls/mvc-calls.ts';
import { registerNotifications } from './calls/notification-calls.ts';
import { registerOrders } from './calls/order-calls.ts';
import { registerOwn } from './calls/own-calls.ts';
import { registerPools } from './calls/pool-calls.ts';
import { registerPublic } from './calls/public-calls.ts';
import { registerRunes } from './calls/runes-calls.ts';
import { registerShell } from './calls/shell-calls.ts';
import { registerRewards } from './rewards/register-rewards.ts';
import type { RouteContext } from './route.ts';
import type { Service } from './service.ts';

export function registerCalls(
  context: RouteContext,
  service: Service,
  sources: Parameters<typeof registerShell>[2],
): void {
  registerPublic(context, service);
  registerAddress(context, service);
  registerRunes(context, service);
  registerMrc20(context, service);
  registerShell(context, service, sources);
  registerNotifications(context, service);
  registerAccounts(context, service);
  registerFaucet(context, service);
  registerOrders(context, service);
  registerBids(context, service);
  registerLocks(context, service);
  registerLive(context, service);
  registerOwn(context, service);
  registerPools(context, service);
  registerMvc(context, service);
  registerRewards(context, service);
  registerBridge(context, service);
  registerCrossChecks(context, service);
}
