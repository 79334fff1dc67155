/** What the ledger keeps of MRC-20: tokens, what outpoints hold, which PINs were used as shovels, and the events of a block in order. */
import type { AssetId, Outpoint, ScriptHex, Txid } from '../ids.ts';
import type { PinId } from '../metaid/pin-id.ts';
import type { Amount } from '../units.ts';
import type { Mrc20Deploy } from './deploy.ts';

/** The terms of its deploy, and its state since. */
export interface Mrc20Token extends Omit<Mrc20Deploy, 'op'> {
  readonly asset: AssetId;
  /** The deploy PIN: the token's only name (never its tick). */
  readonly deploy: PinId;
  /** How many mints were given, the premine counted in. */
  readonly mints: bigint;
  /** Everything that ever came to be, in smallest units. */
  readonly issued: Amount;
  /** What no output holds any more, in smallest units. */
  readonly burned: Amount;
  readonly deployer: string;
  readonly height: number;
  /** The deploy, every mint that gave something, and every time tokens of it moved. */
  readonly operations: number;
  /** Its deploy is: readers may know no such token, so whatever is minted of it is odd (decision 0021). */
  readonly odd: boolean;
}

/** What one unspent output holds of one token; never nothing. */
export interface Mrc20Holding {
  readonly outpoint: Outpoint;
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly script: ScriptHex;
  /** Readers may see other tokens here: a message was odd, or MAN keeps one record of several (decision 0021). */
  readonly odd: boolean;
}

/** A PIN that was used up for a token. */
export interface ShovelUse {
  readonly asset: AssetId;
  readonly pin: PinId;
}

export interface Mrc20Event {
  /** `spent`: it left an outpoint; `received`: it fell on one; `burned`: no output holds it any more. */
  readonly kind: 'deployed' | 'minted' | 'spent' | 'received' | 'burned';
  readonly txid: Txid;
  readonly asset: AssetId;
  readonly amount: Amount;
  /** Of what is spent or received. */
  readonly outpoint: Outpoint | undefined;
}

export function holdingKey(outpoint: Outpoint, asset: AssetId): string {
  return `${outpoint} ${asset}`;
}

export function shovelKey(asset: AssetId, pin: PinId): string {
  return `${asset} ${pin}`;
}
