/**
 * `npm run serve [-- server | signer]`: the exchange in production, settings from the environment (README).
 * Both parts together need two users: SIGNER_USER (and SERVER_USER) when started as root, or ALLOW_ONE_USER=1.
 */
import { fork, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { endWithUs } from './lib/end-with-us.mjs';
import { install } from './lib/install.mjs';
import { root } from './lib/run.mjs';

const say = (line) => console.log(`  ${line}`);
const fail = (why) => {
  console.error(why);
  process.exit(1);
};

const PARTS = ['server', 'signer'];
const [only] = process.argv.slice(2);
if (only !== undefined && !PARTS.includes(only))
  fail(`serve what? ${PARTS.join(' or ')}, or nothing for both`);
const parts = only === undefined ? ['signer', 'server'] : [only];
const isRoot = process.getuid?.() === 0;
const { env } = process;

function idsOf(user) {
  const id = (flag) => Number.parseInt(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout ?? '', 10);
  const ids = { uid: id('-u'), gid: id('-g') };
  if (Number.isNaN(ids.uid) || Number.isNaN(ids.gid)) fail(`there is no user ${user}`);
  return ids;
}

/** One compromised user must not have both the keys and the network (docs/ARCHITECTURE.md#processes). */
function usersOf() {
  if (parts.length === 1 || env.ALLOW_ONE_USER === '1') return {};
  if (isRoot && env.SIGNER_USER && env.SERVER_USER && env.SIGNER_USER !== env.SERVER_USER)
    return { signer: idsOf(env.SIGNER_USER), server: idsOf(env.SERVER_USER) };
  return fail(
    'Signer and server must run under different users. Start as root with SIGNER_USER and SERVER_USER, or start the two\n' +
      'apart (npm run serve -- signer, npm run serve -- server), or set ALLOW_ONE_USER=1 if you accept the risk.',
  );
}

const users = usersOf();
const missing = [
  'NODE_RPC_URL',
  ...(parts.includes('server') ? ['PUBLIC_ORIGIN', 'FEE_ADDRESS'] : []),
].filter((name) => !env[name]);
if (missing.length > 0)
  fail(`These settings are needed: ${missing.join(', ')} (see the README, "Production").`);

await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll(say, { only: [...parts, ...(parts.includes('server') ? ['web', 'postgres'] : [])] });

const data = resolve(env.DATA_DIR ?? join(root, '.data', 'production'));
mkdirSync(data, { recursive: true, mode: 0o711 });
const run = join(data, 'run');
mkdirSync(run, { recursive: true, mode: 0o770 });
const signerDirectory = env.SIGNER_DIR ?? join(data, 'signer');
if (parts.includes('signer')) mkdirSync(signerDirectory, { recursive: true, mode: 0o700 });
const secret = env.SERVER_SECRET_FILE ?? join(data, 'server.secret');
if (parts.includes('server') && !existsSync(secret)) writeFileSync(secret, randomBytes(48), { mode: 0o600 });
if (users.signer && users.server) {
  chownSync(signerDirectory, users.signer.uid, users.signer.gid);
  chownSync(secret, users.server.uid, users.server.gid);
  // The socket belongs to the server's group, so that the server may connect to the signer, and nobody else.
  chownSync(run, users.signer.uid, users.server.gid);
  chmodSync(run, 0o750);
}

/** An own PostgreSQL only when none is named; its addresses come over a pipe and are never printed. */
async function database() {
  const needed = only === 'signer' ? 'LEDGER_URL' : 'DATABASE_URL';
  if (env[needed]) return { ownerUrl: env.DATABASE_URL, signerUrl: env.LEDGER_URL };
  if (only !== undefined)
    fail(`${needed} is needed where the ${only} is started by itself (see the README, "Production").`);
  say('starting PostgreSQL');
  const child = fork(join(distDirectory, 'postgres.mjs'), [join(data, 'postgres')], { detached: true });
  children.push(child);
  child.on('exit', () => end(1, 'PostgreSQL has ended'));
  return new Promise((done) => child.once('message', done));
}

const children = [];
let ending = false;
function end(code, why) {
  if (ending) return;
  ending = true;
  say(why);
  for (const child of [...children].reverse()) child.kill('SIGTERM');
  setTimeout(() => process.exit(code), 9_000).unref();
  Promise.all(
    children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
  ).then(() => process.exit(code));
}
process.on('SIGINT', () => end(0, 'stopping'));
process.on('SIGTERM', () => end(0, 'stopping'));

/** Neither part sees the other's credentials. */
const NOT_FOR = { signer: ['DATABASE_URL', 'SERVER_SECRET_FILE'], server: ['LEDGER_URL', 'SIGNER_DIR'] };
const own = (name) => Object.fromEntries(Object.entries(env).filter(([key]) => !NOT_FOR[name].includes(key)));

const MAX_STARTS = 5;
const MINUTE_MS = 60_000;
function start(name, settings, starts = []) {
  const ids =
    name === 'signer' && users.signer
      ? { uid: users.signer.uid, gid: users.server.gid }
      : (users[name] ?? {});
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--disable-proto=delete', join(distDirectory, `${name}.mjs`)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...own(name), NODE_ENV: 'production', ...settings },
      ...ids,
    },
  );
  endWithUs(child);
  children.push(child);
  child.on('exit', (code, signal) => {
    if (ending) return;
    children.splice(children.indexOf(child), 1);
    const recent = [...starts, Date.now()].filter((at) => Date.now() - at < MINUTE_MS);
    if (recent.length >= MAX_STARTS) return end(1, `the ${name} ended again and again (${signal ?? code})`);
    say(`the ${name} ended (${signal ?? code}); starting it again`);
    setTimeout(() => !ending && start(name, settings, recent), 500 * recent.length);
  });
}

/** What the operator's commands (`npm run bridge`, `campaign`, `verify-index`) need to know, no more. */
const FOR_COMMANDS = [
  ...['NODE_RPC_URL', 'NODE_COOKIE_FILE', 'NODE_RPC_USER', 'NODE_RPC_PASSWORD_FILE'],
  ...['MVC_RPC_URL', 'MVC_RPC_COOKIE_FILE', 'MVC_RPC_USER', 'MVC_RPC_PASSWORD_FILE', 'MVC_START_HEIGHT'],
  ...['BRIDGE_SIGNER_SOCKETS', 'POOL_SIGNER_SOCKETS', 'PUBLIC_ORIGIN', 'FEE_ADDRESS'],
];

/** Where `--data` finds them. They have the database's password: a new file that nobody but who started us reads. */
function keepSettings({ NETWORK, SIGNER_SOCKET, SERVER_SECRET_FILE, DATABASE_URL }) {
  const told = Object.fromEntries(FOR_COMMANDS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const kept = { ...told, NETWORK, SIGNER_SOCKET, SERVER_SECRET_FILE, DATABASE_URL };
  const directory = join(data, 'exchange');
  const draft = join(directory, `settings.${randomBytes(8).toString('hex')}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
    renameSync(draft, join(directory, 'settings.json'));
  } catch (error) {
    say(`commands will not find the exchange by --data: ${error.message}`);
  }
}

const urls = await database();
const settings = {
  NETWORK: env.NETWORK ?? 'livenet',
  SIGNER_SOCKET: env.SIGNER_SOCKET ?? join(run, 'signer.sock'),
  SIGNER_DIR: signerDirectory,
  SERVER_SECRET_FILE: secret,
  WEB_DIR: env.WEB_DIR ?? join(distDirectory, 'web'),
  ...(urls.ownerUrl ? { DATABASE_URL: urls.ownerUrl } : {}),
  ...(users.server ? { SIGNER_SOCKET_GROUP: String(users.server.gid) } : {}),
  ...(urls.signerUrl ? { LEDGER_URL: urls.signerUrl } : {}),
};
if (parts.includes('signer') && !settings.LEDGER_URL)
  fail('LEDGER_URL is needed: the database through a role that can only read.');
for (const name of parts) {
  const { DATABASE_URL: _owner, SERVER_SECRET_FILE: _secret, ...forSigner } = settings;
  const { LEDGER_URL: _ledger, SIGNER_DIR: _keys, ...forServer } = settings;
  if (name === 'server') keepSettings(forServer);
  start(name, name === 'signer' ? forSigner : forServer);
}
if (parts.includes('server')) say(`the exchange answers at ${env.PUBLIC_ORIGIN}`);
