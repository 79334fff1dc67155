/** Opens the bridge's room. */
import type { Config } from '../config.ts';
import { openBridgeCustody } from '../custody/bridge-custody.ts';
import { doorsOf, openDoor } from '../custody/signer-door.ts';
import { faultsAt } from '../faults.ts';
import type { MvcContext } from '../mvc/context.ts';
import type { BridgeContext } from './context.ts';

type Parts = Omit<BridgeContext, 'custody' | 'at' | 'network' | 'mvc'>;

/**
 * @param parts what all rooms of trade share
 * @returns undefined where the operator has no node of MVC
 */
export function openBridge(
  config: Config,
  parts: Parts,
  mvc: MvcContext | undefined,
): BridgeContext | undefined {
  if (mvc === undefined) return undefined;
  const { store, chain, ledger, outbox, verifier, plans, now, warn } = parts;
  const at = faultsAt(config);
  const others = doorsOf(config.BRIDGE_SIGNER_SOCKETS);
  return {
    ...{ store, chain, ledger, outbox, verifier, plans, now, warn, mvc, at },
    custody: openBridgeCustody(openDoor(config.SIGNER_SOCKET), others, () => {
      at('bridge-begun');
    }),
    network: config.NETWORK,
  };
}
