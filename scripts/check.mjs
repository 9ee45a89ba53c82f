// Runs all static checks, then lists the failed ones.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const print = (line) => process.stdout.write(`${line}\n`)
const bin = (name) => join('node_modules', '.bin', name)

const checks = [
  ['types', bin('tsc'), ['-b']],
  ['style', bin('biome'), ['check', '--error-on-warnings', '.']],
  [
    'imports',
    bin('depcruise'),
    ['server', 'web', 'sdk', 'contracts', 'e2e', '--config', '.dependency-cruiser.mjs'],
  ],
  ['layout', process.execPath, [join('scripts', 'check-house.mjs')]],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated files', process.execPath, [join('scripts', 'generate.mjs'), '--check']],
]

const failed = checks.filter(([title, command, args]) => {
  const startedAt = Date.now()
  print(`> ${title}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  print(`> ${title}: ${status === 0 ? 'passed' : 'FAILED'} (${Date.now() - startedAt} ms)\n`)
  return status !== 0
})

if (failed.length > 0) {
  print(`Failed: ${failed.map(([title]) => title).join(', ')}`)
  process.exit(1)
}
