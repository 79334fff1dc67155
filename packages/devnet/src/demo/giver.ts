/** The faucet's acts: plain coins from the block rewards, and tokens by a real mint inscribed to the asking address. */
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, isFlaw, isTxid, outpoint, parseBrc20Amount, sats } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import {
  acceptCommit,
  addressToScript,
  planMint,
  publicKeyOf,
  scriptOfKey,
  scriptToAddress,
} from '@rialto/psbt';
import type { InscriptionPlan } from '@rialto/psbt';
import type { Chain } from '../chain/chain.ts';
import { text } from '../chain/json.ts';
import { callApi } from '../market/api.ts';
import { signPsbt } from '../market/trader.ts';
import { BadAsk } from './bad-ask.ts';

export interface Giver {
  /** Reads {address, sats?, tick?, amount?}; gives coins, and tokens when a tick is named, mines a block, and names the transactions. */
  give(ask: Readonly<Record<string, unknown>>): Promise<{ txIds: string[] }>;
}

const COIN = 1_000_000n;
const COINS = 3;
const LARGEST = 10_000_000_000n;
/** What a gift of tokens is worth at the market's price, in thousandths of a sat: enough for an order of one's own. */
const GIFT_MILLISATS = 120_000_000n;
const TOKENS = '1000';
const DECIMALS = 18;
const FEE_RATE = 2;
/** Pays a mint inscription and its fees with room to spare. */
const MINT_FUNDING = 6_000n;

export function createGiver(chain: Chain, origin: string): Giver {
  return {
    give: async (ask) => {
      const address = text(ask['address'], 'address');
      const script = addressToScript(address, 'regtest');
      const wish =
        typeof ask['tick'] === 'string' ? await wishOf(origin, ask['tick'], ask['amount']) : undefined;
      const txIds = await pay(chain, address, ask['sats']);
      if (wish !== undefined) txIds.push(...(await mintTo(chain, script, wish)));
      await chain.mine(1);
      return { txIds };
    },
  };
}

/** @param given sat as a number or digits; nothing means the usual gift, 0 means no coins */
async function pay(chain: Chain, address: string, given: unknown): Promise<string[]> {
  const asked = typeof given === 'string' || typeof given === 'number' ? BigInt(given) : undefined;
  if (asked === 0n) return [];
  if (asked !== undefined && (asked < 546n || asked > LARGEST))
    throw new BadAsk('The faucet gives 546 sat to 100 BTC.');
  // Several coins, so that one purchase does not lock all the money until its block.
  const values = asked === undefined ? Array.from({ length: COINS }, () => COIN) : [asked];
  const coins = await chain.fundMany(values.map((value) => ({ address, sats: value })));
  return [...new Set(coins.map((coin) => coin.txid))];
}

interface Wish {
  readonly tick: string;
  readonly amount: Amount;
}

/** An amount the token's own terms allow in one mint. */
async function wishOf(origin: string, tick: string, given: unknown): Promise<Wish> {
  const { list } = await callApi(origin, 'tokenList', { query: { net: 'regtest', tick } });
  const token = list.find((one) => one.ticker.toLowerCase() === tick.toLowerCase());
  if (token === undefined) throw new BadAsk(`There is no token ${tick}.`);
  // Nothing minted is written 0, which no BRC-20 message may say.
  const minted = token.minted === '0' ? 0n : readAmount(token.minted);
  const left = readAmount(token.max) - minted;
  if (left <= 0n) throw new BadAsk(`All of ${tick} is minted.`);
  const isGiven = typeof given === 'string' || typeof given === 'number';
  const asked = readAmount(isGiven ? String(given) : await usualGift(origin, token.ticker));
  const limit = readAmount(token.limit);
  const most = left < limit ? left : limit;
  return { tick: token.ticker, amount: (asked < most ? asked : most) as Amount };
}

/** Tokens worth the usual gift, as one digit and zeros. */
async function usualGift(origin: string, tick: string): Promise<string> {
  const { results } = await callApi(origin, 'tickers', { query: { net: 'regtest', tick } });
  const price = /^([0-9]+)(?:\.([0-9]{1,3}))?/.exec(results[0]?.lastPrice ?? '');
  const milliSats = BigInt(`${price?.[1] ?? '0'}${(price?.[2] ?? '').padEnd(3, '0')}`);
  if (milliSats === 0n) return TOKENS;
  const exact = (GIFT_MILLISATS / milliSats || 1n).toString();
  return `${exact.slice(0, 1)}${'0'.repeat(exact.length - 1)}`;
}

function readAmount(written: string): Amount {
  const parsed = parseBrc20Amount(written, DECIMALS);
  if (isFlaw(parsed)) throw new BadAsk(`${written} is not an amount.`);
  return parsed;
}

/** A mint credits whom its inscription is made for, so the faucet needs no stock of tokens. */
async function mintTo(chain: Chain, destination: Uint8Array, wish: Wish): Promise<string[]> {
  const key = secp256k1.utils.randomSecretKey();
  const script = scriptOfKey(publicKeyOf(key), 'p2wpkh');
  const address = scriptToAddress(script, 'regtest');
  if (address === undefined) throw new Error('invariant: a key has an address');
  const funded = await chain.fund(address, MINT_FUNDING);
  if (!isTxid(funded.txid)) throw new Error('invariant: the node names transactions');
  // It waits in the mempool still, but it is our own and plain; package and block take parent and child together.
  const coin: Coin = {
    outpoint: outpoint(funded.txid, funded.vout),
    value: sats(funded.value),
    script,
    assets: [],
    height: await chain.height(),
  };
  const plan = planMint(wish, {
    payer: { script, key: publicKeyOf(key), coins: [coin] },
    destination,
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: FEE_RATE,
  });
  return send(chain, plan, key);
}

async function send(chain: Chain, plan: InscriptionPlan, key: Uint8Array): Promise<string[]> {
  const signed = signPsbt(bytesToHex(plan.commit.psbt), key, plan.commit.toSign);
  const commit = acceptCommit(plan, hexToBytes(signed));
  await chain.rpc('sendrawtransaction', [bytesToHex(commit.raw)]);
  await chain.rpc('sendrawtransaction', [bytesToHex(plan.reveal)]);
  return [commit.txid, plan.revealTxid];
}
