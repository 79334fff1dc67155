/** A transfer of tokens that Metalet makes and does not send. It reads amounts by the digits it is told, as text: the number 0 counts as 8. */
import { inner } from '../unknown.ts';
import { notUnderstood, text } from './answers.ts';
import type { Provider } from './provider.ts';
import type { TokenTransfer, TokenTransferred } from './wallet.ts';

export async function transferWithMetalet(
  provider: Provider,
  { token, decimals, address, units, note, feeRate }: TokenTransfer,
): Promise<TokenTransferred> {
  const receivers = [{ address, amount: units.toString(), decimal: decimals.toString() }];
  const task = { ...token, receivers, metaidData: note };
  // Without a rate it would ask its servers, and take five times as much where they do not answer.
  const answer = await provider.request('transfer', { tasks: [task], broadcast: false, feeb: feeRate });
  const made: unknown = inner(answer, 'res');
  // Another one would be SPACE that it moves first: nobody has asked for that.
  if (!Array.isArray(made) || made.length !== 1) throw notUnderstood();
  const one: unknown = made[0];
  return { check: text(inner(one, 'routeCheckTxHex')), transfer: text(inner(one, 'txHex')) };
}
