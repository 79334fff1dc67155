/** One mint of a rune to a receiver. */
import { bytesToHex } from '@rialto/protocols';
import type { RuneAsset, ScriptHex } from '@rialto/protocols';
import { intentOf } from '../effects/intent.ts';
import { labelOf } from '../effects/moves.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer, checkReceiver, payBeside, small } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { runeOf } from '../effects/rune-flow.ts';
import { runestoneOutput } from './runestone-output.ts';

interface RuneMintRequest {
  readonly payer: Payer;
  /** The rune with what one mint gives in the next block, from the ledger (`mintable`). */
  readonly mint: RuneAsset;
  readonly destination: Uint8Array;
  readonly feeRateSatVb: number;
}

/**
 * Plans a mint. Out: 546 sat with the minted runes, the message, change. A mint that closes before it is mined gives nothing.
 * @throws Refusal wrong-address-type, not-yours, script-not-allowed, and as `selectCoins`
 * Source: runes §4, §5.
 */
export function planRuneMint({ payer, mint, destination, feeRateSatVb }: RuneMintRequest): Planned {
  checkPayer(payer);
  checkReceiver(destination);
  const message = runestoneOutput({ mint: runeOf(mint.asset), pointer: 0 }, 2);
  const outputs = [small(destination), message];
  const { payments, change } = payBeside(payer, { carried: [], outputs, feeRateSatVb });
  const draft = ownDraft(payments, [...outputs, ...change]);
  const intent = intentOf();
  payments.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  const minted = { ...labelOf(mint), amount: mint.amount, index: 0 };
  intent.gets(bytesToHex(destination) as ScriptHex, minted);
  return planTransaction(draft, {
    key: payer.key,
    intent: intent.meaning(),
    messages: [{ output: 1, script: message.script }],
    facts: { runeMints: [mint] },
  });
}
