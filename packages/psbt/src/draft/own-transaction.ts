/** A transaction of one party alone: coins in, outputs out, the change at the end. Cancel, commit and fan-out are built on it. */
import { bytesToHex, equalBytes, invariant } from '@rialto/protocols';
import type { Coin, ScriptHex, TxOutput } from '@rialto/protocols';
import { acceptHalf, bodyOf, coinsOf, finish, inputOf, weightOf } from './draft.ts';
import type { Draft, Finished, Witnesses } from './draft.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { moveOf, summed } from '../effects/moves.ts';
import { holdingsGiven } from '../effects/rune-flow.ts';
import { selectCoins } from './selection.ts';
import type { Selection } from './selection.ts';
import { signInput } from '../tx/sign.ts';
import type { Verifier } from '../tx/signature.ts';
import { flowOf } from '../effects/sat-flow.ts';

/** A draft all of whose inputs one party signs. */
export function ownDraft(coins: readonly Coin[], outputs: readonly TxOutput[]): Draft {
  return { inputs: coins.map((coin) => inputOf(coin)), outputs };
}

/** Coins that pay for the given outputs, beside inputs that pay for themselves. */
export function payFor(request: {
  first: readonly Coin[];
  outputs: readonly TxOutput[];
  coins: readonly Coin[];
  changeScript: Uint8Array;
  feeRateSatVb: number;
  /** What the first coins do not already pay. */
  target: bigint;
}): Selection {
  const taken = new Set(request.first.map((coin) => coin.outpoint));
  return selectCoins({
    coins: request.coins.filter((coin) => !taken.has(coin.outpoint)),
    target: request.target,
    feeRateSatVb: request.feeRateSatVb,
    baseVsize: weightOf(ownDraft(request.first, request.outputs)) / 4,
    changeScript: request.changeScript,
  });
}

/** Reads the signed PSBT back and finishes it. Throws as `acceptHalf` and `finish`. */
export function acceptOwn(draft: Draft, psbt: Uint8Array, verifier?: Verifier): Finished {
  return finishOwn(draft, acceptHalf(draft, psbt, verifier), verifier);
}

/** Signs every input with one key of our own and finishes it. */
export function signOwn(draft: Draft, key: Uint8Array): Finished {
  const spend = { tx: bodyOf(draft), prevouts: coinsOf(draft) };
  return finishOwn(
    draft,
    draft.inputs.map((_, index) => signInput(spend, index, key)),
  );
}

function finishOwn(draft: Draft, witnesses: Witnesses, verifier?: Verifier): Finished {
  return finish(draft, witnesses, { intent: intentOfOwn(draft) }, verifier);
}

/**
 * Every sat to the outputs named, and no asset to the fee or to anybody new: what a draft of one party always means.
 * Without a message runes and MRC-20 go to output 0.
 */
function intentOfOwn(draft: Draft): Meaning {
  const intent = intentOf();
  const coins = coinsOf(draft);
  coins.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  const home = (from: number, to: number | undefined): ScriptHex => {
    const owner = coins[from]?.script;
    const output = draft.outputs[to ?? -1];
    invariant(owner !== undefined && output !== undefined, 'no asset ends in the fee');
    invariant(equalBytes(owner, output.script), 'every asset stays with its owner');
    return bytesToHex(owner) as ScriptHex;
  };
  for (const { asset, from, to } of flowOf(coins, draft.outputs)) {
    const owner = home(from.index, to?.index);
    if (to !== undefined) intent.gets(owner, moveOf(asset, to));
  }
  const held = holdingsGiven(coins);
  for (const { index = 0 } of held) home(index, 0);
  for (const move of summed(held)) intent.gets(home(move.index ?? 0, 0), { ...move, index: 0 });
  return intent.meaning();
}
