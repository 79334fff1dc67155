/** The published text of an epoch's rows, read back: address by address, in the one order and spelling that its hash is of. */
import { createHash } from 'node:crypto';
import { rowsText } from '@rialto/market';
import type { EpochBounds, RewardRow } from '@rialto/market';

const ROW = /^([0-9a-z]{14,90}),([1-9][0-9]{0,38}),([1-9][0-9]{0,38})$/;

/** As it is published. */
export const tableHash = (text: string): string => createHash('sha256').update(text).digest('hex');

function rowsIn(text: string): RewardRow[] | undefined {
  const lines = text.split('\n').slice(2, -1);
  const rows = lines.map((line): RewardRow | undefined => {
    const [, address, amount, wanted] = ROW.exec(line) ?? [];
    if (address === undefined || amount === undefined || wanted === undefined) return undefined;
    return { address, amount: BigInt(amount), wanted: BigInt(wanted) };
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** By address; undefined for a text that is none. */
export function amountsIn(text: string): ReadonlyMap<string, bigint> | undefined {
  const rows = rowsIn(text);
  return rows && new Map(rows.map(({ address, amount }) => [address, amount]));
}

/**
 * The rows of one epoch of one campaign.
 * @returns undefined unless `rowsText` writes exactly this text of them, each address once and in order
 */
export function readTable(
  text: string,
  campaign: string,
  bounds: EpochBounds,
): readonly RewardRow[] | undefined {
  const rows = rowsIn(text);
  if (rows === undefined || rowsText(campaign, { bounds, rows }) !== text) return undefined;
  const isInOrder = rows.every(({ address }, at) => at === 0 || (rows[at - 1]?.address ?? '') < address);
  return isInOrder ? rows : undefined;
}
