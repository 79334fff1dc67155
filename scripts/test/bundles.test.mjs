/** What the programs read from their own folder lies there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, tool } from '../lib/run.mjs';

const built = (name) => readFileSync(join(root, 'dist', name));

describe('beside the bundles', () => {
  it.each(['server.mjs', 'signer.mjs'])('%s finds the compiled verifier, byte for byte', (name) => {
    expect(built(name).toString()).toContain('path("secp256k1.wasm")');
    expect(built('secp256k1.wasm').equals(readFileSync(tool('tiny-secp256k1/lib/secp256k1.wasm')))).toBe(
      true,
    );
  });
});
