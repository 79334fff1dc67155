/**
 * Which token outputs are real. Anybody can write the script of any token with any amount for one sat; what makes an output real is what
 * its transaction spends. One level is enough: a coin that was spent in an accepted transaction was real, for its own script would have
 * refused it otherwise, and so on back to the first.
 */
import { bytesToHex, invariant, outpoint } from '@rialto/protocols';
import type { Outpoint, TxOutput } from '@rialto/protocols';
import { hash160 } from '../hashes.ts';
import { CONTRACT_VERSION } from '../transaction.ts';
import type { MvcTransaction } from '../transaction.ts';
import { GENESIS_CODES, TOKEN_CODES } from './codes.ts';
import { NO_SENSIBLE_ID, readFtScript, sameToken, withSensibleId } from './tail.ts';
import type { FtOutput } from './tail.ts';

export interface FoundToken {
  readonly vout: number;
  readonly token: FtOutput;
  /** `unknown` when nothing that is known makes it real and an output it spends is not known: not followed yet, never zero. */
  readonly verdict: 'genuine' | 'fake' | 'unknown';
}

/**
 * The token outputs of a transaction that a node has accepted, each with its verdict. Real is an output of a known code if the same
 * transaction spends an output of the same token, or the genesis contract whose hash it carries.
 * @param spent what its inputs spend, in their order, from the node or our own store, never from a scriptSig; undefined where nobody knows
 * @returns outputs of known codes alone; the rest are no tokens
 * Source: meta-contract `token-v2.scrypt`, `tokenGenesis.scrypt`, `backtrace.scrypt`.
 */
export function tokensIn(tx: MvcTransaction, spent: readonly (TxOutput | undefined)[]): FoundToken[] {
  invariant(spent.length === tx.inputs.length, 'one output for each input');
  const found = tx.outputs.flatMap(({ script }, vout) => {
    const token = readFtScript(script);
    return token !== undefined && TOKEN_CODES.includes(token.codehash) ? [{ vout, token }] : [];
  });
  // Most transactions have none, and hashing what they spend would be for nothing.
  if (found.length === 0) return [];
  const parents = parentsOf(tx, spent);
  const otherwise = tx.version === CONTRACT_VERSION && spent.includes(undefined) ? 'unknown' : 'fake';
  return found.map((one) => ({
    ...one,
    verdict: parents.some(({ makes }) => makes(one.token)) ? 'genuine' : otherwise,
  }));
}

/**
 * The input that makes an output of a transaction the token it says it is: what its contract looks back to when it is spent.
 * @param spent as of `tokensIn`
 * @returns its place among the inputs, undefined when nothing that is known does
 */
export function parentInput(
  tx: MvcTransaction,
  spent: readonly (TxOutput | undefined)[],
  token: FtOutput,
): number | undefined {
  return parentsOf(tx, spent).find(({ makes }) => makes(token))?.at;
}

interface Parent {
  readonly at: number;
  readonly makes: (token: FtOutput) => boolean;
}

function parentsOf(tx: MvcTransaction, spent: readonly (TxOutput | undefined)[]): Parent[] {
  // Contracts are spent in this version only.
  if (tx.version !== CONTRACT_VERSION) return [];
  return tx.inputs.flatMap((input, at): Parent[] => {
    const script = spent[at]?.script;
    if (script === undefined) return [];
    const parent = readFtScript(script);
    if (parent === undefined) return [];
    if (TOKEN_CODES.includes(parent.codehash)) return [{ at, makes: (token) => sameToken(token, parent) }];
    return GENESIS_CODES.includes(parent.codehash)
      ? [{ at, makes: mintedBy(script, parent, outpoint(input.txid, input.vout)) }]
      : [];
  });
}

/** The first minting gives a token its sensible id: the outpoint of the genesis contract that it spends. */
function mintedBy(script: Uint8Array, genesis: FtOutput, spends: Outpoint): Parent['makes'] {
  const sensibleId = genesis.sensibleId === NO_SENSIBLE_ID ? spends : genesis.sensibleId;
  const genesisHash = bytesToHex(hash160(withSensibleId(script, sensibleId)));
  return (token) => token.genesisHash === genesisHash && token.sensibleId === sensibleId;
}
