/**
 * The rescue page: one file that needs no server, served as it is. It asks whatever esplora its reader names, so it has a policy of
 * its own, in which nothing runs but what the build wrote into the file (decision 0030).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FILE = 'rescue.html';
/** The file is saved under its own name too: both addresses give the same. */
const PATHS = ['/rescue', `/${FILE}`];

/** Serves the page where it was built. Without a build there is none, and the app answers the path. */
export function registerRescuePage(app: FastifyInstance, directory: string): void {
  const file = join(directory, FILE);
  if (!existsSync(file)) return;
  const page = readFileSync(file, 'utf8');
  const policy = rescuePolicy(page);
  for (const path of PATHS)
    app.get(path, (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .send(page),
    );
}

/** What the page may do: its own script and style by their hashes, and calls to any esplora that is encrypted or on this machine. */
function rescuePolicy(page: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashesOf(page, 'script')}`,
    `style-src ${hashesOf(page, 'style')}`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Sources of the inline elements of a kind, as `hash-source` of CSP Level 3. */
function hashesOf(page: string, element: 'script' | 'style'): string {
  const inline = page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'));
  const hashes = [...inline].map(([, text = '']) => `'sha256-${sha256(text)}'`);
  return hashes.length === 0 ? "'none'" : hashes.join(' ');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
