/** Make an amount transferable: the wallet builds, shows and sends the inscription; the tray waits for its block. */
import { walletById } from '../wallets/wallets.ts';
import type { Person } from './account.ts';
import { putInTray } from './tray.ts';

export async function inscribeTransfer(person: Person, tick: string, amount: string): Promise<void> {
  const id = await (await walletById(person.wallet)).inscribeTransfer(tick, amount);
  putInTray({
    id: id ?? `inscribe-${Date.now()}`,
    kind: 'inscribe',
    address: person.address,
    tick,
    title: `Inscribe ${amount} ${tick}`,
    state: 'sent',
    txId: id?.slice(0, 64) ?? '',
    note: '',
    nextBest: [],
    startedAt: Date.now(),
  });
}
