/** What one transaction, confirmed or not, would do with the MRC-20 on its inputs. Pure; needs no block. */
import { isFlaw } from '../flaw.ts';
import { outpoint } from '../ids.ts';
import type { AssetId } from '../ids.ts';
import type { PinContent } from '../metaid/pin-fields.ts';
import { pinsOf } from '../metaid/pins-of.ts';
import type { Transaction } from '../transaction.ts';
import { allocateMrc20 } from './allocate.ts';
import type { Mrc20Credit } from './allocate.ts';
import { decodeMrc20, TRANSFER_PATH } from './decode.ts';
import type { Mrc20Holding, Mrc20Token } from './rows.ts';

type Held = Pick<Mrc20Holding, 'outpoint' | 'asset' | 'amount'>;

interface ProjectMrc20Input {
  /** What outpoints hold; those that the transaction does not spend are passed over. */
  readonly holdings: Iterable<Held>;
  /** The tokens of those holdings. One that is missing makes a transfer of it fail. */
  readonly tokens: Iterable<Pick<Mrc20Token, 'asset' | 'decimals'>>;
  /** What the transaction will reveal, where its witnesses are not there yet. */
  readonly pins?: readonly Pick<PinContent, 'path' | 'body'>[];
}

/**
 * What each output would receive: natively all on output 0; with a transfer PIN as written, the rest on the first standard
 * output; when that fails everything on the first standard output. A valid deploy or mint beside a transfer PIN strands what the
 * inputs hold, and is taken for valid here. Tokens that a mint would make are not projected.
 * Source: metaid §5.
 */
export function projectMrc20(
  tx: Pick<Transaction, 'inputs' | 'outputs'>,
  { holdings, tokens, pins = pinsOf(tx).map(({ pin }) => pin) }: ProjectMrc20Input,
): Mrc20Credit[] {
  const inputs = new Map(tx.inputs.map(({ txid, vout }, at) => [outpoint(txid, vout), at]));
  const place = (one: Held): number => inputs.get(one.outpoint) ?? -1;
  const lying = [...holdings].filter((one) => inputs.has(one.outpoint));
  const held = new Map<AssetId, bigint>();
  for (const one of lying.toSorted((a, b) => place(a) - place(b) || (a.asset < b.asset ? -1 : 1))) {
    held.set(one.asset, (held.get(one.asset) ?? 0n) + one.amount);
  }
  const transfer = pins.find(({ path }) => path === TRANSFER_PATH);
  const said = transfer && decodeMrc20(transfer);
  const message = said === undefined || isFlaw(said) || said.op === 'transfer' ? said : undefined;
  const decimals = new Map([...tokens].map((token) => [token.asset, token.decimals]));
  // With a second message in the transaction no output receives the tokens.
  const outputs = transfer !== undefined && pins.some(makesTokens) ? [] : tx.outputs;
  const credits = allocateMrc20({ outputs, held, message, decimalsOf: (one) => decimals.get(one) });
  return credits.map(({ vout, asset, amount }) => ({ vout, asset, amount }));
}

function makesTokens(pin: Pick<PinContent, 'path' | 'body'>): boolean {
  const op = decodeMrc20(pin);
  return op !== undefined && !isFlaw(op) && op.op !== 'transfer';
}
