// @module-tag slow
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from './helpers/client.js'
import { type CodeBlock, isRunnable, listPages, readBlocks } from './helpers/code-blocks.js'
import { createReader, type Reader } from './helpers/reader.js'
import { projectDir } from './helpers/tallystick.js'

const service = useService()
let reader: Reader
beforeAll(() => {
  reader = createReader(service.demo)
})
afterAll(() => reader.remove())

/**
 * Pages that run here as typed: block after block in one new shell, which knows nothing but the
 * path.
 */
const pages = [
  'README.md',
  'docs/access.md',
  'docs/api.md',
  'docs/card-payments.md',
  'docs/catalog.md',
  'docs/discovery.md',
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
/**
 * Pages with tests of their own, because they need a receiver, a wallet, time or a live service.
 */
const pagesOfTests: Record<string, string[]> = {
  'e2e/agent-example.test.ts': ['docs/agents.md', 'docs/x402.md'],
  'e2e/going-live.test.ts': ['docs/contracts.md', 'docs/going-live.md', 'docs/operations.md'],
  'e2e/sdk-readme.test.ts': ['sdk/README.md'],
  'e2e/shop/button.test.ts': ['docs/pay-button.md'],
  'e2e/subscription-examples.test.ts': ['docs/subscriptions.md'],
  'e2e/webhook-examples.test.ts': ['docs/webhooks.md'],
  'e2e/your-own-shop.test.ts': ['docs/your-own-shop.md'],
}
/** Commands that take minutes or install packages, and the programs that run them. */
const longCommands: Record<string, string> = {
  'npm start': 'e2e/fresh-clone.chaos.ts',
  'npm test': '.ci/run',
  'npx openapi-typescript': 'e2e/api-clients.chaos.ts',
  'npx -p typescript@5.9.3 -p @hey-api/openapi-ts@0.94.0': 'e2e/api-clients.chaos.ts',
}

function isLong({ code }: CodeBlock): boolean {
  const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.every((line) =>
    Object.keys(longCommands).some((command) => line.startsWith(command)),
  )
}

describe('code blocks of README.md and docs', () => {
  test('default: each one runs in a test, or is output', () => {
    const testedPages = [...pages, ...Object.values(pagesOfTests).flat()]
    const blocks = listPages().flatMap(readBlocks)
    const isTested = (block: CodeBlock) => testedPages.includes(block.page) || isLong(block)
    expect(blocks.filter((block) => isRunnable(block) && !isTested(block))).toEqual([])
    const marks = new Set(blocks.flatMap((block) => block.marks))
    expect([...marks]).toEqual(['output'])
  })

  test.each(Object.entries(pagesOfTests))('default: %s runs %j', (file, pages) => {
    const source = readFileSync(join(projectDir, file), 'utf8')
    for (const page of pages)
      expect(source).toMatch(new RegExp(`(nameBlocks|readBlocks)\\('${page}'`))
  })

  test.each(Object.entries(longCommands))('default: "%s" runs in %s', (command, file) => {
    expect(readFileSync(join(projectDir, file), 'utf8')).toContain(command)
  })

  test.each(pages)('default: the blocks of %s run as typed', async (page) => {
    const blocks = readBlocks(page).filter((block) => isRunnable(block) && !isLong(block))
    const shell = reader.openTerminal()
    const output = await shell.run(reader.type(blocks))
    shell.close()
    // The log of requests names the errors of others.
    expect(output).not.toMatch(/^\{"error"/m)
  })
})
