/** Name, navigation, balances, what is in progress, notifications, network and fee plan, account. */
import { useAccount } from '../../../flows/account/account.ts';
import { ConnectButton } from '../account/ConnectButton.tsx';
import { useUserParts } from '../account/user-parts.ts';
import { FeedLight } from './FeedLight.tsx';
import { FeePlanButton } from '../fees/FeePlan.tsx';
import { openDialog } from './frame-dialogs.ts';
import { LogoMenu } from './LogoMenu.tsx';
import { DesktopNav, MobileNav } from './Nav.tsx';
import { t } from '../../../words.ts';

export function Header() {
  const { user, credential } = useAccount();
  const parts = useUserParts(user !== undefined);
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
        {parts === undefined ? null : <parts.UserFigures />}
        <FeePlanButton />
        {user === undefined || parts === undefined ? (
          <ConnectButton busy={user !== undefined} />
        ) : (
          <parts.AccountMenu user={user} credential={credential} />
        )}
      </div>
    </header>
  );
}
