/**
 * The architecture, executable. Imports point down only:
 *
 *   main, verify-audit, deploy-contracts > start-service, banner > app, jobs, check-alerts > features > auth > platform > lib
 *
 * and features may use each other only along the edges of this table, which has no circle.
 */
const features = {
  audit: [],
  authorizations: ['receipts', 'settlement', 'shop'],
  chain: [],
  directory: ['inventory', 'shop'],
  events: ['receipts'],
  health: [],
  home: [],
  inventory: ['audit', 'pricing'],
  keys: ['audit'],
  ledger: [],
  members: ['audit'],
  openapi: [],
  orders: ['directory', 'inventory', 'pricing', 'receipts', 'shop', 'split', 'tax'],
  portal: ['authorizations', 'receipts', 'settlement', 'shop'],
  pricing: ['rates', 'shop'],
  rates: [],
  receipts: ['audit', 'inventory', 'ledger', 'pricing', 'rates', 'shop', 'split', 'tax'],
  reports: ['ledger', 'receipts'],
  sandbox: ['inventory', 'portal', 'receipts', 'settlement', 'shop', 'split'],
  sessions: ['audit', 'members', 'shop'],
  settlement: ['inventory', 'ledger', 'rates', 'receipts', 'shop', 'split'],
  shop: ['audit', 'rates'],
  split: ['audit'],
  tax: ['shop'],
  webhooks: ['audit', 'events', 'receipts'],
}

const featureRules = Object.entries(features).map(([name, mayUse]) => ({
  name: `feature-${name}`,
  severity: 'error',
  comment: `${name} may use: ${mayUse.join(', ') || 'no other feature'}`,
  from: { path: `^server/src/features/${name}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^server/src/features/',
    pathNot: `^server/src/features/(${[name, ...mayUse].join('|')})/`,
  },
}))

/** What is started by itself. */
const processes = 'main|verify-audit|deploy-contracts'

const tests = '\\.(test|chaos|properties)\\.tsx?$|^server/(test|bench|scripts)/'

const starts = 'start-service|start-embedded|start-chain'

const layer = (name, above) => ({
  name: `layer-${name}`,
  severity: 'error',
  comment: `${name} knows nothing of what stands above it`,
  from: { path: `^server/src/${name}(/|\\.ts$)`, pathNot: tests },
  to: { path: `^server/src/(${above})(/|\\.ts$)` },
})

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(server|sdk|web)/src',
        pathNot: `\\.d\\.ts$|(index|${processes})\\.ts$|/generated/|${tests}`,
      },
      to: {},
    },
    {
      name: 'no-unlisted-feature',
      severity: 'error',
      comment: 'a new feature gets a row in the table above',
      from: {
        path: '^server/src/features/',
        pathNot: `^server/src/features/(${Object.keys(features).join('|')})/`,
      },
      to: {},
    },
    layer('lib', `platform|auth|features|app|jobs|check-alerts|banner|${starts}|${processes}`),
    layer('platform', `auth|features|app|jobs|check-alerts|banner|${starts}|${processes}`),
    layer('auth', `features|app|jobs|check-alerts|banner|${starts}|${processes}`),
    layer('features', `app|jobs|check-alerts|banner|${starts}|${processes}`),
    layer('(app|jobs|check-alerts)', `banner|${starts}|${processes}`),
    {
      name: 'lib-is-pure',
      severity: 'error',
      comment: 'lib computes; the one library it may use computes too',
      from: { path: '^server/src/lib/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '@noble/hashes' },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      comment: 'stores take a Queryable; everybody else goes through a store or ctx.db',
      from: {
        path: '^server/src/',
        pathNot: `store\\.ts$|^server/src/platform/|^server/src/start-service\\.ts$|${tests}`,
      },
      to: { path: '^server/src/platform/db/', pathNot: 'store-unavailable' },
    },
    {
      name: 'driver-only-in-db',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/platform/db/|${tests}` },
      to: { path: 'node_modules/(pg|@types/pg)/' },
    },
    {
      name: 'store-is-private',
      severity: 'error',
      comment: 'a feature is used through its verbs, not through its store',
      from: { path: '^server/src/features/([^/]+)/' },
      to: {
        path: '^server/src/features/[^/]+/store\\.ts$',
        pathNot: '^server/src/features/$1/',
      },
    },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { path: '^(server|sdk|web)/src', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'sdk-stands-alone',
      severity: 'error',
      comment: 'merchants install the sdk; it brings nothing along',
      from: { path: '^sdk/src', pathNot: tests },
      to: { pathNot: '^sdk/src' },
    },
    {
      name: 'web-knows-the-sdk',
      severity: 'error',
      comment:
        'pages know the service by the types that merchants have, and nothing of how it works',
      from: { path: '^web/src' },
      to: { path: '^(server|contracts|e2e)/' },
    },
    {
      name: 'pages-are-drawn-by-the-portal',
      severity: 'error',
      comment: 'what the browser shows is no business of the rest',
      from: { path: '^server/src', pathNot: '^server/src/features/portal/' },
      to: { path: '^web/|@tallystick/web' },
    },
    {
      name: 'black-box-e2e',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^server/' },
    },
    ...featureRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
  },
}
