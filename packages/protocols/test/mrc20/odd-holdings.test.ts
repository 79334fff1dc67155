/** Tokens that an odd message gave or moved stay odd wherever they go (decision 0021), in the rows and after blocks are taken back. */
import { describe, expect, it } from 'vitest';
import { outpoint } from '../../src/index.ts';
import { outputPin } from './mrc20-build.ts';
import { MINT, Story, TRANSFER } from './odd-story.ts';

const send = (id: string, amount: string, more = ''): string =>
  `{"id":"${id}","amount":"${amount}","vout":1${more}}`;

describe('odd tokens', () => {
  it('come of an odd deploy, mint or transfer, and of no plain one', () => {
    const story = new Story();
    const plain = story.deploy('ONE');
    const odd = story.deploy('TWO', ',"x":null');
    expect([...story.index.mrc20Holding.values()].map((row) => row.odd)).toEqual([false, true]);
    const mint = (id: string, more = '') =>
      story.mine(1, [story.says(MINT, `{"id":"${id}","vout":"0"${more}}`)]);
    expect(story.at(mint(odd.id))).toEqual(['0 100 odd']);
    expect(story.at(mint(plain.id))).toEqual(['0 100']);
    expect(story.at(mint(plain.id, ',"VOUT":"0"'))).toEqual(['0 100 odd']);
    expect([...story.index.mrc20Token.values()].map((token) => token.odd)).toEqual([false, true]);
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

  it.each(['30', '100'])('do not come of an amount in digits: %s', (amount) => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const tx = story.mine(2, [story.says(TRANSFER, `[${send(id, amount)}]`, coin)]);
    expect(story.at(tx).some((held) => held.endsWith(' odd'))).toBe(false);
  });

  it.each([
    ['more than it spends', (id: string) => send(id, '101')],
    ['parts of a unit', (id: string) => send(id, '0.5')],
    ['an unknown token', () => send(`${'77'.repeat(32)}i0`, '1')],
    ['an output that is not there', (id: string) => `{"id":"${id}","amount":"1","vout":9}`],
    ['an output without an address', (id: string) => `{"id":"${id}","amount":"1","vout":2}`],
  ])('come of a transfer that is invalid by what is there: %s', (_, sends) => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const spends = [story.says(TRANSFER, `[${sends(id)}]`, coin)];
    expect(story.at(story.mine(2, spends, [Uint8Array.of(0x6a, 1, 7)]))).toEqual(['0 100 odd']);
  });

  it('stay odd moved natively and by a plain message, and make odd what they are laid together with', () => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE', ',"x":null');
    const native = story.mine(1, [{ point: coin }]);
    expect(story.at(native)).toEqual(['0 100 odd']);
    const sent = story.mine(2, [story.says(TRANSFER, `[${send(id, '40')}]`, outpoint(native.txid, 0))]);
    expect(story.at(sent)).toEqual(['0 60 odd', '1 40 odd']);
    const fresh = story.mine(1, [story.says(MINT, `{"id":"${id}","vout":"0"}`)]);
    const together = story.mine(1, [{ point: outpoint(sent.txid, 1) }, { point: outpoint(fresh.txid, 0) }]);
    expect(story.at(together)).toEqual(['0 140 odd']);
  });

  it('make odd what is spent by the same message, also when it is another token that goes elsewhere', () => {
    const story = new Story();
    const [odd, plain] = [story.deploy('ONE', ',"x":null'), story.deploy('TWO')];
    const spends = [story.says(TRANSFER, `[${send(plain.id, '100')}]`, odd.coin), { point: plain.coin }];
    expect(story.at(story.mine(2, spends))).toEqual(['0 100 odd', '1 100 odd']);
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
