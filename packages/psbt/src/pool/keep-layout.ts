/** Which coin is where in an act of the keeper, and what that act means: the lanes first, then who pays. */
import { bytesToHex, equalBytes, invariant, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, ScriptHex, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf, inputOf, kindsOf, unconfirmedOf } from '../draft/draft.ts';
import type { Draft, Witnesses } from '../draft/draft.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { labelOf } from '../effects/moves.ts';
import { runeOf } from '../effects/rune-flow.ts';
import { runestoneOutput } from '../tokens/runestone-output.ts';
import { signInput } from '../tx/sign.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import type { PoolOutput } from './pool-draft.ts';
import { poolInput } from './pool-script.ts';
import type { PoolScript } from './pool-script.ts';

/** A planned act of the keeper; the transaction is made of these fields alone. */
export interface KeepPlan {
  readonly pool: PoolScript;
  readonly lanes: readonly Coin[];
  readonly payments: readonly Coin[];
  readonly outputs: readonly PoolOutput[];
  readonly change: TxOutput | undefined;
}

/** The message where units go to several lanes; the first has what no edict names. */
function stoneOf({ outputs }: KeepPlan): TxOutput | undefined {
  const edicts = outputs
    .slice(1)
    .flatMap(({ runes }, at) =>
      runes.map(({ asset, amount }) => ({ id: runeOf(asset), amount, output: at + 1 })),
    );
  invariant(
    edicts.every(({ amount }) => amount >= 1n),
    'an edict moves at least one unit',
  );
  return edicts.length === 0 ? undefined : runestoneOutput({ edicts, pointer: 0 }, outputs.length + 1);
}

/** The transaction. @throws Refusal too-large when the message is one that not every node relays */
export function keepDraft(plan: KeepPlan): Draft {
  const { pool, lanes, payments, outputs, change } = plan;
  const stone = stoneOf(plan);
  return {
    inputs: [...lanes.map((coin) => poolInput(coin, pool)), ...payments.map((coin) => inputOf(coin))],
    outputs: [
      ...outputs.map(({ value, script }) => ({ value, script })),
      ...(stone === undefined ? [] : [stone]),
      ...(change === undefined ? [] : [change]),
    ],
  };
}

/** What it has to do to everybody, said without looking at the transaction. */
export function intentOfKeep(plan: KeepPlan): Meaning {
  const intent = intentOf();
  const draft = keepDraft(plan);
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  plan.outputs.forEach(({ script, runes }, index) => {
    const owner = bytesToHex(script) as ScriptHex;
    for (const rune of runes) intent.gets(owner, { ...labelOf(rune), amount: rune.amount, index });
  });
  return intent.meaning();
}

/** What `effects` is told: the kinds, the message, the lanes that wait. */
export function contextOfKeep(plan: KeepPlan): EffectsContext {
  const stone = stoneOf(plan);
  return {
    kinds: kindsOf(keepDraft(plan)),
    messages: stone === undefined ? [] : [{ output: plan.outputs.length, script: stone.script }],
    held: unconfirmedOf(plan.lanes),
    feeRateLimit: MAX_FEE_RATE,
  };
}

/**
 * The operator's witnesses of the coins that pay, undefined for the pool's.
 * @param unsigned what he is asked to sign
 * @throws Refusal psbt-changed when that is not the draft's transaction byte for byte
 * @throws invariant when the key is not the operator's
 */
export function signPayments(
  draft: Draft,
  { script }: PoolScript,
  unsigned: Uint8Array,
  secret: Uint8Array,
): Witnesses {
  const tx = bodyOf(draft);
  if (!equalBytes(writeBase(tx), unsigned)) throw new Refusal('psbt-changed');
  const spend = { tx, prevouts: coinsOf(draft) };
  return draft.inputs.map(({ coin }, index) =>
    equalBytes(coin.script, script) ? undefined : signInput(spend, index, secret),
  );
}
