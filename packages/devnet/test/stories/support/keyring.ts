/** UniSat's own published keyring behind the fake: what we ask for is what it signs. It runs here, as an extension's background does. */
import { createRequire } from 'node:module';
import type { BrowserContext } from 'playwright-core';

/** Its ES build names an export its dependency does not have, so the CommonJS one is taken. */
const require = createRequire(import.meta.url);
const { SimpleKeyring } = require('@unisat/keyring-service') as KeyringPackage;
const core = createRequire(require.resolve('@unisat/keyring-service'))(
  '@unisat/wallet-bitcoin',
) as CorePackage;

interface ToSignInput {
  readonly index: number;
  readonly publicKey: string;
  readonly sighashTypes?: readonly number[];
}

interface Psbt {
  readonly data: { readonly inputs: readonly { readonly tapInternalKey?: Uint8Array }[] };
  updateInput(index: number, update: { tapInternalKey: Uint8Array }): void;
  finalizeInput(index: number): void;
  toHex(): string;
}

interface Keyring {
  getAccounts(): Promise<string[]>;
  signTransaction(psbt: Psbt, inputs: readonly ToSignInput[]): Promise<Psbt>;
  signMessage(publicKey: string, text: string): Promise<string>;
}

interface KeyringPackage {
  readonly SimpleKeyring: new (keys: readonly string[]) => Keyring;
}

interface CorePackage {
  readonly bitcoin: { readonly Psbt: { fromHex(hex: string, options: object): Psbt } };
  toPsbtNetwork(networkType: number): object;
  genPsbtOfBIP322Simple(request: { message: string; address: string; networkType: number }): Psbt;
  getSignatureFromPsbtOfBIP322Simple(psbt: Psbt): string;
}

const NETWORK_TYPES = { livenet: 0, testnet: 1, regtest: 2 } as const;

interface User {
  readonly key: string;
  readonly kind: 'p2wpkh' | 'p2tr';
  readonly address: string;
  readonly network: keyof typeof NETWORK_TYPES;
}

type KeyringRequest = User &
  (
    | { readonly act: 'message'; readonly text: string; readonly type: 'ecdsa' | 'bip322-simple' }
    | {
        readonly act: 'psbt';
        readonly hex: string;
        readonly options: {
          readonly autoFinalized: boolean;
          readonly toSignInputs: readonly Omit<ToSignInput, 'publicKey'>[];
        };
      }
  );

/** Gives the pages of this browser the keyring. @returns what it was asked for, in order */
export async function bringKeyring(context: BrowserContext): Promise<KeyringRequest[]> {
  const asked: KeyringRequest[] = [];
  await context.exposeFunction('rialtoKeyring', (request: KeyringRequest) => {
    asked.push(request);
    return keyring(request);
  });
  return asked;
}

/** Signs as the extension's background would. */
export async function keyring(request: KeyringRequest): Promise<string> {
  const ring = new SimpleKeyring([request.key]);
  const [publicKey = ''] = await ring.getAccounts();
  const networkType = NETWORK_TYPES[request.network];
  if (request.act === 'psbt') {
    const { hex, options } = request;
    const psbt = core.bitcoin.Psbt.fromHex(hex, { network: core.toPsbtNetwork(networkType) });
    const inputs = options.toSignInputs.map((input) => ({ ...input, publicKey }));
    return (await sign(ring, psbt, { request, inputs, finalize: options.autoFinalized })).toHex();
  }
  const { text: message, type, address } = request;
  if (type === 'ecdsa') return ring.signMessage(publicKey, message);
  const psbt = core.genPsbtOfBIP322Simple({ message, address, networkType });
  await sign(ring, psbt, { request, inputs: [{ index: 0, publicKey }], finalize: true });
  return core.getSignatureFromPsbtOfBIP322Simple(psbt);
}

/** As the extension does around its keyring: the internal key of an own taproot input is filled in where it is missing. */
async function sign(
  ring: Keyring,
  psbt: Psbt,
  { request, inputs, finalize }: { request: User; inputs: readonly ToSignInput[]; finalize: boolean },
): Promise<Psbt> {
  for (const { index, publicKey } of inputs) {
    if (request.kind !== 'p2tr' || psbt.data.inputs[index]?.tapInternalKey !== undefined) continue;
    psbt.updateInput(index, { tapInternalKey: Buffer.from(publicKey, 'hex').subarray(1) });
  }
  await ring.signTransaction(psbt, inputs);
  if (finalize) for (const { index } of inputs) psbt.finalizeInput(index);
  return psbt;
}
