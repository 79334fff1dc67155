/** What the index says of a private chain, read from the chain itself: honest, and as slow as it likes. */
import type { PrivateMvcChain } from '@rialto/devnet/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { MvcSource } from '../../src/mvc/books/source.ts';

interface Placed {
  readonly tx: MvcTransaction;
  readonly height: number | undefined;
}

/** What waits first: what blocks say of the same core or coin counts. */
function everything(chain: PrivateMvcChain): Placed[] {
  const blocks = Array.from({ length: chain.height + 1 }, (_, height) => ({
    height,
    transactions: chain.block(height)?.block.transactions ?? [],
  }));
  return [
    ...chain.waiting().map((tx) => ({ tx, height: undefined })),
    ...blocks.flatMap(({ height, transactions }) => transactions.map((tx) => ({ tx, height }))),
  ];
}

export function honestIndex(chain: PrivateMvcChain): MvcSource['ledger'] {
  return {
    tip: () => {
      const block = chain.block(chain.height)?.block;
      if (block === undefined) return Promise.resolve(undefined);
      const { hash, header } = block;
      return Promise.resolve({ hash, height: chain.height, time: header.time, eventsHash: '' });
    },
    byCore: (cores) => {
      const asked = new Set(cores);
      const found = everything(chain).filter(({ tx }) => asked.has(tx.core));
      return Promise.resolve(new Map(found.map(({ tx, height }) => [tx.core, { txid: tx.txid, height }])));
    },
    spentBy: (points) => {
      const asked = new Set<Outpoint>(points);
      const spends = everything(chain).flatMap(({ tx, height }) =>
        tx.inputs.map(({ txid, vout }) => [outpoint(txid, vout), { core: tx.core, height }] as const),
      );
      return Promise.resolve(new Map(spends.filter(([point]) => asked.has(point))));
    },
  };
}
