/**
 * `npm run exits`: keeps the signed ways home of a pool in a folder, on any machine, and sends them without the exchange when their height
 * has come (pools §9).
 */
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT, SCHEMAS } from '@rialto/contract';
import { openBitcoind, openVerifier } from '@rialto/ground';
import { bytesToHex, invariant } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { readExit, scriptToAddress, splitExits } from '@rialto/psbt';
import { callApi } from '../market/api.ts';

const USAGE = `npm run exits -- keep <address of the exchange> <runes/btc-…> <folder> [--once]
    writes every way home of the pool into the folder, and each new one as it is signed
npm run exits -- show <file or folder>
    whom they pay, from which height on
npm run exits -- send <file or folder> --node <url> --cookie <file>
npm run exits -- send <file or folder> --esplora <url>
    sends those whose height has come; whoever sends them, they pay the same`;

/** Between two looks at all of them; each new one comes by the feed meanwhile. */
const LOOK_MS = 60_000;
const AGAIN_MS = 5_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Exit = ReturnType<typeof readExit>;

interface Kept {
  readonly name: string;
  readonly exit: Exit;
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /[.-]exits?\.json$/.test(name));
  return names.toSorted().map((name) => join(path, name));
}

/** What cannot be read is told, and the others are read all the same. */
async function keptIn(path: string): Promise<Kept[]> {
  const verifier = await openVerifier();
  return filesOf(path).flatMap((name) =>
    splitExits(readFileSync(name, 'utf8')).flatMap((text) => {
      try {
        return [{ name, exit: readExit(text, verifier) }];
      } catch (error) {
        say(`${name}: ${messageOf(error)}`);
        return [];
      }
    }),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function show(path: string): Promise<void> {
  for (const { name, exit } of await keptIn(path)) {
    say(`${name}: lane ${exit.lane.outpoint}, ${exit.lane.value} sat, from block ${exit.locktime + 1} on`);
    for (const { script, value, amount } of exit.holders)
      say(`    ${addressOf(script, exit.network)}: ${value} sat, ${amount} units`);
    for (const { raw } of exit.transactions) say(`    bitcoin-cli sendrawtransaction ${bytesToHex(raw)}`);
  }
}

const addressOf = (script: Uint8Array, network: Network): string =>
  scriptToAddress(script, network) ?? bytesToHex(script);

interface Way {
  height(): Promise<number>;
  /** @returns what was said against it; undefined when it was taken */
  send(raw: Uint8Array): Promise<string | undefined>;
}

function viaNode(url: string, cookieFile: string): Way {
  const chain = openBitcoind({ url, cookieFile });
  return {
    height: async () => (await chain.tip()).height,
    send: async (raw) => {
      const verdict = await chain.send(raw);
      return verdict.accepted || verdict.why === 'known' ? undefined : verdict.reason;
    },
  };
}

function viaEsplora(url: string): Way {
  return {
    height: async () => {
      const answer = await fetch(`${url}/blocks/tip/height`);
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      return Number.parseInt(await answer.text(), 10);
    },
    send: async (raw) => {
      const answer = await fetch(`${url}/tx`, { method: 'POST', body: bytesToHex(raw) });
      return answer.ok ? undefined : (await answer.text()).slice(0, 200);
    },
  };
}

/** Each stands on the one before it: what one of them is refused ends that way home. */
async function send(path: string, network: Way): Promise<boolean> {
  const height = await network.height();
  let isAnySent = false;
  for (const { name, exit } of await keptIn(path)) {
    if (exit.locktime > height) {
      say(`${name}: not before block ${exit.locktime + 1}, the chain is at ${height}`);
      continue;
    }
    for (const { raw, txid } of exit.transactions) {
      const refused = await network.send(raw);
      say(`${name}: ${txid} ${refused ?? 'sent'}`);
      if (refused !== undefined) break;
      isAnySent = true;
    }
  }
  return isAnySent;
}

/** Believed only as far as it is signed: what cannot be read is not written. */
async function keep(folder: string, text: string): Promise<void> {
  const { lane, locktime } = readExit(text, await openVerifier());
  const name = join(folder, `${lane.outpoint.replace(':', '-')}.exit.json`);
  writeFileSync(name, text);
  say(`${name}: from block ${locktime + 1} on`);
}

async function keepAll(origin: string, pool: string, folder: string): Promise<void> {
  const [kind = '', pair = ''] = pool.split('/');
  const params = SCHEMAS.poolExit.params.parse({ kind, pair });
  const { network: net } = await callApi(origin, 'health');
  const { exits } = await callApi(origin, 'poolExit', { params, query: { net } });
  for (const { text } of exits) await keep(folder, text);
}

/** Until the line breaks. */
async function listen(origin: string, pool: string, folder: string): Promise<void> {
  const query = new URLSearchParams({ pool }).toString();
  const end = AbortSignal.timeout(LOOK_MS);
  const answer = await fetch(`${origin}${API_ROOT}/feed?${query}`, { signal: end });
  invariant(answer.body !== null, 'a stream has a body');
  let rest = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = line.startsWith('data: ')
        ? SCHEMAS.feed.answer.parse(JSON.parse(line.slice(6)))
        : undefined;
      if (event?.kind === 'exit') await keep(folder, event.exit.text);
    }
  }
}

async function keepOn(origin: string, pool: string, folder: string): Promise<never> {
  for (;;)
    try {
      await keepAll(origin, pool, folder);
      await listen(origin, pool, folder);
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') continue;
      say(messageOf(error));
      await sleep(AGAIN_MS);
    }
}

const flag = (args: readonly string[], name: string): string | undefined =>
  args[args.indexOf(name) + 1 || -1];

/** Where transactions are sent to; undefined where nothing was named. */
function wayOf(args: readonly string[]): Way | undefined {
  const [node, cookie, esplora] = ['--node', '--cookie', '--esplora'].map((name) => flag(args, name));
  if (esplora !== undefined) return viaEsplora(esplora);
  return node === undefined || cookie === undefined ? undefined : viaNode(node, cookie);
}

async function sendBy(path: string, way: Way | undefined): Promise<void> {
  if (way === undefined) throw new Error(USAGE);
  if (!(await send(path, way))) process.exitCode = 1;
}

async function keepIn([origin = '', pool = '', folder = '', ...flags]: readonly string[]): Promise<void> {
  if (folder === '') throw new Error(USAGE);
  mkdirSync(folder, { recursive: true });
  await (flags.includes('--once') ? keepAll(origin, pool, folder) : keepOn(origin, pool, folder));
}

async function main([command, path = '', ...args]: readonly string[]): Promise<void> {
  if (path === '') throw new Error(USAGE);
  if (command === 'show') return show(path);
  if (command === 'send') return sendBy(path, wayOf(args));
  if (command === 'keep') return keepIn([path, ...args]);
  throw new Error(USAGE);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
