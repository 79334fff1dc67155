/** Small chains for tests of odd tokens: deploys, coins, and what every output holds. */
import { concatBytes, outpoint, pinId } from '../../src/index.ts';
import type { Block, Outpoint, Transaction } from '../../src/index.ts';
import { coinbaseOf, output, transactionOf } from './mrc20-build.ts';
import type { SpentCoin } from './mrc20-build.ts';
import { Mrc20Index } from './mrc20-index.ts';

const ALICE = concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(1));
export const TRANSFER = '/ft/mrc20/transfer';
export const MINT = '/ft/mrc20/mint';

/** Blocks of Alice's, one transaction each where nothing else is said. */
export class Story {
  readonly index = new Mrc20Index('regtest', 'regtest');
  private coins = 0;

  /** Mines one transaction with so many outputs; without `spends` it spends money. */
  mine(outputs: number, spends: readonly SpentCoin[], said: readonly Uint8Array[] = []): Transaction {
    const tx = this.make(outputs, spends, said);
    this.confirm(tx);
    return tx;
  }

  make(outputs: number, spends: readonly SpentCoin[], said: readonly Uint8Array[] = []): Transaction {
    const made = Array.from({ length: outputs }, () => output(ALICE, 546n));
    const data = said.map((script) => output(script, 0n));
    return transactionOf({ spends, outputs: [...made, ...data], signed: true });
  }

  /** All in one block. */
  confirm(...made: readonly Transaction[]): void {
    const height = this.index.height + 1;
    const transactions = [coinbaseOf(height, [output(ALICE, 5000n)]), ...made];
    const block: Block = { hash: 'ff'.repeat(32), previousHash: '', time: height, transactions };
    this.index.add(block, height);
  }

  money(): Outpoint {
    this.coins += 1;
    const coin = coinbaseOf(1_000_000 + this.coins, [output(ALICE, 5000n)]);
    const point = outpoint(coin.txid, 0);
    this.index.know(point, output(ALICE, 5000n), ALICE);
    return point;
  }

  says(path: string, body: string, point = this.money()): SpentCoin {
    return { point, pin: { operation: 'hide', path, body } };
  }

  /** A token whose whole premine of 100 is on output 1. */
  deploy(tick: string, more = ''): { id: string; coin: Outpoint } {
    const body = `{"tick":"${tick}","decimals":"0","amtPerMint":"100","mintCount":"9","premineCount":"1"${more}}`;
    const tx = this.mine(2, [this.says('/ft/mrc20/deploy', body)]);
    return { id: pinId(tx.txid, 0), coin: outpoint(tx.txid, 1) };
  }

  /** Amounts by output and asset, those of odd tokens with a mark. */
  at(tx: Transaction): string[] {
    const rows = [...this.index.mrc20Holding.values()].filter((row) => row.outpoint.startsWith(tx.txid));
    return rows.map((row) => `${row.outpoint.slice(65)} ${row.amount}${row.odd ? ' odd' : ''}`).sort();
  }
}
