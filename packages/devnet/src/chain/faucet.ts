/** Pays regtest coins from our own key: no wallet is loaded in the node, because a loaded wallet slows every block notice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { field, integer, list, satsOfBtc, text } from './json.ts';
import type { Rpc } from './node-client.ts';
import { REGTEST } from './regtest.ts';

export interface FundedCoin {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
}

export interface Faucet {
  readonly address: string;
  /** Pays one new coin of exactly `sats` to the address; it waits in the mempool until a block is mined. */
  fund(address: string, sats: bigint): Promise<FundedCoin>;
  /** Pays several coins in one transaction, in order. */
  fundMany(outputs: readonly { address: string; sats: bigint }[]): Promise<FundedCoin[]>;
}

interface OwnCoin extends FundedCoin {
  /** Unconfirmed ancestors of this coin, itself included; the node allows 25. */
  readonly depth: number;
}

interface FaucetState {
  readonly rpc: Rpc;
  readonly key: Uint8Array;
  readonly address: string;
  coins: OwnCoin[];
  queue: Promise<unknown>;
}

const COINBASE_MATURITY = 100;
const FEE_PER_VBYTE = 2n;
const MAX_DEPTH = 20;
const DUST = 546n;

/** Opens the faucet; its key is made once and kept in `keyFile` (0600). */
export async function openFaucet(rpc: Rpc, keyFile: string): Promise<Faucet> {
  const key = await keyIn(keyFile);
  const address = p2wpkh(secp256k1.getPublicKey(key, true), REGTEST).address;
  const state: FaucetState = { rpc, key, address, coins: [], queue: Promise.resolve() };
  const fundMany: Faucet['fundMany'] = (outputs) => inTurn(state, () => pay(state, outputs));
  const fund: Faucet['fund'] = async (to, sats) => {
    const [coin] = await fundMany([{ address: to, sats }]);
    if (coin === undefined) throw new Error('invariant: one output, one coin');
    return coin;
  };
  return { address, fund, fundMany };
}

async function keyIn(file: string): Promise<Uint8Array> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return hexToBytes(kept.trim());
  const key = secp256k1.utils.randomSecretKey();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytesToHex(key), { mode: 0o600 });
  return key;
}

/** One payment after the other: two at once would spend the same coin. */
function inTurn<T>(state: FaucetState, work: () => Promise<T>): Promise<T> {
  const next = state.queue.then(work);
  state.queue = next.catch(() => undefined);
  return next;
}

async function pay(
  state: FaucetState,
  outputs: readonly { address: string; sats: bigint }[],
): Promise<FundedCoin[]> {
  const total = outputs.reduce((sum, output) => sum + output.sats, 0n);
  const fee = FEE_PER_VBYTE * BigInt(120 + 45 * outputs.length);
  try {
    return await payFrom(state, outputs, { total, fee });
  } catch {
    // A reorg or a restart can take coins of our list away: read it anew, once.
    state.coins = [];
    return payFrom(state, outputs, { total, fee });
  }
}

async function payFrom(
  state: FaucetState,
  outputs: readonly { address: string; sats: bigint }[],
  need: { total: bigint; fee: bigint },
): Promise<FundedCoin[]> {
  const chosen = await choose(state, need.total + need.fee);
  const tx = new Transaction();
  const own = p2wpkh(secp256k1.getPublicKey(state.key, true), REGTEST);
  for (const coin of chosen) {
    tx.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: own.script, amount: coin.value },
    });
  }
  for (const output of outputs) tx.addOutputAddress(output.address, output.sats, REGTEST);
  const fee = need.fee + FEE_PER_VBYTE * 69n * BigInt(chosen.length - 1);
  const change = chosen.reduce((sum, coin) => sum + coin.value, 0n) - need.total - fee;
  if (change >= DUST) tx.addOutputAddress(state.address, change, REGTEST);
  tx.sign(state.key);
  tx.finalize();
  const txid = text(await state.rpc('sendrawtransaction', [tx.hex, 0]));
  state.coins = state.coins.filter((coin) => !chosen.includes(coin));
  const depth = 1 + Math.max(...chosen.map((coin) => coin.depth));
  if (change >= DUST) state.coins.push({ txid, vout: outputs.length, value: change, depth });
  return outputs.map((output, vout) => ({ txid, vout, value: output.sats }));
}

/** Confirmed coins first, largest first; few inputs, so that no payment grows beyond the node's limits. */
async function choose(state: FaucetState, need: bigint): Promise<OwnCoin[]> {
  const withMargin = need + FEE_PER_VBYTE * 69n * 10n;
  const first = pick(state.coins, withMargin);
  if (first !== undefined) return first;
  state.coins = await scan(state);
  const second = pick(state.coins, withMargin);
  if (second !== undefined) return second;
  throw new Error(`the faucet holds less than ${need} sat in mature coins: mine more blocks`);
}

function pick(coins: readonly OwnCoin[], need: bigint): OwnCoin[] | undefined {
  const usable = coins.filter((coin) => coin.depth <= MAX_DEPTH);
  usable.sort((a, b) => a.depth - b.depth || (a.value > b.value ? -1 : 1));
  const chosen: OwnCoin[] = [];
  let sum = 0n;
  for (const coin of usable) {
    chosen.push(coin);
    sum += coin.value;
    if (sum >= need) return chosen;
    if (chosen.length > 50) return undefined;
  }
  return undefined;
}

const SCAN_MS = 20_000;
const SCAN_PAUSE_MS = 40;

/** The node scans for one caller at a time; the exchange scans too, so we wait for our turn. */
async function scanInTurn(state: FaucetState): Promise<unknown> {
  const until = Date.now() + SCAN_MS;
  for (;;) {
    try {
      return await state.rpc('scantxoutset', ['start', [`addr(${state.address})`]]);
    } catch (error) {
      const busy = error instanceof Error && error.message.includes('Scan already in progress');
      if (!busy || Date.now() > until) throw error;
    }
    await sleep(SCAN_PAUSE_MS);
  }
}

/** Our mature coins on chain that no waiting transaction spends already. */
async function scan(state: FaucetState): Promise<OwnCoin[]> {
  const answer = await scanInTurn(state);
  const tip = integer(field(answer, 'height'), 'scan height');
  const mature = list(field(answer, 'unspents')).filter(
    (coin) => field(coin, 'coinbase') !== true || tip - integer(field(coin, 'height')) >= COINBASE_MATURITY,
  );
  const coins = mature.map((coin) => ({
    txid: text(field(coin, 'txid')),
    vout: integer(field(coin, 'vout')),
    value: satsOfBtc(field(coin, 'amount')),
    depth: 0,
  }));
  if (coins.length === 0) return [];
  const spent = list(
    await state.rpc('gettxspendingprevout', [coins.map(({ txid, vout }) => ({ txid, vout }))]),
  );
  return coins.filter((_, index) => field(spent[index], 'spendingtxid') === undefined);
}
