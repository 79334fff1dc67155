/** What a transaction does to a pool, by its coins and outputs alone: SPACE on the pool's script, and tokens and shares held by it. */
import type { PoolChange } from '@rialto/market';
import { sameToken } from '@rialto/mvc';
import type { MvcCoin, TokenKey } from '@rialto/mvc';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { tokenOnScript } from './genuine.ts';
import type { MvcKey } from './keys.ts';

export interface Owner {
  readonly key: MvcKey;
  readonly token: TokenKey;
  readonly share: TokenKey;
}

interface Held {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
}

const NOTHING: Held = { sats: 0n, units: 0n, shares: 0n };

/** Sat of SPACE, units of the token, or shares; nothing of another's. */
function heldBy({ key, token, share }: Owner, output: TxOutput): Held {
  if (equalBytes(output.script, key.script)) return { ...NOTHING, sats: output.value };
  const found = tokenOnScript(output);
  if (found === undefined || found.holder !== bytesToHex(key.holder)) return NOTHING;
  if (sameToken(found, token)) return { ...NOTHING, units: found.amount };
  return sameToken(found, share) ? { ...NOTHING, shares: found.amount } : NOTHING;
}

/** @param spent what it spends, in its order */
export function changeOf(
  owner: Owner,
  spent: readonly MvcCoin[],
  outputs: readonly TxOutput[],
): { readonly change: PoolChange; readonly gives: readonly number[] } {
  const held = outputs.map((output) => heldBy(owner, output));
  const before = spent.map((coin) => heldBy(owner, coin));
  const sum = (all: readonly Held[], of: keyof Held): bigint =>
    all.reduce((total, one) => total + one[of], 0n);
  const change = (of: keyof Held): bigint => sum(held, of) - sum(before, of);
  return {
    // Shares that leave the pool are those that there are more of.
    change: { d1: change('sats'), d2: change('units'), ds: -change('shares') },
    gives: held.flatMap((one, vout) => (one.sats + one.units + one.shares > 0n ? [vout] : [])),
  };
}

/** What all the inputs bring and no output takes, in sat. */
export function feeOf(spent: readonly TxOutput[], outputs: readonly TxOutput[]): bigint {
  const sum = (all: readonly TxOutput[]): bigint => all.reduce((total, { value }) => total + value, 0n);
  return sum(spent) - sum(outputs);
}
