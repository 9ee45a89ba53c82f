import { spawn } from 'node:child_process'

/** The terminal of a reader. Variables and functions of one block are known in the next. */
type Shell = {
  /** Runs commands and returns what they print. Throws with the output when one fails. */
  run(commands: string): Promise<string>
  close(): void
}

/** Stops at the first command or request that fails. */
const prelude = 'set -eo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'
const end = '--- end of the commands ---\n'

/** Opens a terminal in `cwd`. Close it at the end of the test. */
export function openShell({ cwd, env }: { cwd: string; env: Record<string, string> }): Shell {
  const { PATH = '' } = process.env
  const child = spawn('bash', ['--norc', '--noprofile'], { cwd, env: { PATH, ...env } })
  let printed = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.stdin.write(prelude)

  return {
    async run(commands) {
      printed = ''
      complaints = ''
      // Without input of their own, commands would read those that follow.
      child.stdin.write(`{\n${commands}\n} < /dev/null\nprintf '%s' '${end}'\n`)
      const isComplete = new Promise<void>((resolve) => {
        child.stdout.on('data', function check() {
          if (!printed.endsWith(end)) return
          child.stdout.off('data', check)
          resolve()
        })
      })
      await Promise.race([isComplete, closed])
      if (!printed.endsWith(end)) throw new Error(`A command failed:\n${printed}${complaints}`)
      return printed.slice(0, -end.length)
    },
    close: () => child.stdin.end(),
  }
}
