/** Where the MRC-20 tokens of one transaction go: natively, as its transfer PIN says, or by the rule of failure (metaid §5). Pure. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { mrc20Asset } from '../ids.ts';
import type { AssetId } from '../ids.ts';
import { isStandardClass, isStandardOutput } from '../metaid/address.ts';
import { isOpReturn } from '../transaction.ts';
import type { TxOutput } from '../transaction.ts';
import type { Amount } from '../units.ts';
import { parseMrc20Amount } from './amount.ts';
import type { Mrc20Transfer } from './decode.ts';

/** Amounts by token. */
type TokenBalances = ReadonlyMap<AssetId, bigint>;

/** What one output receives of one token. */
export interface Mrc20Credit {
  /** Undefined: no output holds it any more. */
  readonly vout: number | undefined;
  readonly asset: AssetId;
  readonly amount: Amount;
}

interface AllocatedMrc20 extends Mrc20Credit {
  /** What an invalid transfer sends home, or the sum of several, of which MAN keeps the last record (decision 0021). */
  readonly odd: boolean;
}

export interface AllocateMrc20Input {
  readonly outputs: readonly Pick<TxOutput, 'script'>[];
  /** What the inputs hold. */
  readonly held: TokenBalances;
  /** Undefined without a transfer PIN, a Flaw when what the PIN says is none. */
  readonly message: Mrc20Transfer | Flaw | undefined;
  readonly decimalsOf: (asset: AssetId) => number | undefined;
}

/** Spreads everything held; credits sum up to it, and no two are for the same output and token. */
export function allocateMrc20(input: AllocateMrc20Input): AllocatedMrc20[] {
  const { outputs, held, message } = input;
  if (message === undefined) return allTo(outputs, held, { vout: 0, odd: false });
  const written = isFlaw(message) ? undefined : asWritten(message, input);
  return written ?? allTo(outputs, held, { vout: firstStandard(outputs), odd: true });
}

/** -1 when no output has an address. */
function firstStandard(outputs: AllocateMrc20Input['outputs']): number {
  return outputs.findIndex(({ script }) => isStandardOutput(script));
}

/** An output that nobody can ever spend holds nothing; nor does one that is not there. */
export function holderOf(outputs: AllocateMrc20Input['outputs'], vout: number): number | undefined {
  const script = outputs[vout]?.script;
  return script === undefined || isOpReturn(script) ? undefined : vout;
}

function allTo(
  outputs: AllocateMrc20Input['outputs'],
  held: TokenBalances,
  to: { readonly vout: number; readonly odd: boolean },
): AllocatedMrc20[] {
  const vout = holderOf(outputs, to.vout);
  return [...held].map(([asset, units]) => ({ vout, asset, amount: units as Amount, odd: to.odd }));
}

/** The credits a transfer asks for, with the rest on the first standard output; undefined when any of it is invalid. */
function asWritten({ sends }: Mrc20Transfer, input: AllocateMrc20Input): AllocatedMrc20[] | undefined {
  const { outputs, decimalsOf } = input;
  const rest = new Map(input.held);
  const credits = new Credits();
  for (const { id, amount: text, vout } of sends) {
    const asset = mrc20Asset(id);
    const [left, decimals, script] = [rest.get(asset), decimalsOf(asset), outputs[vout]?.script];
    if (left === undefined || decimals === undefined) return undefined;
    if (script === undefined || !isStandardClass(script)) return undefined;
    const units = parseMrc20Amount(text, decimals);
    if (isFlaw(units) || units > left) return undefined;
    rest.set(asset, left - units);
    credits.add(vout, asset, units);
  }
  // No output has an address when every output that is named has keys that are none.
  const change = holderOf(outputs, firstStandard(outputs));
  for (const [asset, left] of rest) if (left > 0n) credits.add(change, asset, left);
  return credits.list();
}

class Credits {
  private readonly byOutput = new Map<number | undefined, Map<AssetId, AllocatedMrc20>>();

  add(vout: number | undefined, asset: AssetId, units: bigint): void {
    const here = this.byOutput.get(vout) ?? new Map<AssetId, AllocatedMrc20>();
    const before = here.get(asset);
    const sum = ((before?.amount ?? 0n) + units) as Amount;
    here.set(asset, { vout, asset, amount: sum, odd: before !== undefined });
    this.byOutput.set(vout, here);
  }

  list(): AllocatedMrc20[] {
    return [...this.byOutput.values()].flatMap((here) => [...here.values()]);
  }
}
