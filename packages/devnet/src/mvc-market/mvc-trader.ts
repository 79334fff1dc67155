/** A user that is a program: asks for a swap, checks it as the page does, signs it as Metalet does, and hands it in. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { bodyOfPlan, mvcAddress, verifySwap } from '@rialto/mvc';
import type { AgreedSwap } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, sats } from '@rialto/protocols';
import type { Network, Outpoint } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { personOf, signatureOf } from './person.ts';
import type { MvcPerson } from './person.ts';

type Asked = Pick<BodyOf<'mvcBuild'>, 'pair' | 'side' | 'exact' | 'amount'>;
type Built = AnswerOf<'mvcBuild'>;
type Task = AnswerOf<'mvcTask'>;

export interface MvcTrader extends MvcPerson {
  readonly address: string;
  account(): Promise<AnswerOf<'mvcAccount'>>;
  build(asked: Asked & { readonly limit?: string }): Promise<Built>;
  /** The signatures of a swap that was built, checked first against what was asked for. */
  sign(built: Built, asked: Asked): Promise<BodyOf<'mvcSubmit'>>;
  submit(signed: BodyOf<'mvcSubmit'>): Promise<Task>;
  /** All of it. */
  swap(asked: Asked): Promise<Task>;
}

export function openMvcTrader(origin: string, secret: Uint8Array, network: Network = 'regtest'): MvcTrader {
  const person = personOf(secret);
  const address = mvcAddress(person.hash, network);
  const params = { venue: 'mvc' } as const;
  const build: MvcTrader['build'] = ({ limit, ...asked }) => {
    // Whatever it comes to: programs do not mind.
    const any = asked.exact === 'in' ? '0' : '9000000000000000000';
    const body = { ...asked, publicKey: bytesToHex(person.key), limit: limit ?? any };
    return callApi(origin, 'mvcBuild', { params, body });
  };
  const sign: MvcTrader['sign'] = async (built, asked) => {
    const { pools } = await callApi(origin, 'mvcPools', { params });
    const pool = pools.find(({ pair }) => pair === asked.pair);
    invariant(pool !== undefined, 'the pool is in the list');
    return signedHalf(person, built, { ...asked, pool });
  };
  const submit: MvcTrader['submit'] = (body) => callApi(origin, 'mvcSubmit', { params, body });
  return {
    ...person,
    address,
    account: () => callApi(origin, 'mvcAccount', { params, query: { address } }),
    build,
    sign,
    submit,
    swap: async (asked) => submit(await sign(await build(asked), asked)),
  };
}

interface OfPool extends Asked {
  readonly pool: AnswerOf<'mvcPools'>['pools'][number];
}

/** What was agreed: the pool of the list, one's own key, and the figures that were shown. */
export function agreedOf(person: MvcPerson, built: Built, { side, pool }: OfPool): AgreedSwap {
  const { quote, refill } = built;
  return {
    token: { codehash: pool.codehash, genesis: pool.genesis },
    userKey: person.key,
    poolHash: hexToBytes(pool.poolHash),
    side,
    userCoins: built.userCoins as Outpoint[],
    sats: sats(BigInt(quote.sats)),
    units: BigInt(quote.units),
    tokenSats: sats(BigInt(built.tokenSats)),
    mostCosts: sats(BigInt(built.mostCosts)),
    refill:
      refill === null ? undefined : { value: sats(BigInt(refill.value)), script: hexToBytes(refill.script) },
  };
}

function signedHalf(person: MvcPerson, built: Built, of: OfPool): BodyOf<'mvcSubmit'> {
  const { plan, toSign } = verifySwap(
    hexToBytes(built.raw),
    built.previous.map(hexToBytes),
    agreedOf(person, built, of),
  );
  const tx = bodyOfPlan(plan);
  const signed = toSign.map((index) => {
    const coin = plan.inputs[index]?.coin;
    invariant(coin !== undefined, 'an input has its coin');
    const { signature, publicKey } = signatureOf(person, tx, index, coin);
    return { index, signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) };
  });
  return { buildId: built.buildId, signed };
}
