/** What the ledger keeps of BRC-20: tokens, balances by script, and lots (transfer inscriptions). */
import type { AssetId, InscriptionId, ScriptHex, Txid } from '../ids.ts';
import type { Amount } from '../units.ts';
import { fixedBrc20Amount } from './amount.ts';
import type { Brc20Difference } from './decode.ts';

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
  /** Where other indexers may see this token otherwise. */
  readonly differences: readonly Brc20Difference[];
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
  /** The tick as this inscription wrote it. */
  readonly display: string;
  readonly amount: Amount;
  /** Who inscribed it, and owns it until it moves. */
  readonly owner: ScriptHex;
  readonly height: number;
  /** The block of its first movement. */
  readonly usedHeight: number | undefined;
}

/** The first movement of a lot: its amount goes from who inscribed it to who got it. */
export interface Brc20Move {
  readonly kind: 'move';
  /** Of the transaction that moves it. */
  readonly txid: Txid;
  readonly token: Brc20Token;
  readonly lot: Brc20Lot;
  /** Undefined when it was sent as fee. */
  readonly to: ScriptHex | undefined;
}

/** What happened, in the order in which it happened. `from` is always the inscriber. */
export type Brc20Event =
  | { readonly kind: 'deploy'; readonly token: Brc20Token }
  | {
      readonly kind: 'mint';
      readonly inscription: InscriptionId;
      readonly token: Brc20Token;
      readonly display: string;
      readonly amount: Amount;
      readonly to: ScriptHex;
      readonly parent: InscriptionId | undefined;
    }
  | { readonly kind: 'transfer'; readonly token: Brc20Token; readonly lot: Brc20Lot }
  | Brc20Move;

/** One event as OPI writes it down for its event hash (docs/event-hash.md). */
export function brc20Line(event: Brc20Event): string {
  const { token } = event;
  const fixed = (value: Amount): string => fixedBrc20Amount(value, token.decimals);
  switch (event.kind) {
    case 'deploy': {
      const { deploy, deployer, tick, display, max, decimals, limit, selfMint } = token;
      const terms = [fixed(max), decimals, fixed(limit), selfMint];
      return ['deploy-inscribe', deploy, deployer, tick, display, ...terms].join(';');
    }
    case 'mint': {
      const { inscription, to, display, amount, parent } = event;
      return ['mint-inscribe', inscription, to, token.tick, display, fixed(amount), parent ?? ''].join(';');
    }
    case 'transfer': {
      const { inscription, owner, display, amount } = event.lot;
      return ['transfer-inscribe', inscription, owner, token.tick, display, fixed(amount)].join(';');
    }
    case 'move': {
      const { inscription, owner, display, amount } = event.lot;
      const to = event.to ?? '';
      return ['transfer-transfer', inscription, owner, to, token.tick, display, fixed(amount)].join(';');
    }
  }
}

export function balanceKey(asset: AssetId, script: ScriptHex): string {
  return `${asset} ${script}`;
}
