/** Over every page of an exchange without real money. index.html has the same for the moment before this script runs. */
import type { Network } from '@rialto/protocols';
import { t } from '../../../words.ts';

export function TestnetStrip({ network }: { network: Network | undefined }) {
  if (network === undefined || network === 'livenet') return null;
  return (
    <section aria-label={t('Notice')} data-testid="testnet-strip" className="testnet-strip">
      {t('This is a testnet version of Rialto. Funds and assets have no real value.')}
    </section>
  );
}
