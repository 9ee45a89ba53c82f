/**
 * Refreshes artifacts.json when the sources or the settings have changed. With --check it compiles in any
 * case, writes nothing, and ends with 1 when the file is not exactly what the sources give.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { artifactsPath, findArtifacts, formatArtifacts } from './artifacts.js'
import { compileContracts } from './compile.js'
import { currentArtifacts } from './current-artifacts.js'

// From contracts/dist/build.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const path = artifactsPath(root)
const isCheck = process.argv.includes('--check')

const startedAt = performance.now()
const content = formatArtifacts(isCheck ? compileContracts(root) : currentArtifacts(root))
const isCurrent = findArtifacts(root) !== null && readFileSync(path, 'utf8') === content
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)

if (isCurrent) {
  process.stdout.write(`artifacts.json is up to date (${seconds} s)\n`)
} else if (isCheck) {
  process.stderr.write('contracts/artifacts.json is out of date: npm run generate\n')
  process.exitCode = 1
} else {
  writeFileSync(path, content)
  process.stdout.write(`wrote artifacts.json (${seconds} s)\n`)
}
