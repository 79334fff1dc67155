/** Swaps as their users signed them: of runes and of BRC-20, both ways, by both kinds of wallets; and what else was signed about the same time. */
import { buildAct, finishAct, signAct, signActLots } from '../../../src/pool/sign-act.ts';
import type { PoolAct } from '../../../src/pool/pool-draft.ts';
import type { Finished } from '../../../src/index.ts';
import type { Witnesses } from '../../../src/draft/draft.ts';
import { user, walletSigns } from '../../people.ts';
import type { User } from '../../people.ts';
import { JOINT, KINDS, POOLS, SOLO, buyAct, sellAct, traderOf } from '../acts.ts';
import type { OwnedPool } from '../acts.ts';
import * as lots from '../brc20/lot-acts.ts';

export interface SignedSwap {
  readonly name: string;
  readonly act: PoolAct;
  readonly who: User;
  /** What the user's wallet gave back. */
  readonly signed: Uint8Array;
  /** Other PSBTs that were signed just as well: of another build, another pool and another user. */
  readonly others: readonly Uint8Array[];
  /** With the signatures of the pool, which it gives to this very transaction. */
  finish(user: Witnesses): Finished;
}

interface Asked {
  readonly owned: OwnedPool;
  readonly who: User;
  /** Lanes of a Runes pool, lots of a BRC-20 pool: other amounts. */
  readonly size: number;
}

const TEMPLATES: readonly (readonly [string, (asked: Asked) => PoolAct])[] = [
  ['a purchase of runes', ({ size, ...at }) => buyAct({ ...at, lanes: size })],
  ['a sale of runes', ({ size, ...at }) => sellAct({ ...at, lanes: size, change: true })],
  ['a purchase of BRC-20', ({ size, ...at }) => lots.buyAct({ ...at, lots: size })],
  ['a sale of BRC-20', ({ size, ...at }) => lots.sellAct({ ...at, lots: size })],
];

function signedBy(act: PoolAct, who: User): Uint8Array {
  const { psbt, toSign } = buildAct(act);
  return walletSigns(psbt, who, toSign);
}

function swapOf(name: string, template: (asked: Asked) => PoolAct, { owned, who, size }: Asked): SignedSwap {
  const act = template({ owned, who, size });
  const elsewhere = owned === SOLO ? JOINT : SOLO;
  const stranger = user(`stranger beside ${name}`, who.kind);
  const others = [
    { owned, who, size: size - 1 },
    { owned: elsewhere, who, size },
    { owned, who: stranger, size },
  ];
  const { unsigned } = buildAct(act);
  const halves = {
    pool: owned.signers.map(({ secret }) => signAct(act, unsigned, secret)),
    lots: owned.signers.map(({ secret }) => signActLots(act, unsigned, secret)),
  };
  return {
    ...{ name, act, who },
    signed: signedBy(act, who),
    others: others.map((asked) => signedBy(template(asked), asked.who)),
    finish: (witnesses) => finishAct(act, { user: witnesses, ...halves }),
  };
}

export const SWAPS: readonly SignedSwap[] = TEMPLATES.flatMap(([name, template], at) =>
  KINDS.map((kind, nth) => {
    const owned = POOLS[(at + nth) % POOLS.length] ?? SOLO;
    const who = traderOf(kind);
    return swapOf(`${name}, ${kind}, ${owned.name}`, template, { owned, who, size: 2 });
  }),
);
