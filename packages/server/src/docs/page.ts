/** The API as a page to read, made from its OpenAPI document. Plain HTML: no script, no style inside. */
import type { Answer, OpenApiDocument, Operation } from './openapi-shape.ts';
import { escape, fieldRow, prose, schemaAnchor, schemaBody, typeLine } from './page-schema.ts';

interface DocsLinks {
  readonly document: string;
  readonly style: string;
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const ENVELOPES: Readonly<Record<Operation['x-envelope'], string>> = {
  code: '<code>{code, message, data, processingTime}</code>; <code>data</code>:',
  status: '<code>{status, message, data}</code>; <code>data</code>:',
  plain: 'Without an envelope:',
  stream: 'Server-sent events; the data of each:',
  csv: 'A file, as it is:',
};

/** The whole page. */
export function docsPage(document: OpenApiDocument, links: DocsLinks): string {
  const calls = callsOf(document);
  const groups = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return { name, description, own };
  });
  const introduction = document.info.description.split('\n\n').map((text) => `<p>${prose(text)}</p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="color-scheme" content="light dark" />',
    `<title>API · Rialto</title><link rel="icon" href="/icon.svg" type="image/svg+xml" />`,
    `<link rel="stylesheet" href="${escape(links.style)}" /></head><body>`,
    '<header><a class="name" href="/"><img src="/icon.svg" alt="" width="28" height="28" />Rialto</a>',
    `<span class="quiet">API ${escape(document.info.version)}</span>`,
    `<a class="end" href="${escape(links.document)}">OpenAPI document</a></header>`,
    `<div class="columns"><nav aria-label="Calls">${groups.map(navGroup).join('')}`,
    '<h2><a href="#schemas">Schemas</a></h2></nav><main>',
    `<h1>${escape(document.info.title)}</h1>${introduction.join('')}`,
    ...groups.map(
      ({ name, description, own }) =>
        `<section aria-label="${escape(name)}"><h2 id="${escape(anchor(name))}">${escape(name)}</h2><p>${prose(description)}</p>${own.map(article).join('')}</section>`,
    ),
    `<section aria-label="Schemas"><h2 id="schemas">Schemas</h2>${schemas(document)}</section>`,
    '</main></div></body></html>',
  ].join('\n');
}

function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

const anchor = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function navGroup({ name, own }: { name: string; own: readonly Call[] }): string {
  const lines = own.map(
    ({ operation }) =>
      `<li><a href="#${escape(operation.operationId)}">${escape(operation.operationId)}</a></li>`,
  );
  return `<h2><a href="#${escape(anchor(name))}">${escape(name)}</a></h2><ul>${lines.join('')}</ul>`;
}

function article({ path, method, operation }: Call): string {
  const { operationId, summary } = operation;
  return [
    `<article id="${escape(operationId)}"><h3><span class="method ${escape(method)}">${escape(method.toUpperCase())}</span> <code>${escape(path)}</code></h3>`,
    `<p>${prose(summary)}${sessionMark(operation)}</p>`,
    parameterTable(operation),
    bodyPart(operation),
    answerPart(operation),
    refusalPart(operation),
    '</article>',
  ].join('');
}

function sessionMark({ security }: Operation): string {
  if (security === undefined) return '';
  const must = security.every((one) => Object.keys(one).length > 0);
  return ` <span class="mark">${must ? 'X-Signature and X-Public-Key' : 'X-Signature and X-Public-Key, if you own the address'}</span>`;
}

function parameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: where, required, description, schema }) => {
    const said = description === undefined ? schema : { ...schema, description };
    return fieldRow(name, said, { required, where });
  });
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`;
}

function bodyPart({ requestBody }: Operation): string {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? '' : `<h4>Body</h4><p>JSON: ${typeLine(schema)}</p>`;
}

function answerPart(operation: Operation): string {
  const [content] = Object.values(operation.responses['200']?.content ?? {});
  const wrapped = operation['x-envelope'] === 'code' || operation['x-envelope'] === 'status';
  const schema = wrapped ? content?.schema.properties?.['data'] : content?.schema;
  const line = schema === undefined ? 'anything' : typeLine(schema);
  return `<h4>Answer</h4><p>${ENVELOPES[operation['x-envelope']]} ${line}</p>`;
}

function refusalPart({ responses }: Operation): string {
  const rows = Object.entries(responses).flatMap(([status, answer]) => refusalRows(status, answer));
  if (rows.length === 0) return '';
  return `<details><summary>${rows.length} refusals</summary><table>${rows.join('')}</table></details>`;
}

function refusalRows(status: string, answer: Answer): string[] {
  return Object.entries(answer['x-refusals'] ?? {}).map(
    ([code, sentence]) =>
      `<tr><td>${escape(status)}</td><td><code>${escape(code)}</code></td><td>${escape(sentence)}</td></tr>`,
  );
}

function schemas({ components }: OpenApiDocument): string {
  return Object.entries(components.schemas)
    .map(([name, schema]) => {
      const said = schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`;
      return `<article id="${escape(schemaAnchor(name))}"><h3><code>${escape(name)}</code></h3>${said}${schemaBody(schema)}</article>`;
    })
    .join('');
}
