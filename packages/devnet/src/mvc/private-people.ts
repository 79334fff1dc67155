/** A private MVC chain with people on it who sign as wallets do. */
import { CONSENSUS, POLICY, completeMinting, genesisScript, judged, mintingBody } from '@rialto/contracts';
import type { Minting } from '@rialto/contracts';
import { nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import type { Sats, Txid } from '@rialto/protocols';
import { coinsOf, payment, personOf, signatureOf } from './person.ts';
import type { MvcPerson } from './person.ts';
import { PrivateMvcChain } from './private-chain.ts';

export { coinsOf, payment, signatureOf } from './person.ts';

export const sats = (value: bigint): Sats => value as Sats;

export function only<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('there is one');
  return one;
}

export const person = (seed: number): MvcPerson => personOf(new Uint8Array(32).fill(seed));

let time = 1_780_000_000;

export function openChain(file?: string, now = (): number => (time += 600)): PrivateMvcChain {
  return new PrivateMvcChain({
    file,
    judge: {
      mempool: (tx, coins) => judged(tx, coins, POLICY),
      block: (tx, coins) => judged(tx, coins, CONSENSUS),
    },
    now,
  });
}

/** Coins of a block for somebody. */
export function funded(chain: PrivateMvcChain, who: MvcPerson, values: readonly bigint[]): MvcCoin[] {
  chain.pay(values.map((value) => ({ value: sats(value), script: who.script })));
  const [coinbase] = chain.mine().transactions;
  if (coinbase === undefined) throw new Error('a block has a first transaction');
  return coinsOf(coinbase);
}

/** Sends, and demands that it is taken. */
export function accepted(chain: PrivateMvcChain, ...all: readonly MvcTransaction[]): void {
  for (const sent of chain.send(all.map(writeMvcTransaction)))
    if (sent.result !== 'accepted') throw new Error(`${sent.result}: ${sent.reason ?? ''}`);
}

export const txOf =
  (chain: PrivateMvcChain) =>
  (txid: Txid): MvcTransaction => {
    const found = chain.transaction(txid);
    if (found === undefined) throw new Error(`no transaction ${txid}`);
    return found.tx;
  };

export interface Issued {
  /** The genesis contract that may mint more; undefined when nobody can. */
  readonly genesis: MvcCoin | undefined;
  readonly token: MvcCoin;
  readonly minted: MvcTransaction;
}

/** A minting by the issuer, who also pays. */
export function minted(chain: PrivateMvcChain, issuer: MvcPerson, minting: Minting): Issued {
  const body = mintingBody(minting);
  const signatures = [minting.genesis, ...minting.coins].map((coin, index) =>
    signatureOf(issuer, body, index, coin),
  );
  const tx = nameMvcTransaction(completeMinting(minting, signatures, txOf(chain)));
  accepted(chain, tx);
  const coins = coinsOf(tx);
  const token = coins[minting.mintable === undefined ? 0 : 1];
  if (token === undefined) throw new Error('it makes a token');
  return { genesis: minting.mintable === undefined ? undefined : coins[0], token, minted: tx };
}

const GENESIS_SATS = sats(2_052n);

/** A genesis contract of the issuer's, on the chain. */
export function begun(chain: PrivateMvcChain, issuer: MvcPerson, symbol: string): MvcCoin {
  // meta-contract cannot read the first transaction of a block, which a genesis contract would look back to.
  const moved = payment(issuer, funded(chain, issuer, [1_001_000n]), [
    { value: sats(1_000_000n), script: issuer.script },
  ]);
  accepted(chain, moved);
  const [coin] = coinsOf(moved);
  if (coin === undefined) throw new Error('a coin');
  const script = genesisScript({ name: `${symbol} coin`, symbol, decimals: 8 }, issuer.hash);
  const tx = payment(
    issuer,
    [coin],
    [
      { value: GENESIS_SATS, script },
      { value: sats(990_000n), script: issuer.script },
    ],
  );
  accepted(chain, tx);
  const [genesis] = coinsOf(tx);
  if (genesis === undefined) throw new Error('a genesis contract');
  return genesis;
}
