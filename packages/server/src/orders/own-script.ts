/** Who asks about transactions of one's own: the session's address, with a key that is its. */
import { Refusal } from '@rialto/protocols';
import { addressToScript, publicKeyOwns } from '@rialto/psbt';
import type { Session } from '../session.ts';
import type { OrderRoom } from './room.ts';

/** @throws Refusal wrong-network, not-yours, wrong-address-type */
export function ownScript(
  { settings }: Pick<OrderRoom, 'settings'>,
  session: Session,
  ask: { readonly net: string; readonly address: string; readonly publicKey: string },
): Uint8Array {
  if (ask.net !== settings.network) throw new Refusal('wrong-network');
  if (ask.address !== session.address) throw new Refusal('not-yours');
  const script = addressToScript(ask.address, settings.network);
  if (!publicKeyOwns(ask.publicKey, script)) throw new Refusal('not-yours', 'public key');
  return script;
}
