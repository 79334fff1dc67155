/** Acts as the exchange proposes them to a page, each with the page's own question: is this what was agreed? */
import type { BodyOf } from '@rialto/contract';
import { callApi } from '@rialto/devnet';
import { agreedMove, agreedPark, agreedSwap, previousIn } from '@rialto/devnet/mvc';
import type { MvcTrader } from '@rialto/devnet/mvc';
import {
  readMvcTransaction,
  signMvcInput,
  verifyMove,
  verifyPark,
  verifySwap,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, outpoint } from '@rialto/protocols';
import { patiently } from '../faults/mvc-acts.ts';
import type { MvcWorld } from '../mvc-stage.ts';

type Signed = BodyOf<'mvcSubmit'>['signed'];
type Previous = ReturnType<typeof previousIn>[number];

/** One transaction that its user is asked to sign. */
export interface Proposal {
  readonly name: string;
  readonly tx: MvcTransaction;
  readonly toSign: readonly number[];
  /** What its inputs spend. */
  readonly coins: readonly MvcCoin[];
  /** Throws unless it is what was agreed. @param tx as somebody changed it; the transactions of its coins are told with it */
  verify(tx: MvcBody): unknown;
  /** The user's signatures, of whatever he is shown. */
  signatures(tx: MvcBody): Signed;
  /** Hands them in. */
  submit(signed: Signed): Promise<unknown>;
}

const params = { venue: 'mvc' } as const;

interface Proposed {
  readonly raw: string;
  readonly previous: readonly Previous[];
  readonly verify: (raw: Uint8Array, previous: readonly Previous[]) => { readonly toSign: readonly number[] };
}

const read = (one: Previous): MvcTransaction => {
  const tx = readMvcTransaction(one instanceof Uint8Array ? one : one.raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
};

function proposal(
  { mvc: { chain } }: MvcWorld,
  who: MvcTrader,
  { name, raw, previous, verify }: Proposed & { readonly name: string },
): Omit<Proposal, 'submit'> {
  const tx = read(hexToBytes(raw));
  // Bare ones have no scriptSigs, and so another id: they are found by what is told of them.
  const told = new Map<string, { readonly one: Previous; readonly outputs: MvcTransaction['outputs'] }>();
  for (const one of previous) {
    const found = read(one);
    const isBare = !(one instanceof Uint8Array);
    const id = isBare ? unknownIn(tx, chain, previous) : found.txid;
    told.set(id, { one, outputs: found.outputs });
  }
  const of = (txid: MvcTransaction['txid']) => {
    const known = told.get(txid);
    if (known !== undefined) return known;
    const found = chain.transaction(txid)?.tx;
    return found === undefined ? undefined : { one: writeMvcTransaction(found), outputs: found.outputs };
  };
  const coinsOf = (body: MvcBody): (MvcCoin | undefined)[] =>
    body.inputs.map(({ txid, vout }) => {
      const output = of(txid)?.outputs[vout];
      return output === undefined ? undefined : { outpoint: outpoint(txid, vout), ...output };
    });
  const { toSign } = verify(hexToBytes(raw), previous);
  return {
    ...{ name, tx, toSign },
    coins: coinsOf(tx).flatMap((coin) => coin ?? []),
    verify: (body) => {
      const ids = [...new Set(body.inputs.map(({ txid }) => txid))];
      return verify(
        writeMvcTransaction(body),
        ids.flatMap((txid) => of(txid)?.one ?? []),
      );
    },
    signatures: (body) =>
      toSign.map((index) => {
        const coin = coinsOf(tx)[index];
        if (coin === undefined) throw new Error('what he signs has a coin');
        const half = signMvcInput({ tx: body, index, coin }, who.secret);
        return {
          ...{ index, signature: bytesToHex(half.signature), publicKey: bytesToHex(half.publicKey) },
        };
      }),
  };
}

/** The one id among the inputs that neither the chain nor a whole transaction explains: the checks'. */
function unknownIn(
  tx: MvcTransaction,
  chain: MvcWorld['mvc']['chain'],
  previous: readonly Previous[],
): string {
  const whole = new Set(previous.flatMap((one) => (one instanceof Uint8Array ? [read(one).txid] : [])));
  const found = tx.inputs.find(({ txid }) => !whole.has(txid) && chain.transaction(txid) === undefined);
  if (found === undefined) throw new Error('it spends a check that nobody has yet');
  return found.txid;
}

/** What is done with each. */
export type Visit = (proposal: Proposal) => Promise<void>;

export async function swapProposed(
  at: MvcWorld,
  who: MvcTrader,
  asked: { readonly side: 'buy' | 'sell'; readonly amount: string },
  visit: Visit,
): Promise<void> {
  const { pair } = at;
  const [pool] = (await callApi(at.world.origin, 'mvcPools', { params })).pools;
  if (pool === undefined) throw new Error('the pool');
  const built = await patiently(() => who.build({ pair, exact: 'in', ...asked }));
  const agreed = agreedSwap(who, built, { side: asked.side, pool });
  const one = proposal(at, who, {
    ...{ name: asked.side, raw: built.raw, previous: previousIn(built) },
    verify: (raw, previous) => verifySwap(raw, previous, agreed),
  });
  await visit({ ...one, submit: (signed) => who.submit({ buildId: built.buildId, signed }) });
}

export async function moveProposed(
  at: MvcWorld,
  who: MvcTrader,
  asked: { readonly kind: 'add' | 'remove'; readonly of: 'space' | 'shares'; readonly amount: string },
  visit: Visit,
): Promise<void> {
  const { pair } = at;
  const { origin } = at.world;
  const [pool] = (await callApi(origin, 'mvcPools', { params })).pools;
  if (pool === undefined) throw new Error('the pool');
  const of = { kind: asked.kind, pool };
  const built = await patiently(() => who.buildMove({ pair, ...asked }));
  const { buildId, park } = built;
  const parking = proposal(at, who, {
    ...{ name: `${asked.kind}, parking`, raw: park.raw, previous: previousIn(park) },
    verify: (raw, previous) => verifyPark(raw, previous, agreedPark(who, built, of)),
  });
  const parkMove = (signed: Signed) => callApi(origin, 'mvcParkMove', { params, body: { buildId, signed } });
  await visit({ ...parking, submit: parkMove });
  const { move } = await parkMove(parking.signatures(parking.tx));
  const agreed = agreedMove(who, { built, parkCore: parking.tx.core }, of);
  const whole = proposal(at, who, {
    ...{ name: `${asked.kind}, move`, raw: move.raw, previous: previousIn(move) },
    verify: (raw, previous) => verifyMove(raw, previous, agreed),
  });
  await visit({ ...whole, submit: (signed) => who.submitMove({ buildId, signed }) });
}
