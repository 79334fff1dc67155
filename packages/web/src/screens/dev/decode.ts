/** From what somebody pasted to what it does: the transaction inside, its coins, and `effects`, by the same check that guards every signature. */
import { coinFromWire, sentenceOf } from '@rialto/contract';
import { formatDecimal, grouped } from '@rialto/market';
import { bytesToHex, hexToBytes, isFlaw, isHex, readTransaction, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Network, Transaction } from '@rialto/protocols';
import { asMade, effects, readPsbt, scriptToAddress } from '@rialto/psbt';
import type { AssetMove, Effects } from '@rialto/psbt';
import { call } from '../../data/calls/client.ts';
import { shown } from '../../shown.ts';
import { refusalWords, t } from '../../words.ts';

export interface Decoded {
  readonly tx: Transaction;
  /** By outpoint; spent coins are not known any more. */
  readonly coins: ReadonlyMap<string, Coin>;
  readonly does: Effects | undefined;
  /** Why nobody can tell what it does. */
  readonly unknown: string;
}

const PSBT_MAGIC = '70736274ff';
const MAX_AT_ONCE = 50;
const BRC20_DECIMALS = 18;

/** @throws Error with a sentence when it is none of the three: a transaction id, a transaction, a PSBT in hex or base64 */
export async function decode(pasted: string, net: Network): Promise<Decoded> {
  const tx = transactionOf(await bytesOf(pasted.trim(), net));
  const coins = await coinsOf(tx, net);
  const checked = checker(tx, [...coins.values()]);
  return { tx, coins, ...checked };
}

async function bytesOf(text: string, net: Network): Promise<Uint8Array> {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    const { rawTx } = await call('rawTransaction', { query: { net, txId: text.toLowerCase() } });
    return hexToBytes(rawTx);
  }
  if (text !== '' && isHex(text)) return hexToBytes(text);
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error(t('Not a transaction, transaction ID or PSBT.'));
  }
}

function transactionOf(bytes: Uint8Array): Transaction {
  const isPsbt = bytesToHex(bytes.subarray(0, 5)) === PSBT_MAGIC;
  const tx = readTransaction(isPsbt ? unsignedOf(bytes) : bytes);
  if (isFlaw(tx)) throw new Error(t('Not a valid transaction: {flaw}.', { flaw: tx.flaw }));
  return tx;
}

function unsignedOf(bytes: Uint8Array): Uint8Array {
  try {
    return readPsbt(bytes).unsigned;
  } catch (error) {
    throw new Error(error instanceof Refusal ? wordsOf(error) : t('The PSBT cannot be read.'));
  }
}

async function coinsOf(tx: Transaction, net: Network): Promise<ReadonlyMap<string, Coin>> {
  const points = tx.inputs.map(spentPoint);
  const coins = new Map<string, Coin>();
  for (let at = 0; at < points.length; at += MAX_AT_ONCE) {
    const outpoints = points.slice(at, at + MAX_AT_ONCE).join(',');
    const answer = await call('coins', { query: { net, outpoints } });
    for (const coin of answer.coins.map(coinFromWire)) coins.set(coin.outpoint, coin);
  }
  return coins;
}

function checker(tx: Transaction, coins: readonly Coin[]): Pick<Decoded, 'does' | 'unknown'> {
  if (coins.length < tx.inputs.length)
    return {
      does: undefined,
      unknown: t('Some of its coins are spent or unknown, so their assets can’t be shown.'),
    };
  try {
    return { does: effects(tx, coins, asMade(tx, coins)), unknown: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { does: undefined, unknown: wordsOf(error) };
  }
}

const wordsOf = ({ code, detail }: Refusal): string => refusalWords(code, sentenceOf(code, detail));

export function nameOf(script: Uint8Array, net: Network): string {
  return scriptToAddress(script, net) ?? bytesToHex(script);
}

export function moveWords(move: AssetMove): string {
  switch (move.kind) {
    case 'inscription':
      return move.transfer === undefined
        ? t('inscription {id}', { id: move.id })
        : `${grouped(formatDecimal(move.transfer.amount, BRC20_DECIMALS))} ${shown(move.transfer.tick)}`;
    case 'pin':
      return `PIN ${shown(move.path)}`;
    case 'rune':
    case 'mrc20':
      return `${grouped(formatDecimal(move.amount, move.decimals))} ${shown(move.tick)}`;
  }
}
