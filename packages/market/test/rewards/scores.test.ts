/** What an epoch pays to whom: by hand, each rule and each cut. */
import { describe, expect, it } from 'vitest';
import { boundsOf, closeEpoch, levelAt, rowsText, tradesParts, tradesText } from '../../src/index.ts';
import type { Campaign, ClosingFacts, RewardTrade } from '../../src/index.ts';
import {
  EPOCH,
  FEE_SHARE,
  FIRST,
  LIQUIDITY,
  NEWCOMER,
  NO_SHARES,
  PAIR,
  TOKEN,
  TRADING,
  trade,
} from './campaigns.ts';

function close(
  campaign: Campaign,
  facts: Partial<ClosingFacts> & { readonly trades?: readonly RewardTrade[] },
  number = 0,
) {
  const { trades = [] } = facts;
  const first = new Map<string, number>();
  for (const { payer, height } of trades) if (!first.has(payer)) first.set(payer, height);
  const closed = closeEpoch(campaign, boundsOf(campaign, number), {
    ...{
      trades,
      shares: NO_SHARES,
      firstTrades: first,
      remaining: campaign.pot,
      used: new Map(),
      price: undefined,
    },
    ...facts,
  });
  return {
    ...closed,
    amounts: Object.fromEntries(closed.rows.map(({ address, amount }) => [address, amount])),
  };
}

const ONE_BTC = 100_000_000n;
const shares = (held: Record<string, bigint>, more: { all?: bigint; satBlocks?: bigint } = {}) => {
  const map = new Map(Object.entries(held));
  const sum = [...map.values()].reduce((all, one) => all + one, 0n);
  return { held: map, all: sum, satBlocks: BigInt(EPOCH) * 100n * ONE_BTC, ...more };
};

describe('liquidity', () => {
  it('is paid by shares times blocks; who held twice as long gets twice as much', () => {
    const { amounts } = close(LIQUIDITY, { shares: shares({ alice: 200n, bob: 100n }) });
    expect(amounts).toEqual({ alice: 666_666n, bob: 333_333n });
  });

  it('a lone provider of little gets what so little is worth, and the rest stays', () => {
    const { amounts } = close(LIQUIDITY, { shares: shares({ bob: 5n }, { satBlocks: 12n * 100_000n }) });
    // 1.2 million sat-blocks at 10 million for 10^12.
    expect(amounts).toEqual({ bob: 12n });
  });

  it('a table has ten thousand rows at most: the largest, of the same ones the first by name', () => {
    const held = Object.fromEntries(
      Array.from({ length: 10_050 }, (_, at) => [`a${String(at).padStart(5, '0')}`, 10n]),
    );
    const { rows, total } = close(LIQUIDITY, { shares: shares({ ...held, whale: 1_000n, tiny: 9n }) });
    expect(rows).toHaveLength(10_000);
    const names = rows.map(({ address }) => address);
    expect([names[0], names.at(-2), names.at(-1)]).toEqual(['a00000', 'a09998', 'whale']);
    expect(names).not.toContain('tiny');
    expect(total).toBeLessThan(1_000_000n);
  });

  it('who held for one block of twelve has one twelfth of who held all the time', () => {
    const { amounts } = close(LIQUIDITY, { shares: shares({ alice: 1_200n, flash: 100n }) });
    expect(amounts).toEqual({ alice: 923_076n, flash: 76_923n });
  });
});

describe('fee share', () => {
  it('is the part of the pool’s fees by all shares there are: what cannot be claimed stays', () => {
    const trades = [
      trade({ venue: 'pool', serviceFee: 10_000n }),
      trade({ venue: 'book', serviceFee: 999_999n }),
    ];
    const { amounts } = close(FEE_SHARE, { trades, shares: shares({ alice: 60n, bob: 20n }, { all: 100n }) });
    expect(amounts).toEqual({ alice: 1_800n, bob: 600n });
  });
});

describe('trading', () => {
  it('is paid by volume, to the payer of the fee, and at most half of what he paid', () => {
    const trades = [
      trade({ payer: 'alice', sats: 3_000_000n, serviceFee: 4_000_000n }),
      trade({ payer: 'bob', sats: 1_000_000n, serviceFee: 10_000n }),
    ];
    const { rows, used } = close(TRADING, { trades });
    expect(rows).toEqual([
      { address: 'alice', amount: 750_000n, wanted: 750_000n },
      { address: 'bob', amount: 5_000n, wanted: 250_000n },
    ]);
    expect([...used.values()]).toEqual([750_000n, 5_000n]);
  });

  it('the pot grows when the volume of all reaches the next level', () => {
    const [low, high] = [9_999_999n, 10_000_000n].map((sats) =>
      close(TRADING, { trades: [trade({ sats, serviceFee: 100_000_000n })] }),
    );
    expect([low?.amounts, high?.amounts]).toEqual([{ alice: 1_000_000n }, { alice: 5_000_000n }]);
    expect(levelAt([{ limit: 5n, pot: 1n }], 4n)).toBeUndefined();
  });

  it('own trades count for nothing, and who pays no fee earns nothing', () => {
    const trades = [
      trade({ payer: 'alice', counts: false }),
      trade({ payer: '', sats: 5_000_000n }),
      trade({ payer: 'carol', serviceFee: 0n }),
    ];
    expect(close(TRADING, { trades }).rows).toEqual([]);
  });

  it('trades of other epochs count for theirs', () => {
    const trades = [trade(), trade({ height: FIRST + EPOCH, payer: 'bob' })];
    expect(close(TRADING, { trades }).amounts).toEqual({ alice: 5_000n });
    expect(close(TRADING, { trades }, 1).amounts).toEqual({ bob: 5_000n });
  });

  it('a fee that another campaign has used is not there a second time', () => {
    const one = trade();
    expect(close(TRADING, { trades: [one], used: new Map([[one.reference, 4_000n]]) }).amounts).toEqual({
      alice: 1_000n,
    });
    expect(close(TRADING, { trades: [one], used: new Map([[one.reference, 5_000n]]) }).rows).toEqual([]);
  });

  it('paid in a token it is worth the higher of the campaign’s price and the market’s', () => {
    const token = {
      ...TRADING,
      pays: TOKEN,
      rule: { ...TRADING.rule, capPrice: { sats: 1n, units: 10n } },
    } as Campaign;
    const trades = [trade()];
    expect(close(token, { trades }).amounts).toEqual({ alice: 50_000n });
    expect(close(token, { trades, price: { sats: 1n, units: 5n } }).amounts).toEqual({ alice: 25_000n });
    expect(close(token, { trades, price: { sats: 1n, units: 50n } }).amounts).toEqual({ alice: 50_000n });
  });
});

describe('newcomers', () => {
  const fee = { serviceFee: 2_000_000n };

  it('are paid for their first trades, up to the number, over the least', () => {
    const trades = [
      ...Array.from({ length: 4 }, () => trade({ ...fee, payer: 'bob' })),
      trade({ ...fee, payer: 'carol', sats: 49_999n }),
      trade({ ...fee, payer: 'carol' }),
    ];
    expect(close(NEWCOMER, { trades }).amounts).toEqual({ bob: 3_000n, carol: 1_000n });
  });

  it('what an earlier epoch has paid is not paid again', () => {
    const trades = [
      trade({ ...fee }),
      trade({ ...fee }),
      ...Array.from({ length: 3 }, () => trade({ ...fee, height: FIRST + EPOCH })),
    ];
    expect(close(NEWCOMER, { trades }, 1).amounts).toEqual({ alice: 1_000n });
  });

  it('who traded before the campaign is no newcomer', () => {
    expect(
      close(NEWCOMER, { trades: [trade(fee)], firstTrades: new Map([['alice', FIRST - 1]]) }).rows,
    ).toEqual([]);
    expect(close(NEWCOMER, { trades: [trade(fee)], firstTrades: new Map() }).rows).toEqual([]);
  });
});

describe('a pot that does not hold all of it', () => {
  it('pays each his part of what is there, and says so', () => {
    const { amounts, scaled, total } = close(LIQUIDITY, {
      shares: shares({ alice: 200n, bob: 100n }),
      remaining: 100n,
    });
    expect({ amounts, scaled, total }).toEqual({
      amounts: { alice: 66n, bob: 33n },
      scaled: true,
      total: 99n,
    });
  });

  it('that is empty, or owes more than it holds, pays nothing', () => {
    for (const remaining of [0n, -5n])
      expect(close(LIQUIDITY, { shares: shares({ alice: 1n }), remaining })).toMatchObject({
        rows: [],
        scaled: true,
      });
  });
});

describe('what is published', () => {
  it('is one text for one table', () => {
    const closed = close(LIQUIDITY, { shares: shares({ bob: 100n, alice: 200n }) });
    expect(rowsText('liquidity', closed)).toBe(
      'liquidity,0,1000,1011\naddress,amount,wanted\nalice,666666,666666\nbob,333333,333333\n',
    );
    const one = { ...trade({ reference: 'r', place: 2 }), txid: 'ab', buyer: 'alice', seller: 'bob' };
    expect(tradesText([one])).toBe(
      `height,place,txid,reference,venue,pair,payer,buyer,seller,sats,serviceFee,counts\n1000,2,ab,r,book,${PAIR},alice,alice,bob,1000000,10000,1\n`,
    );
  });

  it('comes in parts that no reader needs to hold at once, and is the same whole', () => {
    const all = Array.from({ length: 2_500 }, (_, at) => ({
      ...{ ...trade({ reference: `${at}`, place: at }), txid: 'ab', buyer: 'alice', seller: 'bob' },
    }));
    const parts = [...tradesParts(all)];
    const [head, ...lines] = tradesText(all).split('\n').slice(0, -1);
    expect(parts.join('').split('\n').slice(0, -1)).toEqual([head, ...lines]);
    expect(lines.map((line) => line.split(',')[3])).toEqual(all.map(({ reference }) => reference));
    expect(parts.map((part) => part.split('\n').length - 1)).toEqual([1, 1_000, 1_000, 500]);
    expect(tradesText([])).toBe(`${head}\n`);
  });
});
