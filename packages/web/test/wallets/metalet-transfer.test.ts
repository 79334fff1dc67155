/** Metalet's transfer of a token: what it is asked, and what of its answers is believed. */
import { expect, it, vi } from 'vitest';
import { createMetalet } from '../../src/wallets/metalet.ts';
import { createProvider } from '../../src/wallets/provider.ts';
import type { WalletError } from '../../src/wallets/wallet.ts';

const ASKED = {
  token: { codehash: 'c'.repeat(40), genesis: 'd'.repeat(40) },
  ...{ decimals: 0, address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', units: 9_007_199_254_740_991n },
  ...{ note: 'ab'.repeat(16), feeRate: 1 },
};
const one = { id: 'x', txid: 'y', txHex: 'beef', routeCheckTxid: 'z', routeCheckTxHex: 'cafe' };

function asked(answer: unknown) {
  const transfer = vi.fn(() => Promise.resolve(answer));
  const provider = createProvider(() => ({ transfer }), 'Metalet', { read: 50, popup: 60, start: 20 });
  const wallet = createMetalet(() => ({ metaidwallet: { transfer } }), provider);
  return { transfer, made: wallet.transferToken?.(ASKED) };
}

it('is asked for amounts and digits as text, for a note, and to send nothing', async () => {
  const { transfer, made } = asked({ res: [one], txids: ['y'], broadcasted: false });
  expect(await made).toEqual({ check: 'cafe', transfer: 'beef' });
  expect(transfer).toHaveBeenCalledWith({
    tasks: [
      {
        ...ASKED.token,
        receivers: [{ address: ASKED.address, amount: '9007199254740991', decimal: '0' }],
        metaidData: ASKED.note,
      },
    ],
    ...{ broadcast: false, feeb: 1 },
  });
});

it.each<[string, unknown, WalletError['kind']]>([
  ['no list', {}, 'other'],
  ['none of it', { res: [] }, 'other'],
  ['SPACE moved first', { res: [one, one] }, 'other'],
  ['no check', { res: [{ txHex: 'beef' }] }, 'other'],
  ['a refusal', { status: 'canceled' }, 'cancelled'],
])('an answer with %s is none', async (_, answer, kind) => {
  await expect(asked(answer).made).rejects.toMatchObject({ kind });
});
