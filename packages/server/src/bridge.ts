/** `npm run bridge`: tells where the keys of an asset are, adds one after a dry run, lists and shows them, stops and resumes one. */
import { sentenceOf } from '@rialto/contract';
import { mvcNodeAddress, openLedger, openMvcLedger, openMvcNode } from '@rialto/ground';
import { Refusal } from '@rialto/refusals';
import { z } from 'zod';
import { ACTS } from './bridge/command/acts.ts';
import { HELP, wrongIn } from './bridge/command/words.ts';
import { openBridgeCustody } from './custody/bridge-custody.ts';
import { doorsOf, openDoor } from './custody/signer-door.ts';
import type { SignerDoor } from './custody/signer-door.ts';
import { messageOf } from './repeat.ts';
import { isDatabaseDown, openStore } from './store/database.ts';

/** The same settings, under the same names, as the server's. */
const Settings = z.object({
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  DATABASE_URL: z.string().min(1),
  SIGNER_SOCKET: z.string().min(1).optional(),
  BRIDGE_SIGNER_SOCKETS: z.string().min(1).optional(),
  MVC_RPC_URL: z.url().optional(),
  MVC_COOKIE_FILE: z.string().optional(),
  MVC_RPC_USER: z.string().optional(),
  MVC_RPC_PASSWORD_FILE: z.string().optional(),
});

const noDoor: SignerDoor = () => Promise.reject(new Refusal('signer-down', 'SIGNER_SOCKET is not set'));

async function main(all: readonly string[]): Promise<void> {
  const [what = '--help', ...words] = all;
  if (what === '--help') {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const wrong = wrongIn(all);
  const act = ACTS[what];
  if (act === undefined || wrong !== undefined) throw new Error(`${wrong ?? ''}\n${HELP}`);
  const settings = Settings.parse(process.env);
  const address = mvcNodeAddress(settings);
  if (address === undefined) throw new Refusal('bridge-closed', 'MVC_RPC_URL is not set');
  const store = openStore(settings.DATABASE_URL, () => undefined);
  const chain = openMvcNode(address);
  try {
    const { SIGNER_SOCKET: socket, NETWORK: network } = settings;
    const others = doorsOf(settings.BRIDGE_SIGNER_SOCKETS);
    const custody = openBridgeCustody(socket === undefined ? noDoor : openDoor(socket), others);
    const mvc = { chain, ledger: openMvcLedger(store.pool) };
    await act({ store, network, custody, mvc, ledger: openLedger(store.pool) }, words);
  } finally {
    chain.close();
    await store.close();
  }
}

function reasonOf(error: unknown): string {
  if (isDatabaseDown(error)) return 'The database does not answer. Is the exchange running?';
  if (!(error instanceof Refusal)) return messageOf(error);
  const { code, detail = '' } = error;
  // It is asked for no transaction here.
  if (code === 'signer-refused') return `The signer refuses: ${detail}`;
  if (code === 'node-down') return `The node of MVC does not answer: ${detail}`;
  if (code === 'signer-down')
    return `The signer does not answer at ${process.env['SIGNER_SOCKET'] ?? 'SIGNER_SOCKET'}: ${detail}`;
  return [sentenceOf(code), detail].join(' ').trim();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
