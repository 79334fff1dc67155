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
import type { Chain } from '@rialto/ground';
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import type { BookToken } from '../../orders/books.ts';
import type { Service } from '../service.ts';

/** More of one address are not looked at: anybody can send it what they like, and each is fetched from the node. */
const MAX_WAITING = 50;
const MAX_READ = 10;
/** In vB. A reveal of a transfer is some 150; one of many things at once is not read before it has its block. */
const MAX_VSIZE = 2_000;
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
  const raws = await chain.rawTransactions(await readable(chain, waiting));
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

/** Whose first output is here, and which are small. */
async function readable(
  chain: Pick<Chain, 'waiting'>,
  coins: readonly { outpoint: Outpoint }[],
): Promise<Txid[]> {
  const first = coins.map(({ outpoint: point }) => splitOutpoint(point)).filter(({ vout }) => vout === 0);
  const sizes = await chain.waiting(first.map(({ txid }) => txid));
  const small = first.filter(({ txid }) => (sizes.get(txid)?.vsize ?? Infinity) <= MAX_VSIZE);
  return small.slice(0, MAX_READ).map(({ txid }) => txid);
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
