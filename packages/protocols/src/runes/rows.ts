/** What the ledger keeps of runes, what one block changes in it, and the events of a block in order. */
import type { Outpoint, ScriptHex, Txid } from '../ids.ts';
import type { ChainName } from '../network.ts';
import type { Amount } from '../units.ts';
import { knownRuneId } from './rune-id.ts';
import type { RuneId } from './rune-id.ts';
import { runeName } from './rune-name.ts';
import type { RuneName } from './rune-name.ts';
import type { RuneTerms } from './runestone.ts';

export interface RuneRow {
  readonly id: RuneId;
  readonly name: RuneName;
  readonly spacers: number;
  readonly symbol: string | undefined;
  /** Decimals, for showing only; amounts are always in smallest units. */
  readonly divisibility: number;
  readonly premine: Amount;
  /** Undefined: it cannot be minted. */
  readonly terms: RuneTerms | undefined;
  readonly turbo: boolean;
  /** How many times it was minted; premine + mints x terms.amount is everything issued. */
  readonly mints: bigint;
  readonly burned: Amount;
  readonly etching: Txid;
  /** Place in the order of all runes, from 0. */
  readonly number: number;
  readonly height: number;
  /** Of its block, in seconds since 1970. */
  readonly time: number;
}

/** What one unspent output holds of one rune; never nothing. */
export interface RuneBalance {
  readonly outpoint: Outpoint;
  readonly rune: RuneId;
  readonly amount: Amount;
  readonly script: ScriptHex;
}

export interface RuneEvent {
  readonly kind: 'etched' | 'minted' | 'spent' | 'received' | 'burned';
  readonly txid: Txid;
  readonly rune: RuneId;
  readonly amount: Amount;
  /** Of what is spent or received; and whose it is. */
  readonly outpoint: Outpoint | undefined;
  readonly script: ScriptHex | undefined;
}

export function runeBalanceKey(outpoint: Outpoint, rune: RuneId): string {
  return `${outpoint} ${rune}`;
}

/** The rune that no transaction etched; a mainnet ledger starts with it, no other has it (runes §8). */
export function genesisRune(chain: ChainName): RuneRow | undefined {
  if (chain !== 'main') return undefined;
  const none = undefined;
  return {
    id: knownRuneId('1:0'),
    name: runeName(2055900680524219742n),
    spacers: 128,
    symbol: '\u29c9',
    divisibility: 0,
    premine: 0n as Amount,
    turbo: true,
    mints: 0n,
    burned: 0n as Amount,
    terms: {
      amount: 1n as Amount,
      cap: 2n ** 128n - 1n,
      offsetStart: none,
      offsetEnd: none,
      heightStart: 840_000n,
      heightEnd: 1_050_000n,
    },
    etching: '0'.repeat(64) as Txid,
    number: 0,
    height: 1,
    time: 0,
  };
}
