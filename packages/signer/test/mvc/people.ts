/** People on a private MVC chain who sign as wallets do, and tokens that they really mint. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { completeMinting, genesisScript, mintingBody } from '@rialto/contracts';
import type { PrivateMvcChain } from '@rialto/devnet/mvc';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfInputs,
  coinOf,
  hash160,
  nameMvcTransaction,
  p2pkhScript,
  p2pkhScriptSig,
  readFtScript,
  scriptHolder,
  signMvcInput,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import { sats } from '@rialto/protocols';
import type { Sats, Txid, TxOutput } from '@rialto/protocols';

export interface Person {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly hash: Uint8Array;
  readonly script: Uint8Array;
  readonly holder: Uint8Array;
}

export function person(seed: number): Person {
  const secret = new Uint8Array(32).fill(seed);
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash), holder: scriptHolder(hash) };
}

const ISSUER = person(5);

export const coinsOf = (tx: MvcTransaction): MvcCoin[] => tx.outputs.map((_, vout) => coinOf(tx, vout));

export function first<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('there is one');
  return one;
}

/** One person's P2PKH coins to these outputs, signed. */
export function payment(
  who: Person,
  coins: readonly MvcCoin[],
  outputs: readonly TxOutput[],
  version = 10,
): MvcTransaction {
  const body = { ...bodyOfInputs(coins, outputs), version };
  const inputs = body.inputs.map((input, index) => {
    const coin = coins[index];
    if (coin === undefined) throw new Error('a coin for each input');
    return { ...input, scriptSig: p2pkhScriptSig(signMvcInput({ tx: body, index, coin }, who.secret)) };
  });
  return nameMvcTransaction({ ...body, inputs });
}

/** Sends, and demands that all are taken. */
export function accepted(chain: PrivateMvcChain, ...all: readonly MvcTransaction[]): void {
  for (const sent of chain.send(all.map(writeMvcTransaction)))
    if (sent.result !== 'accepted') throw new Error(`${sent.result}: ${sent.reason ?? ''}`);
}

export const txOn =
  (chain: PrivateMvcChain) =>
  (txid: Txid): MvcTransaction => {
    const found = chain.transaction(txid);
    if (found === undefined) throw new Error(`no transaction ${txid}`);
    return found.tx;
  };

/** Coins of a script that have moved once: a contract can look back to them. They wait for a block. */
export function moved(chain: PrivateMvcChain, script: Uint8Array, values: readonly bigint[]): MvcCoin[] {
  const sum = values.reduce((all, value) => all + value, 1_000n);
  chain.pay([{ value: sats(sum), script: ISSUER.script }]);
  const coinbase = first(chain.mine().transactions);
  const tx = payment(
    ISSUER,
    [first(coinsOf(coinbase))],
    values.map((value) => ({ value: sats(value), script })),
  );
  accepted(chain, tx);
  return coinsOf(tx);
}

const GENESIS_SATS = sats(2_052n);

/** A genesis contract that nothing was minted from. */
export function begun(chain: PrivateMvcChain, symbol: string): MvcCoin {
  const [coin] = moved(chain, ISSUER.script, [100_000n]);
  if (coin === undefined) throw new Error('a coin');
  const script = genesisScript({ name: `${symbol} coin`, symbol, decimals: 8 }, ISSUER.hash);
  const tx = payment(ISSUER, [coin], [{ value: GENESIS_SATS, script }]);
  accepted(chain, tx);
  return first(coinsOf(tx));
}

export interface Minted {
  readonly coin: MvcCoin;
  readonly token: TokenKey;
  /** What more can be minted from; undefined after the last. */
  readonly genesis: MvcCoin | undefined;
}

export function mint(
  chain: PrivateMvcChain,
  genesis: MvcCoin,
  {
    holder,
    units,
    isLast = false,
    tokenSats = TOKEN_OUTPUT_SATS,
  }: {
    readonly holder: Uint8Array;
    readonly units: bigint;
    readonly isLast?: boolean;
    readonly tokenSats?: Sats;
  },
): Minted {
  const coins = moved(chain, ISSUER.script, [900_000n]);
  const minting = {
    ...{ genesis, coins, holder, units, tokenSats },
    mintable: isLast ? undefined : GENESIS_SATS,
    change: { hash: ISSUER.hash, output: { value: sats(850_000n), script: ISSUER.script } },
  };
  const body = mintingBody(minting);
  const halves = [genesis, ...coins].map((coin, index) =>
    signMvcInput({ tx: body, index, coin }, ISSUER.secret),
  );
  const tx = nameMvcTransaction(completeMinting(minting, halves, txOn(chain)));
  accepted(chain, tx);
  const all = coinsOf(tx);
  const coin = all[isLast ? 0 : 1];
  const read = coin === undefined ? undefined : readFtScript(coin.script);
  if (coin === undefined || read === undefined) throw new Error('it makes a token');
  const token = { codehash: read.codehash, genesis: read.genesis };
  return { coin, token, genesis: isLast ? undefined : all[0] };
}
