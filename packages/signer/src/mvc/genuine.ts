/** Whether a token's coin is real, by the transactions that its own transaction spends: one level, from our own node. */
import { GENESIS_CODES, parentInput, readFtScript, sameToken, TOKEN_CODES } from '@rialto/mvc';
import type { FtOutput, TokenKey } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { FoundCoin, MvcCoins } from './coins.ts';

/** Whoever spent more than this before the token itself merges his coins first. */
const MOST_INPUTS = 100;

/** The token on a coin, by what its script says: of a code that we know. */
export function tokenOnScript({ script }: TxOutput): FtOutput | undefined {
  const token = readFtScript(script);
  return token !== undefined && TOKEN_CODES.includes(token.codehash) ? token : undefined;
}

interface Parent {
  readonly token: FtOutput;
  /** The place of the input that makes the coin what it says, and what that spends. */
  readonly at: number;
  readonly spent: TxOutput;
}

/** @throws Refusal not-a-lot when it is no token, another one, or nothing that its transaction spends makes it real; coin-unknown */
export async function requireGenuine(
  coins: Pick<MvcCoins, 'transaction'>,
  { coin, tx }: FoundCoin,
  key: TokenKey,
): Promise<Parent> {
  const token = tokenOnScript(coin);
  if (token === undefined || !sameToken(token, key)) throw new Refusal('not-a-lot', coin.outpoint);
  const spent: (TxOutput | undefined)[] = tx.inputs.map(() => undefined);
  for (const [at, input] of tx.inputs.slice(0, MOST_INPUTS).entries()) {
    const output = (await coins.transaction(input.txid)).outputs[input.vout];
    if (output === undefined || readFtScript(output.script) === undefined) continue;
    spent[at] = output;
    if (parentInput(tx, spent, token) === at) return { token, at, spent: output };
  }
  throw new Refusal('not-a-lot', `${coin.outpoint}: nothing makes it real`);
}

/**
 * A coin that is all there will ever be of its token: the first minting made it, and left no contract that could make more.
 * @throws Refusal as `requireGenuine`; lots-differ when it is only a part, or more can come
 */
export async function requireWholeSupply(
  coins: Pick<MvcCoins, 'transaction'>,
  found: FoundCoin,
  key: TokenKey,
): Promise<FtOutput> {
  const { coin, tx } = found;
  const { token, at, spent } = await requireGenuine(coins, found, key);
  const parent = readFtScript(spent.script);
  const input = tx.inputs[at];
  const isFirst =
    parent !== undefined &&
    input !== undefined &&
    GENESIS_CODES.includes(parent.codehash) &&
    // The first minting names the token by the contract's coin that it spends.
    token.sensibleId === outpoint(input.txid, input.vout);
  const others = tx.outputs
    .filter((_, vout) => vout !== found.vout)
    .map(({ script }) => readFtScript(script));
  if (!isFirst || others.some((other) => other !== undefined))
    throw new Refusal('lots-differ', `${coin.outpoint}: not the whole supply`);
  return token;
}
