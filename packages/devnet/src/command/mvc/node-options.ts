/** The options by which a command finds its node of MVC. */
import { mvcNodeAddress, openMvcNode } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';

export const NODE_OPTIONS = {
  node: { type: 'string' },
  cookie: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
} as const;

export const NODE_USAGE =
  '  --cookie <file>, or --user <name> --password-file <file>   of the node, which has to run with -txindex';

type NodeOptions = Readonly<Partial<Record<keyof typeof NODE_OPTIONS, string | undefined>>>;

/** @returns undefined where no node is named */
export function nodeOf({ node, cookie, user, 'password-file': file }: NodeOptions): MvcChain | undefined {
  // The words of a command are read by everybody on the machine.
  if (node?.includes('@') === true)
    throw new Error('--node without name and password: use --user and --password-file');
  const address = mvcNodeAddress({
    ...{ MVC_RPC_URL: node, MVC_RPC_COOKIE_FILE: cookie },
    ...{ MVC_RPC_USER: user, MVC_RPC_PASSWORD_FILE: file },
  });
  return address === undefined ? undefined : openMvcNode(address);
}
