/** What the node's chain says, read from the first block: the whole ledger in memory, and every unspent coin with what is on it. */
import {
  gatherBlock,
  outpoint,
  runeAsset,
  WholeLedger,
  bytesToHex,
  writeSpacedName,
} from '@rialto/protocols';
import type {
  Coin,
  CoinAsset,
  GatheredBlock,
  NodeFacts,
  Outpoint,
  Totals,
  Txid,
  TxOutput,
} from '@rialto/protocols';
import type { BitcoindChain } from '@rialto/ground';

interface WrittenBlock {
  readonly height: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly time: number;
  /** After the block, the event hashes among them. */
  readonly totals: Totals;
}

interface Made extends TxOutput {
  readonly height: number;
  readonly coinbase: boolean;
}

interface Known {
  readonly height: number;
  readonly index: number;
  readonly payer: Uint8Array | undefined;
}

/** Blocks that were read once; a branch that comes back is not read again. */
const gathered = new Map<string, GatheredBlock>();

export class Chronicle {
  readonly ledger = new WholeLedger('regtest');
  readonly blocks: WrittenBlock[] = [];
  readonly unspent = new Map<Outpoint, Made>();
  /** Of each transaction, where it is and the script its first input spent. */
  private readonly known = new Map<Txid, Known>();

  static async read(node: BitcoindChain): Promise<Chronicle> {
    const chronicle = new Chronicle();
    await chronicle.goOn(node);
    return chronicle;
  }

  /** Reads what the node has mined upon the last block. */
  async goOn(node: BitcoindChain): Promise<void> {
    const { height } = await node.tip();
    for (let at = this.height + 1; at <= height; at += 1) this.add(await blockAt(node, at));
  }

  /** Where each transaction that somebody sent is: height and place in the block. */
  get places(): ReadonlyMap<string, string> {
    const sent = [...this.known].filter(([, { index }]) => index > 0);
    return new Map(sent.map(([txid, { height, index }]) => [txid, `${height}:${index}`]));
  }

  get height(): number {
    return this.blocks.length;
  }

  coin(point: Outpoint): Coin | undefined {
    const made = this.unspent.get(point);
    if (made === undefined) return undefined;
    const { value, script, height } = made;
    return { outpoint: point, value, script, height, assets: this.assetsOn(point) };
  }

  coinsOf(script: Uint8Array): Coin[] {
    const hex = bytesToHex(script);
    return [...this.unspent]
      .filter(([, made]) => bytesToHex(made.script) === hex)
      .flatMap(([point]) => this.coin(point) ?? []);
  }

  private add(block: GatheredBlock): void {
    this.move(block);
    this.ledger.add(block, this.factsFor(block));
    const { height } = block.from;
    const { hash, previousHash, time } = block.from.block;
    const under = this.blocks.at(-1)?.hash ?? previousHash;
    if (under !== previousHash) throw new Error(`the node left its chain below ${height}`);
    this.blocks.push({ height, hash, previousHash, time, totals: this.ledger.totals });
  }

  /** Found in the chain itself; the follower asks the node. */
  private factsFor({ runes, pins }: GatheredBlock): NodeFacts {
    const of = (txid: Txid) => {
      const found = this.known.get(txid);
      if (found === undefined) throw new Error(`no transaction ${txid}`);
      return found;
    };
    const txidOf = (point: Outpoint): Txid => point.slice(0, 64) as Txid;
    return {
      commitments: new Map([...runes.keys.commitments].map((point) => [point, of(txidOf(point)).height])),
      creators: new Map([...pins.keys.commits].map((txid) => [txid, of(txid).payer])),
    };
  }

  private move({ from }: GatheredBlock): void {
    const { height } = from;
    from.block.transactions.forEach((tx, index) => {
      this.known.set(tx.txid, { height, index, payer: from.spent[index]?.[0]?.script });
      for (const input of tx.inputs) this.unspent.delete(outpoint(input.txid, input.vout));
      tx.outputs.forEach((output, vout) => {
        this.unspent.set(outpoint(tx.txid, vout), { ...output, height, coinbase: index === 0 });
      });
    });
  }

  private assetsOn(point: Outpoint): CoinAsset[] {
    const { rows } = this.ledger.memory;
    const assets: CoinAsset[] = [];
    for (const [id, { offset }] of rows.location.under(point)) {
      const row = rows.inscription.get(id);
      if (row !== undefined) assets.push({ kind: 'inscription', id: row.id, offset });
    }
    for (const [, { rune, amount }] of rows.runeBalance.under(point)) {
      const row = rows.rune.get(rune);
      if (row === undefined) continue;
      const { divisibility } = row;
      const name = writeSpacedName(row);
      assets.push({ kind: 'rune', asset: runeAsset(rune), name, divisibility, amount });
    }
    for (const [id, { offset }] of rows.pinLocation.under(point)) {
      const row = rows.pin.get(id);
      if (row !== undefined) assets.push({ kind: 'pin', id: row.id, offset, path: row.path });
    }
    for (const [, { asset, amount }] of rows.mrc20Holding.under(point)) {
      const row = rows.mrc20Token.get(asset);
      if (row === undefined) continue;
      assets.push({ kind: 'mrc20', asset, tick: row.display, decimals: row.decimals, amount });
    }
    return assets;
  }
}

async function blockAt(node: BitcoindChain, height: number): Promise<GatheredBlock> {
  const hash = await node.blockHash(height);
  if (hash === undefined) throw new Error(`the node has no block ${height}`);
  const before = gathered.get(hash);
  if (before !== undefined) return before;
  const block = gatherBlock({ height, chain: 'regtest', network: 'regtest', ...(await node.block(hash)) });
  gathered.set(hash, block);
  return block;
}
