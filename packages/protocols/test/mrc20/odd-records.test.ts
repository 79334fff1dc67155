/** Where MAN would write a second record of an output, of which it keeps the last, tokens are odd (decision 0021). */
import { describe, expect, it } from 'vitest';
import { outpoint } from '../../src/index.ts';
import { MINT, Story, TRANSFER } from './odd-story.ts';

const sending = (...sends: readonly (readonly [id: string, amount: string, vout: number])[]): string =>
  JSON.stringify(sends.map(([id, amount, vout]) => ({ id, amount, vout })));

const minting = (id: string, vout: number): string => JSON.stringify({ id, vout: vout.toString() });

describe('odd by a second record', () => {
  it('are two tokens on one output, sent by a plain message, and both wherever they are parted to', () => {
    const story = new Story();
    const [one, two] = [story.deploy('ONE'), story.deploy('TWO')];
    const body = sending([one.id, '100', 1], [two.id, '100', 1]);
    const joined = story.mine(2, [story.says(TRANSFER, body, one.coin), { point: two.coin }]);
    expect(story.at(joined)).toEqual(['1 100 odd', '1 100 odd']);
    const parted = story.mine(3, [
      story.says(TRANSFER, sending([one.id, '100', 1], [two.id, '100', 2]), outpoint(joined.txid, 1)),
    ]);
    expect(story.at(parted)).toEqual(['1 100 odd', '2 100 odd']);
  });

  it('are the rests of two tokens, and not of one', () => {
    const story = new Story();
    const [one, two, three] = [story.deploy('ONE'), story.deploy('TWO'), story.deploy('THREE')];
    const spends = [story.says(TRANSFER, sending([one.id, '30', 1]), one.coin), { point: two.coin }];
    expect(story.at(story.mine(2, spends))).toEqual(['0 100 odd', '0 70 odd', '1 30']);
    const alone = [story.says(TRANSFER, sending([three.id, '30', 1]), three.coin)];
    expect(story.at(story.mine(2, alone))).toEqual(['0 70', '1 30']);
  });

  it.each([
    ['a send to the output of the rest', [['1', 0]], ['0 100 odd']],
    [
      'two sends to one output',
      [
        ['1', 1],
        ['99', 1],
      ],
      ['1 100 odd'],
    ],
    [
      'two sends to one output and a plain one',
      [
        ['1', 1],
        ['60', 1],
        ['9', 2],
      ],
      ['0 30', '1 61 odd', '2 9'],
    ],
    [
      'sends to outputs of their own',
      [
        ['1', 1],
        ['99', 2],
      ],
      ['1 1', '2 99'],
    ],
    ['a send of everything to the output of a rest', [['100', 0]], ['0 100']],
  ] as const)('of one token: %s', (_, sends, held) => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const body = sending(...sends.map(([amount, vout]) => [id, amount, vout] as const));
    expect(story.at(story.mine(3, [story.says(TRANSFER, body, coin)]))).toEqual(held);
  });

  it('are not several coins of one token that one message spends, or that move natively', () => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const body = sending([id, '30', 1], [id, '30', 2]);
    const sent = story.mine(3, [story.says(TRANSFER, body, coin)]);
    const [rest, first, second] = [0, 1, 2].map((vout) => outpoint(sent.txid, vout));
    if (rest === undefined || first === undefined || second === undefined) throw new Error('three outputs');
    const joined = story.mine(2, [story.says(TRANSFER, sending([id, '50', 1]), first), { point: second }]);
    expect(story.at(joined)).toEqual(['0 10', '1 50']);
    const native = story.mine(1, [{ point: rest }, { point: outpoint(joined.txid, 1) }]);
    expect(story.at(native)).toEqual(['0 90']);
  });

  it('are two tokens that move natively together', () => {
    const story = new Story();
    const [one, two] = [story.deploy('ONE'), story.deploy('TWO')];
    const native = story.mine(1, [{ point: one.coin }, { point: two.coin }]);
    expect(story.at(native)).toEqual(['0 100 odd', '0 100 odd']);
  });

  it('are coins of one token that move natively to one output, one of them made in the same block', () => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const old = story.mine(1, [story.says(MINT, minting(id, 0))]);
    const sent = story.make(2, [story.says(TRANSFER, sending([id, '100', 1]), coin)]);
    const native = story.make(1, [{ point: outpoint(sent.txid, 1) }, { point: outpoint(old.txid, 0) }]);
    story.confirm(sent, native);
    expect(story.at(native)).toEqual(['0 200 odd']);
  });

  it('are what is minted where other tokens move natively to, and two mints to one output', () => {
    const story = new Story();
    const [one, two] = [story.deploy('ONE'), story.deploy('TWO')];
    const over = story.mine(1, [story.says(MINT, minting(one.id, 0)), { point: two.coin }]);
    expect(story.at(over)).toEqual(['0 100 odd', '0 100 odd']);
    const beside = story.mine(2, [story.says(MINT, minting(one.id, 1)), { point: one.coin }]);
    expect(story.at(beside)).toEqual(['0 100', '1 100']);
    const mints = (...vouts: readonly number[]) =>
      story.mine(
        2,
        vouts.map((vout) => story.says(MINT, minting(one.id, vout))),
      );
    expect(story.at(mints(1, 1))).toEqual(['1 200 odd']);
    expect(story.at(mints(0, 1))).toEqual(['0 100', '1 100']);
  });
});

describe('odd by what they leave, or by what stands beside it', () => {
  const teleport = (id: string) =>
    JSON.stringify([{ id, amount: '100', coord: 'abi0', chain: 'mvc', type: 'teleport' }]);

  it.each([
    ['a teleport', teleport],
    ['no list', () => '7'],
    ['nothing', () => '[]'],
    ['an amount of nothing', (id: string) => sending([id, '0', 1])],
    ['less than nothing', (id: string) => sending([id, '-1', 1])],
    ['an output before the first', (id: string) => sending([id, '1', -1])],
  ])('a transfer of %s', (_, body) => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    expect(story.at(story.mine(2, [story.says(TRANSFER, body(id), coin)]))).toEqual(['0 100 odd']);
  });

  it('a message of what comes from another chain', () => {
    const story = new Story();
    const { coin } = story.deploy('ONE');
    expect(story.at(story.mine(2, [story.says('/ft/mrc20/arrival', '{}', coin)]))).toEqual(['0 100 odd']);
  });

  it('a transfer beside a deploy that makes no token here and may make one in MAN', () => {
    const story = new Story();
    const { id, coin } = story.deploy('ONE');
    const again = '{"tick":"ONE","decimals":"0","amtPerMint":"100","mintCount":"9"}';
    const spends = [
      story.says(TRANSFER, sending([id, '30', 1]), coin),
      story.says('/ft/mrc20/deploy', again),
    ];
    expect(story.at(story.mine(2, spends))).toEqual(['0 70 odd', '1 30 odd']);
  });
});
