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
  return {
    ...{ store, chain, ledger, outbox, verifier, plans, now, warn, mvc },
    custody: openBridgeCustody(openDoor(config.SIGNER_SOCKET), doorsOf(config.BRIDGE_SIGNER_SOCKETS)),
    network: config.NETWORK,
    at: faultsAt(config),
  };
}
