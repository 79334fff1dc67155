/** The parts of OpenAPI 3.1 that our document uses, as types. */
import type { z } from 'zod';
import type { EnvelopeKind } from '@rialto/contract';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** By media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
  /** Code and sentence of every refusal that comes with this status. */
  readonly 'x-refusals'?: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  /** Absent: no headers are required. With an empty entry: they are optional. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** By HTTP status. */
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-envelope': EnvelopeKind;
}

type PathItem = Readonly<Partial<Record<'get' | 'post', Operation>>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
