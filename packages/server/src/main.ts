/** The server process: reads the settings, opens the adapters, hands them to the rooms, stops cleanly. */
import { randomUUID } from 'node:crypto';
import { assertNode, nodeAddress, openBitcoind, openLedger } from '@rialto/ground';
import { Refusal, hexToBytes } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import { openAccounts } from './accounts/login.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openCustody } from './custody/signer-client.ts';
import { openFeePlans } from './fee-plans.ts';
import { startFollower } from './follower/follower.ts';
import type { Follower } from './follower/follower.ts';
import { registerAccounts } from './http/account-calls.ts';
import { openBookCache } from './http/book-cache.ts';
import { registerCommon } from './http/common-calls.ts';
import { openFeed } from './http/feed.ts';
import { openHttp } from './http/http-server.ts';
import { registerOrders } from './http/order-calls.ts';
import { registerConstant, registerPages } from './http/pages.ts';
import type { FollowerState, Service } from './http/service.ts';
import type { OrderRoom } from './orders/room.ts';
import { sendUnfinished } from './orders/sender.ts';
import { resumePaused, settleBlock, settleMempool, unsettleBlock } from './orders/settle.ts';
import { giveUp } from './orders/submit-take.ts';
import { openStore } from './store/database.ts';
import { followScript } from './store/ledger-follow.ts';
import { migrate } from './store/migrate.ts';
import { listen } from './store/notices.ts';
import { sweep } from './store/session-store.ts';
import { dropOldTakes, tradesWithStatus } from './store/trade-store.ts';

declare const RIALTO_VERSION: string | undefined;
const VERSION = typeof RIALTO_VERSION === 'string' ? RIALTO_VERSION : '4.0.0';

const SEND_MS = 5_000;
const SWEEP_MS = 60_000;

function openRoom(
  config: Config,
  parts: Pick<OrderRoom, 'store' | 'chain' | 'ledger' | 'custody' | 'plans' | 'warn'>,
): OrderRoom {
  return {
    ...parts,
    settings: {
      network: config.NETWORK,
      feeAddress: config.FEE_ADDRESS,
      minConfirmations: config.MIN_CONFIRMATIONS,
      smallValue: config.SMALL_VALUE,
      takeMs: config.TAKE_SECONDS * 1000,
    },
    now: () => Date.now(),
    newId: () => randomUUID(),
    at: (step) => {
      if (config.FAULT_STOP_AT === step) process.kill(process.pid, 'SIGKILL');
    },
  };
}

/** Attempts that a crash left between claim and commit: nothing was promised, so they are given up and said so. */
async function giveUpStale(room: OrderRoom, config: Config): Promise<void> {
  for (const trade of await tradesWithStatus(room.store.db, ['submitted', 'co-signed']))
    if (room.now() - trade.createdAt.getTime() > config.STALE_SUBMIT_SECONDS * 1000)
      await giveUp(room, trade.id, 'the purchase was interrupted before it was sent; nothing was paid');
}

/** A process that does not follow, or stands by while another leads, trusts the ledger as it is. */
function stateOf(follower: Follower | undefined): FollowerState {
  const status = follower?.status() ?? 'ok';
  return { status: status === 'standby' ? 'ok' : status };
}

/** Runs an act again and again; one at a time, errors told and survived. */
function every(
  ms: number,
  act: () => Promise<void>,
  warn: (message: string, detail: Record<string, unknown>) => void,
): NodeJS.Timeout {
  let running = false;
  return setInterval(() => {
    if (running) return;
    running = true;
    act()
      .catch((error: unknown) => {
        warn('a repeated act failed', { error: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        running = false;
      });
  }, ms);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  addressToScript(config.FEE_ADDRESS, config.NETWORK);
  const app = await openHttp(config);
  const warn = (message: string, detail: Readonly<Record<string, unknown>>): void => {
    app.log.warn(detail, message);
  };
  const chain = openBitcoind(nodeAddress(config));
  await assertNode(chain, config.NETWORK);
  const onDatabaseError = (error: Error): void => {
    warn('database connection lost', { error: error.message });
  };
  const store = openStore(config.DATABASE_URL, onDatabaseError);
  if (config.ROLE !== 'api') await migrate(store.pool);
  const ledger = openLedger(store.pool);
  const custody = openCustody(config.SIGNER_SOCKET);
  const plans = openFeePlans(chain, config.NETWORK);
  const room = openRoom(config, { store, chain, ledger, custody, plans, warn });
  const accounts = openAccounts(store, {
    network: config.NETWORK,
    domain: new URL(config.PUBLIC_ORIGIN).host,
    secret: config.secret,
  });
  const cache = openBookCache();
  const feed = openFeed({ app, accounts, room, cache, network: config.NETWORK });

  let follower: Follower | undefined;
  const follow = (script: Uint8Array): Promise<void> => followScript(store, chain, script);
  const service: Service = {
    config,
    version: VERSION,
    chain,
    ledger,
    accounts,
    room,
    cache,
    feed,
    follow,
    followerState: () => stateOf(follower),
  };
  const context = { app, accounts, store, checkAnswers: config.NETWORK === 'regtest' };
  registerCommon(context, service);
  registerAccounts(context, service);
  registerOrders(context, service);
  if (config.BENCH === '1') registerConstant(app);
  await registerPages(app, { webDirectory: config.WEB_DIR, devnetUrl: config.DEVNET_URL });

  const listener = listen(config.DATABASE_URL, {
    notice: (notice) => {
      feed.notice(notice).catch((error: unknown) => {
        warn('the feed missed a notice', { error: error instanceof Error ? error.message : String(error) });
      });
    },
    gap: () => {
      feed.gap();
    },
    error: onDatabaseError,
  });
  await app.listen({ host: config.HOST, port: config.PORT });

  const timers: NodeJS.Timeout[] = [];
  if (config.ROLE !== 'api') {
    follower = startFollower({
      store,
      chain,
      network: config.NETWORK,
      warn,
      sink: {
        block: (tx, news) => settleBlock(room, tx, news),
        undo: (tx, news) => unsettleBlock(tx, news.height),
        mempool: (news) => settleMempool(room, news),
        tip: async () => {
          await sendUnfinished(room);
          await resumePaused(room);
        },
      },
      onStopped: (reason) => {
        app.log.fatal({ reason }, 'trading is stopped');
      },
    });
    timers.push(every(SEND_MS, () => sendUnfinished(room), warn));
    timers.push(
      every(
        SWEEP_MS,
        async () => {
          await sweep(store.db);
          await dropOldTakes(store.db);
          await giveUpStale(room, config);
        },
        warn,
      ),
    );
    await giveUpStale(room, config);
    await followOwn(config, custody, follow, warn);
  }

  const stop = (): void => {
    for (const timer of timers) clearInterval(timer);
    feed.close();
    void Promise.allSettled([app.close(), listener.close(), follower?.stop()])
      .then(() => store.close())
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The coins of our own pads and fees are followed like anybody's. */
async function followOwn(
  config: Config,
  custody: OrderRoom['custody'],
  follow: (script: Uint8Array) => Promise<void>,
  warn: OrderRoom['warn'],
): Promise<void> {
  await follow(addressToScript(config.FEE_ADDRESS, config.NETWORK));
  try {
    const { padScript } = await custody.status();
    await follow(hexToBytes(padScript));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    warn('the signer does not answer yet', { code: error.code });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `the server cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
