/** Tokens of the private MVC chain: begun and minted by their issuer, with the published contracts. */
import { completeMinting, genesisScript, mintingBody } from '@rialto/contracts';
import { TOKEN_OUTPUT_SATS, nameMvcTransaction, readFtScript, writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin, MvcTransaction, TokenKey } from '@rialto/mvc';
import { invariant, sats } from '@rialto/protocols';
import type { Txid, TxOutput } from '@rialto/protocols';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import { coinsOf, payment, signatureOf } from '../mvc/person.ts';
import type { MvcPerson } from '../mvc/person.ts';

/** Sends, and demands that all of it is taken. */
function sendAll(chain: PrivateMvcChain, ...all: readonly MvcTransaction[]): void {
  for (const sent of chain.send(all.map(writeMvcTransaction)))
    invariant(sent.result === 'accepted', `the chain takes it: ${sent.reason ?? sent.result}`);
}

const MOVING_FEE = 1_000n;

/**
 * Coins in a block for somebody. They have moved once since a block's first transaction made them: meta-contract cannot read
 * that one, and whatever a contract rests on is read by it.
 */
export function coinsFor(chain: PrivateMvcChain, payer: MvcPerson, outputs: readonly TxOutput[]): MvcCoin[] {
  const all = outputs.reduce((sum, { value }) => sum + value, MOVING_FEE);
  chain.pay([{ value: sats(all), script: payer.script }]);
  const [first] = chain.mine().transactions;
  invariant(first !== undefined, 'a block has a first transaction');
  // What others have asked to be paid is in it too.
  const paid = coinsOf(first).find(
    ({ value, script }) => value === all && script.join() === payer.script.join(),
  );
  invariant(paid !== undefined, 'the block pays what was asked');
  const moved = payment(payer, [paid], outputs);
  sendAll(chain, moved);
  chain.mine();
  return coinsOf(moved);
}

export interface TokenWords {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** What lies under the contract that mints. */
export const GENESIS_SATS = sats(2_052n);
const GENESIS_FEE = 4_000n;
/** What pays for a minting: its fee, its token's coin, and change. */
const CHANGE = sats(1_000n);
const MINT_SATS = sats(20_000n + TOKEN_OUTPUT_SATS + CHANGE);

/** A token that its issuer can still make more of. */
export interface Issuance {
  /** Of a coin of it for somebody. @param isLast gives up the right to make more */
  mint(to: { readonly holder: Uint8Array; readonly units: bigint }, isLast?: boolean): MvcCoin;
}

export const tokenKeyOf = ({ script }: MvcCoin): TokenKey => {
  const token = readFtScript(script);
  invariant(token !== undefined, 'what is minted is a token');
  return { codehash: token.codehash, genesis: token.genesis };
};

/** Begins a token. @param mints how many coins of it will be minted at most */
export function beginToken(
  chain: PrivateMvcChain,
  issuer: MvcPerson,
  words: TokenWords,
  mints: number,
): Issuance {
  const [begins, ...paying] = coinsFor(chain, issuer, [
    { value: sats(GENESIS_SATS + GENESIS_FEE), script: issuer.script },
    ...Array.from({ length: mints }, (): TxOutput => ({ value: MINT_SATS, script: issuer.script })),
  ]);
  invariant(begins !== undefined, 'a coin to begin with');
  const begun = payment(
    issuer,
    [begins],
    [{ value: GENESIS_SATS, script: genesisScript(words, issuer.hash) }],
  );
  sendAll(chain, begun);
  let [genesis] = coinsOf(begun);
  return {
    mint: (to, isLast = false) => {
      const coin = paying.shift();
      invariant(genesis !== undefined && coin !== undefined, 'it can be minted, and something pays for it');
      const made = minted(chain, issuer, { genesis, coin, isLast, ...to });
      genesis = made.genesis;
      return made.token;
    },
  };
}

interface Mint {
  readonly genesis: MvcCoin;
  readonly coin: MvcCoin;
  readonly holder: Uint8Array;
  readonly units: bigint;
  readonly isLast: boolean;
}

function minted(chain: PrivateMvcChain, issuer: MvcPerson, { genesis, coin, isLast, ...to }: Mint) {
  const minting = {
    ...{
      genesis,
      coins: [coin],
      ...to,
      tokenSats: TOKEN_OUTPUT_SATS,
      mintable: isLast ? undefined : GENESIS_SATS,
    },
    change: { hash: issuer.hash, output: { value: CHANGE, script: issuer.script } },
  };
  const body = mintingBody(minting);
  const signatures = [genesis, coin].map((one, index) => signatureOf(issuer, body, index, one));
  const tx = nameMvcTransaction(completeMinting(minting, signatures, txOf(chain)));
  sendAll(chain, tx);
  const outputs = coinsOf(tx);
  const token = outputs[isLast ? 0 : 1];
  invariant(token !== undefined, 'it makes a token');
  return { genesis: isLast ? undefined : outputs[0], token };
}

const txOf =
  (chain: PrivateMvcChain) =>
  (txid: Txid): MvcTransaction => {
    const found = chain.transaction(txid);
    invariant(found !== undefined, `the chain has ${txid}`);
    return found.tx;
  };
