/** What of one key a node of MVC has, without an index of addresses: coins that are named, or all that blocks from a height on have made. */
import type { MvcChain } from '@rialto/ground';
import { coinOf, keyHashOf, readFtScript, tokensIn } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, equalBytes, outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, TxOutput, Txid } from '@rialto/protocols';
import type { MvcPerson } from '../../mvc/person.ts';

/** By the hashes of a key and of its script. */
export type Holder = Pick<MvcPerson, 'hash' | 'holder'>;

export interface OwnCoins {
  /** Tokens that the key's own script holds, each real. */
  readonly parked: readonly MvcCoin[];
  /** SPACE. */
  readonly space: readonly MvcCoin[];
}

/** @throws Error where the node does not have it */
export async function transactionAt(chain: MvcChain, txid: Txid): Promise<MvcTransaction> {
  const tx = await chain.transaction(txid);
  if (tx === undefined)
    throw new Error(`the node does not know ${txid}; it has to run with -txindex, and to be synced`);
  return tx;
}

const isParkedOf = ({ holder }: Holder, { script }: TxOutput): boolean =>
  readFtScript(script)?.holder === bytesToHex(holder);

function isSpaceOf({ hash }: Holder, { script }: TxOutput): boolean {
  const owner = keyHashOf(script);
  return owner !== undefined && equalBytes(owner, hash);
}

/** Of a parked coin that is named, and SPACE beside it: the transaction that parked it left its owner some. */
export async function namedCoins(
  chain: MvcChain,
  who: Holder,
  points: { readonly parked: readonly Outpoint[]; readonly paying: readonly Outpoint[] },
): Promise<OwnCoins> {
  const parked: MvcCoin[] = [];
  const space = new Map<Outpoint, MvcCoin>();
  for (const point of points.parked) {
    const { txid, vout } = splitOutpoint(point);
    const tx = await transactionAt(chain, txid);
    const coin = coinOf(tx, vout);
    if (!isParkedOf(who, coin)) throw new Error(`${point} is not parked with this key`);
    parked.push(coin);
    tx.outputs.forEach((output, at) => {
      const beside = outpoint(txid, at);
      if (isSpaceOf(who, output)) space.set(beside, { outpoint: beside, ...output });
    });
  }
  for (const point of points.paying) {
    const { txid, vout } = splitOutpoint(point);
    const coin = coinOf(await transactionAt(chain, txid), vout);
    if (!isSpaceOf(who, coin)) throw new Error(`${point} is no SPACE of this key`);
    space.set(point, coin);
  }
  return unspentOf(chain, { parked, space: [...space.values()] });
}

/** Every block from a height on is read: some hundred a second. */
export async function scannedCoins(
  chain: MvcChain,
  who: Holder,
  { from, progress }: { readonly from: number; readonly progress: (height: number) => void },
): Promise<OwnCoins> {
  const { height: tip } = await chain.tip();
  const parked = new Map<Outpoint, MvcCoin>();
  const space = new Map<Outpoint, MvcCoin>();
  for (let height = Math.max(0, from); height <= tip; height += 1) {
    const hash = await chain.blockHash(height);
    const block = hash === undefined ? undefined : await chain.block(hash);
    if (block === undefined)
      throw new Error(`the node has no block ${height}: its chain changed, start again`);
    for (const { txid, inputs, outputs } of block.transactions) {
      for (const input of inputs) {
        const spent = outpoint(input.txid, input.vout);
        parked.delete(spent);
        space.delete(spent);
      }
      outputs.forEach((output, vout) => {
        const coin = { outpoint: outpoint(txid, vout), ...output };
        if (isParkedOf(who, output)) parked.set(coin.outpoint, coin);
        else if (isSpaceOf(who, output)) space.set(coin.outpoint, coin);
      });
    }
    progress(height);
  }
  return unspentOf(chain, { parked: [...parked.values()], space: [...space.values()] });
}

/** In a block, and spent by nothing that waits; and tokens that are real. */
async function unspentOf(chain: MvcChain, { parked, space }: OwnCoins): Promise<OwnCoins> {
  const isFree = async ({ outpoint: point }: MvcCoin): Promise<boolean> => {
    const found = await chain.unspent(point, 'mempool');
    return found !== undefined && found.confirmations > 0;
  };
  const free = async (coins: readonly MvcCoin[]): Promise<MvcCoin[]> => {
    const kept: MvcCoin[] = [];
    for (const coin of coins) if (await isFree(coin)) kept.push(coin);
    return kept;
  };
  const real: MvcCoin[] = [];
  for (const coin of await free(parked)) if (await isReal(chain, coin)) real.push(coin);
  return { parked: real, space: await free(space) };
}

/** One level back is enough. */
async function isReal(chain: MvcChain, { outpoint: point }: MvcCoin): Promise<boolean> {
  const { txid, vout } = splitOutpoint(point);
  const tx = await transactionAt(chain, txid);
  const spent: (TxOutput | undefined)[] = [];
  for (const input of tx.inputs) spent.push((await chain.transaction(input.txid))?.outputs[input.vout]);
  return tokensIn(tx, spent).some((one) => one.vout === vout && one.verdict === 'genuine');
}
