import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { nameBlocks } from './helpers/code-blocks.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const agents = nameBlocks('docs/agents.md', ['run', 'pay', 'verify'])
const discovery = nameBlocks('docs/discovery.md', ['verify'])
const x402 = nameBlocks('docs/x402.md', ['order'])
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-agent-'))
const dataDir = join(folder, '.data')
beforeAll(() => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(service.demo))
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in the folder of the project. */
async function run(command: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir }
  return (await execute('bash', ['-ec', command], { cwd: projectDir, env })).stdout
}

/** Runs a program and returns the last line that it prints. */
async function runProgram(code: string): Promise<string> {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, code)
  const { stdout } = await execute(process.execPath, [file], { cwd: folder })
  return stdout.trim().split('\n').at(-1) ?? ''
}

describe('examples/agent', () => {
  test('default: buys the item of the demo shop that fits the wish best', async () => {
    // The cheapest match is a drink that has the word only in its description.
    const lines = (await run(agents.run)).trim().split('\n')
    expect(lines[0]).toMatch(/^House espresso beans/)
    expect(lines.at(-1)).toMatch(/^rcpt_\w+ paid 0x[0-9a-f]{64}$/)
    const [receiptId] = lines.at(-1)?.split(' ') ?? []
    const found = await service.program(`GET /api/receipts/${receiptId}`)
    expect(found.body['status']).toMatch(/^(paid|completed|reconciled)$/)
  })

  test('error: buys nothing when no item fits the wish', async () => {
    const command = 'node examples/agent/agent.mjs bicycle'
    await expect(run(command)).rejects.toThrow('nothing in stock for the wish "bicycle"')
  })
})

describe('docs/x402.md', () => {
  test('default: the order of the page has a price', async () => {
    const { stdout } = await execute('bash', ['-ec', x402.order], { cwd: folder })
    const response = JSON.parse(stdout)
    expect(response.quote.totalUsd).toBeGreaterThan(0)
  })
})

describe('docs/agents.md and docs/discovery.md', () => {
  test('default: the programs pay an order and verify the evidence', async () => {
    const { baseUrl, shopSlug } = service.demo
    const body = { shopSlug, items: [{ sku: 'COFFEE-1', qty: 1 }] }
    const challenge = await service.anyone('POST /api/x402/orders', { body })
    expect(challenge.status).toBe(402)
    const printHeaders = '\nconsole.log(JSON.stringify([response.status, [...response.headers]]))'
    const [status, paidHeaders] = JSON.parse(await runProgram(agents.pay + printHeaders))
    expect(status).toBe(200)

    const responses = `const challenge = { headers: new Headers(${JSON.stringify([...challenge.headers])}) }
const paid = { headers: new Headers(${JSON.stringify(paidHeaders)}) }\n`
    const printTerms = '\nconsole.log(offer.amount, receipt.transaction)'
    const terms = /^\d+ 0x[0-9a-f]{64}$/
    const known = `${responses}const baseUrl = '${baseUrl}'\n`
    expect(await runProgram(known + agents.verify + printTerms)).toMatch(terms)
    const here = discovery.verify.replace('http://localhost:3000', baseUrl)
    expect(await runProgram(responses + here + printTerms)).toMatch(terms)
  })
})
