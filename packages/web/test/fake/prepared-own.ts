/** Acts on one's own as the exchange prepares them, for the page to read. */
import { coinToWire } from '@rialto/contract';
import type { OwnPsbt, PreparedOwn } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import type { Planned } from '@rialto/psbt';

/** sat/vB of all of them. */
export const RATE = 8;

export function psbtOf(planned: Planned): OwnPsbt {
  const coins = planned.draft.inputs.map(({ coin }) => coin);
  const signed = planned.ours.flatMap((witness, index) =>
    witness === undefined ? [] : [{ index, witness: witness.map(bytesToHex) }],
  );
  return {
    psbtRaw: bytesToHex(planned.psbt),
    toSignInputs: planned.toSign.map((one) => ({ ...one })),
    coins: coins.map(coinToWire),
    held: coins.flatMap((coin) => (coin.height === undefined ? [coin.outpoint] : [])),
    message: signed.length > 0,
    ...(signed.length === 0 ? {} : { signed }),
  };
}

export function prepared(act: PreparedOwn['act'], transactions: OwnPsbt[], networkFee: bigint): PreparedOwn {
  return {
    ownId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0002',
    act,
    transactions,
    fees: { networkFee: networkFee.toString(), vsize: 1, feeRate: RATE, cost: '0' },
    expiresAt: 0,
  };
}

export const plans = (act: PreparedOwn['act'], ...all: Planned[]): PreparedOwn =>
  prepared(
    act,
    all.map(psbtOf),
    all.reduce((sum, { fee }) => sum + fee, 0n),
  );
