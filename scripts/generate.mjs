// Writes the files that are generated from code. With --check it only lists those that are out of
// date. With --baseline it also makes the current API the one that later changes must not break:
// only for a release.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { importTypeScript } from './bundle-programs.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCheck = process.argv.includes('--check')
const isRelease = process.argv.includes('--baseline')
const [
  { formatArtifacts },
  { compileContracts },
  { currentArtifacts },
  { fillGasTable },
  { bindings },
  { renderFailures },
  { renderLimits },
  { renderOutages },
  { renderStatuses },
  { describeRoutes },
  { envExample },
  { themesCss, tokensCss },
] = await importTypeScript([
  'contracts/build/artifacts.ts',
  'contracts/build/compile.ts',
  'contracts/build/current-artifacts.ts',
  'contracts/build/gas-table.ts',
  'contracts/build/generate-bindings.ts',
  'server/scripts/render-failures.ts',
  'server/scripts/render-limits.ts',
  'server/scripts/render-outages.ts',
  'server/scripts/render-statuses.ts',
  'server/scripts/describe-routes.ts',
  'server/src/platform/config/env-example.ts',
  'web/src/tokens/tokens-css.ts',
])
const { routes, openapi } = await describeRoutes()
// A check compiles the sources instead of trusting the recorded hash.
const artifacts = (isCheck ? compileContracts : currentArtifacts)(join(root, 'contracts'))

const files = {
  '.env.example': envExample(),
  'contracts/README.md': fillGasTable(
    read('contracts/README.md') ?? '',
    JSON.parse(read('contracts/gas.json') ?? '{}'),
  ),
  'contracts/artifacts.json': formatArtifacts(artifacts),
  'docs/degraded-mode.md': renderOutages(read('docs/degraded-mode.md') ?? '', routes),
  'docs/failures.md': renderFailures(),
  'docs/limits.md': renderLimits(),
  'docs/receipt-status.md': renderStatuses(),
  'server/openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
  'sdk/src/generated/api.ts': `${notice()}${astToString(await openapiTS(openapi))}`,
  ...(isRelease
    ? { 'server/openapi-baseline.json': `${JSON.stringify(withoutProse(openapi))}\n` }
    : {}),
  'web/src/tokens/tokens.css': tokensCss(),
  'web/src/tokens/themes.css': themesCss(),
  ...bindings(artifacts),
}

const stale = Object.entries(files).filter(([path, content]) => read(path) !== content)
if (isCheck) {
  for (const [path] of stale) console.error(`${path} is out of date. Run: npm run generate`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const [path, content] of stale) {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  writeFileSync(join(root, path), content)
  console.log(`Wrote ${path}`)
}

function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

/**
 * Removes descriptions, and keeps the names and schemas that clients depend on. Under `properties`,
 * keys are field names, which may equal the name of a description.
 */
function withoutProse(value, hasFieldNames = false) {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item))
  if (value === null || typeof value !== 'object') return value
  const prose = ['description', 'summary', 'example', 'tags', 'headers']
  const kept = Object.entries(value).filter(([name]) => hasFieldNames || !prose.includes(name))
  return Object.fromEntries(
    kept.map(([name, part]) => [name, withoutProse(part, !hasFieldNames && name === 'properties')]),
  )
}

function notice() {
  return '// Generated from server/openapi.json: npm run generate\n\n'
}
