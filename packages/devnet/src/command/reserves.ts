/**
 * `npm run reserves`: asks an exchange what its bridge holds, and two nodes of the caller's own about every coin; adds up itself. Ends with 1
 * where anything differs (bridge §8).
 */
import { parseArgs } from 'node:util';
import { nodeAddress, openBitcoind, openCoinIndex, openOpi, openOrdServer } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import { nodeOf } from './mvc/node-options.ts';
import { checkBlocks } from './reserves/check-blocks.ts';
import { checkReserve } from './reserves/check-reserve.ts';
import type { OwnNodes } from './reserves/check-reserve.ts';
import type { OwnIndexes } from './reserves/check-units.ts';
import { openReport } from './reserves/report.ts';
import type { Report } from './reserves/report.ts';
import { asked, reasonOf, requireNodes } from './reserves/who-answers.ts';

const USAGE = `npm run reserves -- <address of the exchange> [options]
  --btc-node <url>    a Bitcoin node of yours; --btc-cookie <file>, or --btc-user <name> --btc-password-file <file>
  --mvc-node <url>    a node of MVC of yours, with -txindex; --mvc-cookie <file>, or --mvc-user <name> --mvc-password-file <file>
  --ord <url>         an ord of yours, for runes; --opi <url> an OPI, for BRC-20; --exchange <url> another exchange of this kind, for MRC-20
  --asset <id>        this one alone
At your nodes it looks at every coin, the minting and the blocks; by itself it checks the signature and adds up. Without a node its
coins are not checked. What no node knows, the units of a token and the balance of BRC-20, takes an index of yours; without one, and of which deposits are
still owed, it is the exchange's word. Every line says which: ok, not checked, or DIFFERS; it ends with 1 where anything differs. On the demo, without an address, it asks the
demo's nodes.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  ...{ 'btc-node': text, 'btc-cookie': text, 'btc-user': text, 'btc-password-file': text },
  ...{ 'mvc-node': text, 'mvc-cookie': text, 'mvc-user': text, 'mvc-password-file': text },
  ...{ ord: text, opi: text, exchange: text, asset: text },
};

function optionsIn(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Error(`${reasonOf(error)}\n${USAGE}`);
  }
}
type Options = ReturnType<typeof optionsIn>['values'];

/** Of one question; a script with many coins takes an index a while. */
const MOST_MS = 30_000;

const indexesIn = ({ ord, opi, exchange }: Options, net: Network): OwnIndexes => ({
  ord: ord === undefined ? undefined : openOrdServer(ord, MOST_MS),
  opi: opi === undefined ? undefined : openOpi(opi, MOST_MS),
  exchange: exchange === undefined ? undefined : openCoinIndex(exchange, net, MOST_MS),
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type OnlyNodes = Pick<OwnNodes, 'btc' | 'mvc'>;

function nodesIn(options: Options): OnlyNodes & { close(): void } {
  const url = options['btc-node'];
  if (url?.includes('@') === true)
    throw new Error('--btc-node without name and password: use --btc-user and --btc-password-file');
  const btc =
    url === undefined
      ? undefined
      : openBitcoind(
          nodeAddress({
            ...{ NODE_RPC_URL: url, NODE_COOKIE_FILE: options['btc-cookie'] },
            ...{ NODE_RPC_USER: options['btc-user'], NODE_RPC_PASSWORD_FILE: options['btc-password-file'] },
          }),
        );
  const mvc = nodeOf(
    {
      ...{ node: options['mvc-node'], cookie: options['mvc-cookie'] },
      ...{ user: options['mvc-user'], 'password-file': options['mvc-password-file'] },
    },
    'mvc-',
  );
  return {
    ...{ btc, mvc },
    close: () => {
      btc?.close();
      mvc?.close();
    },
  };
}

/** A block that comes between question and answer looks like a difference: then it is asked again. */
const TRIES = 3;

async function checkAll(origin: string, nodes: OnlyNodes, options: Options): Promise<number> {
  for (let at = 1; ; at += 1) {
    const told = await reportsOf(origin, nodes, options);
    const differences = told.reduce((sum, { report }) => sum + report.differences, 0);
    if (differences > 0 && at < TRIES) continue;
    for (const { title, report } of told) {
      say(title);
      report.lines.forEach(say);
    }
    return differences;
  }
}

async function reportsOf(
  origin: string,
  { btc: btcNode, mvc: mvcNode }: OnlyNodes,
  options: Options,
): Promise<{ readonly title: string; readonly report: Report }[]> {
  const { assetList, net } = await asked(origin, () => callApi(origin, 'bridgeAssets'));
  const { reserves, btc, mvc } = await asked(origin, () => callApi(origin, 'bridgeReserves'));
  const nodes = { btc: btcNode, mvc: mvcNode, indexes: indexesIn(options, net) };
  const only = options.asset;
  const wanted = reserves.filter(({ asset }) => only === undefined || asset === only);
  if (wanted.length === 0) throw new Error(`this exchange bridges no ${only ?? 'asset'}`);
  const blocks = openReport();
  await checkBlocks(nodes, { btc, mvc }, blocks);
  const told: { readonly title: string; readonly report: Report }[] = [{ title: 'blocks', report: blocks }];
  const seen = new Set<string>();
  for (const reserve of wanted) {
    const report = openReport();
    const { network, originName, originTokenId } =
      assetList.find(({ asset }) => asset === reserve.asset) ?? {};
    const listed = { network, originName, originTokenId };
    await checkReserve(nodes, { net, btc, mvc }, reserve, { ...listed, seen, report });
    told.push({ title: `${reserve.asset}  (${reserve.symbol})`, report });
  }
  return told;
}

/** What was not checked is not said to be right. */
const allIsWell = ({ btc, mvc }: OnlyNodes): string =>
  btc === undefined || mvc === undefined
    ? 'Nothing differs of what was checked; name both nodes to check the coins.'
    : 'Nothing differs. Lines that say “not checked” are the exchange’s word.';

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) {
    say(USAGE);
    return;
  }
  const { values, positionals } = optionsIn(words);
  const [origin, more] = positionals;
  if (origin === undefined) throw new Error(`the address of an exchange is missing\n${USAGE}`);
  if (more !== undefined) throw new Error(`one address, and not "${more}" too\n${USAGE}`);
  const nodes = nodesIn(values);
  try {
    await requireNodes(nodes);
    const differences = await checkAll(origin.replace(/\/+$/, ''), nodes, values);
    say(differences === 0 ? allIsWell(nodes) : `${differences} differences.`);
    if (differences > 0) process.exitCode = 1;
  } finally {
    nodes.close();
  }
}

// Whoever reads only the first lines hears no more, and is told no verdict.
process.stdout.on('error', () => process.exit(1));
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
