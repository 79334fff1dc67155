/** What was paid into the bridge and fits no order, each with its way back. Public data, no session wanted. */
import { useBridgeAssets, useBridgeDeposits } from '../../data/bridge/bridge-queries.ts';
import type { BridgeDeposit } from '../../data/bridge/bridge-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { useMvcWallet } from '../../flows/mvc/mvc-wallet.ts';
import { BridgeAmount, chainsOf } from '../../show/bridge/BridgeAmount.tsx';
import { BridgeTx } from '../../show/bridge/BridgeTx.tsx';
import { TakeItBack } from '../../show/bridge/TakeItBack.tsx';
import { depositWords, reasonWords } from '../../show/bridge/bridge-words.ts';
import { Words } from '../../ui/Words.tsx';
import { t } from '../../words.ts';
import { Part } from './Part.tsx';

/** Of both chains, of whoever is connected. */
export function useOwnDeposits(): readonly BridgeDeposit[] {
  const { user } = useAccount();
  const { account } = useMvcWallet(user);
  const onBitcoin = useBridgeDeposits(user?.address).data ?? [];
  const onMvc = useBridgeDeposits(account?.address).data ?? [];
  return [...new Map([...onBitcoin, ...onMvc].map((one) => [one.deposit, one])).values()];
}

export function BridgeDeposits() {
  const { user } = useAccount();
  const deposits = useOwnDeposits();
  const assets = useBridgeAssets().data?.assetList ?? [];
  if (user === undefined) return null;
  return (
    <Part
      name={t('Paid into the bridge and not accepted')}
      rows={deposits.map((one) => (
        <DepositRow key={one.deposit} one={one} asset={assets.find(({ asset }) => asset === one.asset)} />
      ))}
    />
  );
}

interface DepositRowProps {
  readonly one: BridgeDeposit;
  readonly asset: Parameters<typeof TakeItBack>[0]['asset'];
}

function DepositRow({ one, asset }: DepositRowProps) {
  const [chain] = chainsOf(one.direction);
  return (
    <li data-testid="own-deposit" data-id={one.deposit} className="space-y-2 px-4 py-3.5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-sm font-medium">
          {asset === undefined ? (
            one.asset
          ) : (
            <BridgeAmount value={BigInt(one.amount)} asset={asset} chain={chain} />
          )}
        </p>
        <BridgeTx chain={chain} txid={one.txid} />
      </div>
      <p className="text-xs leading-5 text-mist">
        {depositWords(one)}
        {one.reason === '' ? '' : ` · ${reasonWords(one.reason)}`}
      </p>
      <WentBack one={one} asset={asset} />
      <TakeItBack deposit={one} direction={one.direction} asset={asset} />
    </li>
  );
}

/** What of it went back, and by which transaction. */
function WentBack({ one: { exit, direction }, asset }: DepositRowProps) {
  if (exit?.kind !== 'refund') return null;
  const [chain] = chainsOf(direction);
  return (
    <p data-testid="own-deposit-back" className="flex items-baseline justify-between gap-4 text-xs leading-5">
      <span className="text-mist">
        {asset === undefined ? (
          t('Sent back')
        ) : (
          <Words
            of="Sent back: {amount}"
            parts={{ amount: <BridgeAmount value={BigInt(exit.out)} asset={asset} chain={chain} /> }}
          />
        )}
      </span>
      <BridgeTx chain={chain} txid={exit.txid} />
    </p>
  );
}
