import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type Market, startMarket } from '../../../test/fixtures/agent.js'

const run = promisify(execFile)
const price = 12_060_000n
/** The client has 60,000 files. Removing them takes as long as installing them. */
const installMs = 900_000

/** The client as its users run it, with a higher cap. It is too large to be a dependency. */
const program = `
import { createSigner, wrapFetchWithPayment } from 'x402-fetch'
const [url, privateKey, body] = process.argv.slice(2)
const signer = await createSigner('base-sepolia', privateKey)
const pay = wrapFetchWithPayment(fetch, signer, 1_000_000_000n)
const headers = { 'content-type': 'application/json' }
const response = await pay(url, { method: 'POST', headers, body })
console.log(JSON.stringify({ status: response.status, body: await response.json() }))
`

let market: Market
let folder: string
let origin: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-x402-'))
  // Its newest viem needs a package that registries may lack.
  const manifest = { private: true, type: 'module', overrides: { viem: '2.57.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'buy.js'), program)
  const options = ['--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, 'x402-fetch@1.2.0'], { cwd: folder })
  market = await startMarket()
  market.startLoops()
  origin = await market.listen()
}, installMs)
afterAll(async () => {
  await market?.close()
  await rm(folder, { recursive: true, force: true })
}, installMs)

/** Pays with a new wallet and returns the response with what the wallet has left. */
async function buy(path: string, body: object) {
  const privateKey = generatePrivateKey()
  const wallet = addressOf(privateKeyToAddress(privateKey))
  await market.pay('USDC', { from: market.buyer, to: wallet, units: 1_000_000_000n })
  const args = ['buy.js', `${origin}${path}`, privateKey, JSON.stringify(body)]
  const { stdout } = await run(process.execPath, args, { cwd: folder })
  const balance = await market.balanceOf('USDC', wallet)
  return { ...(JSON.parse(stdout) as { status: number; body: object }), left: balance }
}

describe('x402-fetch 1.2', () => {
  test('behavior: buys an order, which is completed', async () => {
    const { status, body, left: balance } = await buy('/api/x402/orders', market.order())
    expect(status, JSON.stringify(body)).toBe(200)
    expect(balance).toBe(1_000_000_000n - price)
    const { receiptId } = (body as { receipt: { receiptId: string } }).receipt
    const find = async () => (await market.shop.get(`/api/receipts/${receiptId}`)).json().status
    await expect.poll(find, { timeout: 20_000 }).toMatch(/^(completed|reconciled)$/)
  })

  test('behavior: buys a plan', async () => {
    const { status, body, left: balance } = await buy('/api/x402/subscribe', { planKey: 'pro' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ plan: 'pro', apiKey: expect.stringMatching(/^tly_/) })
    expect(balance).toBe(601_000_000n)
  })
})
