/** MRC-20 and ID-Coins: balances of an address, the lists of tokens. Amounts are decimals in whole tokens. */
import { z } from 'zod';
import { PageSize } from './address.ts';
import { Address, At, Decimal, InscriptionIdText, Net, Whole } from './wire/wire.ts';

export const Mrc20Tag = z.enum(['', 'id-coins']);
/** What makes a token an ID-Coin here: a signature of a trusted key; its shape alone, on the private chain; nothing, when no key is set. */
export const TaggedBy = z.enum(['signature', 'shape', 'nothing']);

export const Mrc20BalancesQuery = z.object({ address: Address, net: Net });
export const Mrc20Balance = z.object({
  assetId: z.string(),
  /** The deploy PIN. */
  mrc20Id: InscriptionIdText,
  tick: z.string(),
  tag: Mrc20Tag,
  /** On confirmed coins that no waiting transaction spends. */
  balance: Decimal,
  /** What unconfirmed transactions will add if they confirm unchanged; what they mint is not counted. */
  unsafeBalance: Decimal,
  decimals: Whole,
});
export const Mrc20Balances = z.object({ list: z.array(Mrc20Balance), taggedBy: TaggedBy, at: At });

export const Mrc20ListQuery = z.object({ net: Net, tick: z.string().max(66).optional(), size: PageSize });
export const Mrc20Token = z.object({
  assetId: z.string(),
  mrc20Id: InscriptionIdText,
  tick: z.string(),
  tokenName: z.string(),
  tag: Mrc20Tag,
  decimals: Whole,
  deployHeight: z.int(),
  deployAddress: z.string(),
  /** False when a token whose tick looks the same is older. */
  firstDeployed: z.boolean(),
  /** False when the tick has more than letters and digits of one script and signs of ASCII: it never counts as the first. */
  oneScript: z.boolean(),
  amtPerMint: Whole,
  mintCount: Whole,
  premineCount: Whole,
  /** Mints given, the premine counted in. */
  mints: Whole,
  /** Issued, burned ones taken off. */
  supply: Decimal,
  totalSupply: Decimal,
  openOrders: z.int(),
});
export const Mrc20List = z.object({ list: z.array(Mrc20Token), taggedBy: TaggedBy, at: At });

export const IdCoinToken = Mrc20Token.extend({
  /** MetaID of the issuer; following it is what a mint costs beside the liquidity. */
  issuer: z.string(),
  followersLimit: Whole,
  /** Satoshis that each mint pays into the pool. */
  liquidityPerMint: Whole,
  /** Address of the pool. */
  pool: z.string(),
  message: z.string(),
});
export const IdCoinList = z.object({ list: z.array(IdCoinToken), taggedBy: TaggedBy, at: At });

export type Mrc20Balance = z.infer<typeof Mrc20Balance>;
export type Mrc20Balances = z.infer<typeof Mrc20Balances>;
export type Mrc20Token = z.infer<typeof Mrc20Token>;
export type Mrc20List = z.infer<typeof Mrc20List>;
export type IdCoinToken = z.infer<typeof IdCoinToken>;
export type IdCoinList = z.infer<typeof IdCoinList>;
