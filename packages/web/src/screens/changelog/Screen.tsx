/** The changelog: our releases, then the history they continue. */
import { Column } from '../../ui/Page.tsx';
import { BEFORE, OURS } from './versions.ts';
import type { Version } from './versions.ts';
import { dateWords, t } from '../../words.ts';

export function ChangelogScreen() {
  return (
    <Column title={t('Changelog')}>
      <List versions={OURS} />
      <h2 className="mb-5 mt-12 border-t border-line pt-8 text-sm font-medium text-haze">
        {t('The product it continues')}
      </h2>
      <List versions={BEFORE} />
    </Column>
  );
}

function List({ versions }: { versions: readonly Version[] }) {
  return (
    <ol className="space-y-7">
      {versions.map(({ version, date, changes }) => (
        <li key={version} data-testid="version" className="grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_1fr]">
          <div>
            <h3 className="num font-semibold leading-6">{version}</h3>
            {date === '' ? null : (
              <time dateTime={date} className="num text-xs text-haze">
                {dateWords(date, { dateStyle: 'medium', timeZone: 'UTC' })}
              </time>
            )}
          </div>
          <ul className="space-y-1 text-[0.9375rem] leading-6 text-mist">
            {changes.map((change) => (
              <li key={change}>{t(change)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
