/** Takes that somebody bent: each does to some party what nobody agreed to. For showing that a check is awake. */
import { outpoint, sats } from '@rialto/protocols';
import type { Coin, TxOutput } from '@rialto/protocols';
import type { TakePlan } from '../../src/index.ts';
import { coinsOf } from '../../src/draft/draft.ts';
import { flowsBySats, takeDraft } from '../../src/trade/take-layout.ts';
import { user, plainAsset, pinOn, runeOn, txid } from '../people.ts';

export interface Shown {
  readonly coins: readonly Coin[];
  readonly outputs: readonly TxOutput[];
}

/** Undefined where a take has no place for this wrong. */
type Wrong = (plan: TakePlan, take: Shown) => Shown | undefined;

const stranger = user('a stranger', 'p2tr');

function changed(outputs: readonly TxOutput[], at: number, by: Partial<TxOutput>): TxOutput[] {
  return outputs.map((output, index) => (index === at ? { ...output, ...by } : output));
}

/** Sats from one output to another. */
function moved(outputs: readonly TxOutput[], value: bigint, [from, to]: [number, number]): TxOutput[] {
  const at = (index: number): bigint => outputs[index]?.value ?? 0n;
  return changed(changed(outputs, from, { value: sats(at(from) - value) }), to, {
    value: sats(at(to) + value),
  });
}

const changeAt = (plan: TakePlan, { outputs }: Shown): number | undefined =>
  plan.change === undefined ? undefined : outputs.length - 1;

function withThing(make: (value: bigint) => Coin['assets'], last: boolean): Wrong {
  return (plan, { coins, outputs }) => {
    const target = last && plan.payments.length > 0 ? coins.length - 1 : 0;
    const dirty = coins.map((coin, at) => (at === target ? { ...coin, assets: make(coin.value) } : coin));
    return { coins: dirty, outputs };
  };
}

export const WRONGS: Readonly<Record<string, Wrong>> = {
  'the tokens go back to a seller': ({ lots }, { coins, outputs }) => {
    const script = lots[0]?.coin.script;
    return script && { coins, outputs: changed(outputs, 0, { script }) };
  },
  'the tokens go to a stranger': (_, { coins, outputs }) => ({
    coins,
    outputs: changed(outputs, 0, { script: stranger.script }),
  }),
  'a seller gets one sat less': (_, { coins, outputs }) => ({ coins, outputs: moved(outputs, 1n, [1, 0]) }),
  'the first two outputs are exchanged': (_, { coins, outputs: [first, second, ...rest] }) =>
    first && second && { coins, outputs: [second, first, ...rest] },
  'two sellers’ payments are exchanged': ({ lots: [a, b] }, { coins, outputs }) => {
    if (a === undefined || b === undefined || a.price === b.price) return undefined;
    const [mine, yours] = [a.payScript, b.payScript];
    if (mine.join('') === yours.join('')) return undefined;
    return { coins, outputs: changed(changed(outputs, 1, { script: yours }), 2, { script: mine }) };
  },
  'the token coin is cut before the tokens': (plan, take) => {
    const change = changeAt(plan, take);
    const whole = take.outputs[0]?.value ?? 0n;
    if (change === undefined || !flowsBySats(plan.lots)) return undefined;
    return { ...take, outputs: moved(take.outputs, whole - plan.pad.coin.value, [0, change]) };
  },
  'the change is left to the miner': (plan, { coins, outputs }) =>
    plan.change === undefined ? undefined : { coins, outputs: outputs.slice(0, -1) },
  'the change goes to a stranger': (plan, { coins, outputs }) =>
    plan.change === undefined
      ? undefined
      : { coins, outputs: changed(outputs, outputs.length - 1, { script: stranger.script }) },
  'the platform’s pad is kept': (plan, { coins, outputs }) =>
    plan.pad.platform
      ? { coins, outputs: changed(outputs, 1 + plan.lots.length, { script: plan.buyerScript }) }
      : undefined,
  'a larger service fee': (plan, take) => {
    const change = changeAt(plan, take);
    if (change === undefined || plan.serviceFee === undefined) return undefined;
    return { ...take, outputs: moved(take.outputs, 100n, [change, change - 1]) };
  },
  'a runestone is added': (_, { coins, outputs }) => ({
    coins,
    outputs: [...outputs, { value: sats(0n), script: Uint8Array.of(0x6a, 0x5d, 1, 0) }],
  }),
  'another coin of the seller’s': ({ lots: [first] }, { coins, outputs }) => {
    if (first === undefined) return undefined;
    const other: Coin = {
      ...first.coin,
      outpoint: outpoint(txid('another coin'), 0),
      assets: [plainAsset('another', 0n)],
    };
    return { coins: coins.map((coin, at) => (at === 1 ? other : coin)), outputs };
  },
  'an inscription on the coin that pays': withThing((value) => [plainAsset('hidden', value - 1n)], true),
  'a rune on the coin in front': withThing(() => [runeOn(840_000, 1n)], false),
  'a PIN on the coin in front': withThing(() => [pinOn('hidden pin')], false),
};

export function shownBy(plan: TakePlan): Shown {
  const draft = takeDraft(plan);
  return { coins: coinsOf(draft), outputs: draft.outputs };
}
