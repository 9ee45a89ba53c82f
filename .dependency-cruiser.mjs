/**
 * The architecture as import rules. Imports point down only:
 *
 *   main, verify-audit, deploy-contracts, doctor > start-service, doctor-sections > app, jobs, check-alerts > features.ts
 *   > features > auth > platform > lib
 *
 * Features import each other only along the edges of this table, which has no cycle.
 */
const groups = {
  access: {
    audit: [],
    billing: ['audit', 'keys', 'ledger', 'sessions'],
    keys: ['audit'],
    members: ['audit', 'pages', 'passkeys', 'sessions', 'shop'],
    owners: ['audit'],
    passkeys: ['audit'],
    privacy: ['audit', 'receipts'],
    registers: ['audit', 'ledger', 'receipts', 'tax'],
    requests: [],
    sessions: ['audit', 'passkeys', 'shop'],
  },
  catalog: {
    directory: ['inventory', 'shop'],
    inventory: ['audit', 'jobs', 'media', 'pricing'],
    media: [],
    pricing: ['rates', 'shop', 'split'],
    rates: [],
    shop: ['audit', 'media', 'rates'],
    tax: ['shop'],
  },
  selling: {
    authorizations: ['holds', 'payments', 'receipts', 'shop'],
    customers: ['audit'],
    holds: ['inventory', 'shop'],
    mcp: ['directory', 'inventory', 'portal', 'receipts', 'x402'],
    onramp: ['holds', 'payments', 'receipts'],
    orders: [
      'directory',
      'holds',
      'inventory',
      'media',
      'receipts',
      'registers',
      'shop',
      'split',
      'tax',
    ],
    portal: [
      'authorizations',
      'holds',
      'media',
      'onramp',
      'pages',
      'payments',
      'receipts',
      'refunds',
      'shop',
    ],
    receipts: [
      'audit',
      'events',
      'holds',
      'inventory',
      'jobs',
      'ledger',
      'media',
      'pricing',
      'rates',
      'shop',
      'split',
      'tax',
    ],
    storefront: ['directory', 'inventory', 'orders', 'pages', 'receipts', 'shop'],
    subscriptions: ['audit', 'events', 'payments', 'receipts', 'shop', 'split'],
    x402: ['billing', 'directory', 'holds', 'media', 'orders', 'payments', 'receipts', 'shop'],
  },
  money: {
    ledger: [],
    payments: ['holds', 'ledger', 'rates', 'receipts', 'shop', 'split'],
    payouts: ['jobs', 'ledger', 'payments', 'rates', 'receipts', 'split'],
    refunds: [
      'audit',
      'holds',
      'inventory',
      'ledger',
      'payments',
      'receipts',
      'registers',
      'shop',
      'split',
    ],
    reports: ['ledger', 'receipts', 'shop', 'subscriptions'],
    reserve: ['audit', 'ledger', 'payouts', 'shop', 'split', 'subscriptions'],
    settlement: [
      'inventory',
      'ledger',
      'payments',
      'payouts',
      'receipts',
      'refunds',
      'shop',
      'split',
    ],
    split: ['audit', 'jobs'],
  },
  people: {
    graphql: ['pages', 'users'],
    users: ['ledger', 'media', 'shop'],
    jobs: ['audit'],
    notifications: ['ledger', 'payments', 'payouts'],
    views: ['audit'],
  },
  delivery: {
    events: [],
    webhooks: ['audit', 'events', 'receipts'],
  },
  platform: {
    chain: [],
    discovery: ['directory', 'inventory', 'shop', 'split', 'x402'],
    health: [],
    console: ['pages'],
    pos: ['pages'],
    home: ['pages', 'sandbox'],
    openapi: [],
    operator: ['audit', 'chain', 'ledger', 'reports', 'shop', 'webhooks'],
    pages: [],
    sandbox: [
      'events',
      'inventory',
      'media',
      'onramp',
      'orders',
      'pages',
      'payments',
      'portal',
      'receipts',
      'sessions',
      'settlement',
      'shop',
      'split',
      'subscriptions',
    ],
  },
}

const features = Object.assign({}, ...Object.values(groups))

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

/** Entry points of processes. */
const processes = 'main|verify-audit|deploy-contracts|doctor'

const tests = '\\.(test|chaos|properties)\\.tsx?$|^(server|web)/test/|^server/(bench|scripts)/'

const anyStore = '^server/src/features/.*store\\.ts$'

const starts = 'start-service|start-background|start-embedded|start-chain'

const layer = (name, above) => ({
  name: `layer-${name}`,
  severity: 'error',
  comment: `${name} must not import from a layer above it`,
  from: { path: `^server/src/${name}(/|\\.ts$)`, pathNot: tests },
  to: { path: `^server/src/(${above})(/|\\.ts$)` },
})

/** The layers of the pages: tokens < core < ui < apps. */
const webLayer = (name, mayUse) => ({
  name: `web-layer-${name}`,
  severity: 'error',
  comment: `${name} may use: ${mayUse.replaceAll('|', ', ')}`,
  from: { path: `^web/src/${name}/`, pathNot: tests },
  to: { path: '^web/src/', pathNot: `^web/src/(${mayUse})/` },
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
      comment: 'add a row for the new feature to the table above',
      from: {
        path: '^server/src/features/',
        pathNot: `^server/src/features/(${Object.keys(features).join('|')})/`,
      },
      to: {},
    },
    {
      name: 'features-ignore-their-list',
      severity: 'error',
      comment: 'only app, jobs and the start read the list of features',
      from: { path: '^server/src/features/', pathNot: tests },
      to: { path: '^server/src/features\\.ts$' },
    },
    layer(
      'lib',
      `platform|auth|features|app|jobs|check-alerts|doctor-sections|${starts}|${processes}`,
    ),
    layer('platform', `auth|features|app|jobs|check-alerts|doctor-sections|${starts}|${processes}`),
    layer('auth', `features|app|jobs|check-alerts|doctor-sections|${starts}|${processes}`),
    layer('features', `app|jobs|check-alerts|doctor-sections|${starts}|${processes}`),
    layer('(app|jobs|check-alerts|doctor-sections)', `${starts}|${processes}`),
    {
      name: 'lib-is-pure',
      severity: 'error',
      comment: 'lib is pure: it may import only the hash library',
      from: { path: '^server/src/lib/', pathNot: tests },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: 'hash-wasm',
      },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      comment:
        'SQL lives in stores, which take a Queryable, and in *-sql.ts files, whose parts the stores of several features use',
      from: {
        path: '^server/src/',
        pathNot: `(store|-sql)\\.ts$|^server/src/platform/|^server/src/start-service\\.ts$|${tests}`,
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
      comment: 'use a feature through its verbs, not through its stores',
      from: { path: '^server/src/features/([^/]+)/', pathNot: tests },
      to: { path: anyStore, pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'store-is-private-to-features',
      severity: 'error',
      comment: 'use a feature through its verbs, not through its stores',
      from: { path: '^server/src/[^/]+\\.ts$', pathNot: tests },
      to: { path: anyStore },
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
      comment: 'merchants install the SDK, so it has no dependencies',
      from: { path: '^sdk/src', pathNot: tests },
      to: { pathNot: '^sdk/src' },
    },
    {
      name: 'web-knows-the-sdk',
      severity: 'error',
      comment: 'pages know the service only through the SDK types',
      from: { path: '^web/src' },
      to: { path: '^(server|contracts|e2e)/' },
    },
    webLayer('tokens', 'tokens'),
    webLayer('core', 'tokens|core'),
    webLayer('ui', 'tokens|core|ui'),
    {
      name: 'web-core-has-no-components',
      severity: 'error',
      comment: 'core is plain TypeScript, which the server and every app can use',
      from: { path: '^web/src/(tokens|core)/', pathNot: tests },
      to: { path: 'node_modules/preact|\\.tsx$|\\.css$' },
    },
    {
      name: 'web-apps-stand-alone',
      severity: 'error',
      comment: 'an app imports tokens, core and ui, and no other app',
      from: { path: '^web/src/([^/]+)/', pathNot: `^web/src/(tokens|core|ui)/|${tests}` },
      to: { path: '^web/src/', pathNot: '^web/src/(tokens|core|ui|$1)/' },
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
    // Only our own build output: many packages have their entry in `dist/`.
    exclude: { path: '^(server|web|sdk|contracts|e2e)/dist/' },
  },
}
