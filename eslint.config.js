/**
 * What a line may say. No rule is ever switched off in a file: directives are not read (`noInlineConfig`), so a rule
 * that cannot be kept is changed here, for all. `as` is for brands only, tests apart.
 */
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { pure } from './arrows.cjs';

const source = ['packages/*/src/**/*.{ts,tsx}', 'examples/**/*.ts'];
const tests = ['packages/*/test/**/*.{ts,tsx}'];
const purePackages = [`packages/{${pure.join(',')}}/src/**/*.ts`];
const web = ['packages/web/**/*.{ts,tsx}', 'packages/devnet/src/wallet/**/*.{ts,tsx}'];

const brands = ['const', 'Sats', 'Amount', 'Txid', 'Outpoint', 'InscriptionId', 'AssetId', 'ScriptHex', 'Tx'];

const everywhere = [
  { selector: 'ExportAllDeclaration', message: 'A door lists its names by hand.' },
  { selector: 'TSEnumDeclaration', message: 'A closed union of strings, never an enum.' },
];
const brand = `/^(?:${brands.join('|')})$/`;
const casts = {
  // `as bigint` takes the brand off; a list of a brand is named like one.
  selector: [
    'TSAsExpression',
    `:not([typeAnnotation.typeName.name=${brand}])`,
    `:not([typeAnnotation.elementType.typeName.name=${brand}])`,
    ':not([typeAnnotation.type="TSBigIntKeyword"])',
  ].join(''),
  message: `\`as\` only names a brand (${brands.join(', ')}); narrow with a guard or a schema instead.`,
};
const impure = [
  {
    selector: 'CallExpression[callee.name="Number"]',
    message: 'Number() reads anything; use Number.parseInt on checked text, or stay with bigint.',
  },
  { selector: 'CallExpression[callee.name="parseFloat"]', message: 'No float from text in a pure package.' },
  {
    selector: 'MemberExpression[object.name="Number"][property.name="parseFloat"]',
    message: 'No float from text in a pure package.',
  },
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Randomness is an argument.',
  },
];
const worldly = [
  'Date',
  'console',
  'process',
  'Buffer',
  'TextDecoder',
  'TextEncoder',
  'fetch',
  'crypto',
  'performance',
  'globalThis',
  'window',
  'document',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'structuredClone',
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '.data/',
      '.cache/',
      'artifacts/',
      'packages/server/migrations/',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    extends: [tseslint.configs.base],
    rules: {
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      complexity: ['error', 12],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-debugger': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unreachable': 'error',
      'no-fallthrough': 'error',
      'no-empty': 'error',
      'no-eval': 'error',
      'no-param-reassign': 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: [...source, ...tests],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // It takes a closure in a named argument for a method of a class.
      '@typescript-eslint/unbound-method': 'off',
      // There are no enums (the compiler refuses them) and nearly no classes; these rules cost seconds for nothing.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // It takes a branded bigint for something else than a bigint.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
    },
  },
  { files: source, rules: { 'no-restricted-syntax': ['error', ...everywhere, casts] } },
  {
    files: purePackages,
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, casts, ...impure],
      'no-restricted-globals': [
        'error',
        ...worldly.map((name) => ({
          name,
          message: 'A pure package sees ECMAScript only; take it as an argument.',
        })),
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: web,
    plugins: reactHooks.configs.flat.recommended.plugins,
    rules: reactHooks.configs.flat.recommended.rules,
  },
  {
    // A describe block is one function, an oracle one expression, a table's row many arguments: sizes say nothing here.
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      complexity: 'off',
      '@typescript-eslint/max-params': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    // The doors to libraries without types: what we ask of them is written down there, and nowhere else.
    files: ['packages/contracts/src/library.ts', 'packages/contracts/src/published.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
