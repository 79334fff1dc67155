/** Which wallet is offered where, as one table (product §6; rules §12; wallets §7.3). */
import type { Network } from '@rialto/protocols';
import { FACES, nameOf } from './wallet-names.ts';
import type { Device } from './device.ts';
import type { Face, WalletId } from './wallet.ts';
import { eitherWords, t } from '../words.ts';

/** In the page, by a link into the wallet's app, or not at all. */
type Way = 'here' | 'app' | 'hidden';

/** Parts of the product that differ in what wallets they work with. */
export const PLACES = ['brc20', 'runes', 'mrc20-book', 'idcoin-book', 'mvc'] as const;
export type Place = (typeof PLACES)[number];

const ALL: readonly Face[] = ['metalet', 'unisat', 'okx'];

/** A wallet is offered where all three say so; in the order of the first line. */
const OFFERED = {
  place: {
    brc20: ALL,
    runes: ['metalet', 'unisat'],
    'mrc20-book': ['metalet', 'unisat'],
    'idcoin-book': ['metalet', 'unisat'],
    mvc: ['metalet'],
  },
  network: {
    livenet: ALL,
    testnet: ['metalet', 'unisat'],
    regtest: ['metalet', 'unisat'],
  },
  device: {
    desktop: { metalet: 'here', unisat: 'here', okx: 'here' },
    phone: { metalet: 'hidden', unisat: 'app', okx: 'app' },
    'unisat-app': { metalet: 'hidden', unisat: 'here', okx: 'hidden' },
    'okx-app': { metalet: 'hidden', unisat: 'hidden', okx: 'here' },
    'metalet-app': { metalet: 'here', unisat: 'hidden', okx: 'hidden' },
  },
} as const satisfies {
  place: Record<Place, readonly Face[]>;
  network: Record<Network, readonly Face[]>;
  device: Record<Device, Record<Face, Way>>;
};

/** Routes that only some wallets can use; everything else is as BRC-20. */
const ROUTES: readonly (readonly [RegExp, Place])[] = [
  [/^\/(?:bridge|mvcswap|mvc\/transactions|swap\/mrc20|swap\/ticket)(?=\/|$)/, 'mvc'],
  [/^\/(?:orderbook|swap|swap-pools)\/runes(?=\/|$)/, 'runes'],
  // The home page is the MRC-20 book.
  [/^\/(?:orderbook\/mrc20(?=\/|$)|$)/, 'mrc20-book'],
  [/^\/orderbook\/idcoin(?=\/|$)/, 'idcoin-book'],
];

export function placeOf(path: string): Place {
  return ROUTES.find(([route]) => route.test(path))?.[1] ?? 'brc20';
}

interface Scene {
  readonly network: Network;
  readonly place: Place;
  readonly device: Device;
}

export function wayOf(face: Face, { network, place, device }: Scene): Way {
  const works: readonly Face[] = OFFERED.place[place];
  const serves: readonly Face[] = OFFERED.network[network];
  return works.includes(face) && serves.includes(face) ? OFFERED.device[device][face] : 'hidden';
}

export interface WalletOffer {
  readonly id: WalletId;
  readonly name: string;
  readonly hint: string;
  /** Leads into the wallet's app; a wallet without it is connected here. */
  readonly appLink?: string;
  /** Whether it is in this browser; undefined where that is no question. */
  readonly installed?: boolean;
  /** The demo wallet has a face this place does not work with. */
  readonly wrongFace?: boolean;
}

interface Here {
  /** The address of this page, for links into apps. */
  readonly page: string;
  /** The face of the demo wallet, where there is one. */
  readonly demo: Face | undefined;
  readonly has: (face: Face) => boolean;
}

/** The demo wallet first, then those in this browser. */
export function offersFor(scene: Scene, { page, demo, has }: Here): readonly WalletOffer[] {
  const offers: WalletOffer[] = [];
  for (const face of ALL) {
    const way = wayOf(face, scene);
    const { appLink } = FACES[face];
    if (way === 'here')
      offers.push(
        scene.device === 'desktop'
          ? { id: face, name: nameOf(face), hint: t('Browser extension'), installed: has(face) }
          : { id: face, name: nameOf(face), hint: t('In this app') },
      );
    if (way === 'app' && appLink !== undefined)
      offers.push({ id: face, name: nameOf(face), hint: t('Opens the app'), appLink: appLink(page) });
  }
  const rank = ({ installed }: WalletOffer): number => (installed === false ? 1 : 0);
  const sorted = offers.toSorted((a, b) => rank(a) - rank(b));
  return demo === undefined ? sorted : [demoOffer(demo, scene.place), ...sorted];
}

function demoOffer(face: Face, place: Place): WalletOffer {
  const works: readonly Face[] = OFFERED.place[place];
  const demo = { id: 'demo', name: nameOf('demo') } as const;
  if (works.includes(face)) {
    return { ...demo, hint: t('Test coins only, nothing to install') };
  }
  const wanted = eitherWords(works.map((one) => FACES[one].name));
  return {
    ...demo,
    hint: t('Acting as {face}. Switch it to {wanted}.', { face: FACES[face].name, wanted }),
    wrongFace: true,
  };
}
