// Runs all static checks and the test of what requests cost, two at a time, and prints each as it
// ends. Then lists the failed ones.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const print = (line) => process.stdout.write(`${line}\n`)
const bin = (name) => join('node_modules', '.bin', name)

/** The longest check comes first, so that the others run beside it. */
const checks = [
  // A third of the time of the compiler that the tools below import, which has the API they need.
  ['types', process.execPath, [join('node_modules', 'typescript-native', 'bin', 'tsc'), '-b']],
  [
    'imports',
    bin('depcruise'),
    ['server', 'web', 'sdk', 'contracts', 'e2e', '--config', '.dependency-cruiser.mjs'],
  ],
  ['style', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['generated files', process.execPath, [join('scripts', 'generate.mjs'), '--check']],
  ['request costs', bin('vitest'), ['run', '--project', 'server', 'test/request-costs']],
  ['dead code', bin('knip'), ['--no-progress']],
  ['layout', process.execPath, [join('scripts', 'check-house.mjs')]],
]

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 1
    waiting.length = 0
  })
}

const waiting = [...checks]
const failed = []
const runners = Math.min(2, availableParallelism())
await Promise.all(Array.from({ length: runners }, runWaiting))

if (failed.length > 0) {
  print(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

async function runWaiting() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [title, command, args] = check
    const startedAt = Date.now()
    const { code, output } = await run(command, args)
    if (code !== 0) failed.push(title)
    if (output) process.stdout.write(output)
    print(`> ${title}: ${code === 0 ? 'passed' : 'FAILED'} (${Date.now() - startedAt} ms)`)
  }
}

/** Collects the output, because checks that run at the same time must not mix their lines. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}
