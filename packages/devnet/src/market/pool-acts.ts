/** Acts on a pool by people who are programs: built by the server, signed as a wallet signs, handed in. */
import type { AnswerOf } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { ApiRefusal, callApi } from './api.ts';
import type { Trader } from './trader.ts';

const net = 'regtest' as const;
/** sat/vB */
const FEE_RATE = 2;

export interface PoolPlace {
  readonly origin: string;
  readonly kind: 'runes' | 'swap';
  /** The id of the rune, or the tick in small letters. */
  readonly token: string;
}

/** Undefined where the token has none. */
export async function poolAt({ origin, kind, token }: PoolPlace): Promise<AnswerOf<'pool'> | undefined> {
  try {
    return await callApi(origin, 'pool', { params: { kind, pair: `btc-${token}` }, query: { net } });
  } catch (error) {
    if (error instanceof ApiRefusal && error.refusal === 'pool-unknown') return undefined;
    throw error;
  }
}

/** What is brought of the token: of a rune the coins, where they are not all of the address; of BRC-20 the lots. */
export interface BroughtTokens {
  readonly runeUtxos?: { readonly runePosition: string }[];
  readonly lots?: string[];
}

/** Amounts in sat and smallest units. */
export type AskedOfPool = BroughtTokens &
  (
    | { readonly act: 'build1x' | 'build2x'; readonly sourceAmount: string }
    | { readonly act: 'buildInit'; readonly token1Amount: string; readonly token2Amount: string }
    | { readonly act: 'buildAdd'; readonly source: 'token1' | 'token2'; readonly sourceAmount: string }
  );

/** @throws ApiRefusal as the server refuses, or Error when the act has to wait for its turn */
export async function actOnPool(place: PoolPlace, who: Trader, asked: AskedOfPool): Promise<string> {
  const { buildId, rawPsbt, toSignInputs } = await build(place, who, asked);
  if (rawPsbt === null) throw new Error(`${asked.act} waits for its turn`);
  const body = { buildId, rawPsbt: who.sign(rawPsbt, toSignInputs), address: who.address };
  const params = { kind: place.kind };
  return (await callApi(place.origin, 'submitTask', { params, body, headers: who.headers() })).txid;
}

function build(
  { origin, kind, token }: PoolPlace,
  who: Trader,
  asked: AskedOfPool,
): Promise<AnswerOf<'build1x'>> {
  const [headers, params] = [who.headers(), { kind }];
  const pubkey = bytesToHex(who.publicKey);
  const own = { net, address: who.address, pubkey, token1: 'btc', token2: token, feeRate: FEE_RATE } as const;
  const { act, ...rest } = asked;
  const body = { ...own, ...rest };
  if ('token1Amount' in body) return callApi(origin, 'buildInit', { params, body, headers });
  if ('source' in body) return callApi(origin, 'buildAdd', { params, body, headers });
  return act === 'build1x'
    ? callApi(origin, 'build1x', { params, body, headers })
    : callApi(origin, 'build2x', { params, body, headers });
}
