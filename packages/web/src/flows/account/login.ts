/** Login: the exchange's text, proven to be the one for this site, address and network, then signed once per session. */
import type { Network } from '@rialto/protocols';
import type { LoginChallenge } from '@rialto/contract';
import { call } from '../../data/calls/client.ts';
import { credentialOf, saveCredential } from '../../data/calls/credentials.ts';
import { walletById } from '../../wallets/wallets.ts';
import { WalletError } from '../../wallets/wallet.ts';
import { connection, userOf } from './account.ts';
import type { User } from './account.ts';
import { sync } from './connect.ts';
import { signingIn } from './signing-in.ts';
import { t } from '../../words.ts';

/** Signs once per session: does nothing when there is one, or while the same address waits for the wallet. */
export async function login(user: User | undefined, network: Network): Promise<void> {
  if (user === undefined) throw new WalletError('not-connected', t('Please connect to a wallet first.'));
  const { address } = user;
  if (signingIn.get().includes(address)) return;
  signingIn.update((all) => [...all, address]);
  try {
    await sync(network);
    const now = userOf(connection.get());
    if (now === undefined) throw new WalletError('not-connected', t('Please connect to a wallet first.'));
    if (credentialOf(now.address) === undefined) await signIn(now, network);
  } finally {
    signingIn.update((all) => all.filter((one) => one !== address));
  }
}

async function signIn(user: User, network: Network): Promise<void> {
  const { address, publicKey } = user;
  const wallet = await walletById(user.wallet);
  const challenge = await call('loginChallenge', { query: { net: network, address } });
  await requireOwnText(challenge, { address, network, host: window.location.host });
  // The kind that verifies against a Taproot address, where the wallet has it (wallets §8.3).
  const type = wallet.can.bip322 && isTaproot(address) ? 'bip322-simple' : 'ecdsa';
  const signature = await wallet.signMessage(challenge.text, type);
  const session = { signature, publicKey };
  const { nonce, issuedAt } = challenge;
  const answer = await call('loginIn', { body: { net: network, address, nonce, issuedAt }, session });
  saveCredential({ publicKey, signature, address, expiresAt: answer.expiresAt });
}

function isTaproot(address: string): boolean {
  return /^(?:bc|tb|bcrt)1p/i.test(address);
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?=:|$)/;

/** A text made for another site, address or network could be used as a login elsewhere: it never reaches the wallet. */
export async function requireOwnText(
  challenge: LoginChallenge,
  here: { address: string; network: Network; host: string },
): Promise<void> {
  const { loginText } = await import('@rialto/psbt');
  const { address, network, host } = here;
  const texts = domainsOf(host).map((domain) =>
    loginText({
      domain,
      address,
      network,
      nonce: challenge.nonce,
      issuedAt: new Date(challenge.issuedAt).toISOString(),
      expiresAt: new Date(challenge.expiresAt).toISOString(),
    }),
  );
  if (texts.includes(challenge.text)) return;
  throw new Error(
    t('The login text is not the one for {host} and your address. Nothing was signed.', { host }),
  );
}

/** One's own machine has three names; they are the same site. */
function domainsOf(host: string): string[] {
  if (!LOOPBACK.test(host)) return [host];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => host.replace(LOOPBACK, name));
}
