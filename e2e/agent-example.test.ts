import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-agent-'))
beforeAll(() => {
  mkdirSync(join(folder, '.data'))
  writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('examples/agent', () => {
  test('default: buys an item of the demo shop', async () => {
    const script = join(projectDir, 'examples', 'agent', 'agent.mjs')
    const { stdout } = await execute(process.execPath, [script], { cwd: folder })
    const lines = stdout.trim().split('\n')
    expect(lines.at(-1)).toMatch(/^rcpt_\w+ paid 0x[0-9a-f]{64}$/)
    const [receiptId] = lines.at(-1)?.split(' ') ?? []
    const found = await service.program(`GET /api/receipts/${receiptId}`)
    expect(found.body['status']).toMatch(/^(paid|completed|reconciled)$/)
  })
})
