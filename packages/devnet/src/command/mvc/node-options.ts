/** What commands of MVC share: how they find their node, where they begin to read it, what they pay, and how they send. */
import { mvcNodeAddress, openMvcNode } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import type { MvcTransaction } from '@rialto/mvc';

export const NODE_OPTIONS = {
  node: { type: 'string' },
  cookie: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
} as const;

export const NODE_USAGE =
  '  --cookie <file>, or --user <name> --password-file <file>   of the node, which has to run with -txindex';

type NodeOptions = Readonly<Partial<Record<keyof typeof NODE_OPTIONS, string | undefined>>>;

/** @param prefix of these options, where a command has several nodes @returns undefined where no node is named */
export function nodeOf(
  { node, cookie, user, 'password-file': file }: NodeOptions,
  prefix = '',
): MvcChain | undefined {
  // The words of a command are read by everybody on the machine.
  if (node?.includes('@') === true)
    throw new Error(
      `--${prefix}node without name and password: use --${prefix}user and --${prefix}password-file`,
    );
  const address = mvcNodeAddress({
    ...{ MVC_RPC_URL: node, MVC_RPC_COOKIE_FILE: cookie },
    ...{ MVC_RPC_USER: user, MVC_RPC_PASSWORD_FILE: file },
  });
  return address === undefined ? undefined : openMvcNode(address);
}

const LAST_BLOCKS = 1_000;

/** The first block to read, and the last there is. @throws Error when it is no height */
export async function blocksFrom(
  chain: MvcChain,
  from: string | undefined,
): Promise<{ readonly first: number; readonly last: number }> {
  const { height: last } = await chain.tip();
  if (from === undefined) return { first: Math.max(0, last - LAST_BLOCKS), last };
  if (!/^\d{1,9}$/.test(from)) throw new Error(`--from ${from}: a height`);
  return { first: Number.parseInt(from, 10), last };
}

/** @throws Error when it is no number */
export function feeRateIn(text: string): bigint {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--fee-rate ${text}: sat for a thousand bytes`);
  return BigInt(text);
}

/** Sends them together. @returns why the node refuses some of them; empty when it has them all */
export async function sendAll(chain: MvcChain, transactions: readonly MvcTransaction[]): Promise<string> {
  const verdicts = await chain.send(transactions);
  return verdicts
    .flatMap((verdict) => (verdict.accepted || verdict.why === 'known' ? [] : [verdict.reason]))
    .join(', ');
}
