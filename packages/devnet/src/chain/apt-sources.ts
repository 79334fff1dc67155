/** Reads how this machine's own apt is set up: the Debian mirror it uses and the keyring it trusts. */
import { readFile, readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface DebianMirror {
  readonly uri: string;
  /** A path, or an armoured key as deb822 writes it; absent when apt's own trusted keys serve. */
  readonly signedBy: string | undefined;
}

interface Entry {
  readonly types: readonly string[];
  readonly uris: readonly string[];
  readonly components: readonly string[];
  readonly signedBy: string | undefined;
}

const DEBIAN_KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The first Debian mirror of the machine, or undefined on another distribution. */
export async function debianMirror(root = '/etc/apt'): Promise<DebianMirror | undefined> {
  for (const entry of await entriesOf(root)) {
    const uri = entry.uris.find(isDebianArchive);
    if (uri === undefined || !entry.types.includes('deb') || !entry.components.includes('main')) continue;
    return { uri, signedBy: entry.signedBy ?? (existsSync(DEBIAN_KEYRING) ? DEBIAN_KEYRING : undefined) };
  }
  return undefined;
}

/** Security archives do not hold the suites we need. */
function isDebianArchive(uri: string): boolean {
  return /debian/.test(uri) && !/security/.test(uri);
}

async function entriesOf(root: string): Promise<Entry[]> {
  const parts = await readdir(join(root, 'sources.list.d')).catch(() => []);
  const files = ['sources.list', ...parts.sort().map((name) => join('sources.list.d', name))];
  const entries: Entry[] = [];
  for (const name of files) {
    const source = await readFile(join(root, name), 'utf8').catch(() => '');
    if (name.endsWith('.sources')) entries.push(...readDeb822(source));
    else if (name.endsWith('.list')) entries.push(...readOneLine(source));
  }
  return entries;
}

/** The one-line format: `deb [signed-by=…] uri suite component…`. */
export function readOneLine(source: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of source.split('\n')) {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+\S+\s+(.+)$/.exec(line.replace(/#.*/, ''));
    if (match === null) continue;
    const signedBy = /signed-by=(\S+)/i.exec(match[1] ?? '')?.[1];
    entries.push({ types: ['deb'], uris: [match[2] ?? ''], components: words(match[3]), signedBy });
  }
  return entries;
}

/** The deb822 format: paragraphs of `Field: value`, with continuation lines. */
export function readDeb822(source: string): Entry[] {
  const uncommented = source.replace(/^#.*\n?/gm, '');
  return uncommented.split(/\n\s*\n/).flatMap((paragraph) => {
    const fields = new Map<string, string>();
    for (const match of paragraph.matchAll(/^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t]+.*)*)/gm)) {
      fields.set((match[1] ?? '').toLowerCase(), match[2] ?? '');
    }
    if (fields.get('enabled')?.trim() === 'no') return [];
    return [
      {
        types: words(fields.get('types')),
        uris: words(fields.get('uris')),
        components: words(fields.get('components')),
        signedBy: fields.get('signed-by'),
      },
    ];
  });
}

function words(value: string | undefined): string[] {
  return (value ?? '').split(/\s+/).filter((word) => word !== '');
}
