/** Transfer inscriptions that wait for their block. Nothing counts them yet: they are shown, and no order may name them. */
import type { TransferEntry } from '@rialto/contract';
import { formatDecimal } from '@rialto/market';
import {
  decodeBrc20,
  decodeUtf8,
  envelopesOf,
  equalBytes,
  foldTick,
  inscriptionId,
  isFlaw,
  outpoint,
  parseBrc20Amount,
  readTransaction,
  splitOutpoint,
} from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import type { BookToken } from '../../orders/books.ts';
import type { Service } from '../service.ts';

/** More of one address are not looked at. */
const MAX_WAITING = 50;
/** Numbers are given by the block. */
const NO_NUMBER = '-1';

interface Holder {
  readonly script: Uint8Array;
  readonly token: BookToken;
}

/**
 * What a reveal of the usual shape inscribes on its first output, as far as the balance reaches: one that inscribes more than there
 * is makes nothing.
 */
export async function comingLots(
  { chain, ledger }: Pick<Service, 'chain' | 'ledger'>,
  { script, token }: Holder,
  available: bigint,
): Promise<TransferEntry[]> {
  const waiting = await ledger.waitingCoinsOf(script, MAX_WAITING);
  if (waiting.length === 0) return [];
  const txids = waiting.map((coin) => splitOutpoint(coin.outpoint).txid);
  const raws = await chain.rawTransactions([...new Set(txids)]);
  const entries: TransferEntry[] = [];
  let left = available;
  for (const raw of raws.values()) {
    const tx = readTransaction(raw);
    if (isFlaw(tx)) continue;
    const amount = transferIn(tx, { script, token });
    if (amount === undefined || amount > left) continue;
    left -= amount;
    entries.push({
      inscriptionId: inscriptionId(tx.txid, 0),
      inscriptionNumber: NO_NUMBER,
      amount: formatDecimal(amount, token.decimals),
      outValue: (tx.outputs[0]?.value ?? 0n).toString(),
      outpoint: outpoint(tx.txid, 0),
      confirmations: 0,
    });
  }
  return entries;
}

function transferIn(tx: Transaction, { script, token }: Holder): bigint | undefined {
  const [output] = tx.outputs;
  const [envelope] = envelopesOf(tx);
  if (output === undefined || !equalBytes(output.script, script) || envelope === undefined) return undefined;
  if (envelope.input !== 0 || envelope.pointer !== undefined) return undefined;
  const type = envelope.contentType === undefined ? undefined : decodeUtf8(envelope.contentType);
  const said = decodeBrc20(type, envelope.body);
  if (said === undefined || isFlaw(said) || said.op !== 'transfer') return undefined;
  if (said.tick !== foldTick(token.tick)) return undefined;
  const amount = parseBrc20Amount(said.amount, token.decimals);
  return isFlaw(amount) ? undefined : amount;
}
