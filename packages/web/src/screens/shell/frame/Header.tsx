/** Name, navigation, balances, what is in progress, notifications, network and fee plan, account. */
import { useAccount } from '../../../flows/account/account.ts';
import { AccountButtons } from '../account/AccountButtons.tsx';
import { BalanceButton } from '../balances/BalanceButton.tsx';
import { FeedLight } from './FeedLight.tsx';
import { FeePlanButton } from '../fees/FeePlan.tsx';
import { openDialog } from './frame-dialogs.ts';
import { LogoMenu } from './LogoMenu.tsx';
import { DesktopNav, MobileNav } from './Nav.tsx';
import { NotificationBell } from '../notifications/Notifications.tsx';
import { ProgressChip } from '../tray/ProgressChip.tsx';
import { t } from '../../../words.ts';

export function Header() {
  const { user } = useAccount();
  return (
    <header className="relative flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line px-3 sm:gap-3 sm:px-5">
      <div className="flex items-center gap-1 sm:gap-3">
        <LogoMenu />
        <DesktopNav />
        <MobileNav
          more={
            user === undefined
              ? []
              : [
                  {
                    label: t('Balances'),
                    group: t('Account'),
                    onChoose: () => openDialog('balances'),
                    testId: 'mobile-balances',
                  },
                ]
          }
        />
      </div>
      <div className="flex items-center gap-1.5 sm:gap-2">
        <FeedLight />
        <BalanceButton />
        <ProgressChip />
        <NotificationBell />
        <FeePlanButton />
        <AccountButtons />
      </div>
    </header>
  );
}
