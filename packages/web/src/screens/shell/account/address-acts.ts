/** The menu of the address (product §2): copy, look up, test coins, forget, leave. */
import { useNavigate } from '@tanstack/react-router';
import type { ExchangeConfig } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { useNetwork } from '../../../data/network.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import type { User } from '../../../flows/account/account.ts';
import { clearAccountCache, disconnect } from '../../../flows/account/on-demand.ts';
import { requestFaucet } from '../../../flows/faucet.ts';
import type { MenuAct } from '../../../ui/menu/menu-act.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { walletById } from '../../../wallets/wallets.ts';
import { tellWallet } from '../tell.ts';
import { t } from '../../../words.ts';

const RELOAD_MS = 1_000;

export function useAddressActs(user: User): readonly MenuAct[] {
  const network = useNetwork();
  const config = useConfig().data;
  const navigate = useNavigate();
  const { address } = user;
  return [
    { label: t('Copy Address'), onChoose: () => copy(address), testId: 'copy-address' },
    btcTransactions(address, config, () => void navigate({ to: '/dev', search: { address } })),
    mvcTransactions(user, config, () => void navigate({ to: '/mvc/transactions' })),
    ...faucet(network, address, config),
    { label: t('Clear Account Cache'), onChoose: () => void clear(network), testId: 'clear-cache' },
    {
      label: t('Disconnect'),
      onChoose: () => void leave(network),
      testId: 'disconnect',
    },
  ];
}

/** Without an explorer outside, our own page of coins and transactions. */
function btcTransactions(address: string, config: ExchangeConfig | undefined, own: () => void): MenuAct {
  const label = t('My Txs on BTC');
  const testId = 'btc-transactions';
  const explorer = config?.explorer ?? '';
  if (explorer === '') return { label, href: `/dev?address=${address}`, onChoose: own, testId };
  return { label, href: `${explorer}/address/${address}`, external: true, testId };
}

/** Without an explorer outside, as on the private chain, our own list. */
function mvcTransactions(user: User, config: ExchangeConfig | undefined, own: () => void): MenuAct {
  const label = t('My Txs on MVC');
  const testId = 'mvc-transactions';
  const explorer = config?.mvcExplorer ?? '';
  if (explorer === '') return { label, href: '/mvc/transactions', onChoose: own, testId };
  return { label, onChoose: () => void openMvc(user, explorer).catch(tellWallet), testId };
}

async function openMvc(user: User, explorer: string): Promise<void> {
  const wallet = await walletById(user.wallet);
  if (wallet.mvcAddress === undefined) {
    toast({ title: t('This wallet has no address on MVC. Metalet has one.'), variant: 'warn' });
    return;
  }
  window.open(`${explorer}/address/${await wallet.mvcAddress()}`, '_blank', 'noreferrer');
}

/** On testnet a faucet outside; the private chain gives by itself. */
function faucet(network: Network, address: string, config: ExchangeConfig | undefined): readonly MenuAct[] {
  const label = t('Testnet Faucet');
  const testId = 'testnet-faucet';
  if (network === 'livenet') return [];
  if (network === 'regtest') return [{ label, onChoose: () => void give(network, address), testId }];
  const href = config?.faucet ?? '';
  return href === '' ? [] : [{ label, href, external: true, testId }];
}

async function give(network: Network, address: string): Promise<void> {
  try {
    await requestFaucet(network, address, undefined);
    toast({
      title: t('Test coins sent'),
      description: t('They came with a block of their own and can be spent now.'),
      variant: 'success',
    });
  } catch (error) {
    tellWallet(error);
  }
}

/** The only toast there is: what the last account was told goes with it. */
async function leave(network: Network): Promise<void> {
  try {
    await disconnect(network);
    toast({ title: t('Wallet disconnected') });
  } catch (error) {
    tellWallet(error);
  }
}

function copy(address: string): void {
  navigator.clipboard.writeText(address).then(
    () => toast({ title: t('Address copied to clipboard') }),
    () => toast({ title: t('The browser did not allow copying.'), variant: 'warn' }),
  );
}

async function clear(network: Network): Promise<void> {
  await clearAccountCache(network);
  toast({ title: t('Account cache cleared. Refreshing...') });
  setTimeout(() => window.location.reload(), RELOAD_MS);
}
