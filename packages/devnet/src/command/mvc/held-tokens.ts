/** What tokens a key has at a node without an index of addresses: of the blocks that are read, and of what waits. */
import type { MvcChain } from '@rialto/ground';
import { readFtScript } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';

export interface HeldToken {
  readonly codehash: string;
  readonly genesis: string;
  readonly units: bigint;
  /** Of the transaction that gave it to him. */
  readonly txid: string;
}

/** Also what was spent since: who holds one held it, or does. */
export async function tokensGiven(
  chain: MvcChain,
  holder: Uint8Array,
  from: number,
): Promise<readonly HeldToken[]> {
  const { height: tip } = await chain.tip();
  const given: HeldToken[] = [];
  const take = ({ txid, outputs }: MvcTransaction): void => {
    for (const { script } of outputs) {
      const token = readFtScript(script);
      if (token?.holder !== bytesToHex(holder)) continue;
      const { codehash, genesis, amount: units } = token;
      given.push({ codehash, genesis, units, txid });
    }
  };
  for (let height = Math.max(0, from); height <= tip; height += 1) {
    const hash = await chain.blockHash(height);
    const block = hash === undefined ? undefined : await chain.block(hash);
    block?.transactions.forEach(take);
  }
  for (const txid of await chain.waiting()) {
    const tx = await chain.transaction(txid);
    if (tx !== undefined) take(tx);
  }
  return given;
}
