/** The minting of a token, found from any coin of it, and whether it was the only one: by the transaction alone. */
import { GENESIS_CODES, NO_SENSIBLE_ID, parentInput, readFtScript, sameToken } from '@rialto/mvc';
import type { FtOutput, MvcTransaction, TokenKey } from '@rialto/mvc';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { RememberingChain } from './remembering.ts';

interface Minting {
  readonly tx: MvcTransaction;
  /** What the minting spends to make the token; undefined where nothing makes it one. */
  readonly genesis: FtOutput | undefined;
}

/** From one coin back, transfer by transfer: the way is as long as there were transfers on it. */
export async function mintingOf(chain: RememberingChain, from: Outpoint, key: TokenKey): Promise<Minting> {
  let { txid } = splitOutpoint(from);
  for (;;) {
    const tx = await chain.transaction(txid);
    const token = tx.outputs
      .map(({ script }) => readFtScript(script))
      .find((one) => one !== undefined && sameToken(one, key));
    const spent = await chain.spentBy(tx);
    const at = token === undefined ? undefined : parentInput(tx, spent, token);
    const parent = at === undefined ? undefined : readFtScript(spent[at]?.script ?? new Uint8Array(0));
    const input = tx.inputs[at ?? -1];
    if (parent === undefined || input === undefined || !sameToken(parent, key))
      return { tx, genesis: parent };
    txid = input.txid;
  }
}

interface Minted {
  readonly units: bigint;
  /** Hash of the key that got all of it. */
  readonly holder: string | undefined;
  /** Why it was not the only one; undefined where it was. */
  readonly wrong: string | undefined;
}

/** @param genesis what the minting spends to make the token */
export function mintedAt(tx: MvcTransaction, genesis: FtOutput | undefined, key: TokenKey): Minted {
  const contracts = tx.outputs.flatMap(({ script }) => readFtScript(script) ?? []);
  const made = contracts.filter((one) => sameToken(one, key));
  const units = made.reduce((sum, { amount }) => sum + amount, 0n);
  return { units, holder: made[0]?.holder, wrong: wrongOf(contracts, made, genesis) };
}

function wrongOf(
  contracts: readonly FtOutput[],
  made: readonly FtOutput[],
  genesis: FtOutput | undefined,
): string | undefined {
  if (genesis === undefined || !GENESIS_CODES.includes(genesis.codehash))
    return 'no published contract minted it';
  // A genesis contract names its token once something was minted from it.
  if (genesis.sensibleId !== NO_SENSIBLE_ID) return 'it was minted before';
  if (contracts.some(({ codehash }) => GENESIS_CODES.includes(codehash))) return 'more can be minted';
  return made.length === 1 ? undefined : `it was minted in ${made.length} coins`;
}
