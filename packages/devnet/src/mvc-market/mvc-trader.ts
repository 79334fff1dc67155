/** A user that is a program: asks for a swap, checks it as the page does, signs it as Metalet does, and hands it in. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { bodyOfPlan, mvcAddress, verifyMove, verifyPark, verifySwap } from '@rialto/mvc';
import type { AgreedSwap, MvcPlan } from '@rialto/mvc';
import { bytesToHex, hexToBytes, invariant, sats } from '@rialto/protocols';
import type { Network, Outpoint } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { personOf, signatureOf } from './person.ts';
import type { MvcPerson } from './person.ts';

type Asked = Pick<BodyOf<'mvcBuild'>, 'pair' | 'side' | 'exact' | 'amount'>;
type MoveAsked = Pick<BodyOf<'mvcBuildMove'>, 'pair' | 'kind' | 'of' | 'amount'>;
type Built = AnswerOf<'mvcBuild'>;
type BuiltMove = AnswerOf<'mvcBuildMove'>;
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
  /** Liquidity, both signatures. */
  move(asked: MoveAsked): Promise<Task>;
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
    move: async (asked) => {
      const { pools } = await callApi(origin, 'mvcPools', { params });
      const pool = pools.find(({ pair }) => pair === asked.pair);
      invariant(pool !== undefined, 'the pool is in the list');
      const body = { ...asked, publicKey: bytesToHex(person.key), limit: '0' };
      const built = await callApi(origin, 'mvcBuildMove', { params, body });
      const park = signedPark(person, built, { ...asked, pool });
      const parked = await callApi(origin, 'mvcParkMove', { params, body: park.submit });
      const signed = signedMove(person, { built, parked, parkCore: park.core }, { ...asked, pool });
      return callApi(origin, 'mvcSubmitMove', { params, body: signed });
    },
  };
}

interface OfPool extends Asked {
  readonly pool: AnswerOf<'mvcPools'>['pools'][number];
}

/** What was agreed: the pool of the list, one's own key, and the figures that were shown. */
function agreedOf(person: MvcPerson, built: Built, { side, pool }: OfPool): AgreedSwap {
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

type Told = Pick<Built, 'previous' | 'check'> & Partial<Pick<AnswerOf<'mvcBuildSecond'>, 'sale'>>;

function previousIn({ previous, check, sale }: Told) {
  const bare = (sale === undefined ? [check] : [check, sale]).map(({ raw, scriptSigs }) => ({
    raw: hexToBytes(raw),
    scriptSigs: scriptSigs.map(hexToBytes),
  }));
  return [...previous.map(hexToBytes), ...bare];
}

function signedHalf(person: MvcPerson, built: Built, of: OfPool): BodyOf<'mvcSubmit'> {
  const verified = verifySwap(hexToBytes(built.raw), previousIn(built), agreedOf(person, built, of));
  return { buildId: built.buildId, signed: signaturesOf(person, verified) };
}

function signaturesOf(
  person: MvcPerson,
  { plan, toSign }: { readonly plan: MvcPlan; readonly toSign: readonly number[] },
): BodyOf<'mvcSubmit'>['signed'] {
  const tx = bodyOfPlan(plan);
  return toSign.map((index) => {
    const coin = plan.inputs[index]?.coin;
    invariant(coin !== undefined, 'an input has its coin');
    const { signature, publicKey } = signatureOf(person, tx, index, coin);
    return { index, signature: bytesToHex(signature), publicKey: bytesToHex(publicKey) };
  });
}

interface MoveOf extends MoveAsked {
  readonly pool: AnswerOf<'mvcPools'>['pools'][number];
}

/** Of the pool's token for who adds, of its shares for who removes. */
function kindsOf({ kind, pool }: MoveOf) {
  const token = { codehash: pool.codehash, genesis: pool.genesis };
  const share = { codehash: pool.codehash, genesis: pool.shareGenesis };
  return kind === 'add' ? { parked: token, given: share } : { parked: share, given: token };
}

function signedPark(person: MvcPerson, { quote, park, ...built }: BuiltMove, of: MoveOf) {
  const verified = verifyPark(hexToBytes(park.raw), previousIn(park), {
    token: kindsOf(of).parked,
    userKey: person.key,
    userTokens: built.userTokens as Outpoint[],
    userCoins: built.userCoins as Outpoint[],
    units: BigInt(of.kind === 'add' ? quote.units : quote.shares),
    tokenSats: sats(BigInt(built.tokenSats)),
    mostFee: BigInt(quote.networkFee),
    left: 600n,
  });
  const submit = { buildId: built.buildId, signed: signaturesOf(person, verified) };
  return { core: verified.core, submit };
}

interface ToMove {
  readonly built: BuiltMove;
  readonly parked: AnswerOf<'mvcParkMove'>;
  readonly parkCore: string;
}

function signedMove(person: MvcPerson, { built, parked, parkCore }: ToMove, of: MoveOf) {
  const { quote } = built;
  const isAdd = of.kind === 'add';
  const verified = verifyMove(hexToBytes(parked.move.raw), previousIn(parked.move), {
    userKey: person.key,
    poolHash: hexToBytes(of.pool.poolHash),
    parkCore,
    ...kindsOf(of),
    parkedUnits: BigInt(isAdd ? quote.units : quote.shares),
    units: BigInt(isAdd ? quote.shares : quote.units),
    sats: isAdd ? BigInt(quote.sats) : -BigInt(quote.sats),
    tokenSats: sats(BigInt(built.tokenSats)),
    mostCosts: BigInt(quote.networkFee) + 3n * BigInt(built.tokenSats),
  });
  return { buildId: built.buildId, signed: signaturesOf(person, verified) };
}
