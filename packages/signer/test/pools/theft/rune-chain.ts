/** A real node and the ledger of its blocks, with no exchange beside them: coins as both know them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain, textList } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import {
  WholeLedger,
  bytesToHex,
  gatherBlock,
  hexToBytes,
  invariant,
  isFlaw,
  isTxid,
  outpoint,
  readBlock,
  runeAsset,
  spentPoint,
  writeSpacedName,
} from '@rialto/protocols';
import type { Coin, CoinAsset, Outpoint, Transaction, TxOutput, Txid } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { User } from '../../memory/people.ts';

export class RuneChain {
  private readonly ledger = new WholeLedger('regtest');
  private readonly unspent = new Map<Outpoint, TxOutput & { readonly height: number }>();
  private readonly directory: string;
  private readonly chain: PrivateChain;
  private height = 0;

  private constructor(directory: string, chain: PrivateChain) {
    this.directory = directory;
    this.chain = chain;
  }

  static async open(): Promise<RuneChain> {
    const directory = mkdtempSync(join(tmpdir(), 'rialto-theft-'));
    return new RuneChain(directory, await startPrivateChain({ dataDir: directory }));
  }

  async stop(): Promise<void> {
    await this.chain.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** A clean coin in a block. */
  async fund(owner: User, value: bigint): Promise<Coin> {
    const address = scriptToAddress(owner.script, 'regtest') ?? '';
    const [funded] = await this.chain.fundMany([{ address, sats: value }]);
    invariant(funded !== undefined && isTxid(funded.txid), 'the faucet pays');
    await this.mine();
    return this.coin(outpoint(funded.txid, funded.vout));
  }

  async send({ raw }: { readonly raw: Uint8Array }): Promise<void> {
    await this.chain.rpc('sendrawtransaction', [bytesToHex(raw), 0]);
  }

  async waiting(): Promise<readonly string[]> {
    return textList(await this.chain.node.rpc('getrawmempool'));
  }

  /** A block; what it holds beside its coinbase. */
  async mine(): Promise<readonly Txid[]> {
    await this.chain.mine(1);
    let [mined]: [readonly Txid[]] = [[]];
    for (const tip = await this.chain.height(); this.height < tip;) mined = await this.follow();
    return mined;
  }

  private async follow(): Promise<readonly Txid[]> {
    const { rpc } = this.chain.node;
    const hash = await rpc('getblockhash', [this.height + 1]);
    const block = readBlock(hexToBytes(String(await rpc('getblock', [hash, 0]))));
    if (isFlaw(block)) throw new Error(block.flaw);
    this.height += 1;
    const [, ...transactions] = block.transactions;
    const spent = block.transactions.map((tx, index) => this.move(tx, index > 0));
    const place = { height: this.height, chain: 'regtest', network: 'regtest' } as const;
    // Runes without names have no commitments, and nothing else is on this chain.
    this.ledger.add(gatherBlock({ ...place, block, spent }), { commitments: new Map(), creators: new Map() });
    return transactions.map(({ txid }) => txid);
  }

  private move(tx: Transaction, spends: boolean): TxOutput[] {
    const points = spends ? tx.inputs.map(spentPoint) : [];
    const spent = points.map((point) => this.unspent.get(point)).filter((one) => one !== undefined);
    invariant(spent.length === points.length, 'what is spent was there');
    for (const point of points) this.unspent.delete(point);
    tx.outputs.forEach((output, vout) => {
      this.unspent.set(outpoint(tx.txid, vout), { ...output, height: this.height });
    });
    return spent;
  }

  coin(point: Outpoint): Coin {
    const output = this.unspent.get(point);
    invariant(output !== undefined, `${point} is unspent`);
    return { ...output, outpoint: point, assets: this.runesOn(point) };
  }

  coinsOf(script: Uint8Array): Coin[] {
    const own = [...this.unspent].filter(([, output]) => bytesToHex(output.script) === bytesToHex(script));
    return own.map(([point]) => this.coin(point));
  }

  private runesOn(point: Outpoint): CoinAsset[] {
    const { rows } = this.ledger.memory;
    return rows.runeBalance.under(point).flatMap(([, { rune, amount }]): CoinAsset[] => {
      const row = rows.rune.get(rune);
      invariant(row !== undefined, 'a balance is of a rune');
      const { divisibility } = row;
      return [{ kind: 'rune', asset: runeAsset(rune), name: writeSpacedName(row), divisibility, amount }];
    });
  }
}
