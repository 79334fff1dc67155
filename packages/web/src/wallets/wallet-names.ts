/** Name and store page of each wallet. Small: the adapters themselves are loaded when one is used. */
import type { Face, WalletId } from './wallet.ts';
import { t } from '../words.ts';

interface FaceWords {
  readonly name: string;
  /** As the messages of product §5 spell it. */
  readonly spelled: string;
  /** Its page in the extension store. */
  readonly store: string;
  /** Opens a page in the browser inside its app. */
  readonly appLink?: (page: string) => string;
}

const STORE = 'https://chromewebstore.google.com/detail';

export const FACES: Readonly<Record<Face, FaceWords>> = {
  metalet: {
    name: 'Metalet',
    spelled: 'Metalet',
    store: `${STORE}/lbjapbcmmceacocpimbpbidpgmlmoaao`,
  },
  unisat: {
    name: 'UniSat',
    spelled: 'Unisat',
    store: `${STORE}/ppbibelpcjmhbdihakflkdcoccbgbkpo`,
    appLink: (page) => {
      const query = new URLSearchParams({
        method: 'openDapp',
        data: btoa(JSON.stringify([page])),
        from: 'Rialto',
      });
      return `unisat://request?${query.toString()}`;
    },
  },
  okx: {
    name: 'OKX',
    spelled: 'Okx',
    store: `${STORE}/mcohilncbfahbmgdjkbpemcciiolgcge`,
    appLink: (page) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`;
      return `https://www.okx.com/download?deeplink=${encodeURIComponent(inApp)}`;
    },
  },
};

export function nameOf(id: WalletId): string {
  return id === 'demo' ? t('Demo wallet') : FACES[id].name;
}

export function spelledOf(id: WalletId): string {
  return id === 'demo' ? t('Demo wallet') : FACES[id].spelled;
}
