/** Where MRC-20 tokens go: natively to output 0, as a transfer PIN says, and what a mint or a deploy makes (metaid §3 to §5). */
import {
  TRANSFER_PATH,
  amount,
  decodeMrc20,
  projectMrc20,
  invariant,
  isFlaw,
  isStandardOutput,
  mrc20Asset,
  pinsOf,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Mrc20Asset, Mrc20Deploy, Mrc20Mint, Mrc20Op, Transaction } from '@rialto/protocols';
import { newPins } from './made.ts';
import { labelOf } from './moves.ts';
import type { HoldingMove } from './moves.ts';
import { holdingsGiven } from './rune-flow.ts';
import type { Flow } from './rune-flow.ts';

/** What of the MRC-20 ledger a message needs. */
export interface Mrc20Facts {
  /** What one mint of each of these tokens gives in the next block; a token that is missing is refused. */
  readonly mrc20Mints?: readonly Mrc20Asset[];
  /** The folded tick that may be deployed. */
  readonly deploys?: string;
}

/**
 * Follows the MRC-20 tokens of a transaction.
 * @param spent in the order of the inputs
 * @throws Refusal coin-unconfirmed for tokens that wait and would move natively, message-not-allowed for two operations at once, and for a mint or a deploy that the facts do not cover
 */
export function mrc20Flow(tx: Transaction, spent: readonly Coin[], facts: Mrc20Facts): Flow {
  refuseStranded(tx, spent);
  const held = holdingsGiven(spent).filter((move) => move.kind === 'mrc20');
  const moved = movedBy(tx, spent, held);
  const made = madeBy(tx, spent, facts);
  return {
    gets: [...moved.filter((move) => move.index !== undefined), ...made],
    burned: moved.filter((move) => move.index === undefined),
  };
}

/**
 * In one block tokens move natively only from where they were before it, and are burned beyond that (metaid §5): tokens that wait go on
 * by a transfer message alone.
 */
function refuseStranded(tx: Transaction, spent: readonly Coin[]): void {
  const waiting = spent.find(
    ({ height, assets }) => height === undefined && assets.some(({ kind }) => kind === 'mrc20'),
  );
  const hasMessage = pinsOf(tx).some(({ pin }) => pin.path === TRANSFER_PATH);
  if (waiting !== undefined && !hasMessage)
    throw new Refusal('coin-unconfirmed', `${waiting.outpoint}: its MRC-20 moves by a message alone`);
}

function movedBy(tx: Transaction, spent: readonly Coin[], held: readonly HoldingMove[]): HoldingMove[] {
  const holdings = spent.flatMap(({ outpoint, assets }) =>
    assets.flatMap((asset) =>
      asset.kind === 'mrc20' ? [{ outpoint, asset: asset.asset, amount: asset.amount }] : [],
    ),
  );
  return projectMrc20(tx, { holdings, tokens: held }).map(({ vout, asset, amount: units }) => {
    const label = held.find((move) => move.asset === asset);
    invariant(label !== undefined, 'a token that moves came from somewhere');
    return { ...label, amount: units, index: vout };
  });
}

/** The one operation that makes tokens, and what it makes. */
function madeBy(tx: Transaction, spent: readonly Coin[], facts: Mrc20Facts): HoldingMove[] {
  const operations = pinsOf(tx).flatMap(({ pin, input }): { op: Mrc20Op; input: number }[] => {
    const op = decodeMrc20(pin);
    return op === undefined || isFlaw(op) ? [] : [{ op, input }];
  });
  const [only, more] = operations;
  if (more !== undefined) throw new Refusal('message-not-allowed', 'two MRC-20 operations');
  if (only === undefined || only.op.op === 'transfer') return [];
  const pin = newPins(tx, spent).find((one) => one.input === only.input);
  invariant(pin !== undefined, 'an operation is a PIN');
  return only.op.op === 'mint'
    ? mintedBy(tx, { op: only.op, pinAt: pin.move.index }, facts)
    : premined(tx, { op: only.op, pin: pin.move.id }, facts);
}

function mintedBy(
  tx: Transaction,
  { op, pinAt }: { op: Mrc20Mint; pinAt: number },
  { mrc20Mints = [] }: Mrc20Facts,
): HoldingMove[] {
  const found = mrc20Mints.find((mint) => mint.asset === mrc20Asset(op.id));
  if (found === undefined) throw new Refusal('message-not-allowed', `a mint of token ${op.id}`);
  const index = op.vout === '' ? pinAt : Number.parseInt(op.vout, 10);
  if (!isHolder(tx, index)) throw new Refusal('message-not-allowed', 'a mint to no standard output');
  return [{ ...labelOf(found), amount: found.amount, index }];
}

function premined(
  tx: Transaction,
  { op, pin }: { op: Mrc20Deploy; pin: string },
  { deploys }: Mrc20Facts,
): HoldingMove[] {
  if (op.tick !== deploys) throw new Refusal('message-not-allowed', `a deploy of ${op.display}`);
  if (op.premineCount === 0n) return [];
  if (!isHolder(tx, 1)) throw new Refusal('message-not-allowed', 'a premine to no standard output');
  const units = op.premineCount * op.amountPerMint * 10n ** BigInt(op.decimals);
  const label = { kind: 'mrc20' as const, asset: mrc20Asset(pin), tick: op.display, decimals: op.decimals };
  return [{ ...label, amount: amount(units), index: 1 }];
}

function isHolder(tx: Transaction, index: number): boolean {
  const script = tx.outputs[index]?.script;
  return script !== undefined && isStandardOutput(script);
}
