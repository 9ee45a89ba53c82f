import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataDir, projectDir, removeDataDir, startTallystick } from './helpers/tallystick.js'

test('behavior: a fresh clone with a cold package cache starts, and restarts within 5 s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-clone-'))
  const clone = join(folder, 'tallystick')
  const dataDir = makeDataDir()
  execFileSync('git', ['clone', '--quiet', projectDir, clone])

  const start = async () => {
    const startedAt = performance.now()
    const running = await startTallystick({
      command: 'npm start',
      dataDir,
      cwd: clone,
      environment: { npm_config_cache: join(folder, 'cache') },
    })
    const { baseUrl } = await running.ready()
    const ms = performance.now() - startedAt
    expect(await (await fetch(`${baseUrl}/healthz`)).json()).toEqual({ status: 'ok' })
    running.signal('SIGTERM')
    expect(await running.exited).toBe(0)
    return ms
  }

  const first = await start()
  const second = await start()
  expect(second).toBeLessThan(5_000)
  // The install must not change tracked files such as the lock file.
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })
  expect(changes).toBe('')
  process.stdout.write(`first start ${Math.round(first)} ms, second ${Math.round(second)} ms\n`)
  rmSync(folder, { recursive: true })
  removeDataDir(dataDir)
})
