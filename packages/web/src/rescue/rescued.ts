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
import type { RescueBid, RescueLock, RescueToken, Ticket } from '@rialto/psbt';
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
  /** As the file calls the token, proven by nothing; its id stands beside it. */
  readonly tick: string | undefined;
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
export function rescuedOf({ funding, locks, token }: RescueBid, network: Network): Rescued[] {
  const inputs = funding === undefined ? [] : transactionOf(funding).inputs;
  const coins = inputs.map(spentPoint);
  return locks.map((lock) => rescued(lock, token, { network, coins }));
}

function rescued(
  found: RescueLock,
  token: RescueToken | undefined,
  { network, coins }: { readonly network: Network; readonly coins: readonly Outpoint[] },
): Rescued {
  const { lock, coin, exit, dearExit } = found;
  const { ticket } = lock;
  const dear = dearExit === undefined ? [] : [exitOf(found, dearExit)];
  return {
    network,
    outpoint: coin.outpoint,
    funding: { ...splitOutpoint(coin.outpoint), coins },
    value: coin.value,
    promise: promisedBy(ticket, token),
    exitAfter: ticket.exitAfter,
    address: scriptToAddress(ticket.script, network) ?? bytesToHex(ticket.script),
    exits: [exitOf(found, exit), ...dear],
  };
}

function promisedBy(
  { kind, price, asset, amount, expiry }: Ticket,
  token: RescueToken | undefined,
): Promised {
  const { protocol = '', id = '' } = splitAsset(asset) ?? {};
  const text = wholeText(protocol, amount, token?.decimals);
  return {
    kind,
    price,
    protocol: PROTOCOLS[protocol] ?? protocol,
    asset: id,
    amount: text ?? amount.toString(),
    unit: text === undefined ? msg('in smallest units') : undefined,
    tick: token?.tick,
    expiry,
  };
}

/** In whole tokens; undefined where nobody says its decimals. */
function wholeText(
  protocol: string,
  amount: Ticket['amount'],
  decimals: number | undefined,
): string | undefined {
  if (protocol === 'brc20') return formatBrc20Amount(amount);
  return decimals === undefined ? undefined : decimalText(amount, decimals);
}

function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const rest = digits.slice(at).replace(/0+$/, '');
  return rest === '' ? digits.slice(0, at) : `${digits.slice(0, at)}.${rest}`;
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
