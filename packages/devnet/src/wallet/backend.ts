/** The demo wallet's window to the private chain: the demo service behind the page's own origin. */

export interface DemoCoin {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
  readonly height: number | undefined;
  /** True when the exchange's index knows the coin and it carries nothing. */
  readonly clean: boolean;
  /** What it carries, in words; empty when clean. */
  readonly carries: string;
}

export interface Backend {
  coins(address: string): Promise<DemoCoin[]>;
  send(rawTransaction: string): Promise<string>;
  sendPackage(rawTransactions: readonly string[]): Promise<string[]>;
  mine(blocks: number): Promise<number>;
  /**
   * @param token a tick, a rune's name or an asset id; '' for coins alone, on both chains
   * @param mvcAddress of the same account
   */
  faucet(address: string, token: string, mvcAddress: string): Promise<void>;
  /** Acts of the private MVC chain, as what a wallet's own servers do for it. */
  mvc(act: string, body: unknown): Promise<Readonly<Record<string, unknown>>>;
}

const CALL_MS = 60_000;

export function openBackend(root = '/demo'): Backend {
  const get = (path: string): Promise<unknown> => call(`${root}${path}`, { method: 'GET' });
  const post = (path: string, body: unknown): Promise<unknown> =>
    call(`${root}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    coins: async (address) => {
      const answer = await get(`/utxos?address=${encodeURIComponent(address)}`);
      return listIn(answer, 'coins').map(readCoin);
    },
    send: async (rawTransaction) => textIn(await post('/send', { rawTransaction }), 'txid'),
    sendPackage: async (rawTransactions) => {
      const answer = await post('/package', { rawTransactions });
      return listIn(answer, 'txids').map(String);
    },
    mine: async (blocks) => Number.parseInt(textIn(await post('/mine', { blocks }), 'height'), 10),
    faucet: async (address, token, mvcAddress) => {
      await post('/faucet', token === '' ? { address, mvcAddress } : { address, tick: token });
    },
    mvc: async (act, body) => {
      const answer = await post(`/mvc/${act}`, body);
      return typeof answer === 'object' && answer !== null ? { ...answer } : {};
    },
  };
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  const message = fieldOf(body, 'message');
  throw new Error(typeof message === 'string' ? message : `The demo service answered ${response.status}.`);
}

function readCoin(value: unknown): DemoCoin {
  const height = fieldOf(value, 'height');
  const vout = fieldOf(value, 'vout');
  return {
    txid: textIn(value, 'txid'),
    vout: typeof vout === 'number' ? vout : 0,
    value: BigInt(textIn(value, 'value')),
    height: typeof height === 'number' ? height : undefined,
    clean: fieldOf(value, 'clean') === true,
    carries: textIn(value, 'carries'),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textIn(value: unknown, name: string): string {
  const found = fieldOf(value, name);
  if (typeof found === 'string' || typeof found === 'number') return String(found);
  throw new Error(`The demo service gave no ${name}.`);
}

function listIn(value: unknown, name: string): unknown[] {
  const found = fieldOf(value, name);
  return Array.isArray(found) ? found : [];
}
