/** A user that is a program: asks for a swap, checks it as the page does, signs it as Metalet does, and hands it in. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { mvcAddress, verifyMove, verifyPark, verifySwap } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { personOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';
import { agreedMove, agreedPark, agreedSwap, previousIn } from './mvc-agreed.ts';
import type { BuiltMvcMove, BuiltMvcSwap, ListedMvcPool } from './mvc-agreed.ts';
import { signaturesOf, signedBack } from './sign-back.ts';

type Asked = Pick<BodyOf<'mvcBuild'>, 'pair' | 'side' | 'exact' | 'amount'>;
type MoveAsked = Pick<BodyOf<'mvcBuildMove'>, 'pair' | 'kind' | 'of' | 'amount'>;
type Task = AnswerOf<'mvcTask'>;

export interface MvcTrader extends MvcPerson {
  readonly address: string;
  account(): Promise<AnswerOf<'mvcAccount'>>;
  build(asked: Asked & { readonly limit?: string }): Promise<BuiltMvcSwap>;
  /** The signatures of a swap that was built, checked first against what was asked for. */
  sign(built: BuiltMvcSwap, asked: Asked): Promise<BodyOf<'mvcSubmit'>>;
  submit(signed: BodyOf<'mvcSubmit'>): Promise<Task>;
  /** All of it. */
  swap(asked: Asked): Promise<Task>;
  buildMove(asked: MoveAsked): Promise<BuiltMvcMove>;
  /** Both signatures of liquidity that was built: the parking is with the exchange then, the move is yet to be handed in. */
  signMove(built: BuiltMvcMove, asked: MoveAsked): Promise<BodyOf<'mvcSubmitMove'>>;
  submitMove(signed: BodyOf<'mvcSubmitMove'>): Promise<Task>;
  /** All of it. */
  move(asked: MoveAsked): Promise<Task>;
  /** The two signatures of a parked token's way back, checked first. */
  signTakeBack(coin: string): Promise<BodyOf<'mvcSubmitTakeBack'>>;
  takeBack(coin: string): Promise<AnswerOf<'mvcSubmitTakeBack'>>;
}

const params = { venue: 'mvc' } as const;

async function poolOf(origin: string, pair: string): Promise<ListedMvcPool> {
  const { pools } = await callApi(origin, 'mvcPools', { params });
  const pool = pools.find((one) => one.pair === pair);
  invariant(pool !== undefined, 'the pool is in the list');
  return pool;
}

export function openMvcTrader(origin: string, secret: Uint8Array, network: Network = 'regtest'): MvcTrader {
  const person = personOf(secret);
  const address = mvcAddress(person.hash, network);
  const publicKey = bytesToHex(person.key);
  const build: MvcTrader['build'] = ({ limit, ...asked }) => {
    // Whatever it comes to: programs do not mind.
    const any = asked.exact === 'in' ? '0' : '9000000000000000000';
    return callApi(origin, 'mvcBuild', { params, body: { ...asked, publicKey, limit: limit ?? any } });
  };
  const sign: MvcTrader['sign'] = async (built, { pair, side }) => {
    const agreed = agreedSwap(person, built, { side, pool: await poolOf(origin, pair) });
    const verified = verifySwap(hexToBytes(built.raw), previousIn(built), agreed);
    return { buildId: built.buildId, signed: signaturesOf(person, verified) };
  };
  const signTakeBack: MvcTrader['signTakeBack'] = async (coin) => {
    const body = { publicKey: bytesToHex(person.key), coin };
    return signedBack(person, coin, await callApi(origin, 'mvcBuildTakeBack', { params, body }));
  };
  const submit: MvcTrader['submit'] = (body) => callApi(origin, 'mvcSubmit', { params, body });
  const buildMove: MvcTrader['buildMove'] = (asked) =>
    callApi(origin, 'mvcBuildMove', { params, body: { ...asked, publicKey, limit: '0' } });
  const signMove: MvcTrader['signMove'] = async (built, { pair, kind }) => {
    const of = { kind, pool: await poolOf(origin, pair) };
    const { buildId, park } = built;
    const parking = verifyPark(hexToBytes(park.raw), previousIn(park), agreedPark(person, built, of));
    const body = { buildId, signed: signaturesOf(person, parking) };
    const { move } = await callApi(origin, 'mvcParkMove', { params, body });
    const agreed = agreedMove(person, { built, parkCore: parking.core }, of);
    const verified = verifyMove(hexToBytes(move.raw), previousIn(move), agreed);
    return { buildId, signed: signaturesOf(person, verified) };
  };
  const submitMove: MvcTrader['submitMove'] = (body) => callApi(origin, 'mvcSubmitMove', { params, body });
  return {
    ...person,
    ...{ address, build, sign, submit, buildMove, signMove, submitMove },
    account: () => callApi(origin, 'mvcAccount', { params, query: { address } }),
    swap: async (asked) => submit(await sign(await build(asked), asked)),
    move: async (asked) => submitMove(await signMove(await buildMove(asked), asked)),
    signTakeBack,
    takeBack: async (coin) =>
      callApi(origin, 'mvcSubmitTakeBack', { params, body: await signTakeBack(coin) }),
  };
}
