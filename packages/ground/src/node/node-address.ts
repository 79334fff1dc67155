/** How a process finds its node: the same few settings for server and signer. The password comes from a file, never from the settings. */
import { readFileSync } from 'node:fs';
import type { NodeAddress } from './bitcoind-rpc.ts';

interface NodeSettings {
  readonly NODE_RPC_URL: string;
  readonly NODE_COOKIE_FILE?: string | undefined;
  readonly NODE_RPC_USER?: string | undefined;
  readonly NODE_RPC_PASSWORD_FILE?: string | undefined;
}

export function nodeAddress(settings: NodeSettings): NodeAddress {
  const { NODE_RPC_URL: url, NODE_COOKIE_FILE: cookieFile, NODE_RPC_USER: user } = settings;
  const file = settings.NODE_RPC_PASSWORD_FILE;
  return {
    url,
    ...(cookieFile === undefined ? {} : { cookieFile }),
    ...(user === undefined ? {} : { user }),
    ...(file === undefined ? {} : { password: readFileSync(file, 'utf8').trim() }),
  };
}
