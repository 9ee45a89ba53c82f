import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '../helpers/tallystick.js'

type Failure = { code: string; action: string }

/** Why a payment can fail and what its buyer reads, as we have published it. */
export function readFailures(): Failure[] {
  const page = readFileSync(join(projectDir, 'docs', 'failures.md'), 'utf8')
  const rows = page.matchAll(/^\| `(PORTAL_\w+)` \|.+\| (.+?) \|$/gm)
  return Array.from(rows, ([, code = '', action = '']) => ({ code, action }))
}
