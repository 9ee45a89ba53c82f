// Writes the files that follow from the code. With --check it only says which ones are out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { formatArtifacts } from '../contracts/dist/build/artifacts.js'
import { compileContracts } from '../contracts/dist/build/compile.js'
import { currentArtifacts } from '../contracts/dist/build/current-artifacts.js'
import { fillGasTable } from '../contracts/dist/build/gas-table.js'
import { bindings } from '../contracts/dist/build/generate-bindings.js'
import { drawFailures } from '../server/dist/scripts/draw-failures.js'
import { drawStatuses } from '../server/dist/scripts/draw-statuses.js'
import { openapiDocument } from '../server/dist/scripts/openapi-document.js'
import { envExample } from '../server/dist/src/platform/config/env-example.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isCheck = process.argv.includes('--check')
const openapi = await openapiDocument()
// A check trusts no hash: the code in the repository is what these sources compile to.
const artifacts = (isCheck ? compileContracts : currentArtifacts)(join(root, 'contracts'))

const files = {
  '.env.example': envExample(),
  'contracts/README.md': fillGasTable(
    read('contracts/README.md') ?? '',
    JSON.parse(read('contracts/gas.json') ?? '{}'),
  ),
  'contracts/artifacts.json': formatArtifacts(artifacts),
  'docs/failures.md': drawFailures(),
  'docs/receipt-status.md': drawStatuses(),
  'server/openapi.json': `${JSON.stringify(openapi, null, 2)}\n`,
  'sdk/src/generated/api.ts': `${notice()}${astToString(await openapiTS(openapi))}`,
  ...bindings(artifacts),
}

const stale = Object.entries(files).filter(([path, content]) => read(path) !== content)
if (isCheck) {
  for (const [path] of stale) console.error(`${path} is out of date: npm run generate`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const [path, content] of stale) {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  writeFileSync(join(root, path), content)
  console.log(`wrote ${path}`)
}

function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

function notice() {
  return '// Generated from server/openapi.json: npm run generate\n\n'
}
