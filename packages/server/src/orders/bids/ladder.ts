/** A ladder between its rows and the templates: tickets, locks, the funding's plan, the coin of a lock. */
import { coinFromWire, coinToWire, ticketFromWire } from '@rialto/contract';
import type { BidPsbt, WireTicket } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant, outpoint, sats } from '@rialto/protocols';
import type { Coin, Network, Outpoint, Txid } from '@rialto/protocols';
import { addressToScript, lockOf } from '@rialto/psbt';
import type { FundingPlan, LockedCoin } from '@rialto/psbt';
import type { BidRow } from '../../store/bids/bid-store.ts';
import type { BidRecord } from '../../store/bids/bid-record.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';

/** The plan a prepared bid was built from. Throws as `lockOf`. */
export function fundingOfRecord(record: BidRecord, address: string, network: Network): FundingPlan {
  return {
    bidderScript: addressToScript(address, network),
    bidderKey: hexToBytes(record.key),
    payments: record.coins.map(coinFromWire),
    locks: record.tickets.map((ticket) => lockOf(ticketFromWire(ticket))),
    change: sats(BigInt(record.change)),
    feeRateSatVb: record.feeRate,
  };
}

/** The lock of a rung with its coin: with a height once a block has it. */
export function lockedCoinOf(rung: Pick<RungRow, 'ticket' | 'bid'>): LockedCoin {
  return lockedAt(rung.ticket, rung.bid);
}

/** The same of a ticket. */
function lockedAt(
  ticket: WireTicket,
  { fundingTxid, fundingHeight }: Pick<BidRow, 'fundingTxid' | 'fundingHeight'>,
): LockedCoin {
  const lock = lockOf(ticketFromWire(ticket));
  const { index, price } = lock.ticket;
  const base = {
    outpoint: outpoint(fundingTxid as Txid, index),
    value: price,
    script: lock.script,
    assets: [],
  };
  const coin: Coin = fundingHeight === null ? base : { ...base, height: fundingHeight };
  return { lock, coin };
}

interface Built {
  readonly psbt: Uint8Array;
  readonly toSign: readonly { readonly index: number; readonly sighash: number }[];
}

/** A transaction to sign as it is answered. */
export function psbtToSign(built: Built, coins: readonly Coin[]): BidPsbt {
  return {
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: coins.map(coinToWire),
  };
}

/** The first block that may hold the exit; undefined while no block has the funding. */
export function exitHeightOf({
  fundingHeight,
  exitAfter,
}: Pick<BidRow, 'fundingHeight' | 'exitAfter'>): number | undefined {
  return fundingHeight === null ? undefined : fundingHeight + exitAfter;
}

/** What a held funding spends. */
export const fundingPointsOf = ({ coins }: Pick<BidRow, 'coins'>): Outpoint[] =>
  coins.map((coin) => coin.outpoint as Outpoint);

/** The signed funding. */
export function fundingRawOf({ fundingRaw }: Pick<BidRow, 'fundingRaw'>): Uint8Array {
  invariant(fundingRaw !== null, 'a bid that is offered has its funding');
  return hexToBytes(fundingRaw);
}
