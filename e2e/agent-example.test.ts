import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(service.demo))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runAgent(...wish: string[]) {
  const script = join(projectDir, 'examples', 'agent', 'agent.mjs')
  const env = { ...process.env, DATA_DIR: folder }
  return execute(process.execPath, [script, ...wish], { env })
}

describe('examples/agent', () => {
  test('default: buys the item of the demo shop that fits the wish best', async () => {
    // The cheapest match is a drink that has the word only in its description.
    const { stdout } = await runAgent('espresso')
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toMatch(/^House espresso beans/)
    expect(lines.at(-1)).toMatch(/^rcpt_\w+ paid 0x[0-9a-f]{64}$/)
    const [receiptId] = lines.at(-1)?.split(' ') ?? []
    const found = await service.program(`GET /api/receipts/${receiptId}`)
    expect(found.body['status']).toMatch(/^(paid|completed|reconciled)$/)
  })

  test('error: buys nothing when no item fits the wish', async () => {
    await expect(runAgent('bicycle')).rejects.toThrow('nothing in stock for the wish "bicycle"')
  })
})
