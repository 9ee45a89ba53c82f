import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, ServiceError } from '@tallystick/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { unique, useService } from './helpers/client.js'
import { nameBlocks } from './helpers/code-blocks.js'
import { projectDir } from './helpers/tallystick.js'

const blocks = nameBlocks('sdk/README.md', [
  'firstCall',
  'order',
  'subscribe',
  'verify',
  'receiver',
  'expressRoute',
  'testEvent',
])
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-sdk-'))
symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program and returns the last line that it prints. */
async function run(...code: string[]): Promise<string> {
  const { baseUrl, apiKey, buyerPrivateKey, merchantWallet, chain } = service.demo
  const file = join(folder, 'program.mjs')
  writeFileSync(file, code.join('\n').replaceAll('http://localhost:3000', baseUrl))
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: {
      TALLYSTICK_KEY: apiKey,
      BUYER_KEY: buyerPrivateKey,
      MERCHANT: merchantWallet,
      RPC: chain?.rpcUrl,
    },
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}

const importEvents = `import { createTestWebhook, isPaid, verifyWebhook } from '@tallystick/sdk'
const secret = process.env.TALLYSTICK_KEY
const shipped = []
const shipOnce = async (id) => shipped.push(id)`

describe('a session in the SDK', () => {
  test('default: replaces secrets, which a key may not', async () => {
    const { headers, apiKey } = await service.newSeller()
    const { baseUrl } = service.demo
    const session = { csrfToken: headers['x-csrf-token'], cookie: headers.cookie }
    const { receipts, webhooks } = createClient({ baseUrl, session })
    const created = await webhooks.endpoints.create({ url: 'http://localhost:4001/all' })
    const rotated = await webhooks.endpoints.rotateSecret(created.id, { overlapHours: 0 })
    expect(rotated.secret).not.toBe(created.secret)
    expect(rotated.previousSecretUntil).toBeNull()
    expect(await webhooks.shopSecret.get()).toBeNull()
    expect((await webhooks.shopSecret.rotate()).secret).toMatch(/^whsec_/)
    expect(await receipts.export()).toMatch(/^\w+,/)

    const withKey = createClient({ baseUrl, apiKey })
    await expect(withKey.webhooks.shopSecret.rotate()).rejects.toThrow(ServiceError)
    expect(await withKey.receipts.export({ status: 'paid' })).toMatch(/^\w+,/)
  })
})

describe('sdk/README.md', () => {
  test('default: makes the first call and creates an order', async () => {
    // Another page uses the same key for another order.
    const order = blocks.order.replaceAll('cart-1001', unique('cart'))
    expect(await run(blocks.firstCall, order, 'console.log(status)')).toBe('generated')
  })

  test('default: subscribes a customer', async () => {
    const wallet = `import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
const account = privateKeyToAccount(process.env.BUYER_KEY)
const wallet = createWalletClient({ account, transport: http(process.env.RPC) })
const merchantWallet = process.env.MERCHANT`
    expect(await run(wallet, blocks.subscribe, 'console.log(subscriptionId)')).toMatch(/^sub_/)
  })

  test('default: verifies an offer and a receipt', async () => {
    const responses = `import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
const account = privateKeyToAccount(process.env.BUYER_KEY)
const buyer = new x402Client().register('eip155:*', new ExactEvmScheme(account))
buyer.setSpendControls({ maxAmountPerPayment: '$100' })
const request = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"shopSlug":"${service.demo.shopSlug}","items":[{"sku":"COFFEE-1","qty":1}]}',
}
const url = 'http://localhost:3000/api/x402/orders'
const challenge = await fetch(url, request)
const paid = await wrapFetchWithPayment(fetch, buyer)(url, request)`
    const print = 'console.log(offer.receiptId, receipt.receiptId)'
    expect(await run(responses, blocks.verify, print)).toMatch(/^rcpt_\w+ rcpt_\w+$/)
  })

  test('default: receives a webhook with node:http', async () => {
    // The receiver of the page has a fixed port, and never stops.
    const receiver = blocks.receiver
      .replace(/^import .*@tallystick\/sdk'$/m, `import { WebhookError } from '@tallystick/sdk'`)
      .replace('createServer(', 'const server = createServer(')
      .replace('listen(4000)', 'listen(0)')
    const send = `const { body, headers } = await createTestWebhook({ secret, event: { status: 'paid' } })
const url = 'http://localhost:' + server.address().port
const { status } = await fetch(url, { method: 'POST', headers, body })
console.log(status, shipped.length)
server.close()`
    expect(await run(importEvents, receiver, send)).toBe('204 1')
  })

  test('default: receives a test event with Express', async () => {
    const express = `const express = { raw: () => null }
let route
const app = { post: (path, parser, handler) => { route = handler } }`
    const send = `await route({ body, headers }, { sendStatus: (status) => console.log(status, shipped.length) })`
    const parts = [importEvents, express, blocks.expressRoute, blocks.testEvent, send]
    // Nothing is shipped, because the payment failed.
    expect(await run(...parts)).toBe('204 0')
  })
})
