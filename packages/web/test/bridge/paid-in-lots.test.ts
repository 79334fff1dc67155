/** BRC-20 that left, read out of three transactions: what locked a coin to the lot, what made the lot, and what moved it. Each part lied about. */
import { bridgeRefundId } from '@rialto/market';
import { hexToBytes, sats } from '@rialto/protocols';
import { bridgeLotLock } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { isPaidAsAgreed } from '../../src/flows/bridge/paid-as-agreed.ts';
import { BRC20, LOCKED, THIEF, deposit, intentOf, whole } from '../fake/bridge/bridge.ts';
import { SPENT, brc20Exit, keyed, shown, twoWays } from '../fake/bridge/exits.ts';
import type { LotLies, Paying } from '../fake/bridge/exits.ts';

const name = deposit().deposit;
const mint = makeTerms(intentOf('mint', whole(7n), BRC20));
const redeem = makeTerms(intentOf('redeem', whole(7n), BRC20));

/** What is owed on Bitcoin: a redeem's payout, and a mint's refund. */
const OWED = {
  payout: {
    ...{ script: redeem.terms.receiver, out: BigInt(redeem.terms.least) },
    ...{ id: redeem.orderId, kind: 'payout' },
  },
  refund: { script: mint.terms.refund, out: whole(6n), id: bridgeRefundId(name), kind: 'refund' },
} as const satisfies Record<string, Paying>;

const lock = (tick: string, amount: bigint) => bridgeLotLock(LOCKED.key.slice(1), { tick, amount });

describe.each(['payout', 'refund'] as const)('a %s', (kind) => {
  const paying = OWED[kind];
  const sent = { tick: 'ordi', amount: paying.out };
  const right = lock('ordi', paying.out);
  const state = kind === 'payout' ? 'done' : 'refunded';
  const isPaid = (exit: ReturnType<typeof brc20Exit>, asset = BRC20): boolean =>
    isPaidAsAgreed({ state, deposits: [deposit({ state, exit })] }, kind === 'payout' ? redeem : mint, asset);
  const of = (lies: LotLies = {}) => brc20Exit(paying, sent, lies);
  const [commit = '', lot = ''] = of().made;

  it('is, where a lot of the amount moves to whoever is owed it', () => expect(isPaid(of())).toBe(true));

  it('is, where outputs without a sat come before it', () => {
    const outputs = [{ value: sats(0n), script: THIEF.script }];
    expect(isPaid(of({ ahead: { outputs }, lotAt: 1, before: outputs }))).toBe(true);
  });

  it('does not depend on what else a witness shows', () => {
    const [signature, leaf, control] = shown(lock('sats', 1n));
    const others = [new Uint8Array(64).fill(7), leaf, control].map((item) => item ?? new Uint8Array());
    expect(isPaid(of({ witness: others }))).toBe(true);
    // The id is the same: this is the lie that whoever believes a witness falls for.
    const wrong = { script: lock('sats', paying.out).script };
    const [said, lied] = [of({ ...wrong, witness: others }), of({ ...wrong, witness: shown(right) })];
    expect(lied.txid).toBe(said.txid);
    expect([isPaid(said), isPaid(lied)]).toEqual([false, false]);
    expect(isPaid(of({ witness: [signature ?? new Uint8Array()] }))).toBe(false);
    expect(isPaid(of({ witness: [new Uint8Array(64), right.leaf.slice(0, 20), right.controlBlock] }))).toBe(
      false,
    );
  });

  const none = { value: sats(0n), script: hexToBytes(paying.script) };
  const theirs = { value: sats(546n), script: THIEF.script };
  it.each<[string, () => ReturnType<typeof of>]>([
    ['does not show what made the lot', () => ({ ...of(), made: [] })],
    ['shows the first alone', () => ({ ...of(), made: [commit] })],
    ['shows the second alone', () => ({ ...of(), made: [lot] })],
    ['shows both in the wrong order', () => ({ ...of(), made: [lot, commit] })],
    ['shows one too many', () => ({ ...of(), made: [commit, lot, lot] })],
    ['shows one too many that is none', () => ({ ...of(), made: [commit, lot, 'beef'] })],
    ['shows bytes that are none as the first', () => ({ ...of(), made: ['beef', lot] })],
    ['shows bytes that are none as the second', () => ({ ...of(), made: [commit, 'beef'] })],
    ['shows itself', () => ({ ...of(), made: [commit, of().raw] })],
    ['shows another lot', () => ({ ...of(), made: of({ ahead: { outputs: [theirs] } }).made })],
    [
      'shows another coin than the lot was made of',
      () => ({ ...of(), made: [of({ value: 547n }).made[0] ?? '', lot] }),
    ],
    ['spends another output of the first', () => of({ vout: 1 })],
    ['spends an output of the first that is not there', () => of({ vout: 9 })],
    ['spends a coin without a sat', () => of({ value: 0n })],
    ['has another coin before it when it is made', () => of({ ahead: { inputs: [SPENT] } })],
    ['moves another output of the second', () => of({ lotAt: 1 })],
    ['moves what lies behind the lot', () => of({ ahead: { outputs: [theirs] }, lotAt: 1 })],
    ['moves the lot behind another coin', () => of({ coins: [SPENT] })],
    ['pays somebody else', () => brc20Exit({ ...paying, script: '5120'.padEnd(68, '7') }, sent)],
    ['pays him behind another output', () => of({ before: [theirs] })],
    ['pays him on no sat, before another output', () => of({ before: [none, theirs] })],
    ['carries another id', () => brc20Exit({ ...paying, id: 'f'.repeat(32) }, sent)],
    ['moves a lot of another token', () => brc20Exit(paying, { ...sent, tick: 'sats' })],
    ['moves a lot of a tick in other letters', () => brc20Exit(paying, { ...sent, tick: 'ORDI' })],
    ['moves a lot of less', () => brc20Exit(paying, { ...sent, amount: paying.out - 1n })],
    ['moves a lot of more', () => brc20Exit(paying, { ...sent, amount: paying.out + 1n })],
    ['moves what a key can take by itself', () => of({ script: keyed(right) })],
    ['moves what may say something else', () => of({ script: twoWays(right, lock('sats', 1n)) })],
    ['moves what nothing is said on', () => of({ script: LOCKED.script })],
  ])('is not, where it %s', (_, exit) => expect(isPaid(exit())).toBe(false));

  it('is not of a token whose list says other digits, or another tick, or one that is none', () => {
    expect(isPaid(of(), { ...BRC20, decimals: 8 })).toBe(false);
    expect(isPaid(of(), { ...BRC20, originName: 'sats' })).toBe(false);
    expect(isPaid(of(), { ...BRC20, originName: 'no tick' })).toBe(false);
  });
});
