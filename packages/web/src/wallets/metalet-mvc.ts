/**
 * Metalet's signatures and transfers on MVC. One call signs everything behind one pop-up; versions before 3.4.6 do not have it and are asked coin by
 * coin. Its pop-ups show nothing of what is signed, and an error inside is answered with nothing: only the expected field counts.
 */
import { bytesToHex, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import {
  ALL_FORKID,
  coreOf,
  p2pkhScriptSig,
  readComposer,
  readMvcTransaction,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcBody } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { inner } from '../unknown.ts';
import { compressedKey, notUnderstood, text, texts } from './answers.ts';
import type { Provider } from './provider.ts';
import { WalletError } from './wallet.ts';
import type { MvcInputToSign, MvcToSign, TokenTransfer, TokenTransferred } from './wallet.ts';
import { t } from '../words.ts';

/** @throws WalletError as any wallet does; Refusal effects-differ when another transaction comes back */
export async function signWithMetalet(provider: Provider, toSign: MvcToSign): Promise<string> {
  try {
    return await atOnce(provider, toSign);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    if (error.kind === 'unsupported') return await coinByCoin(provider, toSign).catch(told);
    return told(error);
  }
}

/** The answer goes to the tab that is in front, and to nobody when it is another one by then. */
function told(error: unknown): never {
  if (error instanceof WalletError && error.kind === 'timed-out')
    throw new WalletError(
      'timed-out',
      t(
        'Metalet did not answer in time. It answers only while this tab is in front: close its window, stay on this tab, and try again.',
      ),
    );
  throw error;
}

/** Since 3.4.6. Token inputs too, for it takes the script from the text. */
async function atOnce(provider: Provider, { composer, inputs, until }: MvcToSign): Promise<string> {
  const toSignInputs = inputs.map(({ index }) => index);
  const request = { transaction: [{ txComposer: composer, toSignInputs }] };
  const [answer = ''] = texts(await provider.requestUntil(until, 'unlockP2PKHInput', request), 1);
  const body = readComposer(answer);
  if (isFlaw(body)) throw notUnderstood();
  return bytesToHex(writeMvcTransaction(body));
}

/** Plain coins behind one pop-up, each token behind one of its own. */
async function coinByCoin(provider: Provider, toSign: MvcToSign): Promise<string> {
  const bare = read(toSign.raw);
  const plain = toSign.inputs.filter(({ isPlain }) => isPlain);
  const scriptSigs = new Map<number, Uint8Array>();
  if (plain.length > 0)
    for (const [index, scriptSig] of await plainOnes(provider, toSign, plain))
      scriptSigs.set(index, scriptSig);
  for (const input of toSign.inputs)
    if (!input.isPlain) scriptSigs.set(input.index, await ofToken(provider, toSign, input));
  const inputs = bare.inputs.map((input, index) => ({
    ...input,
    scriptSig: scriptSigs.get(index) ?? input.scriptSig,
  }));
  return bytesToHex(writeMvcTransaction({ ...bare, inputs }));
}

/** As it takes an input: with the sighash said, for none is its own choice. */
function asked({ raw }: MvcToSign, { index, script, satoshis }: MvcInputToSign) {
  const sats = Number.parseInt(satoshis.toString(), 10);
  return { txHex: raw, scriptHex: script, inputIndex: index, satoshis: sats, sigtype: ALL_FORKID };
}

/** One signature for each entry: the same transaction as often as there are coins, and of each answer its own input. */
async function plainOnes(
  provider: Provider,
  toSign: MvcToSign,
  plain: readonly MvcInputToSign[],
): Promise<(readonly [number, Uint8Array])[]> {
  const request = { transactions: plain.map((input) => asked(toSign, input)) };
  const answer = await provider.requestUntil(toSign.until, 'signTransactions', request);
  const signed: unknown = inner(answer, 'signedTransactions');
  if (!Array.isArray(signed) || signed.length !== plain.length) throw notUnderstood();
  const core = coreOf(read(toSign.raw));
  return plain.map(({ index }, at) => {
    const body = read(text(inner(signed[at], 'txHex')));
    if (coreOf(body) !== core) throw new Refusal('effects-differ');
    return [index, body.inputs[index]?.scriptSig ?? new Uint8Array(0)];
  });
}

async function ofToken(provider: Provider, toSign: MvcToSign, input: MvcInputToSign): Promise<Uint8Array> {
  const request = { transaction: asked(toSign, input) };
  const answer = await provider.requestUntil(toSign.until, 'signTransaction', request);
  const signature: unknown = inner(answer, 'signature');
  return p2pkhScriptSig({
    signature: bytesIn(text(inner(signature, 'sig'))),
    publicKey: bytesIn(compressedKey(inner(signature, 'publicKey'))),
  });
}

/** No signature is so long, and a scriptSig says in one byte how long it is. */
const MOST_BYTES = 75;

function bytesIn(hex: string): Uint8Array {
  if (!isHex(hex) || hex.length > 2 * MOST_BYTES) throw notUnderstood();
  return hexToBytes(hex);
}

function read(hex: string): MvcBody {
  const tx = isHex(hex) ? readMvcTransaction(hexToBytes(hex)) : { flaw: 'not-hex' };
  if (isFlaw(tx)) throw notUnderstood();
  return tx;
}

/** A transfer that it makes and does not send. It reads amounts by the digits it is told, as text: the number 0 counts as 8. */
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
