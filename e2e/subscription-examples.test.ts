// @module-tag slow
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient, createSpendPermission } from '@tallystick/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useOwnService } from './helpers/client.js'
import { nameBlocks } from './helpers/code-blocks.js'
import { openShell } from './helpers/shell.js'
import { projectDir } from './helpers/tallystick.js'

const blocks = nameBlocks('docs/subscriptions.md', [
  'settings',
  'plans',
  'subscribe',
  'charges',
  'advance',
  'forecast',
  'message',
  'list',
  'attempts',
])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-subscriptions-'))
// Other tests must not see its clock move.
const service = useOwnService({ SANDBOX_CHAIN: 'on' })
beforeAll(() => {
  mkdirSync(join(folder, '.data'))
  symlinkSync(join(projectDir, 'examples'), join(folder, 'examples'))
  copyFileSync(join(service.dataDir, 'demo.json'), join(folder, '.data', 'demo.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('docs/subscriptions.md', () => {
  test('default: shows a first and a second charge, and a charge that will fail', async () => {
    const shell = openShell({ cwd: folder, env: {} })
    await shell.run(blocks.settings)
    expect(await shell.run(blocks.plans)).toContain('"planId":"plan_demo"')
    expect(await shell.run(blocks.subscribe)).toMatch(/^sub_/)

    const list = async () => (await shell.run(blocks.charges)).trim().split('\n')
    const isCharged = expect.stringMatching(/ 12\.5 USD (completed|reconciled)$/)
    const slowly = { timeout: 60_000, interval: 200 }
    await expect.poll(list, slowly).toEqual([isCharged])
    const listed = await shell.run(blocks.advance)
    expect(listed.trim().split('\n').slice(-2)).toEqual([isCharged, isCharged])
    expect(await shell.run(blocks.forecast)).toContain('"reason":"balance"')
    expect(await shell.run(blocks.list)).toContain('"subscriptionId":"sub_')
    expect(await shell.run(blocks.attempts)).toContain('"status":"succeeded"')
    shell.close()
  })

  test('behavior: a customer subscribes with the message of the page', async () => {
    const { baseUrl, merchantWallet, buyerPrivateKey } = service.demo
    const client = createClient({ baseUrl })
    const [plan] = await client.subscriptions.plans.list(merchantWallet)
    if (!plan) throw new Error('The demo shop has no plan.')
    const file = join(folder, 'message.mjs')
    writeFileSync(file, blocks.message)
    const { messageOf } = await import(pathToFileURL(file).href)

    const customer = privateKeyToAccount(buyerPrivateKey)
    const { body } = await service.program<{ time: number }>('GET /api/status/ping')
    const start = Math.floor(body.time / 1_000)
    const terms = { plan, account: customer.address, start }
    const { permissionData, typedData } = createSpendPermission(terms)
    const { message } = typedData
    const signed = await customer.signTypedData({ ...messageOf(plan.permission), message })
    const created = await client.subscriptions.create({
      planId: plan.planId,
      customerWallet: customer.address,
      permissionData,
      permissionSignature: signed,
    })
    expect(created.status).toBe('active')
  })
})
