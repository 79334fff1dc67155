/** One lock of a rescue file in plain facts: what it holds, what was promised, and what its exits do by `effects`. */
import {
  bytesToHex,
  formatBrc20Amount,
  isFlaw,
  readTransaction,
  spentPoint,
  splitAsset,
  splitOutpoint,
} from '@rialto/protocols';
import type { Network, Outpoint, Transaction } from '@rialto/protocols';
import { SIGHASH, describeEffects, effects, exitSpend, scriptToAddress } from '@rialto/psbt';
import type { RescueBid, RescueLock, Ticket } from '@rialto/psbt';
import { msg } from './words.ts';

/** A lock whose exit was verified here: its key's signature, over this coin, to this address. */
export interface Rescued {
  readonly network: Network;
  readonly outpoint: string;
  readonly funding: Funding;
  readonly value: bigint;
  readonly promise: Promised;
  readonly exitAfter: number;
  readonly address: string;
  /** The usual one first; a lock that holds a lot has a second, dear one. */
  readonly exits: readonly [Exit, ...Exit[]];
}

interface Funding {
  readonly txid: string;
  readonly vout: number;
  /** What it spends, as far as the file holds it. */
  readonly coins: readonly Outpoint[];
}

interface Promised {
  /** A bid locks sats, an ask locks a lot. */
  readonly kind: 'bid' | 'ask';
  /** What the bid pays or the ask is paid, in sat. */
  readonly price: bigint;
  /** The protocol's name; the asset's id there. */
  readonly protocol: string;
  readonly asset: string;
  readonly amount: string;
  /** A message that names the unit of the amount; undefined for whole tokens. */
  readonly unit: string | undefined;
  readonly expiry: number;
}

export interface Exit {
  readonly hex: string;
  readonly txid: string;
  /** What the user gets, by `effects`, in sat. */
  readonly gets: bigint;
  readonly fee: bigint;
  readonly rate: number;
  /** The lot, where there is one, is the user's again; nobody else is touched, and nothing is lost. */
  readonly isPlain: boolean;
}

/** The locks of one bid, as their file has them. */
export function rescuedOf({ funding, locks }: RescueBid, network: Network): Rescued[] {
  const inputs = funding === undefined ? [] : transactionOf(funding).inputs;
  const coins = inputs.map(spentPoint);
  return locks.map((lock) => rescued(lock, network, coins));
}

function rescued(found: RescueLock, network: Network, coins: readonly Outpoint[]): Rescued {
  const { lock, coin, exit, dearExit } = found;
  const { ticket } = lock;
  const dear = dearExit === undefined ? [] : [exitOf(found, dearExit)];
  return {
    network,
    outpoint: coin.outpoint,
    funding: { ...splitOutpoint(coin.outpoint), coins },
    value: coin.value,
    promise: promisedBy(ticket),
    exitAfter: ticket.exitAfter,
    address: scriptToAddress(ticket.script, network) ?? bytesToHex(ticket.script),
    exits: [exitOf(found, exit), ...dear],
  };
}

function promisedBy({ kind, price, asset, amount, expiry }: Ticket): Promised {
  const { protocol = '', id = '' } = splitAsset(asset) ?? {};
  const isWhole = protocol === 'brc20';
  return {
    kind,
    price,
    protocol: PROTOCOLS[protocol] ?? protocol,
    asset: id,
    amount: isWhole ? formatBrc20Amount(amount) : amount.toString(),
    unit: isWhole ? undefined : msg('in smallest units'),
    expiry,
  };
}

/** An exit as `effects` has it, for its user. It is valid when its lock is deep, so its coin counts as confirmed. */
function exitOf({ lock, coin }: RescueLock, raw: Uint8Array): Exit {
  const tx = transactionOf(raw);
  const kinds = [exitSpend(lock, [SIGHASH.ALL, SIGHASH.DEFAULT, SIGHASH.SINGLE_ANYONECANPAY])];
  const all = effects(tx, [{ ...coin, height: coin.height ?? 0 }], { kinds });
  const { youGet, networkFee, feeRateSatVb, others, lost, disputed } = describeEffects(
    all,
    lock.ticket.script,
  );
  const [token] = youGet.tokens;
  const isLotHome =
    lock.ticket.kind === 'bid' || (token?.asset === lock.ticket.asset && token.amount === lock.ticket.amount);
  const isAlone = others.every(({ script }) => script === bytesToHex(lock.script));
  return {
    hex: bytesToHex(raw),
    txid: tx.txid,
    gets: youGet.sats,
    fee: networkFee,
    rate: feeRateSatVb,
    isPlain: isLotHome && isAlone && lost.length === 0 && disputed.length === 0,
  };
}

/** Of bytes that were read once before. */
function transactionOf(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(`invariant: ${tx.flaw}`);
  return tx;
}

const PROTOCOLS: Readonly<Record<string, string>> = { brc20: 'BRC-20', rune: 'Runes', mrc20: 'MRC-20' };
