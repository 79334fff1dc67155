/** Shown once in place of dollars, while no source of prices answers. */
import { useSettings } from '../../../data/settings.ts';
import { t } from '../../../words.ts';

export function Unpriced({ missing }: { missing: boolean }) {
  const { fiatPrice } = useSettings();
  if (!fiatPrice || !missing) return null;
  return <span className="text-xs text-haze">{t('Prices are unavailable right now.')}</span>;
}
