/** The file that an operator bridges an asset with: amounts as text in base units of the origin. The same file goes to the signer. */
import { Refusal } from '@rialto/refusals';
import { z } from 'zod';
import { Hash160 } from '../mvc/words.ts';
import type { BridgeKeys } from '../signer/bridge.ts';
import { InscriptionIdText, PinIdText, RuneIdText } from '../wire/wire.ts';
import { BridgeAssetId } from './words.ts';

const Whole = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,38})$/)
  .transform(BigInt);
const Fee = z.strictObject({ ppm: Whole, constant: Whole, network: Whole });
const XOnlyKey = z.string().regex(/^[0-9a-f]{64}$/);
const Depth = z.int().min(1).max(1_000);

/** As many hours’ caps are a day’s where the file says nothing. */
const HOURS_A_DAY = 6n;

const File = z.strictObject({
  id: BridgeAssetId,
  origin: z.discriminatedUnion('network', [
    z.strictObject({ network: z.literal('BTC') }),
    z.strictObject({ network: z.literal('RUNES'), rune: RuneIdText }),
    z.strictObject({ network: z.literal('MRC20'), mrc20: PinIdText }),
    z.strictObject({
      network: z.literal('BRC20'),
      brc20: InscriptionIdText,
      tick: z.string().min(1).max(24),
    }),
  ]),
  decimals: z.int().min(0).max(38),
  symbol: z.string().min(1).max(60),
  trim: z.int().min(0).max(38),
  token: z.strictObject({
    codehash: Hash160,
    genesis: Hash160,
    name: z.string().min(1).max(40),
    symbol: z.string().min(1).max(10),
    supply: Whole,
  }),
  minimum: Whole,
  maximum: Whole,
  fees: z.strictObject({ mint: Fee, redeem: Fee }),
  tiers: z
    .array(
      z
        .strictObject({ upTo: Whole.optional(), btc: Depth, mvc: Depth })
        .transform(({ upTo, btc, mvc }) => ({ upTo, btc, mvc })),
    )
    .min(1)
    .max(10),
  hourCap: Whole,
  dayCap: Whole.optional(),
  exposure: Whole,
  mostPayoutFee: Whole,
  /** Where several sign for what is locked: the keys of all, and what only the first one has. */
  signers: z
    .strictObject({
      lockedKeys: z.array(XOnlyKey),
      ...{ feeKey: XOnlyKey, stockHash: Hash160, inletHash: Hash160, feeHash: Hash160 },
    })
    .optional(),
});

export const BridgeAssetFile = File.transform(({ dayCap, ...file }) => ({
  ...file,
  dayCap: dayCap ?? file.hourCap * HOURS_A_DAY,
}));

/** What the file says of signers that lock an asset together, by what each tells of its keys. @param first the one with all other keys */
export function bridgeSignersOf(
  first: BridgeKeys,
  others: readonly BridgeKeys[],
): NonNullable<z.infer<typeof BridgeAssetFile>['signers']> {
  const { feeKey, stockHash, inletHash, feeHash } = first;
  const lockedKeys = [first, ...others].map(({ lockedKey }) => lockedKey);
  return { lockedKeys, feeKey, stockHash, inletHash, feeHash };
}

/** @throws Refusal bad-request, naming every field that is wrong */
export function readBridgeAsset(text: string): z.infer<typeof BridgeAssetFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal('bad-request', 'the file is no JSON');
  }
  const read = BridgeAssetFile.safeParse(json);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`);
  throw new Refusal('bad-request', issues.join('; '));
}
