/** What a removal brings: both sides; of whole lots how much comes as lots, and for how much there are sats instead. */
import type { AnswerOf } from '@rialto/contract';
import { shownUnits } from '../../../flows/review.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';
import { shortTokens } from '../amounts.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { restOf } from './lot-shares.ts';

type Preview = Pick<AnswerOf<'previewRemove'>, 'token1Amount' | 'token2Amount' | 'gas' | 'restockFee'>;

interface BringsProps {
  readonly page: OpenPage;
  readonly token: PoolToken;
  readonly data: Preview;
  readonly shares: bigint;
}

export function Brings({ page: { rules, pool }, token, data, shares }: BringsProps) {
  const [sats, units, gas] = [BigInt(data.token1Amount), BigInt(data.token2Amount), BigInt(data.gas)];
  const restockFee = BigInt(data.restockFee);
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="remove-brings">
      {rules.movesLots ? (
        <Parts
          token={token}
          inLots={units}
          inSats={restOf({ r2: BigInt(pool.token2Pool), shares: BigInt(pool.poolEquity) }, { shares, units })}
        />
      ) : null}
      <Line name={t('Out of the pool')}>
        <Exact value={sats + restockFee} />
      </Line>
      {restockFee === 0n ? null : (
        <Line name={t('Inscribing the next lots')}>
          <Exact value={restockFee} />
        </Line>
      )}
      <Line name={t('Network fee, about')}>
        <Exact value={gas} />
      </Line>
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
  const sats = BigInt(data.token1Amount) - BigInt(data.gas);
  const units = BigInt(data.token2Amount);
  return (
    <dl className="px-4">
      <Line name={t('Finally receive')} strong>
        <span className="block">
          <Exact value={sats} /> <Fiat value={sats} className="font-normal" />
        </span>
        {units === 0n ? null : (
          <Tokens units={shownUnits(units, token.divisibility)} tick={token.name} className="block" />
        )}
      </Line>
    </dl>
  );
}
