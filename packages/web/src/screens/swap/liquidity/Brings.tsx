/** What a removal brings: both sides; of whole lots how much comes as lots, and for how much there are sats instead. */
import type { AnswerOf } from '@rialto/contract';
import { shownUnits } from '../../../flows/review.ts';
import { Line } from '../../../show/Lines.tsx';
import { Tokens } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';
import { shortTokens } from '../../../show/swap/amounts.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { SatLines, SatTotal, networkFeeName } from '../sum/SatLines.tsx';
import type { SatParts } from '../sum/sat-sum.ts';
import { restOf } from './lot-shares.ts';

type Preview = Pick<AnswerOf<'previewRemove'>, 'token1Amount' | 'token2Amount' | 'gas' | 'restockFee'>;

interface BringsProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly data: Preview;
  readonly shares: bigint;
}

export function Brings({ page: { rules, pool, feeRate }, token, data, shares }: BringsProps) {
  const units = BigInt(data.token2Amount);
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="remove-brings">
      {rules.movesLots ? (
        <Parts
          token={token}
          inLots={units}
          inSats={restOf({ r2: BigInt(pool.token2Pool), shares: BigInt(pool.poolEquity) }, { shares, units })}
        />
      ) : null}
      <SatLines parts={partsOf(data)} pays={false} names={{ network: networkFeeName(feeRate) }} />
    </dl>
  );
}

interface PartsProps {
  readonly token: PoolToken;
  readonly inLots: bigint;
  readonly inSats: bigint;
}

/** Lots do not divide: what none makes up is sold to the pool. */
function Parts({ token, inLots, inSats }: PartsProps) {
  const tokens = (units: bigint) => (
    <Tokens units={shortTokens(shownUnits(units, token.divisibility))} tick={token.name} />
  );
  return (
    <>
      <Line name={t('As whole lots')}>
        <span data-testid="remove-lots">{inLots === 0n ? t('None') : tokens(inLots)}</span>
      </Line>
      {inSats === 0n ? null : (
        <Line name={t('Paid in BTC, as no lot makes it up')}>
          <span data-testid="remove-rest">{tokens(inSats)}</span>
        </Line>
      )}
    </>
  );
}

export function BringsTotal({ data, token }: Pick<BringsProps, 'token'> & { data: Preview | undefined }) {
  if (data === undefined) return null;
  const units = BigInt(data.token2Amount);
  return (
    <dl className="px-4">
      <SatTotal parts={partsOf(data)} pays={false} opensCoin={false}>
        {units === 0n ? null : (
          <Tokens units={shownUnits(units, token.divisibility)} tick={token.name} className="block" />
        )}
      </SatTotal>
    </dl>
  );
}

/** What lots lie on is not known before they are named. */
function partsOf({ token1Amount, gas, restockFee }: Preview): SatParts {
  const networkFee = BigInt(gas);
  return {
    ...{ sats: BigInt(token1Amount) - networkFee, networkFee },
    ...{ serviceFee: 0n, restockFee: BigInt(restockFee), lotSats: 0n },
  };
}
