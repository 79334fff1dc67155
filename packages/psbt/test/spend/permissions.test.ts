/** A template permits its own messages, byte for byte and where they are, and its own leaves: anything else is refused. */
import { describe, expect, it } from 'vitest';
import { isOpReturn } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { acceptPlanned, effects } from '../../src/index.ts';
import type { Planned } from '../../src/index.ts';
import { coinsOf, bodyOf, transactionOf } from '../../src/draft/draft.ts';
import { planTransaction } from '../../src/draft/planned.ts';
import { user, refusalOf, walletSigns } from '../people.ts';
import { plannedBy } from './templates.ts';

const ann = user('ann', 'p2tr');
const DATA: TxOutput = { value: 0n as never, script: Uint8Array.of(0x6a, 1, 7) };
const STONE: TxOutput = { value: 0n as never, script: Uint8Array.of(0x6a, 0x5d, 1, 126) };

/** What each change makes of some bytes: one else, one more, one less. */
const changes: [string, (bytes: Uint8Array) => Uint8Array][] = [
  ['one byte else', (bytes) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)],
  ['one byte more', (bytes) => Uint8Array.of(...bytes, 0)],
  ['one byte less', (bytes) => bytes.subarray(0, -1)],
];

function checked(plan: Planned, outputs: readonly TxOutput[]): string {
  const tx = transactionOf(bodyOf({ ...plan.draft, outputs }, plan.ours));
  return refusalOf(() => effects(tx, coinsOf(plan.draft), plan.context));
}

describe.each(plannedBy(ann))('%s', (_, plan) => {
  const { outputs, inputs } = plan.draft;
  const messages = outputs.flatMap(({ script }, output) => (isOpReturn(script) ? [output] : []));

  it('permits what it says itself', () => {
    expect(checked(plan, outputs)).toBe('accepted');
    expect(plan.context.messages?.map(({ output }) => output) ?? []).toEqual(messages);
  });

  it.each(changes)('refuses its messages with %s', (_words, change) => {
    for (const at of messages) {
      const other = outputs.map((one, index) =>
        index === at ? { ...one, script: change(one.script) } : one,
      );
      expect(checked(plan, other)).toBe('message-not-allowed');
      const parts = { key: ann.key, ours: plan.ours, intent: plan.intent, ...plan.context };
      expect(refusalOf(() => planTransaction({ ...plan.draft, outputs: other }, parts))).toBe(
        'message-not-allowed',
      );
    }
    inputs.forEach(({ kind }, index) => {
      if (kind.path.path !== 'leaf') return;
      const { leaf } = kind.path;
      const shown = (plan.ours[index] ?? []).map((item) => (item === leaf ? change(item) : item));
      const tx = transactionOf(bodyOf(plan.draft, plan.ours.with(index, shown)));
      expect(refusalOf(() => effects(tx, coinsOf(plan.draft), plan.context))).toBe('script-not-allowed');
    });
  });

  it('refuses a message more, one that is missing, and one in another place', () => {
    for (const more of [DATA, STONE]) {
      expect(checked(plan, [...outputs, more])).toBe('message-not-allowed');
      expect(checked(plan, [more, ...outputs])).toBe('message-not-allowed');
    }
    if (messages.length === 0) return;
    expect(
      checked(
        plan,
        outputs.filter(({ script }) => !isOpReturn(script)),
      ),
    ).toBe('message-not-allowed');
  });

  it('refuses a leaf that is not named', () => {
    if (plan.ours.every((witness) => witness === undefined)) return;
    const tx = transactionOf(bodyOf(plan.draft, plan.ours));
    const { kinds: _kinds, ...nothing } = plan.context;
    expect(refusalOf(() => effects(tx, coinsOf(plan.draft), nothing))).toBe('script-not-allowed');
  });

  it('the assertion fires when the meaning is another', () => {
    const psbt = walletSigns(plan.psbt, ann, plan.toSign);
    const intent = { ...plan.intent, fee: 1n as never };
    expect(() => acceptPlanned({ ...plan, intent }, psbt)).toThrow('intended');
  });
});
