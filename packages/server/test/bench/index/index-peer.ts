/** bench index, (c), the other half: the indexer of runestone-lib on the same blocks, with the simplest storage that answers it, in memory. */
import { Network, RuneLocation, RunestoneIndexer } from '@magiceden-oss/runestone-lib';
import type {
  BitcoinRpcClient,
  RuneBlockIndex,
  RuneEtching,
  RunestoneStorage,
  RuneUtxoBalance,
} from '@magiceden-oss/runestone-lib';
import { bytesToHex } from '@rialto/protocols';
import type { Block, Transaction } from '@rialto/protocols';
import { closeSync, openSync } from 'node:fs';
import { placesIn, readBlockAt } from '../dense-chain/chain-file.ts';
import type { Place } from '../dense-chain/chain-file.ts';
import { digestOf } from './index-runes.ts';
import type { RunesResult } from './index-runes.ts';
import { parseRaw, readNotes, thirds } from './index-scratch.ts';

/** What the indexer asks of its storage; a sum over blocks is kept ready, so that it costs nothing to ask. */
class Storage implements RunestoneStorage {
  readonly held = new Map<string, RuneUtxoBalance[]>();
  private readonly etchings = new Map<string, RuneEtching>();
  private readonly mints = new Map<string, number>();
  private readonly tickers = new Map<string, RuneLocation>();
  /** It precedes the first block. */
  private readonly blocks = [{ height: 0, hash: '0' }];
  private readonly saved: (height: number) => void;

  constructor(saved: (height: number) => void) {
    this.saved = saved;
  }

  connect = done;
  disconnect = done;
  resetCurrentBlock = done;
  seedEtchings = done;
  getBlockhash = (height: number) =>
    Promise.resolve(this.blocks.find((b) => b.height === height)?.hash ?? null);
  getCurrentBlock = () => Promise.resolve(this.blocks.at(-1) ?? null);
  getEtching = (rune: string) => Promise.resolve(this.etchings.get(rune) ?? null);
  getValidMintCount = (rune: string) => Promise.resolve(this.mints.get(rune) ?? 0);
  getRuneLocation = (ticker: string) => Promise.resolve(this.tickers.get(ticker) ?? null);
  getUtxoBalance = (txid: string, vout: number) => Promise.resolve(this.held.get(`${txid}:${vout}`) ?? []);

  saveBlockIndex(index: RuneBlockIndex): Promise<void> {
    for (const etching of index.etchings) {
      this.etchings.set(RuneLocation.toString(etching.runeId), etching);
      this.tickers.set(etching.runeTicker, etching.runeId);
    }
    for (const { mint, count } of index.mintCounts) {
      const rune = RuneLocation.toString(mint);
      this.mints.set(rune, (this.mints.get(rune) ?? 0) + count);
    }
    for (const balance of index.utxoBalances) {
      const point = `${balance.txid}:${balance.vout}`;
      const here = this.held.get(point);
      if (here === undefined) this.held.set(point, [balance]);
      else here.push(balance);
    }
    for (const { txid, vout } of index.spentBalances) this.held.delete(`${txid}:${vout}`);
    this.blocks.push({ height: index.block.height, hash: index.block.hash });
    this.saved(index.block.height);
    return Promise.resolve();
  }
}

const done = (): Promise<void> => Promise.resolve();

/** Answers as a node with verbosity 2. What it takes to make an answer is not the indexer's time. */
class Node {
  answeringMs = 0;
  transactions = 0;
  private readonly handle: number;
  private readonly places: readonly Place[];
  private readonly commitments: Readonly<Record<string, number>>;

  constructor(file: string) {
    this.handle = openSync(file, 'r');
    this.places = placesIn(this.handle);
    this.commitments = readNotes(file).commitments;
  }

  close(): void {
    closeSync(this.handle);
  }

  /** A block's name here is its height. */
  getblockhash = ({ height }: { height: number }) =>
    Promise.resolve({ result: height <= this.places.length ? `${height}` : null, error: null });

  getblock = ({ blockhash, verbosity }: { blockhash: string; verbosity?: number }) => {
    const started = performance.now();
    const height = Number.parseInt(blockhash, 10);
    const place = this.places[height - 1];
    const block = verbosity === 2 && place ? parseRaw(readBlockAt(this.handle, place)).block : undefined;
    this.transactions += block?.transactions.length ?? 0;
    const result = { hash: blockhash, height, time: block?.time ?? 0, previousblockhash: `${height - 1}` };
    const answer = { result: { ...result, tx: block === undefined ? [] : answersOf(block) }, error: null };
    this.answeringMs += performance.now() - started;
    return Promise.resolve(answer);
  };

  /** Asked for the transaction of a commitment only, whose first output is its taproot output. */
  getrawtransaction = ({ txid }: { txid: string }) =>
    Promise.resolve({
      result: {
        vout: [{ scriptPubKey: { type: 'witness_v1_taproot' } }],
        blockhash: `${this.commitments[txid] ?? 0}`,
      },
      error: null,
    });
}

const answersOf = ({ transactions }: Block): unknown[] =>
  transactions.map((tx, index) => answerOf(tx, index === 0));

function answerOf(tx: Transaction, coinbase: boolean): unknown {
  return {
    txid: tx.txid,
    vin: tx.inputs.map((input) => ({
      ...(coinbase ? { coinbase: '' } : { txid: input.txid, vout: input.vout }),
      txinwitness: input.witness.map(bytesToHex),
    })),
    vout: tx.outputs.map(({ script }, n) => ({ n, scriptPubKey: { hex: bytesToHex(script) } })),
  };
}

export async function indexByPeer(file: string): Promise<RunesResult> {
  const node = new Node(file);
  const markAt = thirds(readNotes(file).blocks);
  const marks: number[] = [];
  const started = performance.now();
  const storage = new Storage((height) => {
    if (markAt.includes(height)) marks.push(performance.now() - started - node.answeringMs);
  });
  const indexer = new RunestoneIndexer({
    bitcoinRpcClient: node as unknown as BitcoinRpcClient,
    network: Network.REGTEST,
    storage,
  });
  try {
    await indexer.start();
    await indexer.updateRuneUtxoBalances();
    await indexer.stop();
  } finally {
    node.close();
  }
  const held = [...storage.held.values()].flat().filter(({ amount }) => amount > 0n);
  const lines = held.map(
    ({ txid, vout, runeId, amount }) => `${txid}:${vout} ${RuneLocation.toString(runeId)} ${amount}`,
  );
  return { transactions: node.transactions, marks, digest: digestOf(lines), balances: lines.length };
}
