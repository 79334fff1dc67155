/** The coins of an address: the plain list, and everything on it coin by coin with what protects it. */
import { z } from 'zod';
import { WireAsset } from './wire/effects.ts';
import { Address, At, Flag, Net, TxidText, Whole } from './wire/wire.ts';

/** How many to leave out, and how many to answer with. */
export const Cursor = z
  .string()
  .regex(/^[0-9]{1,7}$/)
  .optional();
export const PageSize = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/)
  .optional();

/**
 * Why a coin does not pay: a live order reserves it, the held funding of a bid spends it, it carries an asset, it is too small to be worth its fee, it waits for its
 * block, it is a block reward that cannot be spent yet.
 */
export const LockedBy = z.enum(['order', 'bid', 'asset', 'small', 'unconfirmed', 'immature']);
/** A bare list has no coin that cannot be spent at all. */
const SpendableLockedBy = LockedBy.exclude(['immature']);

export const BtcCoinsQuery = z.object({ address: Address, net: Net, unconfirmed: Flag, cursor: Cursor });
export const BtcCoin = z.object({
  txId: TxidText,
  vout: z.int(),
  /** The same as `vout`. */
  outputIndex: z.int(),
  satoshis: Whole,
  confirmed: z.boolean(),
  height: z.int().optional(),
  addressType: z.literal(2),
  inscriptions: z.array(WireAsset),
  lockedBy: SpendableLockedBy.optional(),
});
/**
 * A bare list, as the original product has it, the largest coins first. The envelope names the block at which it is true, how many
 * coins there are, and where the next page begins.
 */
export const BtcCoins = z.array(BtcCoin);

export const AddressCoinsQuery = z.object({ address: Address, net: Net, cursor: Cursor, size: PageSize });
export const AddressCoin = z.object({
  txId: TxidText,
  vout: z.int(),
  satoshis: Whole,
  /** 0 while it is unconfirmed; its assets are then unknown. */
  confirmations: z.int().min(0),
  height: z.int().optional(),
  assets: z.array(WireAsset),
  lockedBy: LockedBy.optional(),
  /** The order that keeps it. */
  orderId: z.string().optional(),
});
export const AddressCoins = z.object({
  total: z.int(),
  list: z.array(AddressCoin),
  /** Where the next page begins; absent on the last one. */
  nextCursor: z.string().optional(),
  at: At,
});

export type BtcCoin = z.infer<typeof BtcCoin>;
export type AddressCoin = z.infer<typeof AddressCoin>;
export type AddressCoins = z.infer<typeof AddressCoins>;
