/** What a transaction on MVC would do, in words for the approval. The real Metalet shows none of it. */
import { bytesToHex, equalBytes } from '@rialto/protocols';
import type { Network, TxOutput } from '@rialto/protocols';
import { hash160, keyHashOf, mvcAddress, readFtScript, scriptHolder } from '@rialto/mvc';
import { formatDecimal, grouped } from '@rialto/market';
import type { WalletAccount } from '../accounts.ts';
import { short } from '../view/dom.ts';
import type { Composed } from './composer.ts';

export interface MvcLine {
  readonly place: string;
  /** The account's own, or its own and given away by any coin of it. */
  readonly mine: boolean;
  readonly what: string;
  readonly value: bigint;
}

export interface MvcWords {
  readonly spends: readonly MvcLine[];
  readonly pays: readonly MvcLine[];
  /** What the account's plain coins gain; negative what they lose. Undefined where the page did not say what is spent. */
  readonly space: bigint | undefined;
}

export function describeMvc({ tx, coins }: Composed, account: WalletAccount): MvcWords {
  const pays = tx.outputs.map((output) => lineOf(output, account));
  const spends = coins.flatMap((coin) => (coin === undefined ? [] : [lineOf(coin, account)]));
  const isWhole = spends.length === tx.inputs.length;
  const ofMine = (lines: readonly MvcLine[]): bigint =>
    lines.reduce((sum, { mine, value, what }) => (mine && what === SPACE ? sum + value : sum), 0n);
  return {
    pays,
    spends: spends.filter(({ mine }) => mine),
    space: isWhole ? ofMine(pays) - ofMine(spends) : undefined,
  };
}

const SPACE = 'SPACE';

function lineOf({ script, value }: TxOutput, account: WalletAccount): MvcLine {
  const me = hash160(account.publicKey);
  const token = readFtScript(script);
  if (token !== undefined) {
    const parked = token.holder === bytesToHex(scriptHolder(me));
    const mine = token.holder === bytesToHex(me) || parked;
    const name = `${token.symbol ?? '?'} (${short(token.genesis)})`;
    const what = `${grouped(formatDecimal(token.amount, token.decimals))} ${name}`;
    const place = parked ? 'you, parked' : mine ? 'you' : `holder ${short(token.holder)}`;
    return { place, mine, what, value };
  }
  const owner = keyHashOf(script);
  if (owner === undefined) return { place: 'a contract', mine: false, what: SPACE, value };
  const mine = equalBytes(owner, me);
  return { place: mine ? 'you' : short(addressOf(owner, account.network)), mine, what: SPACE, value };
}

const addressOf = (hash: Uint8Array, network: Network): string => mvcAddress(hash, network);
