/** A proof that `npm run audit` printed, checked without anybody's help: whose lock, whose signatures, and whether the ticket was kept. */
import { LockProof, coinFromWire } from '@rialto/contract';
import { bytesToHex, hexToBytes, isFlaw, readTransaction, spentPoint } from '@rialto/protocols';
import type { Coin, Network, Transaction } from '@rialto/protocols';
import {
  asMade,
  checkLockCoin,
  effects,
  inputVerifies,
  judgeFill,
  lockOf,
  readTicket,
  scriptToAddress,
  tradeSpend,
} from '@rialto/psbt';
import type { EffectsContext, LockedCoin } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';

interface CheckedProof {
  readonly tx: Transaction;
  readonly coins: readonly Coin[];
  readonly net: Network;
  /** For `effects`; undefined where a coin's script is hidden, as of other locks that nobody has signed for yet. */
  readonly context: EffectsContext | undefined;
  /** Lines for a person. */
  readonly verdict: readonly string[];
}

/** SINGLE|ANYONECANPAY, which is the byte of a promise (BIP-143). */
const PROMISE = [0x83];
const ANY = [0, 1, 2, 3, 0x81, 0x82, 0x83];

/**
 * Undefined for a text that is no proof.
 * @throws Refusal, or an error of the schema, for a proof whose lock is not its ticket's
 */
export function proofIn(text: string): CheckedProof | undefined {
  if (!text.startsWith('{')) return undefined;
  const proof = LockProof.parse(JSON.parse(text));
  const tx = readTransaction(hexToBytes(proof.transaction));
  if (isFlaw(tx)) throw new Error(`the proof holds no transaction: ${tx.flaw}`);
  const coins = proof.coins.map(coinFromWire);
  const coin = coins.find(({ outpoint }) => outpoint === proof.lock);
  if (coin === undefined) throw new Error('the proof does not say what the lock is');
  const lock = lockOf(readTicket(proof.ticket));
  checkLockCoin(lock, coin);
  const locked = { lock, coin };
  return {
    tx,
    coins,
    net: proof.network,
    context: contextOf(locked, tx, coins),
    verdict: verdictOf(locked, tx, coins),
  };
}

/** What is not signed yet does not show what its lock is: the proof does. */
function contextOf(
  { lock, coin }: LockedCoin,
  tx: Transaction,
  coins: readonly Coin[],
): EffectsContext | undefined {
  const { kinds, messages } = asMade(tx, coins);
  const shown = tx.inputs.map((input, at) =>
    spentPoint(input) === coin.outpoint
      ? (kinds[at] ?? tradeSpend(lock, { user: PROMISE, exchange: ANY }))
      : kinds[at],
  );
  const context = { kinds: shown, messages, held: coins.map(({ outpoint }) => outpoint) };
  try {
    effects(tx, coins, context);
    return context;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What a transaction pays, where no more can be said of it. */
export function plainly({ txid, outputs }: Transaction, net: Network): string[] {
  return [
    `transaction ${txid}`,
    ...outputs.map(({ value, script }) => {
      return `  pays ${value} sat to ${scriptToAddress(script, net) ?? `script ${bytesToHex(script)}`}`;
    }),
  ];
}

function verdictOf(locked: LockedCoin, tx: Transaction, coins: readonly Coin[]): string[] {
  const { lock, coin } = locked;
  const index = tx.inputs.findIndex((input) => spentPoint(input) === coin.outpoint);
  const witness = tx.inputs[index]?.witness ?? [];
  const ordered = tx.inputs.flatMap((input) => coins.filter((one) => one.outpoint === spentPoint(input)));
  const kind = tradeSpend(lock, { user: PROMISE, exchange: ANY });
  const isSigned = index >= 0 && inputVerifies({ tx, coins: ordered, index }, kind, witness);
  const judged = judgeFill(locked, tx, coins);
  const [key] = lock.ticket.exchange;
  return [
    `lock ${coin.outpoint}, whose script holds the hash of this ticket:`,
    ...proofLines(lock.ticket),
    `signed with the promise of its user and the key ${key === undefined ? '' : bytesToHex(key)}: ${isSigned ? 'yes' : 'NO'}`,
    judged.kept ? `the ticket is kept (${judged.spend})` : `FORGED: ${judged.why}, ${judged.detail}`,
  ];
}

function proofLines({ amount, asset, price }: LockedCoin['lock']['ticket']): string[] {
  return [`  ${amount} units of ${asset} for ${price} sat`];
}
