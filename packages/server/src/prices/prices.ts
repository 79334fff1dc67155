/** Prices in dollars: of bitcoin and of tokens, from the sources the operator names; the private chain has a rate of its own (rules §16). */
import type { BtcShape } from '../price-shape.ts';
import { readBtc, readTokens } from './shapes.ts';
import { remembered } from './source.ts';
import type { Source } from './source.ts';

export interface Prices {
  readonly btc: Source<string>;
  /** By tick in small letters. Undefined: no source is named. */
  readonly tokens: Source<Readonly<Record<string, string>>> | undefined;
}

interface PriceSettings {
  /** Shown instead of any source: the private chain only. */
  readonly demoRate: string | undefined;
  readonly btcUrl: string | undefined;
  readonly btcShape: BtcShape;
  readonly tokensUrl: string | undefined;
  warn(message: string, detail: Readonly<Record<string, unknown>>): void;
}

const ANSWER_MS = 5_000;
const LARGEST_ANSWER = 2 * 1024 * 1024;

export function openPrices(settings: PriceSettings): Prices {
  const { demoRate, btcUrl, btcShape, tokensUrl } = settings;
  const now = (): number => Date.now();
  const told = (error: unknown): void => {
    settings.warn('a source of prices does not answer', {
      error: error instanceof Error ? error.message : String(error),
    });
  };
  /** Without an address there is the demo rate, or none: a made-up price belongs on the private chain alone. */
  const given: Source<string> = () =>
    Promise.resolve(demoRate === undefined ? undefined : { value: demoRate, at: now(), stale: false });
  const btc =
    btcUrl === undefined
      ? given
      : remembered(async () => readBtc(btcShape, await jsonFrom(btcUrl)), told, { now });
  const tokens =
    tokensUrl === undefined
      ? undefined
      : remembered(async () => readTokens(await jsonFrom(tokensUrl)), told, { now });
  return { btc, tokens };
}

async function jsonFrom(url: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const parsed: unknown = JSON.parse(await limited(answer));
  return parsed;
}

/** A stranger's answer is read up to a size. */
async function limited(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return Buffer.concat(parts).toString('utf8');
    size += part.value.byteLength;
    if (size > LARGEST_ANSWER) {
      await reader?.cancel();
      throw new Error('the answer is too large');
    }
    parts.push(part.value);
  }
}
