/** Whether a mint is due, where its tokens land, and which shovels it uses up (metaid §4). Pure. */
import { parseInteger } from '../json/go.ts';
import type { TxOutput } from '../transaction.ts';
import { splitOutpoint } from '../ids.ts';
import { addressOf, isStandardOutput } from '../metaid/address.ts';
import type { PinId } from '../metaid/pin-id.ts';
import type { Network } from '../network.ts';
import type { Mrc20Mint } from './decode.ts';
import type { PayCheck } from './deploy.ts';
import type { Mrc20Said } from './gather.ts';
import { needsShovels, shovelsUsed } from './qualify.ts';
import type { Shovel } from './qualify.ts';
import type { Mrc20Token } from './rows.ts';

/** A valid mint. */
interface DueMint {
  readonly vout: number;
  readonly shovels: readonly PinId[];
}

interface MintCheckInput {
  readonly mint: Mrc20Said<Mrc20Mint>;
  readonly token: Mrc20Token;
  readonly height: number;
  readonly network: Network;
  /** PINs on the mint's outputs other than its own, in their order, neither hidden nor used for the token. Asked once at most. */
  readonly shovels: () => readonly Shovel[];
}

/** Undefined when the mint gives nothing. */
export function checkMint(input: MintCheckInput): DueMint | undefined {
  const { mint, token, height, network, shovels } = input;
  if (token.mints >= token.mintCount || !isOpen(token, height)) return undefined;
  const vout = targetOf(mint);
  if (vout === undefined) return undefined;
  // MAN returns here, before it checks the payCheck.
  if (!needsShovels(token.pinCheck)) return { vout, shovels: [] };
  if (token.payCheck !== undefined && !isPaid(token.payCheck, mint.pin.tx.outputs, network)) return undefined;
  const used = shovelsUsed(token.pinCheck, shovels());
  return used && { vout, shovels: used };
}

/** Whether mints count in a block of this height. A height that is no number lets nothing pass. */
export function isOpen(
  { beginHeight, endHeight }: Pick<Mrc20Token, 'beginHeight' | 'endHeight'>,
  height: number,
): boolean {
  const now = BigInt(height);
  const [begin, end] = [parseInteger(beginHeight), parseInteger(endHeight)];
  if (beginHeight !== '' && (begin === undefined || now < begin)) return false;
  return endHeight === '' || (end !== undefined && now <= end);
}

/** A written output must be standard; the PIN's own is taken as it is. */
function targetOf({ pin, op }: Mrc20Said<Mrc20Mint>): number | undefined {
  if (op.vout === '') return splitOutpoint(pin.location.outpoint).vout;
  const number = parseInteger(op.vout);
  if (number === undefined || number < 0n || number >= BigInt(pin.tx.outputs.length)) return undefined;
  const vout = Number.parseInt(number.toString(), 10);
  const script = pin.tx.outputs[vout]?.script;
  return script !== undefined && isStandardOutput(script) ? vout : undefined;
}

function isPaid(check: PayCheck, outputs: readonly TxOutput[], network: Network): boolean {
  const least = parseInteger(check.payAmount) ?? 0n;
  return outputs.some(({ value, script }) => value >= least && addressOf(script, network) === check.payTo);
}
