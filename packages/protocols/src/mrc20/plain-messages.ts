/** Whether everybody reads the MRC-20 messages of a transaction alike (decision 0021). */
import { isFlaw } from '../flaw.ts';
import { isPlainJson } from '../json/plain.ts';
import { pinsOf, revealedPins } from '../metaid/pins-of.ts';
import type { FoundPin } from '../metaid/pins-of.ts';
import { equalBytes } from '../bytes.ts';
import type { Transaction } from '../transaction.ts';
import { ARRIVAL_PATH, decodeMrc20, MINT_PATH } from './decode.ts';

/** Of anything else, `1e-9` say, MAN makes amounts finer than a token's unit, which it then keeps and nobody else can. */
const PLAIN_AMOUNT = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/**
 * False when a message is JSON that readers may take otherwise, is invalid, concerns another chain or sends an amount that is not
 * written in plain digits; when there are several, mints apart; and when MAN finds other messages than a reader does that knows
 * envelopes in tapscripts alone: one in an output, in an annex, before bytes that are no script, or hidden by such a one.
 */
export function hasPlainMrc20(tx: Pick<Transaction, 'inputs' | 'outputs'>): boolean {
  const [read, revealed] = [pinsOf(tx).filter(isMessage), revealedPins(tx).filter(isMessage)];
  return (
    read.length === revealed.length &&
    read.every((found, at) => isSame(found, revealed[at])) &&
    read.every(({ pin }) => isPlainJson(pin.body) && isPlainMessage(pin)) &&
    (read.length < 2 || read.every(isMint))
  );
}

/** Everything that is spent still goes somewhere when a transfer is invalid, or leaves for another chain: but not everywhere alike. */
function isPlainMessage(pin: FoundPin['pin']): boolean {
  const message = decodeMrc20(pin);
  if (message === undefined || isFlaw(message)) return false;
  return message.op !== 'transfer' || message.sends.every(({ amount }) => PLAIN_AMOUNT.test(amount));
}

function isMessage({ pin }: FoundPin): boolean {
  return pin.path === ARRIVAL_PATH || decodeMrc20(pin) !== undefined;
}

/** MAN passes over a transfer beside any other message that it has a record of, of tokens that are none here among them. */
function isMint({ pin }: FoundPin): boolean {
  return pin.path === MINT_PATH;
}

function isSame(one: FoundPin, other: FoundPin | undefined): boolean {
  return (
    other !== undefined &&
    one.vout === undefined &&
    one.input === other.input &&
    one.pin.path === other.pin.path &&
    equalBytes(one.pin.body, other.pin.body)
  );
}
