/** Place an ask: read the seller's PSBT back, judge the lot by our own index, verify the signature, write the order. */
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '@noble/hashes/sha2.js';
import type { OrderAnswer, PushAsk } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { rateE18 } from '@rialto/market';
import { Refusal, bytesToHex, hexToBytes, isFlaw, parseBrc20Amount } from '@rialto/protocols';
import type { Brc20Transfer, Outpoint } from '@rialto/protocols';
import {
  acceptAsk,
  addressToScript,
  askOutpoint,
  foreseeAsk,
  readPsbt,
  rememberingVerifier,
} from '@rialto/psbt';
import type { ReadPsbt, SignedAsk, Verifier } from '@rialto/psbt';
import { messageOf } from '../repeat.ts';
import type { Session } from '../session.ts';
import { violates } from '../store/database.ts';
import { insertOrder, liveOrderOf } from '../store/order-store.ts';
import type { NewOrder } from '../store/order-store.ts';
import { judgeLot } from './lot.ts';
import type { OrderRoom } from './room.ts';
import { pauseIfSpent } from './settle.ts';

const TOKEN_DECIMALS = 18;
/** A block may come while an ask is judged; then it is judged again. */
const ATTEMPTS = 5;

function sameAmount(text: string, transfer: Brc20Transfer): boolean {
  const parsed = parseBrc20Amount(text, TOKEN_DECIMALS);
  return !isFlaw(parsed) && parsed === transfer.amount;
}

function orderRow(
  body: PushAsk,
  parts: { ask: SignedAsk; transfer: Brc20Transfer; inscriptionId: string; id: string },
): NewOrder & { outpoint: string; price: bigint } {
  const { ask, transfer } = parts;
  return {
    id: parts.id,
    status: 'open',
    orderType: body.orderType,
    assetId: transfer.asset,
    tick: transfer.tick,
    price: ask.price,
    coinAmount: transfer.amount,
    rateE18: rateE18(ask.price, transfer.amount),
    sellerAddress: body.address,
    inscriptionId: parts.inscriptionId,
    outpoint: ask.outpoint,
    payScript: bytesToHex(ask.payScript),
    sequence: BigInt(ask.sequence),
    witness: ask.witness.map(bytesToHex),
    psbt: body.psbtRaw.toLowerCase(),
  };
}

/** Accepts a signed ask. The same signed ask twice is the same order. */
export async function placeAsk(room: OrderRoom, session: Session, body: PushAsk): Promise<OrderAnswer> {
  if (body.net !== room.settings.network) throw new Refusal('wrong-network');
  if (body.address !== session.address) throw new Refusal('not-yours');
  const owner = addressToScript(body.address, room.settings.network);
  const read = readPsbt(hexToBytes(body.psbtRaw));
  const point = askOutpoint(read);
  const judging: Judging = {
    read,
    point,
    owner,
    verifier: rememberingVerifier(),
    patience: room.opinion.patience(),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await judgeAndWrite(room, body, judging);
    if (answer !== undefined) return answer;
  }
  throw new Refusal('syncing', 'blocks come faster than the order is written');
}

interface Judging {
  readonly read: ReadPsbt;
  readonly point: Outpoint;
  readonly owner: Uint8Array;
  readonly verifier: Verifier;
  /** How long other indexers may take, all attempts together. */
  readonly patience: AbortSignal;
}

/** Undefined when a block came in between. */
async function judgeAndWrite(
  room: OrderRoom,
  body: PushAsk,
  { read, point, owner, verifier, patience }: Judging,
): Promise<OrderAnswer | undefined> {
  // The arithmetic of the signature is done while node and index are asked for the coin.
  const foresee = async (): Promise<void> => {
    await setImmediate();
    foreseeAsk(read, owner, verifier);
  };
  const [{ coins, tip }] = await Promise.all([loadCoins(room, [point]), foresee()]);
  const lot = coins.get(point);
  if (lot === undefined) throw new Refusal('coin-spent');
  const ask = acceptAsk(read, { lot, owner, verifier });
  const transfer = judgeLot(lot, ask.price, {
    tipHeight: tip.height,
    minConfirmations: room.settings.minConfirmations,
    smallValue: room.settings.smallValue,
  });
  if (transfer.tick.toLowerCase() !== body.tick.toLowerCase()) throw new Refusal('unknown-tick');
  if (!sameAmount(body.coinAmount, transfer)) throw new Refusal('amount-differs');
  const [inscribed] = lot.assets;
  if (inscribed?.kind !== 'inscription') throw new Refusal('not-a-lot');
  const { asset, tick, amount } = transfer;
  const script = bytesToHex(lot.script);
  const belief = { asset, tick, amount, inscription: inscribed.id, outpoint: point, script } as const;
  await room.opinion.lot({ about: 'lot', ...belief, alone: true }, tip, patience);
  const id = bytesToHex(sha256(new TextEncoder().encode(`${room.settings.network}_${room.newId()}`)));
  return write(room, orderRow(body, { ask, transfer, inscriptionId: inscribed.id, id }), tip.hash);
}

async function write(
  room: OrderRoom,
  row: NewOrder & { outpoint: string; price: bigint },
  tipHash: string,
): Promise<OrderAnswer | undefined> {
  try {
    const written = await insertOrder(room.store, row, tipHash);
    if (written === 'tip-moved') return undefined;
    if (written === 'cheaper') throw new Refusal('price-raised');
  } catch (error) {
    if (!violates(error, 'orders_live_outpoint')) throw error;
    const live = await liveOrderOf(room.store.db, row.outpoint);
    if (live !== undefined && live.psbt === row.psbt && live.sellerAddress === row.sellerAddress)
      return { orderId: live.id, orderState: 1 };
    throw new Refusal('order-exists');
  }
  // Not waited for: the answer is true either way, and a block has the last word.
  pauseIfSpent(room, row).catch((error: unknown) => {
    room.warn('a new order was not looked at again', { orderId: row.id, error: messageOf(error) });
  });
  return { orderId: row.id, orderState: 1 };
}
