/** A transaction of one party alone that waits, with a higher fee: it does the same to everybody, only its payer pays more. */
import {
  bytesToHex,
  carriesMessage,
  decodeOutputPin,
  equalBytes,
  invariant,
  sats,
  sumSats,
} from '@rialto/protocols';
import type { Coin, ScriptHex, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf, transactionOf, unconfirmedOf } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import { Refusal } from '@rialto/refusals';
import { effects } from '../effects/effects.ts';
import type { Meaning } from '../effects/effects.ts';
import { messagesAsMade } from '../effects/messages.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { extended, repay, replacementFee } from './replacement.ts';
import type { Repayment, Replaced } from './replacement.ts';

interface OwnBumpRequest {
  readonly payer: Payer;
  /** What the waiting transaction spends, in its order, and what it makes. All of it was the payer's. */
  readonly spent: readonly Coin[];
  readonly outputs: readonly TxOutput[];
  readonly feeRateSatVb: number;
  readonly replaced: Replaced;
}

/**
 * Plans the replacement: same inputs, same outputs, less change; the change is the last output when it is the payer's and nothing
 * but money is on it.
 * @throws Refusal as `checkPayer`, `repay`, `replacementFee`, and as `effects` for a transaction that is not the payer's alone;
 *   message-not-allowed for a MetaID PIN in an output, which another output would move
 * @throws invariant when it would do anything else than the waiting one
 */
export function planOwnBump(request: OwnBumpRequest): Planned {
  const { payer, spent, outputs, feeRateSatVb, replaced } = request;
  checkPayer(payer);
  if (outputs.some(({ script }) => decodeOutputPin(script) !== undefined))
    throw new Refusal('message-not-allowed', 'a PIN in an output');
  const before = ownDraft(spent, outputs);
  const messages = messagesAsMade({ outputs });
  const context = { messages, held: unconfirmedOf(spent) };
  const does = effects(transactionOf(bodyOf(before)), spent, context);
  const change = changeOf(does, outputs, payer.script);
  const bare = ownDraft(spent, change === undefined ? outputs : outputs.slice(0, -1));
  const repaid = repay({
    draft: bare,
    script: payer.script,
    coins: payer.coins,
    mayDropChange: bare.outputs.length > 0 && !hasMessage(outputs),
    fee: (vsize) => replacementFee(vsize, feeRateSatVb, replaced),
  });
  const back = repaid.change === undefined ? [] : [{ value: repaid.change, script: payer.script }];
  const draft = extended(bare, repaid.added, back);
  const intent = higherFee(does, payer.script, { repaid, draft });
  return planTransaction(draft, { key: payer.key, intent, messages, held: unconfirmedOf(spent) });
}

/** The last output, when it is the payer's and carries nothing. */
function changeOf(does: Meaning, outputs: readonly TxOutput[], script: Uint8Array): TxOutput | undefined {
  const at = outputs.length - 1;
  const last = outputs[at];
  const carries = does.parties.some((party) => party.gets.some((move) => move.index === at));
  return last !== undefined && equalBytes(last.script, script) && !carries ? last : undefined;
}

/** A message counts outputs: none may go. */
function hasMessage(outputs: readonly TxOutput[]): boolean {
  return outputs.some(({ script }) => carriesMessage(script));
}

/** What the waiting one does, with the payer's money as it is now. */
function higherFee(
  does: Meaning,
  script: Uint8Array,
  { repaid, draft }: { repaid: Repayment; draft: Draft },
): Meaning {
  const payer = bytesToHex(script) as ScriptHex;
  const made = draft.outputs.filter((output) => equalBytes(output.script, script));
  const parties = does.parties.map((party) =>
    party.script === payer
      ? {
          ...party,
          satsIn: sats(party.satsIn + sumSats(repaid.added.map(({ value }) => value))),
          satsOut: sumSats(made.map(({ value }) => value)),
        }
      : party,
  );
  invariant(
    parties.some((party) => party.script === payer),
    'the payer is a party',
  );
  const paid = sumSats(coinsOf(draft).map(({ value }) => value));
  const fee = sats(paid - sumSats(draft.outputs.map(({ value }) => value)));
  const { toFee, burned, disputed } = does;
  return { parties, fee, toFee, burned, disputed };
}
