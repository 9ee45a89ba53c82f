import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useOwnService } from './helpers/client.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const page = readFileSync(join(projectDir, 'docs', 'subscriptions.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-subscriptions-'))
// Other tests must not see its clock move.
const service = useOwnService({ SANDBOX_CHAIN: 'on' })
beforeAll(() => {
  mkdirSync(join(folder, '.data'))
  symlinkSync(join(projectDir, 'examples'), join(folder, 'examples'))
  copyFileSync(join(service.dataDir, 'demo.json'), join(folder, '.data', 'demo.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the blocks of commands in the quick start. */
function listCommands(): string[] {
  const [, rest = ''] = page.split('\n## Quick start\n')
  const [section = ''] = rest.split('\n## ')
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands)
}

/** Runs commands of the page in one shell and returns the output. Throws when one fails. */
async function run(...commands: (string | undefined)[]): Promise<string> {
  const { stdout } = await execute('bash', ['-euc', commands.join('\n')], { cwd: folder })
  return stdout
}

describe('the quick start of docs/subscriptions.md', () => {
  test('default: shows a first and a second charge, and a charge that will fail', async () => {
    const [settings, plans, subscribe, charges, advance, forecast] = listCommands()
    expect(await run(settings, plans)).toContain('"planId":"plan_demo"')
    const id = (await run(settings, subscribe)).trim()
    expect(id).toMatch(/^sub_/)

    const known = `SUBSCRIPTION=${id}`
    const list = async () => (await run(settings, known, charges)).trim().split('\n')
    const isCharged = expect.stringMatching(/ 12\.5 USD (completed|reconciled)$/)
    const slowly = { timeout: 60_000, interval: 200 }
    await expect.poll(list, slowly).toEqual([isCharged])
    await run(settings, known, 'sleep() { :; }', charges, advance)
    await expect.poll(list, slowly).toEqual([isCharged, isCharged])
    expect(await run(settings, known, forecast)).toContain('"reason":"balance"')
  })
})
