/** MRC-20 that left: by a message, read out of the script of the coin that shows it, or back without one. Each part of it lied about. */
import { bridgeRefundId } from '@rialto/market';
import {
  TRANSFER_PATH,
  encodeUtf8,
  hexToBytes,
  isFlaw,
  mrc20Asset,
  readTransaction,
  sats,
} from '@rialto/protocols';
import type { TxInput, Txid } from '@rialto/protocols';
import { bridgeEnvelope } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { makeTerms } from '../../src/flows/bridge/bridge-terms.ts';
import { isPaidAsAgreed } from '../../src/flows/bridge/paid-as-agreed.ts';
import { LOCKED, MRC20, deposit, intentOf } from '../fake/bridge/bridge.ts';
import { SPENT, keyed, mrc20Exit, shown, twoWays } from '../fake/bridge/exits.ts';
import type { MessageLies, Paying } from '../fake/bridge/exits.ts';

type Exit = ReturnType<typeof mrc20Exit>;

const TOKEN = { asset: mrc20Asset(MRC20.originTokenId), decimals: MRC20.decimals };
const OTHER = { ...TOKEN, asset: mrc20Asset(`${'e'.repeat(64)}i0`) };

/** A PIN that stands in an output: the ledgers read it, and then no witness. */
const pinned = (op: string) => {
  const words = ['metaid', op, TRANSFER_PATH, '0', '1.0.0', 'application/json', '[]'];
  const pushes = words.flatMap((word) => [word.length, ...(encodeUtf8(word) ?? [])]);
  return { value: sats(0n), script: Uint8Array.of(0x6a, ...pushes) };
};

describe('a payout', () => {
  const made = makeTerms(intentOf('redeem', 700_100n, MRC20));
  const out = BigInt(made.terms.least);
  const paying: Paying = { script: made.terms.receiver, out, id: made.orderId, kind: 'payout' };
  const isPaid = (exit: Exit, asset = MRC20): boolean =>
    isPaidAsAgreed({ state: 'done', deposits: [deposit({ state: 'done', exit })] }, made, asset);
  const of = (lies: MessageLies = {}, token = TOKEN) => mrc20Exit(paying, token, lies);
  const lock = (token = TOKEN, amount = out) => bridgeEnvelope(LOCKED.key.slice(1), { ...token, amount });
  const [commit = ''] = of().made;

  it('is what one message says', () => expect(isPaid(of())).toBe(true));

  it('is, where the change of what made its coin is spent before it', () => {
    const tx = readTransaction(hexToBytes(commit));
    if (isFlaw(tx)) throw new Error(tx.flaw);
    expect(isPaid(of({ coins: [{ ...SPENT, txid: tx.txid, vout: 1 }] }))).toBe(true);
  });

  it('does not depend on what else a witness shows', () => {
    expect(isPaid(of({ witness: shown(lock(OTHER)) }))).toBe(true);
    // The id is the same: this is the lie that whoever believes a witness falls for.
    const wrong = { script: lock(OTHER).script };
    const [said, lied] = [
      of({ ...wrong, witness: shown(lock(OTHER)) }),
      of({ ...wrong, witness: shown(lock()) }),
    ];
    expect(lied.txid).toBe(said.txid);
    expect([isPaid(said), isPaid(lied)]).toEqual([false, false]);
    expect(isPaid(of({ witness: [new Uint8Array(64)] }))).toBe(false);
  });

  it.each<[string, () => Exit]>([
    ['does not show what made its coin', () => ({ ...of(), made: [] })],
    ['shows bytes that are none', () => ({ ...of(), made: ['beef'] })],
    ['shows one too many', () => ({ ...of(), made: [commit, commit] })],
    ['shows one too many that is none', () => ({ ...of(), made: [commit, 'beef'] })],
    ['shows another before it', () => ({ ...of(), made: [of({ value: 547n }).made[0] ?? '', commit] })],
    ['shows another', () => ({ ...of(), made: of({ value: 547n }).made })],
    ['shows itself', () => ({ ...of(), made: [of().raw] })],
    ['spends another output of it', () => of({ vout: 1 })],
    ['spends a coin without a sat', () => of({ value: 0n })],
    ['pays him first', () => of({ at: 0 })],
    ['pays him second', () => of({ at: 1 })],
    ['says another token', () => of({}, OTHER)],
    ['says other digits', () => of({}, { ...TOKEN, decimals: 2 })],
    ['says less', () => of({ script: lock(TOKEN, out - 1n).script })],
    ['says more', () => of({ script: lock(TOKEN, out + 1n).script })],
    ['says it on what a key can take by itself', () => of({ script: keyed(lock()) })],
    ['says it on what may say something else', () => of({ script: twoWays(lock(), lock(OTHER)) })],
    ['says nothing', () => of({ script: LOCKED.script })],
    ['says something else in an output', () => of({ behind: [pinned('hide')] })],
    ['says what is none in an output', () => of({ behind: [pinned('nothing')] })],
    // To the first output and without a message: how much came along nobody can see.
    ['goes natively', () => ({ ...mrc20Exit({ ...paying, kind: 'refund' }, TOKEN), kind: 'payout' })],
  ])('is not, where it %s', (_, exit) => expect(isPaid(exit())).toBe(false));

  it('is not of a token that is none', () =>
    expect(isPaid(of(), { ...MRC20, originTokenId: 'BTC' })).toBe(false));
});

describe('what is sent back', () => {
  const made = makeTerms(intentOf('mint', 700_100n, MRC20));
  const id = bridgeRefundId(deposit().deposit);
  const paying: Paying = { script: made.terms.refund, out: 690_000n, id, kind: 'refund' };
  const isPaid = (lies: MessageLies = {}): boolean => {
    const exit = mrc20Exit(paying, TOKEN, lies);
    const deposits = [deposit({ state: 'refunded', exit })];
    return isPaidAsAgreed({ state: 'refunded', deposits }, made, MRC20);
  };
  const spends = (more: Partial<TxInput>) => ({ ...SPENT, txid: 'a'.repeat(64) as Txid, ...more });

  it('is the deposit itself', () => expect(isPaid()).toBe(true));

  it.each<[string, MessageLies]>([
    ['is another output', { coins: [spends({ vout: 1 })] }],
    ['is another transaction', { coins: [SPENT] }],
    ['goes where a message in an output says', { behind: [pinned('hide')] }],
    [
      'goes where such a message says, with no witness shown',
      { coins: [spends({ witness: [] })], behind: [pinned('hide')] },
    ],
    [
      'goes where a witness says',
      { coins: [spends({ witness: shown(bridgeEnvelope(LOCKED.key.slice(1), { ...TOKEN, amount: 1n })) })] },
    ],
  ])('is not, where it %s', (_, lies) => expect(isPaid(lies)).toBe(false));
});
