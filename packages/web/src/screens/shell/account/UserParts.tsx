/** The header of who is connected: balance, what is in progress, notifications; and the menu of the address. */
import { shortened } from '@rialto/market';
import { useNetwork } from '../../../data/network.ts';
import type { Account, User } from '../../../flows/account/account.ts';
import { login } from '../../../flows/account/on-demand.ts';
import { useSigningIn } from '../../../flows/account/signing-in.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ActsMenu } from '../../../ui/menu/ActsMenu.tsx';
import { BalanceButton } from '../balances/BalanceButton.tsx';
import { NotificationBell } from '../notifications/Notifications.tsx';
import { tellWallet } from '../tell.ts';
import { ProgressChip } from '../tray/ProgressChip.tsx';
import { Tray } from '../tray/Tray.tsx';
import { useAddressActs } from './address-acts.ts';
import { t } from '../../../words.ts';

export function UserFigures() {
  return (
    <>
      <BalanceButton />
      <Tray />
      <ProgressChip />
      <NotificationBell />
    </>
  );
}

interface AccountMenuProps extends Pick<Account, 'credential'> {
  readonly user: User;
}

/** With the log-in where it was refused or has ended. */
export function AccountMenu({ user, credential }: AccountMenuProps) {
  const { address } = user;
  const network = useNetwork();
  const signing = useSigningIn(address);
  const acts = useAddressActs(user);
  return (
    <>
      {credential !== undefined ? null : signing ? (
        <Button size="sm" className="!h-9" busy data-testid="logging-in" title={t('Confirm in the wallet')}>
          <span className="max-sm:sr-only">{t('Logging in')}</span>
        </Button>
      ) : (
        <Button
          tone="primary"
          size="sm"
          className="!h-9 max-sm:!px-2"
          data-testid="authorize-button"
          onClick={() => void login(user, network).catch(tellWallet)}
        >
          {t('Authorize')}
        </Button>
      )}
      <ActsMenu
        label={t('Account')}
        testId="account-menu"
        button={
          <>
            <span
              className={`size-2 rounded-full ${credential === undefined ? 'bg-haze' : 'bg-buy'}`}
              aria-hidden="true"
            />
            <span className="sr-only">{t('Account')}</span>
            {credential === undefined ? (
              <span className="num whitespace-nowrap sm:hidden">{shortened(address, 0, 4)}</span>
            ) : null}
            <span className={`num whitespace-nowrap ${credential === undefined ? 'max-sm:hidden' : ''}`}>
              {shortened(address, 6, 4)}
            </span>
            <Icon name="chevron" className="hidden size-3.5 text-haze sm:block" />
          </>
        }
        header={
          <p className="num border-b border-line px-2.5 pb-2 pt-1 text-xs text-haze [overflow-wrap:anywhere]">
            {address}
          </p>
        }
        acts={acts}
      />
    </>
  );
}
