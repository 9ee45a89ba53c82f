import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { type CodeBlock, isRunnable, listPages, readBlocks } from './helpers/code-blocks.js'
import { openShell } from './helpers/shell.js'
import { projectDir } from './helpers/tallystick.js'

const execute = promisify(execFile)
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-docs-'))
let user: { COOKIE: string; CSRF: string }
beforeAll(async () => {
  mkdirSync(join(folder, '.data'))
  writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(service.demo))
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
  // The content decides, not the name.
  const picture = join(projectDir, 'server', 'data', 'demo-items', 'cup-1.webp')
  copyFileSync(picture, join(folder, 'mug.jpg'))
  const { headers } = await service.newMerchant()
  user = { COOKIE: headers.cookie, CSRF: headers['x-csrf-token'] }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Pages whose commands run here, in one shell per page. */
const commandPages = [
  'README.md',
  'docs/api.md',
  'docs/catalogue.md',
  'docs/graphql.md',
  'docs/pictures.md',
  'docs/portal-api.md',
  'docs/receipts.md',
  'docs/reports.md',
  'docs/requests.md',
  'docs/reserve.md',
  'docs/tax.md',
  'docs/users.md',
]
/** Pages whose programs run here. */
const programPages = [
  'README.md',
  'docs/access.md',
  'docs/graphql.md',
  'docs/pictures.md',
  'docs/portal-api.md',
  'docs/users.md',
]
/** Pages with tests of their own, because they need a receiver, a wallet, time or a live service. */
const pagesOfTests: Record<string, string[]> = {
  'e2e/agent-example.test.ts': ['docs/agents.md', 'docs/discovery.md', 'docs/x402.md'],
  'e2e/going-live.test.ts': ['docs/contracts.md', 'docs/going-live.md', 'docs/operations.md'],
  'e2e/sdk-readme.test.ts': ['sdk/README.md'],
  'e2e/subscription-examples.test.ts': ['docs/subscriptions.md'],
  'e2e/webhook-examples.test.ts': ['docs/webhooks.md'],
  'e2e/your-own-shop.test.ts': ['docs/your-own-shop.md'],
}
/** Commands that take minutes or install packages, and the programs that run them. */
const longCommands: Record<string, string> = {
  'npm start': 'e2e/fresh-clone.chaos.ts',
  'npm test': '.ci/run',
  'npx openapi-typescript': 'e2e/api-clients.chaos.ts',
  'npx @hey-api/openapi-ts@0.94.0': 'e2e/api-clients.chaos.ts',
}

const isProgram = ({ language }: CodeBlock) => language === 'js' || language === 'ts'

function isLong({ code }: CodeBlock): boolean {
  const isKnown = (line: string) => Object.keys(longCommands).some((one) => line.startsWith(one))
  return code.trim().split('\n').every(isKnown)
}

function here(code: string): string {
  return code.replaceAll(/(http:\/\/)?localhost:3000/g, service.demo.baseUrl)
}

/** Returns the variables that the pages use, with a new order. */
async function newEnvironment(): Promise<Record<string, string>> {
  const { apiKey, baseUrl: URL, merchantWallet: WALLET } = service.demo
  const { body } = await service.program<{ receipt: { receiptId: string } }>('POST /api/orders', {
    body: { items: [{ sku: 'COFFEE-1', qty: 1 }] },
  })
  const { receiptId: RECEIPT } = body.receipt
  return { KEY: apiKey, TALLYSTICK_KEY: apiKey, URL, WALLET, RECEIPT, ...user }
}

describe('code blocks of README.md and docs', () => {
  test('default: each one runs in a test, or is output', () => {
    const testedPages = Object.values(pagesOfTests).flat()
    const isTested = (block: CodeBlock) => {
      if (testedPages.includes(block.page) || isLong(block)) return true
      if (isProgram(block)) return [...programPages, 'docs/receipts.md'].includes(block.page)
      return block.language === 'sh' && commandPages.includes(block.page)
    }
    const blocks = listPages().flatMap(readBlocks)
    expect(blocks.filter((block) => isRunnable(block) && !isTested(block))).toEqual([])
    const marks = new Set(blocks.flatMap((block) => block.marks))
    expect([...marks]).toEqual(['output'])
  })

  test.each(Object.entries(pagesOfTests))('default: %s runs %j', (file, pages) => {
    const source = readFileSync(join(projectDir, file), 'utf8')
    for (const page of pages) expect(source).toContain(`nameBlocks('${page}', [`)
  })

  test.each(Object.entries(longCommands))('default: "%s" runs in %s', (command, file) => {
    expect(readFileSync(join(projectDir, file), 'utf8')).toContain(command)
  })

  test.each(commandPages)('default: the commands of %s', async (page) => {
    const blocks = readBlocks(page).filter((block) => isRunnable(block) && !isLong(block))
    const [signIn] = blocks.filter(isProgram)
    if (page === 'docs/receipts.md' && signIn) {
      writeFileSync(join(folder, '.data', 'sign-in.mjs'), signIn.code)
    }
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
    const shell = openShell({ cwd: folder, env: await newEnvironment() })
    const output = await shell.run(here(commands.join('\n')))
    shell.close()
    // The log of requests names the errors of others.
    expect(output).not.toMatch(/^\{"error"/m)
  })

  test.each(programPages)('default: the programs of %s', async (page) => {
    const programs = readBlocks(page).filter((block) => isProgram(block) && isRunnable(block))
    const env = await newEnvironment()
    for (const { code } of programs) {
      const client = `import { createClient } from '@tallystick/sdk'
const client = createClient({ baseUrl: process.env.URL, apiKey: process.env.KEY, timeoutMs: 100_000 })\n`
      const isPart = code.includes('client.') && !code.includes('createClient(')
      const file = join(folder, 'program.mjs')
      writeFileSync(file, here(isPart ? client + code : code))
      await execute(process.execPath, [file], { cwd: folder, env })
    }
  })
})
