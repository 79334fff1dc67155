/** What the ledgers must know of older transactions, asked of the node before a run of blocks is worked out. */
import { WrongNode } from '@rialto/ground';
import type { Chain } from '@rialto/ground';
import { isFlaw, readTransaction, splitOutpoint } from '@rialto/protocols';
import type { GatheredBlock, NodeFacts, Outpoint, Transaction, Txid } from '@rialto/protocols';

type NodeQueries = Pick<Chain, 'rawTransactions' | 'heightsOf'>;

const COINBASE = '0'.repeat(64);

/**
 * @throws WrongNode when the node does not know a transaction of its own chain: it lacks its index of transactions
 */
export async function nodeFacts(chain: NodeQueries, run: readonly GatheredBlock[]): Promise<NodeFacts> {
  const [commitments, creators] = await Promise.all([commitmentsOf(chain, run), creatorsOf(chain, run)]);
  return { commitments, creators };
}

async function commitmentsOf(
  chain: NodeQueries,
  run: readonly GatheredBlock[],
): Promise<ReadonlyMap<Outpoint, number>> {
  const made = new Map<string, number>();
  for (const { from } of run) for (const { txid } of from.block.transactions) made.set(txid, from.height);
  const points = [...new Set(run.flatMap(({ runes }) => [...runes.keys.commitments]))];
  const older = points.map((point) => splitOutpoint(point).txid).filter((txid) => !made.has(txid));
  const heights = older.length === 0 ? new Map<Txid, number>() : await chain.heightsOf([...new Set(older)]);
  return new Map(
    points.map((point) => {
      const { txid } = splitOutpoint(point);
      return [point, made.get(txid) ?? found(heights.get(txid), txid)];
    }),
  );
}

/** The script that the first input of each commit transaction spent; undefined for a coinbase. */
async function creatorsOf(
  chain: NodeQueries,
  run: readonly GatheredBlock[],
): Promise<ReadonlyMap<Txid, Uint8Array | undefined>> {
  const commits = await transactions(
    chain,
    run.flatMap(({ pins }) => [...pins.keys.commits]),
  );
  const payers = [...commits].map(([txid, { inputs }]) => {
    const first = inputs[0];
    return { txid, payer: first?.txid === COINBASE ? undefined : first };
  });
  const paid = await transactions(
    chain,
    payers.flatMap(({ payer }) => payer?.txid ?? []),
  );
  return new Map(
    payers.map(({ txid, payer }) => {
      if (payer === undefined) return [txid, undefined];
      return [txid, found(paid.get(payer.txid), payer.txid).outputs[payer.vout]?.script];
    }),
  );
}

async function transactions(
  chain: NodeQueries,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, Transaction>> {
  const requested = [...new Set(txids)];
  if (requested.length === 0) return new Map();
  const raws = await chain.rawTransactions(requested);
  return new Map(
    requested.map((txid) => {
      const tx = readTransaction(found(raws.get(txid), txid));
      return [txid, found(isFlaw(tx) ? undefined : tx, txid)];
    }),
  );
}

function found<T>(value: T | undefined, txid: string): T {
  if (value !== undefined) return value;
  throw new WrongNode(`it does not know transaction ${txid} of its own chain; start it with txindex=1`);
}
