// @module-tag slow
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { isRunnable, readBlocks } from './helpers/code-blocks.js'
import { createReader, type Reader } from './helpers/reader.js'

const execute = promisify(execFile)
const service = useService()
let reader: Reader
beforeAll(() => {
  reader = createReader(service.demo)
})
afterAll(() => reader.remove())

describe('docs/agents.md', () => {
  test('default: the agent buys the best match, and the programs pay and verify the evidence', async () => {
    const shell = reader.openTerminal()
    const output = await shell.run(reader.type(readBlocks('docs/agents.md').filter(isRunnable)))
    shell.close()
    // The cheapest match is a drink that has the word only in its description.
    const lines = output.trim().split('\n')
    expect(lines[0]).toMatch(/^House espresso beans/)
    const boughtLine = lines.find((line) => / paid 0x[0-9a-f]{64}$/.test(line))
    const response = await service.program(`GET /api/receipts/${boughtLine?.split(' ')[0]}`)
    expect(response.body['status']).toMatch(/^(paid|completed|reconciled)$/)

    expect(output).toMatch(/^200 \{$/m)
    expect(lines.at(-1)).toMatch(/^\d+ 0x[0-9a-f]{64}$/)
  })
})

describe('docs/x402.md', () => {
  test('default: the order of the page has a price', async () => {
    const shell = reader.openTerminal()
    // The response has status 402, at which other pages would have failed.
    await shell.run('unset -f curl')
    const output = await shell.run(reader.type(readBlocks('docs/x402.md').filter(isRunnable)))
    shell.close()
    expect(JSON.parse(output).quote.totalUsd).toBeGreaterThan(0)
  })
})

describe('examples/agent', () => {
  test('error: buys nothing when no item fits the wish', async () => {
    const args = ['examples/agent/agent.mjs', 'bicycle']
    const run = execute(process.execPath, args, { cwd: reader.folder })
    await expect(run).rejects.toThrow('nothing in stock for the wish "bicycle"')
  })
})
