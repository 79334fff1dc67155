/** Questions to signers of one pool, to several at once: those who do not answer are not waited for once enough have. */
import { SIGNER_ANSWERS, SignerRequest } from '@rialto/contract';
import type { SignerAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { z } from 'zod';
import type { SignerDoor } from '../signer-door.ts';

type Op = SignerRequest['op'];
type Body<Name extends Op> = Omit<Extract<SignerRequest, { op: Name }>, 'op'>;

export type AskSigner = <Name extends Op>(op: Name, body: Body<Name>) => Promise<SignerAnswer<Name>>;

const ANSWERS: { readonly [Name in Op]: z.ZodType<SignerAnswer<Name>> } = SIGNER_ANSWERS;

export function askerOf(call: SignerDoor): AskSigner {
  return async <Name extends Op>(op: Name, body: Body<Name>) =>
    call(ANSWERS[op], SignerRequest.parse({ op, ...body }));
}

/** How long the others are waited for when enough have answered. */
const GRACE_MS = 400;

export interface Answers<T> {
  readonly given: readonly T[];
  readonly refused: readonly Refusal[];
}

/** A signer whose answer nobody can read is one that does not answer. */
export function answersOf<T>(asked: readonly Promise<T>[], enough: number): Promise<Answers<T>> {
  return new Promise((resolve) => {
    const given: T[] = [];
    const refused: Refusal[] = [];
    let grace: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(grace);
      resolve({ given: [...given], refused: [...refused] });
    };
    const look = (): void => {
      if (given.length + refused.length === asked.length) done();
      else if (given.length >= enough) grace ??= setTimeout(done, GRACE_MS);
    };
    for (const one of asked)
      one.then(
        (answer) => {
          given.push(answer);
          look();
        },
        (error: unknown) => {
          refused.push(error instanceof Refusal ? error : new Refusal('signer-down', 'no answer to read'));
          look();
        },
      );
  });
}

/** What to say when too few gave what was asked: the reason of one who answered, before that of one who did not. */
export function reasonOf({ refused }: Pick<Answers<unknown>, 'refused'>): Refusal {
  const told = refused.find(({ code }) => code !== 'signer-down' && code !== 'syncing') ?? refused[0];
  return told ?? new Refusal('signer-down', 'too few signers answer');
}
