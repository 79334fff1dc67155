/** What adding takes out of the wallet in sats, line by line. */
import { satsOf } from '../lots/own-lots.ts';
import type { OwnLot } from '../lots/own-lots.ts';
import { SatLines, SatTotal, networkFeeName } from '../sum/SatLines.tsx';

interface AddSumProps {
  readonly sats: bigint;
  readonly gas: bigint;
  readonly lots: readonly OwnLot[] | undefined;
  readonly feeRate: number | undefined;
}

export function AddSum({ sats, gas, lots, feeRate }: AddSumProps) {
  const lotSats = -satsOf(lots ?? []);
  const parts = {
    ...{ sats: lotSats - sats - gas, networkFee: gas },
    ...{ serviceFee: 0n, restockFee: 0n, lotSats },
  };
  return (
    <>
      <SatLines parts={parts} pays names={{ network: networkFeeName(feeRate) }} />
      <SatTotal parts={parts} pays opensCoin={lots !== undefined} />
    </>
  );
}
