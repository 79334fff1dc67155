/** Make an amount transferable: the wallet builds, shows and sends the inscription; the tray waits for its block. */
import { walletById } from '../../wallets/wallets.ts';
import type { User } from '../account/account.ts';
import { putInTray } from '../tray.ts';
import { t } from '../../words.ts';

/** Gives back false when the wallet goes on alone and never says which inscription it made: nothing can be waited for. */
export async function inscribeTransfer(
  user: User,
  token: { ticker: string; assetId: string },
  amount: string,
): Promise<boolean> {
  const { ticker: tick, assetId } = token;
  const wallet = await walletById(user.wallet);
  const id = await wallet.inscribeTransfer(tick, amount);
  if (id === undefined) return false;
  putInTray({
    id,
    kind: 'inscribe',
    address: user.address,
    book: 'brc20',
    tick,
    assetId,
    title: wallet.can.inscribeAmount
      ? t('Inscribe {amount} {tick}', { amount, tick })
      : t('Inscribe {tick}', { tick }),
    state: 'sent',
    txId: id.slice(0, 64),
    note: '',
    nextBest: [],
    startedAt: Date.now(),
  });
  return true;
}
