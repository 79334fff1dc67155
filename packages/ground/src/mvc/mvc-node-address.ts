/** How a process finds its node of MVC: the settings of Bitcoin's node under other names. */
import type { NodeAddress } from '../node/bitcoind-rpc.ts';
import { nodeAddress } from '../node/node-address.ts';

interface MvcNodeSettings {
  readonly MVC_RPC_URL?: string | undefined;
  readonly MVC_RPC_COOKIE_FILE?: string | undefined;
  readonly MVC_RPC_USER?: string | undefined;
  readonly MVC_RPC_PASSWORD_FILE?: string | undefined;
}

/** @returns undefined where MVC is closed */
export function mvcNodeAddress(settings: MvcNodeSettings): NodeAddress | undefined {
  if (settings.MVC_RPC_URL === undefined) return undefined;
  return nodeAddress({
    NODE_RPC_URL: settings.MVC_RPC_URL,
    NODE_COOKIE_FILE: settings.MVC_RPC_COOKIE_FILE,
    NODE_RPC_USER: settings.MVC_RPC_USER,
    NODE_RPC_PASSWORD_FILE: settings.MVC_RPC_PASSWORD_FILE,
  });
}
