/** The words every section of the contract uses: amounts as decimal strings, ids, envelopes. */
import { ADDRESS_PREFIX } from '@rialto/protocols';
import { z } from 'zod';

/** A whole number of smallest units, as a string. */
export const Whole = z.string().regex(/^(0|[1-9][0-9]{0,38})$/);
/** The order books: the same calls, distinguished by this part of the path. */
export const Book = z.enum(['brc20', 'mrc20', 'idcoin', 'runes']);
/** A token amount as people write it: digits with at most one inner point. */
export const Decimal = z.string().regex(/^[0-9]{1,39}(\.[0-9]{1,18})?$/);
export const Net = z.enum(['livenet', 'testnet', 'regtest']);

const ALL_CAPITALS = new RegExp(`^(?:${Object.values(ADDRESS_PREFIX).join('|').toUpperCase()})1[0-9A-Z]+$`);

/**
 * An address has one spelling with us, as it is compared as text: segwit in small letters, though all capitals are the same address
 * (BIP-173, for QR codes). Other kinds tell capitals apart.
 */
export const canonicalAddress = (address: string): string =>
  ALL_CAPITALS.test(address) ? address.toLowerCase() : address;

export const Address = z
  .string()
  .min(14)
  .max(90)
  .regex(/^[0-9A-Za-z]+$/)
  .overwrite(canonicalAddress);
/** Without the zero character and half surrogates, which no database keeps. The longest is a rune's name: 28 letters, a bullet after each but the last. */
export const Tick = z
  .string()
  .min(1)
  .max(55)
  .regex(/^[^\0\p{Surrogate}]*$/u);
/** The deploy that a token is. A tick alone names the first-deployed token of its book. */
export const AssetIdText = z
  .string()
  .min(1)
  .max(90)
  .regex(/^[!-~]+$/);
export const TxidText = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
export const OutpointText = z
  .string()
  .regex(/^[0-9a-f]{64}:(0|[1-9][0-9]{0,9})$/, 'must be a transaction id, a colon and a number');
export const InscriptionIdText = z
  .string()
  .regex(/^[0-9a-f]{64}i(0|[1-9][0-9]{0,9})$/, 'must be a transaction id, an i and a number');
/** Of a PIN: its transaction and the output in which it began. */
export const PinIdText = InscriptionIdText;
/** The block and the place in it of the transaction that etched a rune. */
export const RuneIdText = z.string().regex(/^(0|[1-9][0-9]{0,19}):(0|[1-9][0-9]{0,9})$/);
export const OrderId = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
export const TradeId = z.uuid();
/** PSBT or transaction as hex; 64 KiB decoded at most, checked again after decoding. */
export const Hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})+$/)
  .max(262_144);
export const PublicKeyHex = z.string().regex(/^0[23][0-9a-f]{64}$/, 'must be a compressed public key in hex');
/** Any number: its bounds depend on the node, and one outside is refused as too low or too high (`requireFeeRate`). */
export const FeeRateNumber = z.number();
/** Query parameters arrive as text. */
export const Flag = z.enum(['0', '1']).optional();

/** Where on the chain an answer is true. */
export const At = z.object({ height: z.int().min(0), hash: TxidText });

export const CodeEnvelope = z.object({
  code: z.union([z.literal(0), z.literal(1)]),
  message: z.string(),
  data: z.unknown(),
  processingTime: z.number(),
  /** Present with code 1: the refusal's name, for programs. */
  refusal: z.string().optional(),
  /** Where the answer is true, when its data is a bare list. */
  at: At.optional(),
  /** Of a bare list that comes in pages: how many there are on all of them. */
  total: z.int().optional(),
  /** Where the next page begins; absent on the last one. */
  nextCursor: z.string().optional(),
});

/** Milliseconds since 1970, as the original's `timestamp`. */
export const Timestamp = z.number().int();
