/** The signer process: keys, policy, journal. It takes no coin's word from the server. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertNode, openChain, openLedger } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { cosign, witnessText } from './cosign.ts';
import { openJournal } from './journal.ts';
import { loadPadKey } from './keys.ts';
import { openPads } from './pads.ts';
import { CosignAsk } from './policy.ts';
import { serveSocket } from './socket.ts';
import { refill } from './stock-keeper.ts';

const REFILL_MS = 3_000;

const Request = z.discriminatedUnion('op', [
  z.object({ op: z.literal('status') }),
  z.object({ op: z.literal('lease'), address: z.string().max(100) }),
  z.object({ op: z.literal('release'), outpoint: z.string() }),
  z.object({ op: z.literal('cosign'), trade: CosignAsk }),
]);

const say = (message: string): void => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), message })}\n`);
};

async function main(): Promise<void> {
  const config = readConfig(process.env);
  mkdirSync(config.SIGNER_DIR, { recursive: true, mode: 0o700 });
  const key = loadPadKey(config.SIGNER_DIR, config.NETWORK === 'regtest' || config.SIGNER_MAKE_KEYS === '1');
  const journal = openJournal(join(config.SIGNER_DIR, 'journal.jsonl'));
  const chain = openChain({
    url: config.NODE_RPC_URL,
    cookieFile: config.NODE_COOKIE_FILE,
    user: config.NODE_RPC_USER,
    passwordFile: config.NODE_RPC_PASSWORD_FILE,
  });
  await assertNode(chain, config.NETWORK);
  const ledger = openLedger(config.LEDGER_URL, (error) => {
    say(`database: ${error.message}`);
  });
  const stopped = (): boolean => existsSync(join(config.SIGNER_DIR, 'STOP'));
  const leaseMs = config.LEASE_SECONDS * 1000;
  const pads = openPads({ chain, ledger, journal, script: key.script, leaseMs });
  const world = {
    chain,
    ledger,
    padScript: key.script,
    highestFeeRate: config.HIGHEST_FEE_RATE,
    isPad: (point: Outpoint) => pads.isOurs(point),
  };
  const parts = { world, journal, key, signaturesPerHour: config.SIGNATURES_PER_HOUR, stopped };
  const padScript = bytesToHex(key.script);

  const server = await serveSocket(
    config.SIGNER_SOCKET,
    async (raw) => {
      const request = Request.parse(raw);
      const now = Date.now();
      switch (request.op) {
        case 'status':
          return { padScript, ...(await pads.count(now)), stopped: stopped() };
        case 'lease':
          return { outpoint: stopped() ? null : ((await pads.lease(request.address, now)) ?? null) };
        case 'release':
          pads.release(request.outpoint as Outpoint);
          return { outpoint: null };
        case 'cosign':
          return { witness: witnessText(await cosign(parts, request.trade, now)) };
      }
    },
    (error) => {
      say(`refused: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown'}`);
    },
  );
  const keeper = {
    chain,
    ledger,
    journal,
    key,
    pads,
    target: config.PAD_STOCK,
    padValue: config.PAD_VALUE,
    feeRateSatVb: config.STOCK_FEE_RATE,
    stopped,
  };
  let refilling = false;
  const timer = setInterval(() => {
    if (refilling) return;
    refilling = true;
    refill(keeper, Date.now())
      .then((made) => {
        if (made > 0) say(`made ${made} pads`);
      })
      .catch((error: unknown) => {
        say(`stock: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        refilling = false;
      });
  }, REFILL_MS);
  say(`ready; pads at ${scriptToAddress(hexToBytes(padScript), config.NETWORK) ?? padScript}`);

  const stop = (): void => {
    clearInterval(timer);
    server.close();
    journal.close();
    void ledger.close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`the signer cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
