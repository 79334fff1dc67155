/** Signers beside the first, each a process with a folder of its own: of pools, and of assets of the bridge. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface JointSigners {
  readonly count: number;
  readonly needed: number;
  /** More settings of one of the others, by its place behind the signer. */
  readonly settings?: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

export interface Settings {
  readonly server: Readonly<Record<string, string>>;
  readonly signer: Readonly<Record<string, string>>;
}

export interface Other {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

interface More {
  readonly settings: Settings;
  readonly others: readonly Other[];
}

interface Options {
  readonly directory: string;
  readonly bundles: string;
  readonly jointSigners?: JointSigners;
  readonly bridgeSigners?: number;
}

/** A socket path has at most 107 bytes; a data folder may be deeper than that. */
export function socketPath(directory: string, name = 'signer'): string {
  const near = join(directory, `${name}.sock`);
  return near.length < 100 ? near : join(mkdtempSync(join(tmpdir(), 'rialto-')), `${name}.sock`);
}

function another(directory: string, name: string, { signer }: Settings) {
  const places = { SIGNER_SOCKET: socketPath(directory, name), SIGNER_DIR: join(directory, name) };
  return { name, environment: { ...signer, ...places, POOL_STOCK: '0' } };
}

/** Each signer tells who it is first; then each has the list of all. */
export function jointSettings({ directory, bundles, jointSigners }: Options, alone: Settings): More {
  if (jointSigners === undefined) return { settings: alone, others: [] };
  const { count, needed, settings: more = {} } = jointSigners;
  const own = Array.from({ length: count - 1 }, (_, at) => {
    const { name, environment } = another(directory, `signer-${at + 2}`, alone);
    return { name, environment: { ...environment, ...more[at] } };
  });
  const identities = [alone.signer, ...own.map(({ environment }) => environment)].map((env) =>
    execFileSync(process.execPath, [join(bundles, 'signer.mjs'), 'identity'], { env: { ...env } })
      .toString()
      .trim(),
  );
  const group = { POOL_SIGNERS: identities.join(','), POOL_SIGNERS_NEEDED: String(needed) };
  const sockets = own.map(({ environment }) => environment.SIGNER_SOCKET).join(',');
  return {
    settings: {
      server: { ...alone.server, POOL_SIGNER_SOCKETS: sockets },
      signer: { ...alone.signer, ...group },
    },
    others: own.map(({ name, environment }) => ({ name, environment: { ...environment, ...group } })),
  };
}

/** They need to know nothing of each other: the file of an asset names the keys of all. */
export function bridgeSettings({ directory, bridgeSigners = 1 }: Options, settings: Settings): More {
  if (bridgeSigners === 1) return { settings, others: [] };
  const others = Array.from({ length: bridgeSigners - 1 }, (_, at) =>
    another(directory, `bridge-signer-${at + 2}`, settings),
  );
  const sockets = others.map(({ environment }) => environment.SIGNER_SOCKET).join(',');
  // A test may have named doors of its own before them.
  const server = { BRIDGE_SIGNER_SOCKETS: sockets, ...settings.server };
  return {
    settings: { ...settings, server },
    others,
  };
}
