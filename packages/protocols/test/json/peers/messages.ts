/** What a whole message of MRC-20 must come to, by what MAN's structs hold of it. */
import { decodeMrc20, isFlaw, parseMrc20Amount } from '../../../src/index.ts';
import { MAX_MRC20_DECIMALS } from '../../../src/mrc20/amount.ts';
import { DEPLOY_PATH, MINT_PATH, TRANSFER_PATH } from '../../../src/mrc20/decode.ts';

const FLAW = 'flaw';
const REFUSED = '-';

function textsOf(list: string): string[] {
  return list.split(',').map((hex) => Buffer.from(hex, 'hex').toString('utf8'));
}

export function ourMessage(path: string, body: Uint8Array): string {
  const op = decodeMrc20({ path, body });
  if (op === undefined || isFlaw(op)) return op?.flaw === 'teleport' ? 'teleport' : FLAW;
  switch (op.op) {
    case 'mint':
      return JSON.stringify([op.id, op.vout]);
    case 'transfer':
      return JSON.stringify(op.sends.map(({ id, amount, vout }) => [id, amount, vout.toString()]));
    default: {
      const { display, tokenName, beginHeight, endHeight, metadata, type, pinCheck, payCheck } = op;
      const { creator, lvl, path: query, count } = pinCheck;
      const { payTo, payAmount } = payCheck ?? { payTo: '', payAmount: '' };
      const texts = [display, tokenName, beginHeight, endHeight, metadata, type, creator, lvl, query, count];
      return JSON.stringify([...texts, payTo, payAmount]);
    }
  }
}

export function mintOf(mint: string): string {
  const [id = '', vout = ''] = textsOf(mint);
  return mint === REFUSED || id === '' ? FLAW : JSON.stringify([id, vout]);
}

const MAX_VOUT = 0xffffffffn;

export function transferOf(isTeleport: boolean, transfer: string): string {
  if (isTeleport) return 'teleport';
  if (transfer === REFUSED || transfer === '+') return FLAW;
  const sends = transfer
    .slice(1)
    .split(';')
    .map((send) => {
      const [id = '', amount = '', vout = ''] = send.split(',');
      return [...textsOf(`${id},${amount}`), vout] as const;
    });
  const isWhole = sends.every(([id, amount, vout]) => {
    const number = BigInt(vout ?? '');
    const isAmount = amount !== undefined && !isFlaw(parseMrc20Amount(amount, MAX_MRC20_DECIMALS));
    return id !== '' && isAmount && number >= 0n && number <= MAX_VOUT;
  });
  return isWhole ? JSON.stringify(sends) : FLAW;
}

/** A deploy that MAN reads may still be refused for what is in it; one that we read holds what MAN keeps. */
export function deployOf(low: string, written: string, ours: string): string {
  if (low === REFUSED || written === REFUSED || ours === FLAW) return FLAW;
  const [tick = '', tokenName = '', , , , , ...rest] = textsOf(written);
  return JSON.stringify([tick, tokenName, ...rest]);
}

export const PATHS = { deploy: DEPLOY_PATH, mint: MINT_PATH, transfer: TRANSFER_PATH } as const;
