/**
 * An act on a pool, said output by output: the user's first, the pool's second, the message, the operator's fee last (pools §7).
 * What each output holds of every rune is said too; the message is made from that, and the effects have to be that.
 */
import { DUST_FLOOR, amount, bytesToHex, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin, Edict, RuneAsset, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf, inputOf, kindsOf, transactionOf, unconfirmedOf } from '../draft/draft.ts';
import type { Draft } from '../draft/draft.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { labelOf } from '../effects/moves.ts';
import { runeOf } from '../effects/rune-flow.ts';
import { runestoneOutput } from '../tokens/runestone-output.ts';
import { scriptKind } from '../tx/address.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import { gettingLots, lotInputs, lotOutputs } from './brc20/lot-step.ts';
import type { LotStep } from './brc20/lot-step.ts';
import { poolInput } from './pool-script.ts';
import type { PoolScript } from './pool-script.ts';

/** What a lane becomes. */
export interface NextLane {
  readonly value: Sats;
  /** Of the pool's rune; 0 in a BRC-20 pool, whose tokens lie on no lane. */
  readonly amount: Amount;
}

/** A lane with what it becomes. */
export interface LaneStep {
  readonly coin: Coin;
  readonly next: NextLane;
}

/** An output with every rune it is to hold. */
export interface PoolOutput extends TxOutput {
  readonly runes: readonly RuneAsset[];
}

/** A planned act. Only its own fields make the transaction: whoever has them makes it again byte for byte. */
export interface PoolAct {
  readonly pool: PoolScript;
  /** 33 bytes, of the wallet that signs the user's coins. */
  readonly userKey: Uint8Array;
  readonly userCoins: readonly Coin[];
  /** The share coin first where it is spent, then the lanes. */
  readonly poolCoins: readonly Coin[];
  readonly userOutputs: readonly PoolOutput[];
  /** The share coin first where it is spent, then the lanes. */
  readonly poolOutputs: readonly PoolOutput[];
  /**
   * The place among the pool's outputs of the first lane: what no edict names goes there, so that nobody gains by a message misread. Of a
   * BRC-20 pool it is the share coin's, the only one that holds a rune.
   */
  readonly firstLane: number;
  /** Burned for ever: an edict to the message's own output. */
  readonly burned: readonly RuneAsset[];
  readonly serviceFee: TxOutput | undefined;
  /** Of a BRC-20 pool: the lots that change hands, ahead of everything else. */
  readonly lots?: LotStep;
}

/** The least a lane holds in sat (pools §2). */
const SMALLEST_LANE = 10_000n as Sats;

/** So many units of a rune. */
export function unitsOf(rune: RuneAsset, units: bigint): RuneAsset {
  return { ...rune, amount: amount(units) };
}

/** A lane as an output. @throws Refusal too-small under 10,000 sat or without a unit */
export function laneOutput({ script }: PoolScript, rune: RuneAsset, next: NextLane): PoolOutput {
  if (next.amount < 1n) throw new Refusal('too-small', 'a lane without a unit');
  return { ...satLaneOutput({ script }, next), runes: [unitsOf(rune, next.amount)] };
}

/** A lane of sats alone. @throws Refusal too-small under 10,000 sat */
export function satLaneOutput(
  { script }: Pick<PoolScript, 'script'>,
  { value }: Pick<NextLane, 'value'>,
): PoolOutput {
  if (value < SMALLEST_LANE) throw new Refusal('too-small', `a lane of ${value} sat`);
  return moneyOutput(script, value);
}

/** The smallest coin with these units. @throws Refusal too-small without a unit */
export function tokenOutput(script: Uint8Array, rune: RuneAsset, units: bigint): PoolOutput {
  if (units < 1n) throw new Refusal('too-small', 'not a unit');
  return { value: DUST_FLOOR, script, runes: [unitsOf(rune, units)] };
}

/** Sats alone. */
export function moneyOutput(script: Uint8Array, value: Sats): PoolOutput {
  return { value, script, runes: [] };
}

/** @throws Refusal too-small, script-not-allowed */
export function checkServiceFee(serviceFee: TxOutput | undefined): void {
  if (serviceFee === undefined) return;
  if (serviceFee.value < DUST_FLOOR) throw new Refusal('too-small', 'service fee');
  if (scriptKind(serviceFee.script) === 'other') throw new Refusal('script-not-allowed', 'service fee');
}

/** The transaction. @throws Refusal too-large when the message is one that not every node relays, script-not-allowed */
export function draftOfAct(act: PoolAct): Draft {
  const { pool, userCoins, poolCoins, serviceFee, lots } = act;
  const stone = stoneOf(act);
  return {
    inputs: [
      ...lotInputs(lots),
      ...userCoins.map((coin) => inputOf(coin)),
      ...poolCoins.map((coin) => poolInput(coin, pool)),
    ],
    outputs: [
      ...outputsOf(act).map(bare),
      ...(stone === undefined ? [] : [stone]),
      ...(serviceFee === undefined ? [] : [serviceFee]),
    ],
  };
}

/** What an act spends, in the order of its inputs. */
export function coinsOfAct({ lots, userCoins, poolCoins }: PoolAct): readonly Coin[] {
  return [...(lots?.coins ?? []), ...userCoins, ...poolCoins];
}

/** At which output the pool's own coins begin. */
export function firstPoolOutput({ lots, userOutputs }: PoolAct): number {
  return lotOutputs(lots).length + userOutputs.length;
}

/** The message; none where no rune moves. */
function stoneOf(act: PoolAct): TxOutput | undefined {
  const outputs = outputsOf(act);
  if (outputs.every(({ runes }) => runes.length === 0) && act.burned.length === 0) return undefined;
  const count = outputs.length + 1 + (act.serviceFee === undefined ? 0 : 1);
  return runestoneOutput({ edicts: edictsOf(act), pointer: pointerOf(act) }, count);
}

const bare = ({ value, script }: PoolOutput): TxOutput => ({ value, script });

function outputsOf({ lots, userOutputs, poolOutputs }: PoolAct): readonly PoolOutput[] {
  const moved = lotOutputs(lots).map((output) => ({ ...output, runes: [] }));
  return [...moved, ...userOutputs, ...poolOutputs];
}

function pointerOf(act: PoolAct): number {
  return firstPoolOutput(act) + act.firstLane;
}

/** Where the message is. */
function stoneIndex(act: PoolAct): number {
  return outputsOf(act).length;
}

/** An edict for all that is said but for the first lane; an edict of 0 would mean all there is. */
function edictsOf(act: PoolAct): Edict[] {
  const edict = (output: number, { asset, amount: units }: RuneAsset): Edict => {
    invariant(units >= 1n, 'an edict moves at least one unit');
    return { id: runeOf(asset), amount: units, output };
  };
  const named = outputsOf(act).flatMap(({ runes }, index) =>
    index === pointerOf(act) ? [] : runes.map((rune) => edict(index, rune)),
  );
  return [...named, ...act.burned.map((rune) => edict(stoneIndex(act), rune))];
}

/** What `effects` is told: the kinds, the one message, the lanes that wait. */
export function contextOfAct(act: PoolAct): EffectsContext {
  const stone = stoneOf(act);
  return {
    kinds: kindsOf(draftOfAct(act)),
    messages: stone === undefined ? [] : [{ output: stoneIndex(act), script: stone.script }],
    held: unconfirmedOf(act.poolCoins),
    feeRateLimit: MAX_FEE_RATE,
  };
}

/** What an act has to do to everybody, said without looking at the transaction. */
export function intentOfAct(act: PoolAct): Meaning {
  const intent = intentOf();
  coinsOfAct(act).forEach((coin, index) => {
    intent.spends(coin, index);
  });
  gettingLots(intent, act.lots);
  outputsOf(act).forEach(({ value, script, runes }, index) => {
    const owner = bytesToHex(script) as ScriptHex;
    intent.receives(owner, value);
    for (const rune of runes) intent.gets(owner, { ...labelOf(rune), amount: rune.amount, index });
  });
  intent.makes(act.serviceFee === undefined ? [] : [act.serviceFee]);
  const stone = stoneOf(act);
  intent.makes(stone === undefined ? [] : [stone]);
  const burned = act.burned.map((rune) => ({ ...labelOf(rune), amount: rune.amount, index: undefined }));
  return { ...intent.meaning(), burned };
}

/**
 * The act itself, after a look at what its transaction would do: before anybody is asked to sign.
 * @throws Refusal fee-too-high, coin-unconfirmed and as `effects`
 * @throws invariant when it would not do what is said
 */
export function checkedAct(act: PoolAct): PoolAct {
  const draft = draftOfAct(act);
  const does = effects(transactionOf(bodyOf(draft)), coinsOf(draft), contextOfAct(act));
  invariant(sameEffects(does, intentOfAct(act)), 'the effects are the intended ones');
  return act;
}
