/** What the ledger keeps of BRC-20: tokens, balances by script, and lots (transfer inscriptions). */
import type { AssetId, InscriptionId, ScriptHex } from '../ids.ts';
import type { Amount } from '../units.ts';

export interface Brc20Token {
  readonly asset: AssetId;
  readonly deploy: InscriptionId;
  /** Lower case; what is compared. */
  readonly tick: string;
  /** As the deployer wrote it. */
  readonly display: string;
  readonly max: Amount;
  /** The most one mint may ask for. */
  readonly limit: Amount;
  readonly decimals: number;
  readonly selfMint: boolean;
  readonly minted: Amount;
  readonly burned: Amount;
  readonly deployHeight: number;
  readonly deployer: ScriptHex;
  /** Scripts with more than nothing. */
  readonly holders: number;
  /** Valid operations, the deploy included. */
  readonly operations: number;
}

/** What one script has of one asset. The row goes when both are nothing. */
export interface Brc20Balance {
  readonly asset: AssetId;
  readonly script: ScriptHex;
  readonly available: Amount;
  /** Inside unused lots. */
  readonly transferable: Amount;
}

/** A valid transfer inscription. Its first movement uses it up. */
export interface Brc20Lot {
  readonly inscription: InscriptionId;
  readonly asset: AssetId;
  readonly amount: Amount;
  /** Who inscribed it, and owns it until it moves. */
  readonly owner: ScriptHex;
  readonly height: number;
  /** The block of its first movement. */
  readonly usedHeight: number | undefined;
}

export function balanceKey(asset: AssetId, script: ScriptHex): string {
  return `${asset} ${script}`;
}
