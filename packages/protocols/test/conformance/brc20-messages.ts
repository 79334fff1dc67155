/** Runs the cases of `hiro-brc20-parser.json` and of `unisat-libbrc20/decimal.json`, or of any files of those formats. */
import {
  decodeBrc20,
  decodeUtf8,
  encodeUtf8,
  formatBrc20Amount,
  hexToBytes,
  isFlaw,
  parseBrc20Amount,
} from '../../src/index.ts';
import type { Brc20Op, Flaw } from '../../src/index.ts';
import type { Check } from './case.ts';

export interface MessageFile {
  note?: unknown;
  vectors: {
    name: string;
    content_type: string;
    body_hex?: string;
    /** The same as text. */
    body?: string | null;
    expect: Record<string, unknown> | null;
  }[];
}

export function messageChecks({ note, vectors }: MessageFile): Check[] {
  JSON.stringify(note ?? null);
  return vectors.map((one, at) => ({
    name: `${at} ${one.name}`,
    run: () => ({ ours: opAsVector(decodeBrc20(one.content_type, bodyOf(one))), expected: one.expect }),
  }));
}

function bodyOf({ body_hex: hex, body }: MessageFile['vectors'][number]): Uint8Array | undefined {
  const bytes = hex === undefined ? encodeUtf8(body ?? '') : hexToBytes(hex);
  const text = bytes && decodeUtf8(bytes);
  if (typeof body === 'string' && text !== undefined && text !== body)
    throw new Error('two different bodies');
  return bytes;
}

function opAsVector(op: Brc20Op | Flaw | undefined): unknown {
  if (op === undefined || isFlaw(op)) return null;
  // The indexer that the messages are from refuses this deploy; we follow another, and flag the token.
  if (op.op === 'deploy' && op.difference === 'decimals-not-text') return null;
  if (op.op !== 'deploy') return { op: op.op, tick: op.tick, amt: op.amount };
  return {
    op: 'deploy',
    tick: op.tick,
    display_tick: op.display,
    max: formatBrc20Amount(op.max),
    lim: formatBrc20Amount(op.limit),
    dec: String(op.decimals),
    self_mint: op.selfMint,
  };
}

export interface AmountFile {
  cases: { input: string; want: string; err: boolean }[];
}

/** The decimals the cases are read with. */
const DECIMALS = 18;

export function amountChecks({ cases }: AmountFile): Check[] {
  return cases.map(({ input, want, err }) => ({
    name: `"${input}"`,
    run: () => {
      const value = parseBrc20Amount(input, DECIMALS);
      // Upstream reads a sign and zero; the rules of BRC-20 refuse both.
      const refused = err || want.startsWith('-') || /^[0.]+$/.test(want);
      return {
        ours: isFlaw(value) ? 'refused' : formatBrc20Amount(value),
        expected: refused ? 'refused' : want,
      };
    },
  }));
}
