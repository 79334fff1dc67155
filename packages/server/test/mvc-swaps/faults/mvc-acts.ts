/** A purchase, a sale, liquidity given and taken out, each by somebody of its own: built, signed once, and handed in as often as one likes. */
import { ApiRefusal, callApi } from '@rialto/devnet';
import type { AnswerOf } from '@rialto/contract';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MvcWorld } from '../mvc-stage.ts';

export type Task = AnswerOf<'mvcTask'>;

/** Signed and not handed in. */
export interface SignedAct {
  readonly buildId: string;
  /** The same bytes each time. */
  send(): Promise<Task>;
}

export interface MvcAct {
  readonly name: string;
  readonly isMove: boolean;
  /** What its user needs before: somebody new each time, with what it takes. */
  who(at: MvcWorld, name: string): Promise<MvcTrader>;
  /** Built, verified as a page does it, and signed. */
  sign(at: MvcWorld, who: MvcTrader): Promise<SignedAct>;
}

const COMES_AGAIN = ['lanes-full', 'price-changed', 'syncing', 'coin-unconfirmed', 'coin-spent', 'node-down'];
const TRIES = 60;

/** What was refused for now is asked again: the index has not heard of it yet, another was faster, or a program is only just back. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1)
    try {
      return await act();
    } catch (error) {
      const isForNow =
        !(error instanceof ApiRefusal) || COMES_AGAIN.includes(error.refusal) || error.status === 503;
      if (!isForNow || tries > TRIES) throw error;
      await sleep(200);
    }
}

async function buyer(at: MvcWorld, name: string): Promise<MvcTrader> {
  return at.funded(name, 8);
}

/** A busy machine may send it only after the block that was meant to have it. */
async function mined(at: MvcWorld, { buildId }: Task): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await at.mine();
    for (let looks = 0; looks < 20; looks += 1) {
      if ((await taskOf(at, buildId)).status === 'completed') return;
      await sleep(100);
    }
  }
  throw new Error('it is in no block');
}

/** Has tokens too, in a block. */
async function holder(at: MvcWorld, name: string): Promise<MvcTrader> {
  const who = await buyer(at, name);
  await mined(
    at,
    await patiently(() => who.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '8000000' })),
  );
  return who;
}

/** Has shares too, in a block. */
async function provider(at: MvcWorld, name: string): Promise<MvcTrader> {
  const who = await holder(at, name);
  await mined(
    at,
    await patiently(() => who.move({ pair: at.pair, kind: 'add', of: 'space', amount: '4000000' })),
  );
  return who;
}

const swapOf = (
  name: string,
  who: MvcAct['who'],
  of: { readonly side: 'buy' | 'sell'; readonly amount: string },
): MvcAct => ({
  ...{ name, who, isMove: false },
  sign: async ({ pair }, trader) => {
    const asked = { pair, exact: 'in', ...of } as const;
    const body = await trader.sign(await trader.build(asked), asked);
    return { buildId: body.buildId, send: () => trader.submit(body) };
  },
});

const moveOf = (
  name: string,
  who: MvcAct['who'],
  of: { readonly kind: 'add' | 'remove'; readonly of: 'space' | 'shares'; readonly amount: string },
): MvcAct => ({
  ...{ name, who, isMove: true },
  sign: async ({ pair }, trader) => {
    const asked = { pair, ...of };
    const body = await trader.signMove(await trader.buildMove(asked), asked);
    return { buildId: body.buildId, send: () => trader.submitMove(body) };
  },
});

export const MVC_ACTS: readonly MvcAct[] = [
  swapOf('a purchase', buyer, { side: 'buy', amount: '2000000' }),
  swapOf('a sale', holder, { side: 'sell', amount: '80000000000' }),
  moveOf('an addition', holder, { kind: 'add', of: 'space', amount: '3000000' }),
  moveOf('a removal', provider, { kind: 'remove', of: 'shares', amount: '20000000' }),
];

export const taskOf = ({ world }: MvcWorld, buildId: string): Promise<Task> =>
  callApi(world.origin, 'mvcTask', { params: { venue: 'mvc' }, query: { buildId } });

/** What somebody has, with what waits. */
interface Holdings {
  readonly units: bigint;
  readonly shares: bigint;
  readonly space: bigint;
}

export async function holdingsOf({ world }: MvcWorld, who: MvcTrader): Promise<Holdings> {
  const [{ pools }, { tokens, space }] = await Promise.all([
    callApi(world.origin, 'mvcPools', { params: { venue: 'mvc' } }),
    who.account(),
  ]);
  const [pool] = pools;
  const held = (genesis: string | undefined): bigint =>
    tokens.reduce((sum, token) => (token.genesis === genesis ? sum + BigInt(token.amount) : sum), 0n);
  return { units: held(pool?.genesis), shares: held(pool?.shareGenesis), space: BigInt(space) };
}

/** What is more of tokens and shares once it is done. */
export function gainOf({ side, units, shares }: Task): Pick<Holdings, 'units' | 'shares'> {
  const [sign, made] = [side === 'buy' || side === 'remove' ? 1n : -1n, side === 'add' ? 1n : -1n];
  return { units: sign * BigInt(units), shares: made * BigInt(shares) };
}
