/** Every sum on the screen adds up by eye: what is printed is added here as a reader would, digit by digit. */
import type { SweepCost } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSetting } from '../../src/data/settings.ts';
import type { Review } from '../../src/flows/review.ts';
import { partsOf } from '../../src/screens/orderbook/buy/BuySum.tsx';
import { SideOf } from '../../src/screens/orderbook/review/ReviewDialog.tsx';
import { ReviewSum } from '../../src/screens/orderbook/review/ReviewSum.tsx';
import { Sum } from '../../src/show/Sum.tsx';
import { drawn } from '../fake/drawn.tsx';

afterEach(() => setSetting('btcUnit', true));
const { place, draw } = drawn();

const SIGNED = /(?<sign>[+−]?)(?<digits>[0-9.,]+)(?<unit>BTC|sat)$/;

/** The parts of the sum, by name, as printed: with signs where one of them is taken off. */
function signed(): Readonly<Record<string, string>> {
  const lines = [...(place.querySelector('dl')?.children ?? [])].map((line): [string, string] => [
    line.querySelector('dt')?.textContent ?? '',
    line.querySelector('dd')?.textContent ?? '',
  ]);
  return Object.fromEntries(lines.filter(([, value]) => SIGNED.test(value)));
}

function addedUp(): bigint {
  return Object.values(signed()).reduce((sum, text) => {
    const { sign = '', digits = '' } = SIGNED.exec(text)?.groups ?? {};
    const value = BigInt(digits.replace(/[.,]/g, ''));
    return sum + (sign === '−' ? -value : value);
  }, 0n);
}

/** As printed, without the sats in small before it. */
const total = (testId: string): bigint => {
  const text = place.querySelector(`[data-testid="${testId}"]`)?.textContent ?? '';
  return BigInt((/([0-9.,]+)(?:BTC|sat)$/.exec(text)?.[1] ?? '').replace(/[.,]/g, ''));
};

const cost = (more: Partial<Record<keyof SweepCost, bigint>> = {}): SweepCost => {
  const parts = {
    prices: 169_872n,
    serviceFee: 2_000n,
    networkFee: 1_570n,
    dust: 546n,
    brings: 3_276n,
    ...more,
  };
  const all = parts.prices + parts.serviceFee + parts.networkFee + parts.dust - parts.brings;
  return Object.fromEntries(
    Object.entries({ ...parts, total: all }).map(([name, value]) => [name, sats(value)]),
  ) as unknown as SweepCost;
};

describe.each([true, false])('with bitcoin as the unit: %s', (btcUnit) => {
  beforeEach(() => setSetting('btcUnit', btcUnit));

  it.each<[string, SweepCost, string | undefined]>([
    ['sats come with the lots', cost(), '−'],
    ['sats stay on the token coin', cost({ dust: 600n, brings: 0n }), ''],
    ['as many come as stay', cost({ dust: 546n, brings: 546n }), undefined],
  ])('the form adds up while %s', (_, given, sign) => {
    draw(<Sum parts={partsOf(given.prices, given)} name="Total, about" testId="true-cost" />);
    expect(total('true-cost')).toBe(given.total);
    expect(addedUp()).toBe(given.total);
    const carried = signed()['Sats with the tokens'];
    expect(carried === undefined ? undefined : SIGNED.exec(carried)?.groups?.['sign']).toBe(sign);
    expect(place.textContent).not.toMatch(/[+−]0(\.0+)?(BTC|sat)/);
    expect(place.textContent).toContain('≈ $');
  });
});

const review = (more: Partial<Review> = {}): Review => ({
  give: [],
  get: [{ kind: 'token', units: amount(10n ** 18n), tick: 'FERN', note: '' }],
  networkFee: sats(1_570n),
  vsize: 785,
  feeRateSatVb: 2,
  serviceFee: sats(2_000n),
  alsoMoves: [],
  mismatches: [],
  cost: {
    price: sats(169_872n),
    sellers: 6,
    inAll: sats(170_712n),
    stays: -2_730n,
    each: '341.4',
    eachOver: 503,
  },
  wallet: { shows: 170_166n, onCoins: 546n },
  ...more,
});

describe('the review of a purchase', () => {
  it('adds up, and says why the wallet names another total', () => {
    draw(<ReviewSum review={review()} networkNote={undefined} />);
    expect(signed()).toEqual({
      'Price, to 6 sellers': '169,872 sat+0.00169872BTC',
      'Service fee 1%, min 2,000 sat': '2,000 sat+0.00002000BTC',
      'Network fee 785 vB at 2.0 sat/vB': '1,570 sat+0.00001570BTC',
      'Sats with the tokens': '2,730 sat−0.00002730BTC',
    });
    expect([addedUp(), total('review-total')]).toEqual([170_712n, 170_712n]);
    expect(place.textContent).toContain(
      'Your wallet will show 170,166 sat: the 546 sat on the token coin stay yours.',
    );
  });
  it('names one seller as one, and a free order as free', () => {
    const free = {
      price: sats(20_000n),
      sellers: 1,
      inAll: sats(21_570n),
      stays: 0n,
      each: '1',
      eachOver: 0,
    };
    draw(<ReviewSum review={review({ serviceFee: sats(0n), cost: free })} networkNote={undefined} />);
    expect(Object.keys(signed())).toEqual(['Price, to the seller', 'Network fee 785 vB at 2.0 sat/vB']);
    expect(place.textContent).toMatch(/Service fee.*none/);
    expect(addedUp()).toBe(total('review-total'));
  });
  it('has no sentence on the wallet where it will show the same', () => {
    draw(<ReviewSum review={review({ wallet: { shows: 170_712n, onCoins: 0n } })} networkNote={undefined} />);
    expect(place.textContent).not.toContain('Your wallet');
  });
});

it('the dollars of a review stand beside their sum, and not after the words about it', () => {
  const line = { kind: 'sats', value: sats(74_678n), note: 'all of it leaves with the first sale' } as const;
  draw(<SideOf name="You give" sign="−" lines={[line]} testId="give" />);
  const [, ...lines] = [...place.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(lines).toEqual([expect.stringMatching(/^− .*≈ \$37\.34$/), line.note]);
});

it('the review of an offer says what the wallet will show of it', () => {
  const offer = review({ wallet: { shows: 33_054n, onCoins: 546n } });
  const { cost: _, ...asked } = offer;
  draw(<ReviewSum review={asked} networkNote="paid by the buyer" />);
  expect(place.textContent).toContain(
    'Your wallet will show 33,054 sat: the 546 sat with the tokens go to the buyer.',
  );
});
