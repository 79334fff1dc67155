/** The dialogs any part of the frame may ask for, each fetched when first wanted. */
import { Suspense, lazy } from 'react';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { stopAsking } from '../../../flows/account/connect-request.ts';
import { dropRequest } from '../../../flows/own/own-request.ts';
import type { OwnRequest } from '../../../flows/own/own-request.ts';
import { Contained } from '../../../ui/Contained.tsx';
import { closeDialog } from './frame-dialogs.ts';
import type { FrameDialog } from './frame-dialogs.ts';

const BalancesDialog = lazy(async () => ({
  default: (await import('../balances/BalancesDialog.tsx')).BalancesDialog,
}));
const ConnectDialog = lazy(async () => ({
  default: (await import('../account/ConnectDialog.tsx')).ConnectDialog,
}));
const FeePlanDialog = lazy(async () => ({
  default: (await import('../fees/FeePlanDialog.tsx')).FeePlanDialog,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));
const OwnDialog = lazy(async () => ({ default: (await import('../own/OwnDialog.tsx')).OwnDialog }));
const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }));

interface DialogsProps {
  readonly open: FrameDialog | undefined;
  readonly request: OwnRequest | undefined;
  readonly connecting: boolean;
}

export function Dialogs({ open, request, connecting }: DialogsProps) {
  return (
    <Suspense fallback={null}>
      <Contained onClose={closeDialog}>
        {open === 'palette' ? <Palette onClose={closeDialog} /> : null}
        {open === 'keys' ? <KeysDialog onClose={closeDialog} /> : null}
        {open === 'fees' ? <Fees /> : null}
        {open === 'balances' ? <Balances /> : null}
      </Contained>
      <Contained onClose={dropRequest}>
        {request === undefined ? null : <OwnDialog request={request} />}
      </Contained>
      <Contained onClose={stopAsking}>{connecting ? <ConnectDialog /> : null}</Contained>
    </Suspense>
  );
}

function Fees() {
  return <FeePlanDialog fee={useFeePlan()} onClose={closeDialog} />;
}

function Balances() {
  const { user } = useAccount();
  return user === undefined ? null : <BalancesDialog address={user.address} onClose={closeDialog} />;
}
