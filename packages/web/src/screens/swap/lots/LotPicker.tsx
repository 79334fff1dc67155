/** The lots one has, to choose from: whole, up to four at once; without any the way to make one. */
import { Notice } from '../../../show/Lines.tsx';
import { Tokens } from '../../../show/Money.tsx';
import { inscribeHref } from '../../../data/pair-href.ts';
import { LINK } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { msg, t } from '../../../words.ts';
import type { PoolPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';
import { Way } from '../../../ui/Way.tsx';
import { DEEP, MOST_LOTS, toggled } from './own-lots.ts';
import type { OwnLot } from './own-lots.ts';

export interface LotPickerProps {
  readonly page: Pick<PoolPage, 'lots' | 'address'>;
  readonly token: PoolToken;
  /** Outpoints. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

export function LotPicker({ page: { lots, address }, token, chosen, onChoose }: LotPickerProps) {
  if (address === '') return null;
  if (lots === undefined) return <Skeleton className="h-20 w-full" />;
  if (lots.length === 0) return <NoLots token={token} />;
  return (
    <fieldset data-testid="pool-lots">
      <legend className="sr-only">{t('Select lots, up to {count} at once', { count: MOST_LOTS })}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-[0.8125rem]">
        <p aria-hidden="true" className="text-mist">
          {t('Select lots, up to {count} at once', { count: MOST_LOTS })}
        </p>
        <Inscribe token={token} words={t('Inscribe Transfer')} />
      </div>
      <div className="max-h-56 divide-y divide-line overflow-y-auto rounded-xl border border-line bg-ink-0">
        {lots.map((lot) => (
          <LotRow
            key={lot.outpoint}
            lot={lot}
            token={token}
            isChosen={chosen.includes(lot.outpoint)}
            isFull={chosen.length >= MOST_LOTS}
            onToggle={() => onChoose(toggled(chosen, lot.outpoint))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const STATES: Readonly<Record<Exclude<OwnLot['state'], 'ready' | 'waiting'>, string>> = {
  listed: msg('Listed'),
  signed: msg('Signed, not listed yet'),
};

function stateWords({ state, confirmations: done }: OwnLot): string {
  if (state === 'ready') return '';
  if (state !== 'waiting') return t(STATES[state]);
  return done === 0 ? t('Waits for a block') : t('Confirmed ({done} of {deep})', { done, deep: DEEP });
}

interface LotRowProps {
  readonly lot: OwnLot;
  readonly token: PoolToken;
  readonly isChosen: boolean;
  /** As many are chosen as go at once. */
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

function LotRow({ lot, token, isChosen, isFull, onToggle }: LotRowProps) {
  const isReady = lot.state === 'ready';
  const isOff = !isReady || (isFull && !isChosen);
  return (
    <label
      data-testid="pool-lot"
      data-outpoint={lot.outpoint}
      data-state={lot.state}
      className={`flex min-h-11 items-center gap-3 px-3 text-[0.8125rem] has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-amber ${
        isChosen && isReady ? 'bg-amber/12 [&_.text-haze]:text-mist' : isOff ? '' : 'hover:bg-ink-2'
      }`}
    >
      <input
        type="checkbox"
        name="lot"
        disabled={isOff}
        checked={isChosen && isReady}
        onChange={onToggle}
        className="size-4 accent-amber"
      />
      <Tokens units={lot.units} tick={token.name} className={`flex-1 ${isReady ? '' : 'text-haze'}`} />
      <span className="text-xs text-haze">{stateWords(lot)}</span>
      {lot.inscriptionNumber === '-1' ? null : (
        <span className="num text-xs text-haze">#{lot.inscriptionNumber}</span>
      )}
    </label>
  );
}

function NoLots({ token }: { token: PoolToken }) {
  return (
    <div data-testid="no-lots">
      <Notice tone="calm">
        {t('You have no transferable {tick}. A pool takes whole transfer lots: inscribe one first.', {
          tick: token.name,
        })}{' '}
        <Inscribe token={token} words={t('Inscribe Transfer')} />
      </Notice>
    </div>
  );
}

/** Where the order book makes lots. */
function Inscribe({ token, words }: { token: PoolToken; words: string }) {
  const { name: ticker, assetId } = token;
  return (
    <Way
      href={inscribeHref({ ticker, assetId, firstDeployed: true })}
      data-testid="inscribe-lot"
      className={`${LINK} inline-flex min-h-11 items-center text-[0.8125rem]`}
    >
      {words}
    </Way>
  );
}
