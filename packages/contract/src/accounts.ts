/** Login and balances. */
import { z } from 'zod';
import {
  Address,
  AssetIdText,
  At,
  Decimal,
  InscriptionIdText,
  Net,
  OutpointText,
  Tick,
  Timestamp,
  Whole,
} from './wire/wire.ts';

export const LoginChallengeQuery = z.object({ net: Net, address: Address });
export const LoginChallenge = z.object({
  /** The text the wallet signs: domain, address, network, nonce, issued and expiry time, one line each. */
  text: z.string(),
  nonce: z.string(),
  issuedAt: Timestamp,
  expiresAt: Timestamp,
});

/** Headers X-Signature and X-Public-Key carry the signature of the challenge's text. */
export const LoginIn = z.object({
  net: Net,
  address: Address,
  nonce: z.string().max(200),
  issuedAt: Timestamp,
});
export const LoginAnswer = z.object({ address: Address, expiresAt: Timestamp });
export const LoginOut = z.object({ net: Net, address: Address });
export const Done = z.object({ success: z.literal(true) });

export const TransferEntry = z.object({
  /** Empty but for BRC-20. */
  inscriptionId: z.union([InscriptionIdText, z.literal('')]),
  /** `-1` while the inscription waits for its block; empty but for BRC-20. */
  inscriptionNumber: z.string(),
  amount: Decimal,
  outValue: Whole,
  outpoint: OutpointText,
  confirmations: z.int(),
  /** The open order that offers it, when there is one. */
  orderId: z.string().optional(),
});
export const TokenBalance = z.object({
  token: Tick,
  assetId: z.string(),
  decimals: z.int().min(0).max(18),
  /** Not in a lot yet: free BRC-20; other tokens on coins that carry something else too, to be split first. */
  availableBalance: Decimal,
  /** On the lots; but for BRC-20 the fullest 1,000 coins are counted. */
  transferBalance: Decimal,
  transferBalanceList: z.array(TransferEntry),
  at: At,
});
export const TokenBalanceQuery = z.object({ net: Net, assetId: AssetIdText.optional() });
export const BalancesQuery = z.object({ net: Net, tick: Tick.optional() });
export const Balances = z.object({
  balanceList: z.array(
    z.object({ token: Tick, assetId: z.string(), availableBalance: Decimal, transferBalance: Decimal }),
  ),
  at: At,
});

/** `tick`: coins alone without it, else with a token: a tick, the name of a rune, or an asset id. */
export const FaucetRequest = z.object({
  net: Net,
  address: Address,
  tick: z.string().min(1).max(80).optional(),
});
export const FaucetAnswer = z.object({ txIds: z.array(z.string()) });

export type LoginChallenge = z.infer<typeof LoginChallenge>;
export type LoginIn = z.infer<typeof LoginIn>;
export type LoginAnswer = z.infer<typeof LoginAnswer>;
export type TransferEntry = z.infer<typeof TransferEntry>;
export type TokenBalance = z.infer<typeof TokenBalance>;
export type Balances = z.infer<typeof Balances>;
export type FaucetRequest = z.infer<typeof FaucetRequest>;
export type FaucetAnswer = z.infer<typeof FaucetAnswer>;
