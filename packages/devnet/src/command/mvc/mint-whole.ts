/** A token minted once and whole, with the right to make more given up: the shares of a pool that is to be opened, or what the bridge wraps. */
import { completeMinting, genesisScript, mintingBody } from '@rialto/contracts';
import { TOKEN_OUTPUT_SATS, coinOf, feeOfBytes, nameMvcTransaction, readFtScript } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import { invariant, sats } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { GENESIS_SATS } from '../../mvc-market/issuer.ts';
import type { TokenWords } from '../../mvc-market/issuer.ts';
import { payment, signatureOf } from '../../mvc/person.ts';
import type { MvcPerson } from '../../mvc/person.ts';

const LEAST_CHANGE = sats(1_000n);
/** Bytes, at most: of the payment that begins it, of the genesis contract, of the minting. */
const BYTES = { payment: 400, genesis: 4_000, minting: 14_000 };

interface Minting {
  readonly who: MvcPerson;
  /** SPACE of his. */
  readonly coin: MvcCoin;
  /** Who gets all of it: the hash of a key, or of a script. */
  readonly holder: Uint8Array;
  readonly words: TokenWords;
  readonly units: bigint;
  /** Sat for a thousand bytes. */
  readonly feeRate: bigint;
}

export interface MintedWhole {
  readonly key: TokenKey;
  readonly coin: MvcCoin;
  /** What he has less afterwards, in sat: fees, and what lies on the token. */
  readonly cost: bigint;
  /** Sent together, in this order. */
  readonly transactions: readonly MvcTransaction[];
}

/** What the coin has to hold. */
function mintingNeeds(feeRate: bigint): bigint {
  const { payment: paying, genesis, minting } = BYTES;
  return (
    feeOfBytes(paying + genesis + minting, feeRate) + GENESIS_SATS + TOKEN_OUTPUT_SATS + 2n * LEAST_CHANGE
  );
}

/** @throws Error when the coin is too small */
export function mintWhole({ who, coin, holder, words, units, feeRate }: Minting): MintedWhole {
  const feeOf = (bytes: number): bigint => feeOfBytes(bytes, feeRate);
  const begins = GENESIS_SATS + feeOf(BYTES.genesis);
  const mints = TOKEN_OUTPUT_SATS + LEAST_CHANGE + feeOf(BYTES.minting);
  const rest = coin.value - begins - mints - feeOf(BYTES.payment);
  if (rest < LEAST_CHANGE)
    throw new Error(`one coin of ${mintingNeeds(feeRate)} sat or more is needed, in a block`);
  // What a contract rests on is read by its library, and that cannot read a block's first transaction: the coin moves once.
  const parted = payment(
    who,
    [coin],
    [begins, mints, rest].map((value) => ({ value: sats(value), script: who.script })),
  );
  const script = genesisScript(words, who.hash);
  const begun = payment(who, [coinOf(parted, 0)], [{ value: GENESIS_SATS, script }]);
  const minting = {
    ...{ genesis: coinOf(begun, 0), coins: [coinOf(parted, 1)], holder, units },
    ...{ tokenSats: TOKEN_OUTPUT_SATS, mintable: undefined },
    change: { hash: who.hash, output: { value: LEAST_CHANGE, script: who.script } },
  };
  const body = mintingBody(minting);
  const signed = [minting.genesis, ...minting.coins].map((one, at) => signatureOf(who, body, at, one));
  const known = new Map<Txid, MvcTransaction>([parted, begun].map((tx) => [tx.txid, tx]));
  const minted = nameMvcTransaction(
    completeMinting(minting, signed, (txid) => {
      const tx = known.get(txid);
      invariant(tx !== undefined, 'it rests on what was made here');
      return tx;
    }),
  );
  const made = coinOf(minted, 0);
  const token = readFtScript(made.script);
  invariant(token !== undefined, 'it makes a token');
  const { codehash, genesis } = token;
  return {
    key: { codehash, genesis },
    coin: made,
    cost: coin.value - rest - LEAST_CHANGE,
    transactions: [parted, begun, minted],
  };
}
