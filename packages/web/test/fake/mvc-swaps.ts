/** A pool on MVC and swaps with it as an exchange builds them: real scripts, real checks; only the chain under them is made up. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { checkScript, tokenContract } from '@rialto/contracts';
import type { MvcBuilt, MvcQuote } from '@rialto/contract';
import {
  bareOf,
  ALL_FORKID,
  TOKEN_OUTPUT_SATS,
  bodyOfPlan,
  checkOfBuy,
  checkOfSell,
  digestOf,
  ftData,
  hash160,
  mvcAddress,
  nameMvcTransaction,
  p2pkhScript,
  p2pkhScriptSig,
  planBuy,
  planSell,
  poolSpaceOfSell,
  readFtScript,
  scriptHolder,
  withHolder,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { BuyRequest, MvcBody, MvcCoin, MvcPlan, MvcTransaction, SellRequest } from '@rialto/mvc';
import { bytesToHex, concatBytes, outpoint } from '@rialto/protocols';
import type { Sats, Txid, TxOutput } from '@rialto/protocols';
import { MVC_PLACES } from '../../src/data/mvc/mvc-places.ts';
import type { MvcIntent } from '../../src/flows/mvc/mvc-intent.ts';

export interface Person {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly hash: Uint8Array;
  readonly script: Uint8Array;
}

function person(seed: number): Person {
  const secret = new Uint8Array(32).fill(seed);
  const key = secp256k1.getPublicKey(secret, true);
  const hash = hash160(key);
  return { secret, key, hash, script: p2pkhScript(hash) };
}

export const USER = person(1);
export const POOL = person(2);
const PAYER = person(3);
export const STRANGER = person(4);

export const sats = (value: bigint): Sats => value as Sats;
const EMPTY = new Uint8Array(0);

export function tokenTemplate(symbol: string, fill: number): Uint8Array {
  const data = ftData({
    ...{ name: symbol, symbol, decimals: 3, holder: new Uint8Array(20), units: 1n },
    genesisHash: new Uint8Array(20).fill(fill),
    sensibleId: outpoint(bytesToHex(new Uint8Array(32).fill(fill)) as Txid, 1),
  });
  return Uint8Array.from(tokenContract(bytesToHex(data)).lockingScript.toBuffer());
}

const TEMPLATE = tokenTemplate('CO', 0x11);
export const OTHER_TEMPLATE = tokenTemplate('CO', 0x12);

export function keyOf(script: Uint8Array) {
  const found = readFtScript(script);
  if (found === undefined) throw new Error('a token');
  return { codehash: found.codehash, genesis: found.genesis };
}

const TOKEN = keyOf(TEMPLATE);
const PARTIES = { token: TOKEN, userKey: USER.key, poolHash: POOL.hash };
export const CHECK_SATS = 3_000n;

/** Transactions that hold these outputs, by their ids. */
export class Ground {
  private readonly known = new Map<string, MvcTransaction>();

  coins(outputs: readonly TxOutput[], version = 10): MvcCoin[] {
    const txid = bytesToHex(new Uint8Array(32).fill(this.known.size + 1)) as Txid;
    const inputs = [{ txid, vout: 0, scriptSig: EMPTY, sequence: 0xffffffff }];
    const tx = nameMvcTransaction({ version, locktime: 0, inputs, outputs });
    this.known.set(tx.txid, tx);
    return outputs.map((output, vout) => ({ outpoint: outpoint(tx.txid, vout), ...output }));
  }

  one(output: TxOutput): MvcCoin {
    const [coin] = this.coins([output]);
    if (coin === undefined) throw new Error('one coin');
    return coin;
  }

  previousOf({ inputs }: MvcBody): string[] {
    return [...new Set(inputs.map(({ txid }) => txid))].flatMap((txid) => {
      const tx = this.known.get(txid);
      return tx === undefined ? [] : [bytesToHex(writeMvcTransaction(tx))];
    });
  }

  keep(tx: MvcTransaction): MvcTransaction {
    this.known.set(tx.txid, tx);
    return tx;
  }

  made(txid: string): MvcTransaction {
    const tx = this.known.get(txid);
    if (tx === undefined) throw new Error(`no transaction ${txid}`);
    return tx;
  }
}

export const tokenOutput = (holder: Uint8Array, units: bigint, template = TEMPLATE): TxOutput => ({
  value: TOKEN_OUTPUT_SATS,
  script: withHolder(template, holder, units),
});

interface Made {
  readonly ground: Ground;
  readonly plan: MvcPlan;
  readonly built: MvcBuilt;
  readonly intent: MvcIntent;
}

export const soon = (): number => Date.now() + 60_000;
export const BUILD_ID = '00000000-0000-4000-a000-000000000001';

export const POOL_FACTS = {
  pair: `space-${TOKEN.genesis}`,
  symbol: 'CO',
  decimals: 3,
  ...TOKEN,
  poolHash: bytesToHex(POOL.hash),
  mintable: false,
} as const;

export const COMMON = {
  network: 'regtest',
  user: { wallet: 'metalet', address: 'bcrt1quser', publicKey: bytesToHex(USER.key) },
  account: { address: mvcAddress(USER.hash, 'regtest'), publicKey: bytesToHex(USER.key) },
  place: MVC_PLACES.all,
  pool: POOL_FACTS,
  impactPpm: '1000',
} as const;

const quoteOf = (more: Pick<MvcQuote, 'sats' | 'units' | 'networkFee'>) => ({
  ...more,
  tokenSats: TOKEN_OUTPUT_SATS.toString(),
  lpFee: '3600',
  impactPpm: '1000',
  least: '52000',
});

/** What an exchange hands out of a plan. */
export function handedOut(ground: Ground, plan: Pick<MvcPlan, 'inputs' | 'outputs'>) {
  const tx = bodyOfPlan(plan);
  const check = ground.made(tx.inputs.at(-1)?.txid ?? '');
  const raw = bytesToHex(writeMvcTransaction(check));
  const bare = bareOf(check);
  return {
    raw: bytesToHex(writeMvcTransaction(tx)),
    previous: ground.previousOf(tx).filter((one) => one !== raw),
    check: { raw: bytesToHex(bare.raw), scriptSigs: bare.scriptSigs.map(bytesToHex) },
  };
}

/** SPACE for 23.000 of the token. @param changes what the exchange does otherwise than it says */
export function aBuy(changes: Partial<BuyRequest> = {}): Made {
  const ground = new Ground();
  const asked: BuyRequest = {
    ...PARTIES,
    lane: {
      tokens: [ground.one(tokenOutput(scriptHolder(POOL.hash), 1_000_000n))],
      space: ground.one({ value: sats(50_000_000n), script: POOL.script }),
    },
    userCoins: ground.coins([
      { value: sats(900_000n), script: USER.script },
      { value: sats(700_000n), script: USER.script },
    ]),
    sats: sats(1_200_000n),
    units: 23_000n,
    tokenSats: TOKEN_OUTPUT_SATS,
    refill: { value: sats(9_000n), script: PAYER.script },
    fee: sats(20_000n),
  };
  const request: BuyRequest = { ...asked, ...changes };
  const check = ground.one({ value: sats(CHECK_SATS), script: checkScript(checkOfBuy(request)) });
  const plan = planBuy(request, check);
  const intent: MvcIntent = { ...COMMON, side: 'buy', exact: 'in', amount: '1200000', other: '23000' };
  const built: MvcBuilt = {
    ...{ buildId: BUILD_ID, ...handedOut(ground, plan), expiresAt: soon() },
    quote: quoteOf({ sats: '1200000', units: '23000', networkFee: '26000' }),
    userCoins: asked.userCoins.map(({ outpoint: point }) => point),
    tokenSats: TOKEN_OUTPUT_SATS.toString(),
    mostCosts: '28019',
    refill: { value: '9000', script: bytesToHex(PAYER.script) },
  };
  return { ground, plan, built, intent };
}

/** 60.000 of the token for SPACE, 10.000 of it coming back. */
export function aSell(changes: Partial<SellRequest> = {}, ground = new Ground()): Made {
  const asked: SellRequest = {
    ...PARTIES,
    userTokens: ground.coins([tokenOutput(USER.hash, 50_000n), tokenOutput(USER.hash, 20_000n)]),
    units: 60_000n,
    sats: sats(2_000_000n),
    tokenSats: TOKEN_OUTPUT_SATS,
  };
  const request: SellRequest = { ...asked, ...changes };
  const value = poolSpaceOfSell(request, 17_000n, CHECK_SATS);
  const check = ground.one({ value: sats(CHECK_SATS), script: checkScript(checkOfSell(request)) });
  const plan = planSell(request, ground.one({ value, script: POOL.script }), check);
  const intent: MvcIntent = { ...COMMON, side: 'sell', exact: 'in', amount: '60000', other: '2000000' };
  const built: MvcBuilt = {
    ...{ buildId: BUILD_ID, ...handedOut(ground, plan), expiresAt: soon() },
    quote: quoteOf({ sats: '2000000', units: '60000', networkFee: '21000' }),
    userCoins: request.userTokens.map(({ outpoint: point }) => point),
    tokenSats: TOKEN_OUTPUT_SATS.toString(),
    mostCosts: '0',
    refill: null,
  };
  return { ground, plan, built, intent };
}

/** The user's signature as his wallet makes it. */
export function signatureBy(who: Person, tx: MvcBody, index: number, coin: TxOutput): Uint8Array {
  const der = secp256k1.sign(digestOf(tx, index, coin), who.secret, {
    prehash: false,
    lowS: true,
    format: 'der',
  });
  return concatBytes(der, Uint8Array.of(ALL_FORKID));
}

/** The transaction of a plan with the user's signatures in these inputs. */
export function signedBy(who: Person, { inputs, outputs }: MvcPlan, indexes: readonly number[]): MvcBody {
  const tx = bodyOfPlan({ inputs, outputs });
  return {
    ...tx,
    inputs: tx.inputs.map((input, index) => {
      const coin = inputs[index]?.coin;
      if (coin === undefined || !indexes.includes(index)) return input;
      const signature = signatureBy(who, tx, index, coin);
      return { ...input, scriptSig: p2pkhScriptSig({ signature, publicKey: who.key }) };
    }),
  };
}
