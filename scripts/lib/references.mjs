/**
 * Every reference to a paper leads somewhere, and means one thing. The forms are:
 * a section of a design paper by its name, the section sign and the number; a decision by its four digits; a file of `docs`
 * by its path, with the anchor of a heading if need be; in Markdown also links, and files by the end of their path.
 * Test titles and the names of invariants may begin with ids of the threats paper.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const READ = /\.(?:[cm]?[jt]sx?|css|md)$/;
const PAPER = /^docs\/design\/([a-z]+)\.md$/;
const DECISION = /^docs\/decisions\/(\d{4})-/;

const ANCHOR = /^(?:#{2,4} (\d+(?:\.\d+)*)\b|\| ([A-Z]\d*|\d+\.\d+) +\|)/gm;
/** `n` stands for any number, where a paper says how it is cited. */
const SECTION = /(?:([a-z]+)(?:\.md\)?)? )?\u00a7(\d+(?:\.\d+)*|[A-Z]\d*|n\b)?/gi;
const CITED_DECISION = /\bdecisions? (?:record )?(\d+)/gi;
const DOCS_PATH = /(?<![\w./-])docs\/[\w./-]*\w(?:#[\w-]+)?/g;
const LINK = /\]\(([^)\s]+)\)/g;
const NAMED_FILE =
  /`([\w@.{},*/-]+\.(?:tsx?|mjs|cjs|md|css)|(?:packages|scripts|examples|docs)\/[\w@.{},*/-]+)`/g;
const TITLE = /(?<=['"`])(?:fires: )?([A-I]\d{1,2}(?:, [A-I]\d{1,2})*)[: ]/g;
const NO_FORM = [
  /\bsections? \d[^\n]{0,20}/,
  /(?:\(|Source: |; )(?:trading design|specification|architecture(?=,)|(?:wallets|metaid|inscriptions|runes|indexers|pools|bridge|mvc|stack) reference)\b/i,
  /\bthreats? [A-I]\d/i,
];
/** Between two sections of one paper. */
const JOINING = new Set(['to', 'and']);
/** Their references must be found wrong. */
const PLANTED = new Set(['scripts/lib/plants-papers.mjs', 'scripts/test/references.test.mjs']);
/** Sections of other people's papers. */
const ELSEWHERE = /\b(?:BIP|RFC)\b/;

const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replace(/ /g, '-');

/** What may be cited: sections by paper, decisions, headings by file, and every file. */
function shelf(texts) {
  const sections = new Map();
  const headings = new Map();
  const decisions = new Set();
  const twice = [];
  for (const [file, text] of texts) {
    if (!file.endsWith('.md')) continue;
    headings.set(file, new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading))));
    const decision = DECISION.exec(file);
    if (decision && decisions.has(decision[1])) twice.push(`${file}: a second decision ${decision[1]}`);
    if (decision) decisions.add(decision[1]);
    const paper = PAPER.exec(file)?.[1];
    if (paper === undefined) continue;
    const own = new Set();
    for (const [, heading, row] of text.matchAll(ANCHOR)) {
      const name = heading ?? row;
      if (own.has(name)) twice.push(`${file}: two sections are called ${name}`);
      own.add(name);
    }
    sections.set(paper, own);
  }
  return { sections, headings, decisions, twice };
}

/** `a/{b,c}/*.ts` as patterns that match the end of a path. */
function endings(name) {
  const braces = /\{([^}]*)\}/.exec(name);
  if (braces) return braces[1].split(',').flatMap((part) => endings(name.replace(braces[0], part)));
  const pattern = name.replace(/\/$/, '').replace(/[.]/g, '\\.').replace(/\*+/g, '.*');
  return [new RegExp(`(?:^|/)${pattern}(?:$|/)`)];
}

function sectionFaults(line, own, { sections }) {
  let paper = own;
  return [...line.matchAll(SECTION)].flatMap(([, named, section]) => {
    const name = named?.toLowerCase();
    if (name !== undefined && !JOINING.has(name) && (sections.has(name) || own === undefined)) paper = name;
    if (section === 'n') return [];
    if (section === undefined) return ['a section sign without a section'];
    if (paper === undefined) return [`section ${section} of no paper`];
    if (!sections.has(paper)) return [`no paper docs/design/${paper}.md`];
    return sections.get(paper).has(section) ? [] : [`no section ${section} in docs/design/${paper}.md`];
  });
}

const decisionFaults = (line, { decisions }) =>
  [...line.matchAll(CITED_DECISION)]
    .filter(([, number]) => !decisions.has(number))
    .map(
      ([cited]) => `'${cited}' is none of docs/decisions; rules of the product are in docs/design/rules.md`,
    );

function pathFaults(path, files, { headings }) {
  const [target, anchor] = path.split('#');
  const found = files.has(target) || [...files].some((file) => file.startsWith(target));
  if (!found) return [`no file ${target}`];
  return anchor === undefined || headings.get(target)?.has(anchor)
    ? []
    : [`no heading #${anchor} in ${target}`];
}

function linkFaults(file, line, files, shelves) {
  return [...line.matchAll(LINK)].flatMap(([, to]) => {
    if (/^[a-z]+:/.test(to)) return [];
    const [target, anchor] = to.split('#');
    const path = target === '' ? file : posix.join(posix.dirname(file), target).replace(/\/$/, '');
    return pathFaults(anchor === undefined ? path : `${path}#${anchor}`, files, shelves);
  });
}

const namedFaults = (line, files) =>
  [...line.matchAll(NAMED_FILE)].flatMap(([, name]) =>
    endings(name).some((ending) => ![...files].some((file) => ending.test(file))) ? [`no file ${name}`] : [],
  );

const titleFaults = (line, { sections }) =>
  [...line.matchAll(TITLE)].flatMap(([, ids]) =>
    ids
      .split(', ')
      .flatMap((id) => (sections.get('threats')?.has(id) ? [] : [`no threat or invariant ${id}`])),
  );

const HAS_TITLES = /^packages\/[a-z]+\/test\/.*\.tsx?$|^packages\/server\/src\/invariants\//;

/**
 * One sentence per reference that leads nowhere, or is in none of the forms.
 * @param {ReadonlyMap<string, string>} texts path -> text, of every file that may cite or be cited
 * @param {readonly string[]} all every file there is
 */
export function referenceFaults(texts, all) {
  const shelves = shelf(texts);
  const files = new Set(all);
  const faults = [...shelves.twice];
  for (const [file, text] of texts) {
    const own = PAPER.exec(file)?.[1];
    const isPaper = file.endsWith('.md');
    text.split('\n').forEach((line, index) => {
      const found = [
        ...sectionFaults(line, own, shelves),
        ...decisionFaults(line, shelves),
        ...[...line.matchAll(DOCS_PATH)].flatMap(([path]) => pathFaults(path, files, shelves)),
        ...(ELSEWHERE.test(line) ? [] : NO_FORM.flatMap((form) => form.exec(line)?.[0] ?? [])),
        ...(isPaper ? [...linkFaults(file, line, files, shelves), ...namedFaults(line, files)] : []),
        ...(HAS_TITLES.test(file) ? titleFaults(line, shelves) : []),
      ];
      faults.push(...found.map((what) => `${file}:${index + 1}: ${what}`));
    });
  }
  return faults;
}

/** The texts that cite or are cited, read from the folder. */
export const citing = (root, files) =>
  new Map(
    files
      .filter((file) => READ.test(file) && !PLANTED.has(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
