/** A row of an MRC-20 token whose deploy left out what it may: nobody but the index writes such rows otherwise. */
import type { mrc20Tokens } from '@rialto/ground';
import { amount, foldMrc20Tick, mrc20Asset } from '@rialto/protocols';
import type { PinId } from '@rialto/protocols';

type Row = typeof mrc20Tokens.$inferInsert;

export function mrc20Row(deploy: PinId, display: string, given: Partial<Row> = {}): Row {
  return {
    asset: mrc20Asset(deploy),
    deploy,
    tick: foldMrc20Tick(display),
    display,
    tokenName: '',
    decimals: 0,
    amountPerMint: 1n,
    mintCount: 10n,
    premineCount: 0n,
    beginHeight: '',
    endHeight: '',
    metadata: '',
    type: '',
    checkCreator: '',
    checkLvl: '',
    checkPath: '',
    checkCount: '',
    deployer: '',
    mints: 0n,
    issued: amount(0n),
    burned: amount(0n),
    height: 1,
    operations: 1,
    ...given,
  };
}
