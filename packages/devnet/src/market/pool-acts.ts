/** Acts on a pool of a rune by people who are programs: built by the server, signed as a wallet signs, handed in. */
import type { AnswerOf } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { ApiRefusal, callApi } from './api.ts';
import type { Trader } from './trader.ts';

const net = 'regtest' as const;
const params = { kind: 'runes' } as const;
/** sat/vB */
const FEE_RATE = 2;

export interface PoolPlace {
  readonly origin: string;
  /** The id of the rune. */
  readonly rune: string;
}

/** Undefined where the rune has none. */
export async function poolOfRune({ origin, rune }: PoolPlace): Promise<AnswerOf<'pool'> | undefined> {
  try {
    const pair = { ...params, pair: `btc-${rune}` };
    return await callApi(origin, 'pool', { params: pair, query: { net } });
  } catch (error) {
    if (error instanceof ApiRefusal && error.refusal === 'pool-unknown') return undefined;
    throw error;
  }
}

/** Amounts in sat and smallest units. */
export type AskedOfPool =
  | { readonly act: 'build1x' | 'build2x'; readonly sourceAmount: string }
  | {
      readonly act: 'buildInit';
      readonly token1Amount: string;
      readonly token2Amount: string;
      readonly runeUtxos: { readonly runePosition: string }[];
    }
  | { readonly act: 'buildAdd'; readonly source: 'token1'; readonly sourceAmount: string };

/** @throws ApiRefusal as the server refuses, or Error when the act has to wait for its turn */
export async function actOnPool(place: PoolPlace, who: Trader, asked: AskedOfPool): Promise<string> {
  const { buildId, rawPsbt, toSignInputs } = await build(place, who, asked);
  if (rawPsbt === null) throw new Error(`${asked.act} waits for its turn`);
  const body = { buildId, rawPsbt: who.sign(rawPsbt, toSignInputs), address: who.address };
  return (await callApi(place.origin, 'submitTask', { params, body, headers: who.headers() })).txid;
}

function build({ origin, rune }: PoolPlace, who: Trader, asked: AskedOfPool): Promise<AnswerOf<'build1x'>> {
  const headers = who.headers();
  const pubkey = bytesToHex(who.publicKey);
  const own = { net, address: who.address, pubkey, token1: 'btc', token2: rune, feeRate: FEE_RATE } as const;
  const { act, ...rest } = asked;
  const body = { ...own, ...rest };
  if ('token1Amount' in body) return callApi(origin, 'buildInit', { params, body, headers });
  if ('source' in body) return callApi(origin, 'buildAdd', { params, body, headers });
  return act === 'build1x'
    ? callApi(origin, 'build1x', { params, body, headers })
    : callApi(origin, 'build2x', { params, body, headers });
}
