/** A chain of MVC made before anybody follows it: payments, and in every tenth transaction a token that moves. No script of it is verified; a node would have done that. */
import { genesisScript, mintingBody } from '@rialto/contracts';
import type { MvcChain } from '@rialto/ground';
import {
  TOKEN_OUTPUT_SATS,
  bodyOfInputs,
  nameMvcTransaction,
  p2pkhScript,
  readFtScript,
  readMvcBlock,
  withHolder,
  writeMvcBlock,
} from '@rialto/mvc';
import type { MvcBody, MvcCoin, MvcTransaction } from '@rialto/mvc';
import { doubleSha256, isFlaw, merkleRootOf, outpoint, reversedHex, sats, uint32 } from '@rialto/protocols';

interface MadeChain {
  readonly chain: MvcChain;
  readonly transactions: number;
  readonly tokens: number;
  /** All units that were ever made. */
  readonly units: bigint;
}

const ONE_IN = 10;
const UNITS = 1_000_000_000n;
const VALUE = 1_000_000n;
/** What a wallet's signature and what a contract's unlocking weigh, as swaps have them. */
const SCRIPT_SIG = { payment: new Uint8Array(107).fill(7), token: new Uint8Array(11_000).fill(7) };

const holder = (number: number): Uint8Array => {
  const hash = new Uint8Array(20);
  hash.set(uint32(number));
  return hash;
};
const coinsOf = ({ txid, outputs }: MvcTransaction): MvcCoin[] =>
  outputs.map((output, vout) => ({ outpoint: outpoint(txid, vout), ...output }));
const signed = (body: MvcBody, scriptSig: Uint8Array): MvcTransaction =>
  nameMvcTransaction({ ...body, inputs: body.inputs.map((input) => ({ ...input, scriptSig })) });

/** The first transaction of a block: out of nothing. */
function coinbase(height: number, outputs: MvcBody['outputs']): MvcTransaction {
  const nothing: MvcCoin = {
    outpoint: outpoint('00'.repeat(32) as MvcTransaction['txid'], 0xffffffff),
    value: sats(0n),
    script: new Uint8Array(0),
  };
  return nameMvcTransaction({
    ...bodyOfInputs([nothing], outputs),
    inputs: [
      {
        txid: '00'.repeat(32) as MvcTransaction['txid'],
        vout: 0xffffffff,
        scriptSig: uint32(height),
        sequence: 0,
      },
    ],
  });
}

const to = (number: number, value: bigint) => ({ value: sats(value), script: p2pkhScript(holder(number)) });

/** A token with its first coin, and so many coins of SPACE that move with every block. */
function firstBlock(coins: number) {
  const words = { name: 'Bench', symbol: 'BENCH', decimals: 0 };
  const genesis = { value: sats(2_052n), script: genesisScript(words, holder(1)) };
  const base = coinbase(0, [
    genesis,
    to(1, 50_000n),
    ...Array.from({ length: coins }, (_, at) => to(at, VALUE)),
  ]);
  const [contract, paying, ...space] = coinsOf(base);
  if (contract === undefined || paying === undefined) throw new Error('two coins');
  const minting = {
    ...{ genesis: contract, coins: [paying], holder: holder(1), units: UNITS, tokenSats: TOKEN_OUTPUT_SATS },
    ...{ mintable: undefined, change: { hash: holder(1), output: to(1, 1_000n) } },
  };
  const minted = signed(mintingBody(minting), SCRIPT_SIG.token);
  const [token] = coinsOf(minted);
  if (token === undefined) throw new Error('a token');
  return { transactions: [base, minted], space, token };
}

/** Each coin of SPACE is paid to somebody else; the token goes from one holder to the next, in two coins of which the first goes on. */
function nextBlock(height: number, space: MvcCoin[], token: MvcCoin) {
  const transactions: MvcTransaction[] = [coinbase(height, [to(height, 5_000n)])];
  let last = token;
  const moved = space.map((coin, at) => {
    const number = height * space.length + at;
    if (at % ONE_IN !== 0) {
      const tx = signed(
        bodyOfInputs([coin], [to(number, coin.value - 250n), to(at, 1n)]),
        SCRIPT_SIG.payment,
      );
      transactions.push(tx);
      return coinsOf(tx)[0] ?? coin;
    }
    const held = readFtScript(last.script)?.amount ?? 0n;
    const tokens = [held - 1n, 1n].map((units) => ({
      value: TOKEN_OUTPUT_SATS,
      script: withHolder(last.script, holder(number), units),
    }));
    const body = bodyOfInputs([last, coin], [...tokens, to(number, coin.value - 250n)]);
    const tx = signed(body, SCRIPT_SIG.token);
    transactions.push(tx);
    const [goesOn, , change] = coinsOf(tx);
    last = goesOn ?? last;
    return change ?? coin;
  });
  return { transactions, space: moved, token: last };
}

/** @param each transactions of a block */
export function madeChain(blocks: number, each: number): MadeChain {
  const raws: { readonly raw: Uint8Array; readonly hash: string }[] = [];
  let count = 0;
  const add = (transactions: readonly MvcTransaction[]): void => {
    const header = {
      ...{ version: 1, previousHash: raws.at(-1)?.hash ?? '00'.repeat(32), bits: 0x207fffff, nonce: 0 },
      ...{
        merkleRoot: merkleRootOf(transactions.map(({ txid }) => txid)),
        time: 1_780_000_000 + raws.length,
      },
    };
    const raw = writeMvcBlock({ header, transactions });
    raws.push({ raw, hash: reversedHex(doubleSha256(raw.subarray(0, 80))) });
    count += transactions.length;
  };
  let { transactions, space, token } = firstBlock(each);
  add(transactions);
  for (let height = 1; height <= blocks; height += 1) {
    ({ transactions, space, token } = nextBlock(height, space, token));
    add(transactions);
  }
  const tokens = blocks * Math.ceil(each / ONE_IN) + 1;
  return { chain: behind(raws), transactions: count, tokens, units: UNITS };
}

const notUsed = (): never => {
  throw new Error('a bench of the index does not ask this of a node');
};

/** Read anew whenever it is asked for, as from a node. */
function behind(raws: readonly { readonly raw: Uint8Array; readonly hash: string }[]): MvcChain {
  const heights = new Map(raws.map(({ hash }, height) => [hash, height]));
  return {
    tip: () => Promise.resolve({ height: raws.length - 1, hash: raws.at(-1)?.hash ?? '' }),
    blockHash: (height) => Promise.resolve(raws[height]?.hash),
    block: (hash) => {
      const read = readMvcBlock(raws[heights.get(hash) ?? -1]?.raw ?? new Uint8Array(0));
      if (isFlaw(read)) throw new Error(read.flaw);
      return Promise.resolve(read);
    },
    header: notUsed,
    waiting: () => Promise.resolve([]),
    transaction: notUsed,
    unspent: notUsed,
    send: notUsed,
    close: () => undefined,
  };
}
