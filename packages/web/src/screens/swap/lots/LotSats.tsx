/** The sats that lots lie on: they change hands with them, beside what was asked for. */
import { Line } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';

/** Nothing where no lot moves. @param sats that come to the user; negative where they go */
export function LotSats({ sats }: { readonly sats: bigint }) {
  if (sats === 0n) return null;
  const name =
    sats > 0n ? t('Sats under the lots, yours with them') : t('Sats under the lots, gone with them');
  return (
    <Line name={name}>
      <Exact value={sats} signed />
    </Line>
  );
}
