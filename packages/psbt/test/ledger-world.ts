/** A small chain with the whole ledger behind it: what the builders make goes through every ledger, and comes back as coins. */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  WholeLedger,
  bytesToHex,
  gatherBlock,
  isFlaw,
  outpoint,
  readTransaction,
  runeAsset,
  sats,
  writeSpacedName,
  writeTransaction,
} from '@rialto/protocols';
import type {
  Block,
  Coin,
  CoinAsset,
  InscriptionId,
  Mrc20Token,
  Outpoint,
  PinId,
  Shovel,
  Transaction,
  Txid,
  TxOutput,
} from '@rialto/protocols';
import type { User } from './people.ts';

export function transaction(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const NOBODY = Uint8Array.of(0x51);
const hash = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));

export class World {
  readonly ledger = new WholeLedger('regtest');
  height = 0;
  private readonly made = new Map<Outpoint, TxOutput & { height: number }>();
  private readonly heights = new Map<Outpoint, number>();
  private readonly creators = new Map<Txid, Uint8Array | undefined>();
  private funds: TxOutput[] = [];

  /** Mines a block with clean coins of these values. */
  fund(owner: User, ...values: bigint[]): Coin[] {
    this.funds = values.map((value) => ({ value: sats(value), script: owner.script }));
    const txid = this.mine();
    return values.map((_, vout) => this.coin(outpoint(txid, vout)));
  }

  /** Mines one block of these transactions; answers the id of its coinbase. */
  mine(...raws: readonly Uint8Array[]): Txid {
    const height = this.height + 1;
    const transactions = [this.coinbase(height), ...raws.map(transaction)];
    this.add({ hash: hash(`${height}`), previousHash: hash(`${height - 1}`), time: height, transactions });
    return transactions[0]?.txid ?? ('' as Txid);
  }

  /** Takes the next block of a real node. A world is filled by a node or by `mine`, not by both. */
  add(block: Block): void {
    this.height += 1;
    const { height } = this;
    const spent = block.transactions.map((tx, index) => (index === 0 ? this.keep(tx) : this.spend(tx)));
    const gathered = gatherBlock({ height, chain: 'regtest', network: 'regtest', block, spent });
    const commitments = new Map(
      [...gathered.runes.keys.commitments].map((point) => [point, this.heights.get(point) ?? height]),
    );
    this.ledger.add(gathered, { commitments, creators: this.creators });
  }

  mineEmpty(blocks: number): void {
    for (let at = 0; at < blocks; at += 1) this.mine();
  }

  /** A coin as node and ledger know it. */
  coin(point: Outpoint): Coin {
    const output = this.made.get(point);
    if (output === undefined) throw new Error(`no coin ${point}`);
    return { ...output, outpoint: point, assets: this.assetsOn(point) };
  }

  /** MRC-20 about which readers may disagree (decision 0021). */
  odd(): string[] {
    return [...this.ledger.memory.rows.mrc20Holding.all()].flatMap(([key, { odd }]) => (odd ? [key] : []));
  }

  token(deploy: PinId): Mrc20Token {
    const token = this.ledger.memory.rows.mrc20Token.get(`mrc20:${deploy}`);
    if (token === undefined) throw new Error(`no token ${deploy}`);
    return token;
  }

  shovel(pin: PinId): Shovel {
    const row = this.ledger.memory.rows.pin.get(pin);
    if (row === undefined) throw new Error(`no PIN ${pin}`);
    return {
      id: pin,
      path: row.path,
      body: row.body ?? new Uint8Array(0),
      pop: row.pop,
      creator: row.metaId,
    };
  }

  /** What lies on an output, spent or not; nothing on a spent one. */
  assetsOn(point: Outpoint): CoinAsset[] {
    const { rows } = this.ledger.memory;
    return [
      ...rows.location.under(point).map(([id, { offset }]): CoinAsset => {
        const seat = { kind: 'inscription' as const, id: id as InscriptionId, offset };
        const lot = rows.lot.get(id);
        if (lot === undefined || lot.usedHeight !== undefined) return seat;
        const { asset, display, amount } = lot;
        return { ...seat, transfer: { asset, tick: display, amount } };
      }),
      ...rows.runeBalance.under(point).flatMap(([, { rune, amount }]): CoinAsset[] => {
        const row = rows.rune.get(rune);
        if (row === undefined) throw new Error('no rune');
        const { divisibility, symbol } = row;
        const asset = {
          kind: 'rune' as const,
          asset: runeAsset(rune),
          name: writeSpacedName(row),
          divisibility,
          amount,
        };
        return [symbol === undefined ? asset : { ...asset, symbol }];
      }),
      ...rows.pinLocation.under(point).map(([id, { offset }]): CoinAsset => ({
        kind: 'pin',
        id: id as PinId,
        offset,
        path: rows.pin.get(id)?.path ?? '',
      })),
      ...rows.mrc20Holding.under(point).map(([, { asset, amount }]): CoinAsset => {
        const row = rows.mrc20Token.get(asset);
        return { kind: 'mrc20', asset, tick: row?.display ?? '', decimals: row?.decimals ?? 0, amount };
      }),
    ];
  }

  /** Pays the funds; the height in its script makes every id different. */
  private coinbase(height: number): Transaction {
    const outputs = this.funds.length > 0 ? this.funds : [{ value: sats(0n), script: NOBODY }];
    this.funds = [];
    const scriptSig = Uint8Array.of(2, height & 0xff, height >> 8);
    const input = { txid: '0'.repeat(64) as Txid, vout: 0xffffffff, scriptSig, sequence: 0, witness: [] };
    return transaction(writeTransaction({ version: 2, locktime: 0, inputs: [input], outputs }));
  }

  private spend(tx: Transaction): TxOutput[] {
    const spent = tx.inputs.map(({ txid, vout }) => {
      const output = this.made.get(outpoint(txid, vout));
      if (output === undefined) throw new Error('spends nothing');
      this.made.delete(outpoint(txid, vout));
      return output;
    });
    this.creators.set(tx.txid, spent[0]?.script);
    this.keep(tx);
    return spent;
  }

  private keep(tx: Transaction): TxOutput[] {
    tx.outputs.forEach((output, vout) => {
      const point = outpoint(tx.txid, vout);
      this.made.set(point, { ...output, height: this.height });
      this.heights.set(point, this.height);
    });
    return [];
  }
}
