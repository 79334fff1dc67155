/** An output as the MVC index keeps it: what can be told of it from its script alone. */
import type { MvcTables } from '@rialto/ground';
import { GENESIS_CODES, TOKEN_CODES, keyHashOf, readFtScript } from '@rialto/mvc';
import type { MvcTransaction, TokenKey } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';

export type CoinRow = MvcTables['waitingCoins']['$inferSelect'];
export type MoveRow = MvcTables['waitingMoves']['$inferSelect'];

/** OP_FALSE OP_RETURN; OP_RETURN alone ends a script like any other. */
const isUnspendable = ({ script }: TxOutput): boolean => script[0] === 0 && script[1] === 0x6a;

/** What can be spent of a transaction, no verdict and no pool in it yet. */
export function coinRows({ txid, outputs }: MvcTransaction): CoinRow[] {
  return outputs.flatMap((output, vout) =>
    isUnspendable(output)
      ? []
      : [{ ...NOBODY, txid, vout, value: output.value, ...readScript(output.script) }],
  );
}

const NOBODY = {
  ...{ script: null, holder: null, codehash: null, genesis: null },
  ...{ units: null, verdict: null, pool: null },
};

function readScript(script: Uint8Array): Partial<CoinRow> {
  const keyHash = keyHashOf(script);
  if (keyHash !== undefined) return { holder: bytesToHex(keyHash) };
  const read = readFtScript(script);
  if (read === undefined) return {};
  const { codehash, genesis, holder, amount } = read;
  if (TOKEN_CODES.includes(codehash)) return { script, codehash, genesis, holder, units: amount };
  return GENESIS_CODES.includes(codehash) ? { script, codehash, genesis } : {};
}

/** SPACE on the key of its holder. */
export const isSpace = ({ holder, codehash }: CoinRow): boolean => holder !== null && codehash === null;

export const isToken = ({ units }: CoinRow): boolean => units !== null;

export const hasToken = ({ codehash, genesis }: CoinRow, key: TokenKey): boolean =>
  codehash === key.codehash && genesis === key.genesis;

const EMPTY = new Uint8Array(0);

/** The output for questions about tokens, to which every other script is the same. */
export const outputOf = ({ value, script }: CoinRow): TxOutput => ({ value, script: script ?? EMPTY });
