/** What a transaction does to a pool, by its coins and outputs alone: SPACE on the pool's script, and the traded token held by it. */
import type { PoolChange } from '@rialto/market';
import { sameToken } from '@rialto/mvc';
import type { MvcCoin, TokenKey } from '@rialto/mvc';
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { tokenOnScript } from './genuine.ts';
import type { MvcKey } from './keys.ts';

interface Owner {
  readonly key: MvcKey;
  readonly token: TokenKey;
}

/** Sat of SPACE, or units of the token; nothing of another's. */
function heldBy({ key, token }: Owner, output: TxOutput): { readonly sats: bigint; readonly units: bigint } {
  if (equalBytes(output.script, key.script)) return { sats: output.value, units: 0n };
  const found = tokenOnScript(output);
  const isOwn = found !== undefined && sameToken(found, token) && found.holder === bytesToHex(key.holder);
  return { sats: 0n, units: isOwn ? found.amount : 0n };
}

/** @param spent what it spends, in its order */
export function changeOf(
  owner: Owner,
  spent: readonly MvcCoin[],
  outputs: readonly TxOutput[],
): { readonly change: PoolChange; readonly gives: readonly number[] } {
  const held = outputs.map((output) => heldBy(owner, output));
  const sum = (all: readonly ReturnType<typeof heldBy>[], of: 'sats' | 'units'): bigint =>
    all.reduce((total, one) => total + one[of], 0n);
  const before = spent.map((coin) => heldBy(owner, coin));
  return {
    change: {
      d1: sum(held, 'sats') - sum(before, 'sats'),
      d2: sum(held, 'units') - sum(before, 'units'),
      ds: 0n,
    },
    gives: held.flatMap(({ sats, units }, vout) => (sats > 0n || units > 0n ? [vout] : [])),
  };
}

/** What all the inputs bring and no output takes, in sat. */
export function feeOf(spent: readonly TxOutput[], outputs: readonly TxOutput[]): bigint {
  const sum = (all: readonly TxOutput[]): bigint => all.reduce((total, { value }) => total + value, 0n);
  return sum(spent) - sum(outputs);
}
