/** Tokens that an odd message gave or moved stay odd wherever they go (decision 0021), in the rows and after blocks are taken back. */
import { describe, expect, it } from 'vitest';
import { concatBytes, outpoint, pinId } from '../../src/index.ts';
import type { Block, Outpoint, Transaction } from '../../src/index.ts';
import { coinbaseOf, output, outputPin, transactionOf } from './mrc20-build.ts';
import type { SpentCoin } from './mrc20-build.ts';
import { Mrc20Index } from './mrc20-index.ts';

const ALICE = concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(1));
const TRANSFER = '/ft/mrc20/transfer';

class Story {
  readonly index = new Mrc20Index('regtest', 'regtest');
  private coins = 0;

  /** Mines one transaction with so many outputs; without `spends` it spends money. */
  mine(outputs: number, spends: readonly SpentCoin[], said: readonly Uint8Array[] = []): Transaction {
    const made = Array.from({ length: outputs }, () => output(ALICE, 546n));
    const data = said.map((script) => output(script, 0n));
    const tx = transactionOf({ spends, outputs: [...made, ...data], signed: true });
    const height = this.index.height + 1;
    const transactions = [coinbaseOf(height, [output(ALICE, 5000n)]), tx];
    const block: Block = { hash: 'ff'.repeat(32), previousHash: '', time: height, transactions };
    this.index.add(block, height);
    return tx;
  }

  money(): Outpoint {
    this.coins += 1;
    const coin = coinbaseOf(1_000_000 + this.coins, [output(ALICE, 5000n)]);
    const point = outpoint(coin.txid, 0);
    this.index.know(point, output(ALICE, 5000n), ALICE);
    return point;
  }

  says(path: string, body: string, point = this.money()): SpentCoin {
    return { point, pin: { operation: 'hide', path, body } };
  }

  /** A token whose whole premine of 100 is on output 1. */
  deploy(tick: string, more = ''): { id: string; coin: Outpoint } {
    const body = `{"tick":"${tick}","decimals":"0","amtPerMint":"100","mintCount":"9","premineCount":"1"${more}}`;
    const tx = this.mine(2, [this.says('/ft/mrc20/deploy', body)]);
    return { id: pinId(tx.txid, 0), coin: outpoint(tx.txid, 1) };
  }

  /** Amounts by output and asset, those of odd tokens with a mark. */
  at(tx: Transaction): string[] {
    const rows = [...this.index.mrc20Holding.values()].filter((row) => row.outpoint.startsWith(tx.txid));
    return rows.map((row) => `${row.outpoint.slice(65)} ${row.amount}${row.odd ? ' odd' : ''}`).sort();
  }
}

const send = (id: string, amount: string, more = ''): string =>
  `{"id":"${id}","amount":"${amount}","vout":1${more}}`;

describe('odd tokens', () => {
  it('come of an odd deploy, mint or transfer, and of no plain one', () => {
    const story = new Story();
    const plain = story.deploy('ONE');
    const odd = story.deploy('TWO', ',"x":null');
    expect([...story.index.mrc20Holding.values()].map((row) => row.odd)).toEqual([false, true]);
    const mint = (more: string) =>
      story.mine(1, [story.says('/ft/mrc20/mint', `{"id":"${odd.id}","vout":"0"${more}}`)]);
    expect(story.at(mint(''))).toEqual(['0 100']);
    expect(story.at(mint(',"VOUT":"0"'))).toEqual(['0 100 odd']);
    const moved = story.mine(2, [story.says(TRANSFER, `[${send(plain.id, '30', ',"x":1.5')}]`, plain.coin)]);
    expect(story.at(moved)).toEqual(['0 70 odd', '1 30 odd']);
  });

  it.each(['1e-13', '30e-1', '30e-2', '3e1', '+30', '.5e1', '5.', '030'])(
    'come of the amount %s, which only MAN takes, or may be read otherwise',
    (amount) => {
      const story = new Story();
      const { id, coin } = story.deploy('ONE');
      const tx = story.mine(2, [story.says(TRANSFER, `[${send(id, amount)}]`, coin)]);
      expect(story.at(tx).length).toBeGreaterThan(0);
      expect(story.at(tx).every((held) => held.endsWith(' odd'))).toBe(true);
    },
  );

  it.each(['30', '30.0', '0', '-1', '0.5', '101'])('do not come of an amount in digits: %s', (amount) => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const tx = story.mine(2, [story.says(TRANSFER, `[${send(id, amount)}]`, coin)]);
    expect(story.at(tx).some((held) => held.endsWith(' odd'))).toBe(false);
  });

  it('stay odd moved natively and by a plain message, and make odd what they are laid together with', () => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE', ',"x":null');
    const native = story.mine(1, [{ point: coin }]);
    expect(story.at(native)).toEqual(['0 100 odd']);
    const sent = story.mine(2, [story.says(TRANSFER, `[${send(id, '40')}]`, outpoint(native.txid, 0))]);
    expect(story.at(sent)).toEqual(['0 60 odd', '1 40 odd']);
    const fresh = story.mine(1, [story.says('/ft/mrc20/mint', `{"id":"${id}","vout":"0"}`)]);
    const together = story.mine(1, [{ point: outpoint(sent.txid, 1) }, { point: outpoint(fresh.txid, 0) }]);
    expect(story.at(together)).toEqual(['0 140 odd']);
  });

  it('make another token odd by a message only: what holds natively of one does not depend on the other', () => {
    const story = new Story();
    const [odd, plain] = [story.deploy('ONE', ',"x":null'), story.deploy('TWO')];
    const native = story.mine(1, [{ point: odd.coin }, { point: plain.coin }]);
    expect(story.at(native)).toEqual(['0 100', '0 100 odd']);
    const body = `[${send(plain.id, '30')}]`;
    const sent = story.mine(2, [story.says(TRANSFER, body, outpoint(native.txid, 0))]);
    expect(story.at(sent)).toEqual(['0 100 odd', '0 70 odd', '1 30 odd']);
  });

  it('come of a message in an output, and of one that an output hides; not of an output that says something else', () => {
    const story = new Story();
    const words = (path: string, body: string) => outputPin({ operation: 'hide', path, body });
    const coin = (tick: string) => story.deploy(tick);
    const [one, two, three] = [coin('ONE'), coin('TWO'), coin('THREE')];
    const body = `[${send(one.id, '30')}]`;
    expect(story.at(story.mine(2, [{ point: one.coin }], [words(TRANSFER, body)]))).toEqual([
      '0 70 odd',
      '1 30 odd',
    ]);
    const hidden = story.says(TRANSFER, `[${send(two.id, '30')}]`, two.coin);
    expect(story.at(story.mine(2, [hidden], [words('/info', 'x')]))).toEqual(['0 100 odd']);
    expect(story.at(story.mine(2, [{ point: three.coin }], [words('/info', 'x')]))).toEqual(['0 100']);
  });

  it('are what they were when the block is taken back', () => {
    const story = new Story();
    const { coin } = story.deploy('ONE', ',"x":null');
    const before = story.index.snapshot();
    story.mine(1, [{ point: coin }]);
    expect(story.index.snapshot()).not.toBe(before);
    story.index.removeTip();
    expect(story.index.snapshot()).toBe(before);
    expect([...story.index.mrc20Holding.values()].map((row) => row.odd)).toEqual([true]);
  });
});
