/** Every token coin of the bridge at the caller's own MVC node, and that the token was minted once and whole. */
import type { BridgeReserve } from '@rialto/contract';
import type { MvcChain } from '@rialto/ground';
import { readFtScript, sameToken, tokensIn } from '@rialto/mvc';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { mintedAt, mintingOf } from './minting.ts';
import { remembering } from './remembering.ts';
import type { Report } from './report.ts';

type Said = BridgeReserve['tokens'][number];

/** @returns the units on coins that are there and real; undefined without a node */
export async function checkTokens(
  node: MvcChain | undefined,
  reserve: BridgeReserve,
  report: Report,
): Promise<bigint | undefined> {
  const inBlocks = reserve.tokens.filter(({ height }) => height !== null);
  if (node === undefined) {
    report.open(`${inBlocks.length} token coins and the supply: no node of MVC is named (--mvc-node)`);
    return undefined;
  }
  const chain = remembering(node);
  let units = 0n;
  let wrong = 0;
  for (const said of inBlocks) {
    const why = await whyNot(chain, reserve, said);
    if (why === undefined) units += BigInt(said.units);
    else {
      wrong += 1;
      report.differs(`${said.outpoint}: ${why}`);
    }
  }
  if (wrong === 0)
    report.holds(`${inBlocks.length} token coins are unspent, real and the bridge’s: ${units} units`);
  const [any] = inBlocks;
  if (any === undefined) report.open('the supply: there is no token coin to begin with');
  else await checkSupply(chain, reserve, { any, report });
  return units;
}

type Chain = ReturnType<typeof remembering>;

async function whyNot(chain: Chain, reserve: BridgeReserve, said: Said): Promise<string | undefined> {
  const point = said.outpoint as Outpoint;
  const coin = await chain.unspent(point, 'blocks');
  if (coin === undefined || coin.confirmations < 1) return 'no block has it, or one has spent it';
  const token = readFtScript(coin.script);
  if (token === undefined || !sameToken(token, reserve)) return 'it is no coin of the wrapped token';
  if (token.holder !== reserve.stockHash && token.holder !== reserve.inletHash)
    return 'it is held by another key';
  if (token.amount.toString() !== said.units) return `it holds ${token.amount} units and not ${said.units}`;
  const { txid, vout } = splitOutpoint(point);
  const tx = await chain.transaction(txid);
  const verdict = tokensIn(tx, await chain.spentBy(tx)).find((one) => one.vout === vout)?.verdict;
  return verdict === 'genuine' ? undefined : 'it is not real: nothing that it spends makes it this token';
}

async function checkSupply(
  chain: Chain,
  reserve: BridgeReserve,
  { any, report }: { readonly any: Said; readonly report: Report },
): Promise<void> {
  const found = await mintingOf(chain, any.outpoint as Outpoint, reserve);
  const { units, holder, wrong } = mintedAt(found.tx, found.genesis, reserve);
  const { supply, stockHash } = reserve;
  if (wrong !== undefined) report.differs(`the supply: ${wrong} (${found.tx.txid})`);
  else if (units.toString() !== supply)
    report.differs(`the supply: ${units} were minted and not ${supply} (${found.tx.txid})`);
  else if (holder !== stockHash) report.differs('the supply: it was minted to another key');
  else report.holds(`${supply} units were minted, once, whole, and no more can be (${found.tx.txid})`);
}
