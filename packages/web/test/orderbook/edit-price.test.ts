/** A new price is signed for the coin the order sells, and for no other: order and balance say the same of it. */
import { amount, sats } from '@rialto/protocols';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepareEdit } from '../../src/flows/orders/edit-price.ts';
import { order } from '../fake/exchange.ts';
import { id, user } from '../fake/people.ts';

const me = user(7);
const mine = order(3, { sellerAddress: me.address, amount: '60000', coinAmount: '10' });

function balance(more: { amount?: string; outpoint?: string; inscriptionId?: string }) {
  const lot = {
    inscriptionId: mine.inscriptionId,
    inscriptionNumber: '1',
    amount: '10',
    outValue: '546',
    outpoint: mine.outpoint,
    confirmations: 3,
    orderId: mine.orderId,
    ...more,
  };
  const held = { availableBalance: '0', transferBalance: lot.amount, transferBalanceList: [lot] };
  const data = {
    token: 'ordi',
    assetId: mine.assetId,
    decimals: 18,
    ...held,
    at: { height: 1, hash: id(1) },
  };
  return { code: 0, message: 'ok', processingTime: 1, data };
}

function prepared(more: Parameters<typeof balance>[0]) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(balance(more))));
  const account = {
    wallet: 'unisat',
    address: me.address,
    publicKey: me.publicKey,
    network: 'regtest',
  } as const;
  return prepareEdit({ network: 'regtest', order: mine, price: sats(50_000n), user: account });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a lower price', () => {
  it('is built for the lot of the order', async () => {
    const { review, orderId } = await prepared({});
    expect(orderId).toBe(mine.orderId);
    expect(review.mismatches).toEqual([]);
    expect(review.give[0]).toMatchObject({ units: amount(10n * 10n ** 18n) });
  });
  it('is not built for a coin that carries something else than the order says, or is gone', async () => {
    const said = 'A lot does not hold the amount shown in the book.';
    await expect(prepared({ amount: '1000' })).rejects.toThrow(said);
    await expect(prepared({ inscriptionId: `${id(9)}i0` })).rejects.toThrow(said);
    await expect(prepared({ outpoint: `${id(9)}:0` })).rejects.toThrow('The coin of this order is gone');
  });
});
