/** Who calls, and whether they may: the session's own address, with a key that is its, and a fee rate that may be paid. */
import { checkFeeRate } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Network } from '@rialto/protocols';
import { addressToScript, publicKeyOwns } from '@rialto/psbt';
import type { Session } from './session.ts';

interface Settings {
  readonly settings: { readonly network: Network };
}

export interface Self {
  readonly net: string;
  readonly address: string;
}

/** @throws Refusal wrong-network, not-yours */
export function requireSelf({ settings }: Settings, session: Session, self: Self): void {
  if (self.net !== settings.network) throw new Refusal('wrong-network');
  if (self.address !== session.address) throw new Refusal('not-yours');
}

/** The script of the session's address. @throws Refusal wrong-network, not-yours, wrong-address-type */
export function ownScript(
  context: Settings,
  session: Session,
  self: Self & { readonly publicKey: string },
): Uint8Array {
  requireSelf(context, session, self);
  const script = addressToScript(self.address, context.settings.network);
  if (!publicKeyOwns(self.publicKey, script)) throw new Refusal('not-yours', 'the key is not the address’s');
  return script;
}

/**
 * @param highFee consent to a rate far above the plans of the moment
 * @throws Refusal fee-too-low, fee-too-high, fee-needs-consent
 */
export async function requireFeeRate(
  { plans }: { plans(): Promise<FeePlans> },
  rate: number,
  highFee: boolean | undefined,
): Promise<void> {
  const verdict = checkFeeRate(rate, await plans());
  if (verdict === 'ok' || (verdict === 'fee-needs-consent' && highFee === true)) return;
  throw new Refusal(verdict, `${Number.parseFloat(rate.toFixed(2))} sat/vB`);
}
