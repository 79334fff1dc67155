/** Which wallet is offered where: every cell of the table, written out by hand. */
import { describe, expect, it } from 'vitest';
import { DEVICES, deviceOf } from '../../src/wallets/device.ts';
import type { Device } from '../../src/wallets/device.ts';
import { offersFor, PLACES, placeOf, wayOf } from '../../src/wallets/offers.ts';
import type { Place } from '../../src/wallets/offers.ts';
import type { Face } from '../../src/wallets/wallet.ts';

const FACES: readonly Face[] = ['metalet', 'unisat', 'okx'];
const NETWORKS = ['livenet', 'testnet', 'regtest'] as const;

/**
 * Three letters: Metalet, UniSat, OKX. `+` here, `>` by a link into its app, `-` hidden.
 * Columns: desktop, phone, UniSat's app, OKX's app, Metalet's app.
 */
const LIVENET: Readonly<Record<Place, string>> = {
  brc20: '+++ ->> -+- --+ +--',
  runes: '++- ->- -+- --- +--',
  'mrc20-book': '++- ->- -+- --- +--',
  'idcoin-book': '++- ->- -+- --- +--',
  mvc: '+-- --- --- --- +--',
};
const TEST_NETWORKS: Readonly<Record<Place, string>> = {
  brc20: '++- ->- -+- --- +--',
  runes: '++- ->- -+- --- +--',
  'mrc20-book': '++- ->- -+- --- +--',
  'idcoin-book': '++- ->- -+- --- +--',
  mvc: '+-- --- --- --- +--',
};
const SIGN = { here: '+', app: '>', hidden: '-' } as const;

for (const network of NETWORKS)
  for (const place of PLACES)
    describe(`${place} on ${network}`, () => {
      const row = (network === 'livenet' ? LIVENET : TEST_NETWORKS)[place].split(' ');
      it.each(DEVICES.flatMap((device, column) => FACES.map((face, at) => ({ device, face, column, at }))))(
        '$face on $device',
        ({ device, face, column, at }) => {
          expect(SIGN[wayOf(face, { network, place, device })]).toBe(row[column]?.[at]);
        },
      );
    });

describe('places', () => {
  it.each<[string, Place]>([
    ['/', 'mrc20-book'],
    ['/orderbook/brc20/btc-ordi', 'brc20'],
    ['/swap', 'brc20'],
    ['/swap/brc20', 'brc20'],
    ['/swap-pools/brc20/x/add', 'brc20'],
    ['/events', 'brc20'],
    ['/orderbook/mrc20', 'mrc20-book'],
    ['/orderbook/idcoin/btc-x', 'idcoin-book'],
    ['/swap/runes', 'runes'],
    ['/orderbook/runes', 'runes'],
    ['/orderbook/runes/btc-840000:1', 'runes'],
    ['/orderbook/runesque', 'brc20'],
    ['/swap-pools/runes/x/remove', 'runes'],
    ['/bridge', 'mvc'],
    ['/bridge/btc-usdt', 'mvc'],
    ['/mvcswap', 'mvc'],
    ['/swap/mrc20', 'mvc'],
    ['/swap/ticket', 'mvc'],
    ['/bridges', 'brc20'],
  ])('%s is %s', (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});

describe('devices', () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
  it.each<[string, string, Face | undefined, Device]>([
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64)', undefined, 'desktop'],
    ['a computer with an extension', 'Mozilla/5.0 (X11; Linux x86_64)', 'unisat', 'desktop'],
    ['a phone', iPhone, undefined, 'phone'],
    ['the OKX app, before it injects', `${iPhone} OKApp/6.51`, undefined, 'okx-app'],
    ['the UniSat app', iPhone, 'unisat', 'unisat-app'],
    ['the Metalet app', iPhone, 'metalet', 'metalet-app'],
  ])('%s', (_, agent, injected, device) => {
    expect(deviceOf(agent, (face) => face === injected)).toBe(device);
  });
});

describe('offers', () => {
  const all = (): boolean => true;
  const page = 'https://rialto.example/orderbook/brc20?x=1&y=2';
  it('are in one order, links where the wallet is another app', () => {
    const phone = { network: 'livenet', place: 'brc20', device: 'phone' } as const;
    expect(offersFor(phone, { page, demo: undefined, has: all }).map(({ id }) => id)).toEqual([
      'unisat',
      'okx',
    ]);
    const desktop = { ...phone, device: 'desktop' } as const;
    const offers = offersFor(desktop, { page, demo: undefined, has: all });
    expect(offers.map(({ id }) => id)).toEqual(['metalet', 'unisat', 'okx']);
    expect(offers.some(({ appLink }) => appLink !== undefined)).toBe(false);
  });
  it('put those in this browser first, and say of the others that they are not', () => {
    const desktop = { network: 'livenet', place: 'brc20', device: 'desktop' } as const;
    const offers = offersFor(desktop, { page, demo: undefined, has: (face) => face === 'okx' });
    expect(offers.map(({ id, installed }) => [id, installed])).toEqual([
      ['okx', true],
      ['metalet', false],
      ['unisat', false],
    ]);
    const inApp = offersFor({ ...desktop, device: 'okx-app' }, { page, demo: undefined, has: all });
    expect(inApp.map(({ id, installed }) => [id, installed])).toEqual([['okx', undefined]]);
  });
  it('lead back to this very page', () => {
    const phone = { network: 'livenet', place: 'brc20', device: 'phone' } as const;
    const [unisat, okx] = offersFor(phone, { page, demo: undefined, has: all }).map(
      ({ appLink }) => new URL(appLink ?? ''),
    );
    expect(unisat?.protocol).toBe('unisat:');
    expect(JSON.parse(atob(unisat?.searchParams.get('data') ?? ''))).toEqual([page]);
    expect(okx?.origin).toBe('https://www.okx.com');
    const inApp = new URL(okx?.searchParams.get('deeplink') ?? '');
    expect(inApp.protocol).toBe('okx:');
    expect(inApp.searchParams.get('dappUrl')).toBe(page);
  });
  it('put the demo wallet first, and say when its face does not fit', () => {
    const scene = { network: 'regtest', place: 'mvc', device: 'desktop' } as const;
    expect(offersFor(scene, { page, demo: 'metalet', has: all })[0]).toMatchObject({ id: 'demo' });
    expect(offersFor(scene, { page, demo: 'metalet', has: all })[0]?.wrongFace).toBeUndefined();
    expect(offersFor(scene, { page, demo: 'okx', has: all })[0]).toMatchObject({
      id: 'demo',
      wrongFace: true,
      hint: 'Acting as OKX. Switch it to Metalet.',
    });
  });
});
