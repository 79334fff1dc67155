/** The terms of an order: made by the page, kept by the browser, saved and read again; what was changed in them is found. */
import { bridgeOrderId } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { hash160, p2pkhScript } from '@rialto/mvc';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { differences } from '../../src/flows/bridge/agreed.ts';
import {
  confirmAddresses,
  haveAddressesChanged,
  requireKnownAddresses,
} from '../../src/flows/bridge/known-addresses.ts';
import { keepBeforePaying, makeTerms, orderIdOf } from '../../src/flows/bridge/bridge-terms.ts';
import { readTermsFile, termsFileName, termsFileText } from '../../src/flows/bridge/terms-file.ts';
import { dropTerms, keepTerms, keptTerms } from '../../src/terms-store.ts';
import { BRC20, BRIDGER, BTC, THIEF, intentOf } from '../fake/bridge/bridge.ts';
import { createdMint } from '../fake/bridge/payments.ts';

const OWNER = { net: 'regtest', address: BRIDGER.address };

beforeEach(() => localStorage.clear());

describe('made', () => {
  it('a mint pays on MVC and goes back to Bitcoin; a redeem the other way round', () => {
    const onMvc = bytesToHex(p2pkhScript(hash160(BRIDGER.key)));
    const onBitcoin = bytesToHex(BRIDGER.script);
    const mint = makeTerms(intentOf('mint', 500_000n)).terms;
    expect(mint).toMatchObject({
      ...{ net: 'regtest', direction: 'mint', asset: 'btc', amount: '500000', least: '498700' },
      ...{ receiver: onMvc, refund: onBitcoin, expires: 644 },
    });
    const redeem = makeTerms(intentOf('redeem', 500_000n)).terms;
    expect(redeem).toMatchObject({ receiver: onBitcoin, refund: onMvc, least: '497000' });
  });
  it('each has a nonce of its own, and its id is the hash of all of it', () => {
    const [one, other] = [1, 2].map(() => makeTerms(intentOf('mint', 500_000n)));
    expect(one?.terms.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(one?.orderId).not.toBe(other?.orderId);
    if (one === undefined) throw new Error('terms');
    const { amount, least, ...rest } = one.terms;
    expect(one.orderId).toBe(bridgeOrderId({ ...rest, amount: BigInt(amount), least: BigInt(least) }));
    for (const changed of [{ receiver: '0014'.padEnd(44, '1') }, { amount: '500001' }, { expires: 645 }])
      expect(orderIdOf({ ...one.terms, ...changed })).not.toBe(one.orderId);
  });
  it('not for an address that the bridge does not pay, nor for another key than the account’s', () => {
    const intent = intentOf('redeem', 500_000n);
    const legacy = { ...intent, user: { ...intent.user, address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' } };
    expect(() => makeTerms(legacy)).toThrow();
    const account = { ...intent.account, address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' };
    expect(() => makeTerms({ ...intent, account })).toThrow('do not belong together');
  });
});

describe('kept', () => {
  it('before anything is paid, for their owner alone, until they are put away', () => {
    const intent = intentOf('mint', 500_000n);
    const made = makeTerms(intent);
    keepBeforePaying(intent, made);
    keepTerms(OWNER, { ...makeTerms(intent), at: Date.now() + 5 });
    expect(keptTerms(OWNER)).toHaveLength(2);
    expect(keptTerms(OWNER)[1]).toMatchObject(made);
    expect(keptTerms({ ...OWNER, net: 'testnet' })).toEqual([]);
    expect(keptTerms({ ...OWNER, address: 'bcrt1qother' })).toEqual([]);
    dropTerms(made.orderId);
    expect(keptTerms(OWNER).map(({ orderId }) => orderId)).not.toContain(made.orderId);
    expect(keptTerms(OWNER)).toHaveLength(1);
  });
  it('or nothing is paid', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    const intent = intentOf('mint', 500_000n);
    expect(() => keepBeforePaying(intent, makeTerms(intent))).toThrow('Nothing was paid');
    full.mockRestore();
  });
  it('what is no terms is passed over', () => {
    localStorage.setItem(`bridge-terms:regtest ${BRIDGER.address} 00`, '{"orderId":"00","at":1,"terms":{}}');
    localStorage.setItem(`bridge-terms:regtest ${BRIDGER.address} 01`, 'nonsense');
    expect(keptTerms(OWNER)).toEqual([]);
  });
});

describe('a file', () => {
  const made = makeTerms(intentOf('mint', 500_000n));
  it('brings them back as they were, and nothing beside them', () => {
    const text = termsFileText(made).replace('"terms": {', '"terms": { "more": 1,');
    expect(readTermsFile(text, 'regtest')).toEqual(made);
    expect(termsFileName(made.orderId)).toBe(`rialto-bridge-${made.orderId.slice(0, 8)}.json`);
  });
  it.each([
    ['is none', () => 'a letter', 'not a file of terms'],
    ['has another amount', () => termsFileText(made).replace('500000', '900000'), 'were changed'],
    ['has another receiver', () => termsFileText(made).replace('"76a914', '"76a915'), 'were changed'],
    ['has another id', () => termsFileText(made).replace(made.orderId, '0'.repeat(32)), 'were changed'],
    [
      'has a field that is none',
      () => termsFileText(made).replace('"asset": "btc"', '"asset": "b\\n"'),
      'were changed',
    ],
  ])('that %s is refused', (_, text, words) => {
    expect(() => readTermsFile(text(), 'regtest')).toThrow(words);
  });
  it('of another network is refused', () => {
    expect(() => readTermsFile(termsFileText(made), 'testnet')).toThrow('another network');
  });
});

describe('what the exchange answers', () => {
  const intent = intentOf('mint', 500_000n);
  const made = makeTerms(intent);
  const answered = createdMint(made.terms, made.orderId);
  it('is what was agreed', () => expect(differences(answered, made, intent)).toEqual([]));
  it.each([
    ['another id', { ...answered, orderId: 'f'.repeat(32) }, 'another order'],
    ['another address', { ...answered, bridgeAddress: BRIDGER.address }, 'another address'],
    ['less', { ...answered, out: '498699' }, 'fees of the bridge have changed'],
  ])('not with %s', (_, lie, words) => {
    expect(differences(lie, made, intent).join()).toContain(words);
  });
  it('nor with an address in its list that is not its script’s', () => {
    const asset = { ...BTC, lockedAddress: BRIDGER.address };
    const lie = { ...answered, bridgeAddress: BRIDGER.address };
    expect(differences(lie, made, { ...intent, asset })).toHaveLength(1);
  });
  it('addresses that this browser has not seen before are told of, not those it sees first', () => {
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
    expect(haveAddressesChanged({ ...BTC, inletHash: '0'.repeat(40) }, 'regtest')).toBe(true);
    expect(haveAddressesChanged({ ...BTC, lockedScript: '00' }, 'regtest')).toBe(true);
    expect(haveAddressesChanged(BTC, 'testnet')).toBe(false);
    const other = { ...BTC, lockedScript: '00' };
    expect(() => requireKnownAddresses(other, 'regtest')).toThrow('Nothing was paid');
    expect(() => requireKnownAddresses(BTC, 'regtest')).not.toThrow();
    confirmAddresses(other, 'regtest');
    expect(() => requireKnownAddresses(other, 'regtest')).not.toThrow();
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(true);
  });
  it.each<[string, Partial<typeof BTC>]>([
    ['of the same coin', { asset: 'btc-1' }],
    ['of the same coin, with another token', { asset: 'btc-1', targetTokenGenesis: '9'.repeat(40) }],
    ['of the same token, for another coin', { asset: 'btc-1', network: 'RUNES', originTokenId: '7:7' }],
    ['of the same name, with another token', { targetTokenCodeHash: '9'.repeat(40) }],
    ['of the same name, with other decimals', { decimals: 9 }],
    ['of the same name, with fewer digits', { trimDecimals: 1 }],
    ['of the same name, for another coin', { network: 'RUNES', originTokenId: '7:7' }],
  ])('nor is an asset %s a new one', (_, lie) => {
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
    const thief = { ...BTC, lockedScript: bytesToHex(THIEF.script), ...lie };
    expect(haveAddressesChanged(thief, 'regtest')).toBe(true);
    expect(haveAddressesChanged({ ...BTC, ...lie }, 'regtest')).toBe(true);
    expect(() => requireKnownAddresses(thief, 'regtest')).toThrow('Nothing was paid');
    // Nor by being looked at once.
    expect(haveAddressesChanged(thief, 'regtest')).toBe(true);
  });
  it('of BRC-20 another tick is told of as well: transfers name their token by it alone', () => {
    expect(haveAddressesChanged(BRC20, 'regtest')).toBe(false);
    expect(haveAddressesChanged({ ...BRC20, originName: 'sats' }, 'regtest')).toBe(true);
    expect(haveAddressesChanged(BTC, 'testnet')).toBe(false);
    expect(haveAddressesChanged({ ...BTC, originName: 'Bitcoins' }, 'testnet')).toBe(false);
  });
  it('two assets of one coin stand side by side, once the second was confirmed', () => {
    const second = { ...BTC, asset: 'btc-2', lockedScript: '00', targetTokenGenesis: '9'.repeat(40) };
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
    confirmAddresses(second, 'regtest');
    expect(haveAddressesChanged(second, 'regtest')).toBe(false);
    expect(haveAddressesChanged(BTC, 'regtest')).toBe(false);
  });
});
