/** More liquidity: what is typed on one side, or the lots that are brought, say the other, in the pool's ratio. */
import { useDeferredValue, useState } from 'react';
import { ApiError } from '../../../data/calls/api-error.ts';
import { useAddPreview } from '../../../data/pools/preview-queries.ts';
import { Line } from '../../../show/Lines.tsx';
import { pressMain } from '../../../ui/press-main.ts';
import { t } from '../../../words.ts';
import { BTC_DECIMALS, textOf, unitsIn } from '../../../show/swap/amounts.ts';
import { FeesAreMuch } from '../FeesAreMuch.tsx';
import { GatherButton } from '../gather/GatherButton.tsx';
import { chosenOf, sumOf } from '../lots/own-lots.ts';
import type { OwnLot } from '../lots/own-lots.ts';
import type { OpenPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { percentText } from '../../../show/swap/amounts.ts';
import type { Label } from '../../../show/swap/label.ts';
import { AddSum } from './AddSum.tsx';
import { AddFoot, Boxes, OneToken, begin, runesBrought } from './LiquidityBoxes.tsx';
import type { LiquidityProps, Typing } from './LiquidityBoxes.tsx';
import { addLabel } from './liquidity-form.ts';

interface MoreProps extends LiquidityProps {
  readonly page: OpenPage;
}

type Side = 'token1' | 'token2';

/** What is brought on one side says the other. */
function useAdding({ page, token }: MoreProps, source: Side, typed: bigint | undefined) {
  const asked = useDeferredValue(typed?.toString());
  const named = { kind: page.rules.kind, token: token.id, feeRate: page.feeRate };
  const preview = useAddPreview(named, source, asked);
  const data = asked === typed?.toString() && !preview.isError ? preview.data : undefined;
  const refusal = preview.error instanceof ApiError ? preview.error.refusal : undefined;
  const [own, other] = [data?.sourceAmount, data?.targetAmount].map((one) =>
    one === undefined ? undefined : BigInt(one),
  );
  const [sats, units] = source === 'token1' ? [own, other] : [other, own];
  return { typed, data, sats, units, refusal: typed === undefined ? undefined : refusal };
}

export function MoreLiquidity(props: MoreProps) {
  const { page, token, acting } = props;
  const { rules, pool } = page;
  const [source, setSource] = useState<Side>(rules.movesLots ? 'token2' : 'token1');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const lots = rules.movesLots ? chosenOf(page.lots, chosen) : undefined;
  const inText = unitsIn(text, source === 'token1' ? BTC_DECIMALS : token.divisibility);
  const adding = useAdding(props, source, lots === undefined ? inText : sumOf(lots) || undefined);
  const { typed, data, sats, units } = adding;
  const typing = (side: Side, value: bigint | undefined, decimals: number): Typing => {
    const said = value === undefined ? '' : textOf(value, decimals);
    if (lots !== undefined) return { text: said, onType: undefined };
    return {
      text: source === side ? text : said,
      onType: (next) => {
        setSource(side);
        setText(next);
      },
    };
  };
  return (
    <div data-enter className="space-y-3" onKeyDown={pressMain}>
      <Boxes
        page={page}
        token={token}
        least={pool.least.add}
        btc={typing('token1', sats, BTC_DECIMALS)}
        tokens={typing('token2', lots === undefined ? units : typed, token.divisibility)}
        lots={lots && { chosen, onChoose: setChosen }}
      />
      {data === undefined || sats === undefined ? null : (
        <>
          <AddCosts {...{ pool, token, data, sats, lots, feeRate: page.feeRate }} />
          <FeesAreMuch fees={BigInt(data.gas)} sum={sats} />
        </>
      )}
      <GatherButton
        page={page}
        token={token}
        wanted={runesBrought(page, { sats, units, gas: BigInt(data?.gas ?? '0') })}
        now={addNow(props, adding)}
        busy={acting.busy}
        waits={page.feeRate === undefined}
        testId="add-button"
        onAct={() => {
          if (data !== undefined && typed !== undefined)
            begin(
              props,
              {
                act: 'add',
                source,
                amount: typed.toString(),
                other: data.targetAmount,
                shares: data.addEquity,
              },
              lots,
            );
        }}
      />
      <AddFoot movesLots={rules.movesLots} />
    </div>
  );
}

function addNow({ page }: MoreProps, { data, sats, units, refusal }: ReturnType<typeof useAdding>): Label {
  const { pool, account, btc, held } = page;
  return addLabel({
    ...{ connected: account.user !== undefined, paused: pool.paused, sats, units, refusal },
    ...{ gas: BigInt(data?.gas ?? '0'), btc, held, least: BigInt(pool.least.add) },
  });
}

interface AddCostsProps {
  readonly pool: MoreProps['page']['pool'];
  readonly token: PoolToken;
  readonly data: { readonly gas: string; readonly addEquity: string; readonly poolEquity: string };
  readonly sats: bigint;
  readonly lots: readonly OwnLot[] | undefined;
  readonly feeRate: number | undefined;
}

function AddCosts({ pool, token, data, sats, lots, feeRate }: AddCostsProps) {
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3" data-testid="add-costs">
      <OneToken token={token} sats={BigInt(pool.token1Pool)} units={BigInt(pool.token2Pool)} />
      <AddSum {...{ sats, gas: BigInt(data.gas), lots, feeRate }} />
      <Line name={t('Your share of the pool with it')} strong>
        {percentText(shareWith(pool, data))}
      </Line>
    </dl>
  );
}

/** In percent with two digits. */
function shareWith(
  { addressEquityOverall }: { addressEquityOverall: string },
  { addEquity, poolEquity }: { addEquity: string; poolEquity: string },
): string {
  const part = (BigInt(addressEquityOverall) + BigInt(addEquity)) * 10_000n;
  return (Number(part / BigInt(poolEquity)) / 100).toString();
}
