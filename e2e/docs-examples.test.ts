import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { type CodeBlock, listPages, readBlocks } from './helpers/code-blocks.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-docs-'))
beforeAll(() => {
  mkdirSync(join(folder, '.data'))
  writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Pages whose commands run here, in one shell per page. */
const commandPages = [
  'README.md',
  'docs/api.md',
  'docs/catalogue.md',
  'docs/graphql.md',
  'docs/portal-api.md',
  'docs/receipts.md',
  'docs/reports.md',
  'docs/requests.md',
  'docs/reserve.md',
  'docs/users.md',
]
/** Pages whose programs run here. */
const programPages = ['README.md', 'docs/access.md', 'docs/graphql.md', 'docs/users.md']
/** Pages that tests of their own run, because they need a receiver, a wallet or time. */
const testedElsewhere = [
  'docs/agents.md',
  'docs/subscriptions.md',
  'docs/webhooks.md',
  'docs/your-own-shop.md',
]

const isMarked = ({ marks }: CodeBlock) => marks.includes('output') || marks.includes('template')
const isProgram = ({ language }: CodeBlock) => language === 'js' || language === 'ts'

function here(code: string): string {
  return code.replaceAll(/(http:\/\/)?localhost:3000/g, service.demo.baseUrl)
}

/** Fails when a command or a request fails. */
const prelude = 'set -eo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'

async function run(command: string, args: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const { apiKey, merchantWallet } = service.demo
  const { baseUrl } = service.demo
  const env = { PATH, KEY: apiKey, TALLYSTICK_KEY: apiKey, URL: baseUrl, WALLET: merchantWallet }
  const { stdout } = await execute(command, args, { cwd: folder, env }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
  return stdout
}

describe('code blocks of README.md and docs', () => {
  test('default: each one runs in a test, is output, or is a template to fill in', () => {
    const isTested = (block: CodeBlock) => {
      if (testedElsewhere.includes(block.page)) return true
      if (isProgram(block)) return [...programPages, 'docs/receipts.md'].includes(block.page)
      return block.language === 'sh' && commandPages.includes(block.page)
    }
    const unknown = listPages()
      .flatMap(readBlocks)
      .filter((block) => block.language !== 'mermaid' && !isMarked(block) && !isTested(block))
    expect(unknown).toEqual([])
  })

  test.each(commandPages)('default: the commands of %s', async (page) => {
    const blocks = readBlocks(page).filter((block) => !isMarked(block))
    const [signIn] = blocks.filter(isProgram)
    if (page === 'docs/receipts.md' && signIn) {
      writeFileSync(join(folder, '.data', 'sign-in.mjs'), signIn.code)
    }
    const placed = await service.program<{ receipt: { receiptId: string } }>('POST /api/orders', {
      body: { items: [{ sku: 'COFFEE-1', qty: 1 }] },
    })
    const known = `RECEIPT=${placed.body.receipt.receiptId}\n`
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
    const output = await run('bash', ['-c', prelude + known + here(commands.join('\n'))])
    // The log of requests names the errors of others.
    expect(output).not.toMatch(/^\{"error"/m)
  })

  test.each(programPages)('default: the programs of %s', async (page) => {
    const programs = readBlocks(page).filter((block) => isProgram(block) && !isMarked(block))
    for (const { code } of programs) {
      const client = `import { createClient } from '@tallystick/sdk'
const client = createClient({ baseUrl: process.env.URL, apiKey: process.env.KEY, timeoutMs: 100_000 })\n`
      const isPart = code.includes('client.') && !code.includes('createClient(')
      const file = join(folder, 'program.mjs')
      writeFileSync(file, here(isPart ? client + code : code))
      await run(process.execPath, [file])
    }
  })
})
