/** What a swap on MVC is made of: one transaction, whose inputs each have a role, and a check contract that counts the token's coins in it. */
import { bytesToHex, invariant, outpoint, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Outpoint, Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keyHashOf, scriptHolder } from '../address.ts';
import { hash160 } from '../hashes.ts';
import { TOKEN_CODES } from '../token/codes.ts';
import { isCheckOf } from '../token/check-data.ts';
import type { TokenCheck } from '../token/check-data.ts';
import { readFtScript, sameToken } from '../token/tail.ts';
import type { FtOutput, TokenKey } from '../token/tail.ts';
import { CONTRACT_VERSION } from '../transaction.ts';
import type { MvcBody, MvcTransaction } from '../transaction.ts';

export interface MvcCoin extends TxOutput {
  readonly outpoint: Outpoint;
}

/**
 * An output of a transaction as a coin.
 * @throws Refusal coin-unknown when it has no such output
 */
export function coinOf({ txid, outputs }: Pick<MvcTransaction, 'txid' | 'outputs'>, vout: number): MvcCoin {
  const point = outpoint(txid, vout);
  const output = outputs[vout];
  if (output === undefined) throw new Refusal('coin-unknown', point);
  return { outpoint: point, ...output };
}

/** Whose coin an input spends, and how it is released. */
/** Parked is a token that the user's own script holds: it moves next to a coin of his, without a signature. */
/** A bridge's token is held by one of its keys and signed by it, as a user's is. */
type InputRole =
  | 'user-space'
  | 'user-token'
  | 'parked-token'
  | 'pool-space'
  | 'pool-token'
  | 'bridge-space'
  | 'bridge-token'
  | 'check';

export interface PlannedInput {
  readonly role: InputRole;
  readonly coin: MvcCoin;
}

export interface MvcPlan {
  readonly inputs: readonly PlannedInput[];
  readonly outputs: readonly TxOutput[];
  /** What counts tokens in it, one for each token that moves; their coins are the last inputs, in this order. */
  readonly checks: readonly TokenCheck[];
  /** What the miners get for the swap itself. */
  readonly fee: Sats;
}

/** The two sides of a swap and the token between them. */
export interface SwapParties {
  readonly token: TokenKey;
  /** 33 bytes. */
  readonly userKey: Uint8Array;
  /** Hash of the pool's key: its SPACE lies on P2PKH, its tokens are held by the hash of that script. */
  readonly poolHash: Uint8Array;
}

/** The parties by what stands in scripts. */
interface Holders {
  readonly user: Uint8Array;
  /** Of tokens that the user has parked: whoever spends a coin of his releases them. */
  readonly userScript: Uint8Array;
  readonly pool: Uint8Array;
  readonly poolScript: Uint8Array;
}

const PUBLIC_KEY_BYTES = 33;

export function holdersOf({ userKey, poolHash }: Pick<SwapParties, 'userKey' | 'poolHash'>): Holders {
  invariant(userKey.length === PUBLIC_KEY_BYTES, 'a compressed public key');
  const user = hash160(userKey);
  return { user, userScript: scriptHolder(user), pool: poolHash, poolScript: scriptHolder(poolHash) };
}

const FINAL = 0xffffffff;

/** The transaction of a plan, no scriptSig in it. */
export function bodyOfPlan({ inputs, outputs }: Pick<MvcPlan, 'inputs' | 'outputs'>): MvcBody {
  return bodyOfInputs(
    inputs.map(({ coin }) => coin),
    outputs,
  );
}

/** A transaction that spends these coins and that contracts can read, nothing signed yet. */
export function bodyOfInputs(coins: readonly MvcCoin[], outputs: readonly TxOutput[]): MvcBody {
  return {
    version: CONTRACT_VERSION,
    locktime: 0,
    inputs: coins.map(({ outpoint }) => ({
      ...splitOutpoint(outpoint),
      scriptSig: new Uint8Array(0),
      sequence: FINAL,
    })),
    outputs,
  };
}

/** The places of the inputs that the user signs. */
export function signedByUser({ inputs }: Pick<MvcPlan, 'inputs'>): number[] {
  return inputs.flatMap(({ role }, index) => (role === 'user-space' || role === 'user-token' ? [index] : []));
}

/**
 * A plan, checked: every coin once, its check contracts the published ones with exactly their data, and something for the miners.
 * @throws Refusal duplicate-input, script-not-allowed (not the check of this swap), outputs-exceed-inputs
 */
export function checkedPlan(plan: Omit<MvcPlan, 'fee'>): MvcPlan {
  const { inputs, outputs, checks } = plan;
  if (new Set(inputs.map(({ coin }) => coin.outpoint)).size < inputs.length)
    throw new Refusal('duplicate-input');
  const last = inputs.slice(-checks.length);
  last.forEach(({ role, coin }, at) => {
    const check = checks[at];
    invariant(role === 'check' && check !== undefined, 'the checks are the last inputs');
    if (!isCheckOf(coin.script, check)) throw new Refusal('script-not-allowed', coin.outpoint);
  });
  const fee = spentOf(inputs) - sumSats(outputs.map(({ value }) => value));
  if (fee <= 0n) throw new Refusal('outputs-exceed-inputs');
  return { inputs, outputs, checks, fee: fee as Sats };
}

/** Which input is the coin of the check that counts this one, and that check. */
export function checkOf(
  { inputs, checks }: Pick<MvcPlan, 'inputs' | 'checks'>,
  index: number,
): { readonly at: number; readonly check: TokenCheck } {
  const place = checks.findIndex((check) => check.inputs.includes(index));
  const check = checks[place];
  invariant(check !== undefined, 'a check counts every token');
  return { at: inputs.length - checks.length + place, check };
}

/** The sats that inputs bring. */
export function spentOf(inputs: readonly PlannedInput[]): Sats {
  return sumSats(inputs.map(({ coin }) => coin.value));
}

/**
 * The token on a coin, which has to be the traded one with this holder.
 * @throws Refusal not-a-lot (no token, or another), not-yours (another holder)
 */
export function tokenOn(coin: MvcCoin, token: TokenKey, holder: Uint8Array): FtOutput {
  const found = readFtScript(coin.script);
  if (found === undefined || !TOKEN_CODES.includes(found.codehash) || !sameToken(found, token))
    throw new Refusal('not-a-lot', coin.outpoint);
  if (found.holder !== bytesToHex(holder)) throw new Refusal('not-yours', coin.outpoint);
  return found;
}

/** @throws Refusal not-yours when a coin is not P2PKH of this key */
export function requireSpace(coin: MvcCoin, keyHash: Uint8Array): void {
  const owner = keyHashOf(coin.script);
  if (owner === undefined || bytesToHex(owner) !== bytesToHex(keyHash))
    throw new Refusal('not-yours', coin.outpoint);
}
