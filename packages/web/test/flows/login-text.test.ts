/** A login text for another site, address, network or time never reaches the wallet. */
import { loginText } from '@rialto/psbt';
import { describe, expect, it } from 'vitest';
import { requireOwnText } from '../../src/flows/account/login.ts';
import { user } from '../fake/people.ts';

const { address } = user(7);
const issuedAt = 1_790_000_000_000;
const expiresAt = issuedAt + 300_000;
const nonce = 'a'.repeat(64);

function challenge(more: Partial<Parameters<typeof loginText>[0]> = {}, extra = '') {
  const words = {
    domain: 'rialto.example',
    address,
    network: 'livenet',
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  } as const;
  return { text: loginText({ ...words, ...more }) + extra, nonce, issuedAt, expiresAt };
}

const here = { address, network: 'livenet', host: 'rialto.example' } as const;

describe('the login text', () => {
  it('is signed when it is the one for here', async () => {
    await expect(requireOwnText(challenge(), here)).resolves.toBeUndefined();
  });
  it.each([
    ['another site', challenge({ domain: 'evil.example' })],
    ['another address', challenge({ address: user(8).address })],
    ['another network', challenge({ network: 'regtest' })],
    ['another nonce', challenge({ nonce: 'b'.repeat(64) })],
    ['a longer life', challenge({ expiresAt: '2099-01-01T00:00:00.000Z' })],
    ['something added', challenge({}, '\nand all my coins')],
  ])('is not signed for %s', async (_, text) => {
    await expect(requireOwnText(text, here)).rejects.toThrow('Nothing was signed');
  });
  it('knows the three names of one’s own machine, with the same port only', async () => {
    const local = challenge({ domain: 'localhost:7780' });
    await expect(requireOwnText(local, { ...here, host: '127.0.0.1:7780' })).resolves.toBeUndefined();
    await expect(requireOwnText(local, { ...here, host: '127.0.0.1:7781' })).rejects.toThrow();
    await expect(requireOwnText(local, { ...here, host: 'localhost.evil:7780' })).rejects.toThrow();
  });
});
