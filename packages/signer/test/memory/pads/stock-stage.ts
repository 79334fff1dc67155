/** The stock of pads in this very process: our money on a node that takes what is sent to it, and blocks when a test says so. */
import { join } from 'node:path';
import type { FeeEstimates, Verdict } from '@rialto/ground';
import { isFlaw, outpoint, readTransaction, spentPoint } from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import { feeOf, transactionVsize, wholeSpend } from '@rialto/psbt';
import { openJournal } from '../../../src/journal/journal.ts';
import { openSecondUse } from '../../../src/journal/second-use.ts';
import { openLeases } from '../../../src/pads/leases.ts';
import { openPads } from '../../../src/pads/pads.ts';
import { refill } from '../../../src/pads/stock-keeper.ts';
import type { KeeperParts } from '../../../src/pads/stock-keeper.ts';
import { openStockSender } from '../../../src/pads/stock-sender.ts';
import { folder } from '../../folder.ts';
import { TIP, openNode } from '../node.ts';
import { coin, operator } from '../people.ts';
import { HUGE, LEASE, NOW, REST } from '../stage.ts';

/** Of our own. */
export const money = (name: string, value = 100_000n): Coin => coin(name, operator(), value);
/** The fee of one coin in, `outputs` out. */
export const feeAt = (rate: number, outputs: number): bigint => {
  const { script } = operator();
  return feeOf(transactionVsize([wholeSpend(script)], Array(outputs).fill({ script })), rate);
};

export function openStock(money: readonly Coin[], more: Partial<KeeperParts> = {}) {
  const directory = folder();
  const journal = openJournal(join(directory, 'journal.jsonl'));
  const { recall } = journal;
  const { secret, script } = operator();
  const key = { secret, script };
  const node = openNode(money);
  const sent: Uint8Array[] = [];
  const said: string[] = [];
  const world = {
    fees: { byTarget: new Map([[6, 3]]), minimum: 1 } as FeeEstimates,
    verdict: { accepted: true } as Verdict,
    height: TIP.height,
    /** How often the node was asked about coins. */
    asked: 0,
  };
  const chain = {
    ...node.chain,
    unspentAt: async (points: Parameters<typeof node.chain.unspentAt>[0]) => {
      world.asked += 1;
      return { ...(await node.chain.unspentAt(points)), tip: { ...TIP, height: world.height } };
    },
    estimateFees: () => Promise.resolve(world.fees),
    send: (raw: Uint8Array) => {
      sent.push(raw);
      return Promise.resolve(world.verdict);
    },
  };
  const leases = openLeases(join(directory, 'leases.json'));
  const secondUse = openSecondUse({ chain, recall, restMs: REST, startedAt: NOW - 9 * REST });
  const pads = openPads({
    ...{ chain, recall, leases, secondUse, script },
    ledger: node.ledger,
    leaseMs: LEASE,
  });
  const sender = openStockSender({ chain, recall, key, say: (words) => said.push(words) });
  const parts: KeeperParts = {
    ...{ chain, ledger: node.ledger, journal, key, pads, sender },
    limits: HUGE,
    target: 8,
    padValue: 600n,
    feeRate: { lowest: 1, highest: 50 },
    stopped: () => false,
    ...more,
  };
  const last = (): Transaction => {
    const tx = readTransaction(sent.at(-1) ?? new Uint8Array());
    if (isFlaw(tx)) throw new Error('nothing was sent');
    return tx;
  };
  return {
    ...{ parts, node, recall, journal, leases, secondUse, sender, sent, said, world, last },
    refill: (now = NOW) => refill(parts, now),
    /** What was sent last waits in the mempool. */
    wait: () => {
      for (const input of last().inputs) node.mempool.set(spentPoint(input), last().txid);
    },
    /** What was sent last comes into a block. */
    mine: () => {
      const { inputs, outputs, txid } = last();
      for (const input of inputs) {
        node.mempool.delete(spentPoint(input));
        node.coins.delete(spentPoint(input));
      }
      outputs.forEach((output, vout) => {
        const point = outpoint(txid, vout);
        node.coins.set(point, { ...output, outpoint: point, assets: [], height: world.height });
      });
    },
  };
}
