/** What the address of a page may say after its `?`; everything else is dropped. */

/** An asset as the wire writes it: what it means only the protocols know. */
const ASSET = /^[!-~]{1,90}$/;

/** `select` names an order to put into the basket: where a lost race leads; `asset` which of the tokens that have one tick. */
interface OrderbookSearch {
  readonly select?: string;
  readonly asset?: string;
  /** One's own orders that are over: where a notification leads. */
  readonly orders?: 'past';
  /** Begins with the form of a sale: where lots are made. */
  readonly side?: 'sell';
  /** What a lot is to hold: the router reads an amount as text only where it is quoted. */
  readonly make?: string;
}

const AMOUNT = /^\d{1,40}(\.\d{1,18})?$/;

export function searchOf({ select, asset, orders, side, make }: Record<string, unknown>): OrderbookSearch {
  return {
    ...(typeof select === 'string' && /^[0-9a-f]{64}$/.test(select) ? { select } : {}),
    ...(typeof asset === 'string' && ASSET.test(asset) ? { asset } : {}),
    ...(orders === 'past' ? { orders } : {}),
    ...(side === 'sell' ? { side } : {}),
    ...(side === 'sell' && typeof make === 'string' && AMOUNT.test(make) ? { make } : {}),
  };
}

/** A transaction or an address to look at. */
interface DevSearch {
  readonly tx?: string;
  readonly address?: string;
}

export function devSearchOf({ tx, address }: Record<string, unknown>): DevSearch {
  return {
    ...(typeof tx === 'string' && /^[0-9a-f]{64}$/.test(tx) ? { tx } : {}),
    ...(typeof address === 'string' && /^[0-9A-Za-z]{14,90}$/.test(address) ? { address } : {}),
  };
}
