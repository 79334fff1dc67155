/** Etching a rune without a name: one transaction and no commitment; its block names it (runes §6). */
import type { Etching } from '@rialto/protocols';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer, checkReceiver, payBeside } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { etchMessage, etchOutputs, intentOfEtch } from './rune-etch.ts';

interface UnnamedEtchRequest {
  readonly payer: Payer;
  readonly etching: Omit<Etching, 'name' | 'spacers'>;
  /** Who gets the premine; output 0. */
  readonly destination: Uint8Array;
  readonly feeRateSatVb: number;
}

/**
 * Plans the etching. Out: 546 sat with the premine, the message, change.
 * @throws Refusal wrong-address-type, not-yours, script-not-allowed, bad-request (the etching would burn), too-large, and as `selectCoins`
 */
export function planUnnamedEtch(request: UnnamedEtchRequest): Planned {
  const { payer, destination, feeRateSatVb } = request;
  checkPayer(payer);
  checkReceiver(destination);
  const premine = { destination, etching: { ...request.etching, name: undefined, spacers: undefined } };
  const outputs = etchOutputs(premine);
  const { payments, change } = payBeside(payer, { carried: [], outputs, feeRateSatVb });
  const draft = ownDraft(payments, [...outputs, ...change]);
  return planTransaction(draft, {
    key: payer.key,
    intent: intentOfEtch(premine, draft),
    messages: [etchMessage(premine)],
    facts: { etches: 'unnamed' },
  });
}
