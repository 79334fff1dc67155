/** Where there is no user yet. Busy while what is shown of one is on its way. */
import { askToConnect } from '../../../flows/account/connect-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';

export function ConnectButton({ busy }: { busy: boolean }) {
  return (
    <Button
      tone="primary"
      size="sm"
      className="!h-9"
      busy={busy}
      onClick={askToConnect}
      data-testid="connect-button"
    >
      <Icon name="wallet" />
      <span className="sm:hidden">{t('Connect')}</span>
      <span className="hidden sm:inline">{t('Connect Wallet')}</span>
    </Button>
  );
}
