import { encodeAbiParameters, getCreate2Address, parseAbiParameters, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factoryCode, startEvmNode, walletCode } from '../../../test/fixtures/servers/evm-node.js'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { aMessage, login } from '../../../test/sign-in.js'

const owner = privateKeyToAccount(`0x${'44'.repeat(32)}`)
const thirdParty = privateKeyToAccount(`0x${'55'.repeat(32)}`)
const wallet = '0x00000000000000000000000000000000C0FfEe01'
const factoryAddress = '0x00000000000000000000000000000000c0ffee03'
/** The suffix of EIP-6492 signatures, which contain the wallet's deployment. */
const deploymentMark = '6492'.repeat(16)
let planned: `0x${string}`
const nothing = '0x00000000000000000000000000000000C0ffEE02'

let node: Awaited<ReturnType<typeof startEvmNode>>
let app: TestApp
beforeAll(async () => {
  const code = walletCode(owner.address.toLowerCase() as `0x${string}`)
  const { factory, initCode } = factoryCode(code)
  planned = getCreate2Address({ from: factoryAddress, salt: zeroHash, bytecode: initCode })
  node = await startEvmNode({ [wallet.toLowerCase()]: code, [factoryAddress]: factory })
  app = await createTestApp({ environment: { CHAIN_RPC_URL: node.url } })
})
afterAll(async () => {
  await app.close()
  await node.close()
})

async function signInAs(options: {
  address?: string
  signer?: typeof owner
  chainId?: number
  remoteAddress?: string
}) {
  const { nonce } = (await app.inject('/api/auth/nonce')).json()
  const message = aMessage({
    address: (options.address ?? wallet).toLowerCase() as `0x${string}`,
    nonce,
    ...(options.chainId && { chainId: options.chainId }),
  })
  const signature = await (options.signer ?? owner).signMessage({ message })
  const { remoteAddress = '127.0.0.1' } = options
  return app.inject({ ...login({ message, signature }), remoteAddress })
}

describe('a contract wallet', () => {
  test('default: signs in when the contract accepts the signature', async () => {
    const response = await signInAs({})
    expect(response.statusCode).toBe(200)
    expect(response.json().wallet.toLowerCase()).toBe(wallet.toLowerCase())
  })

  test('behavior: signs in before deployment with an EIP-6492 signature', async () => {
    const { nonce } = (await app.inject('/api/auth/nonce')).json()
    const message = aMessage({ address: planned.toLowerCase() as `0x${string}`, nonce })
    const sign = async (signer: typeof owner) => {
      const inner = await signer.signMessage({ message })
      const parameters = parseAbiParameters('address, bytes, bytes')
      return `${encodeAbiParameters(parameters, [factoryAddress, '0x', inner])}${deploymentMark}`
    }
    const forged = await app.inject(login({ message, signature: await sign(thirdParty) }))
    expect(forged.statusCode).toBe(401)
    const response = await app.inject(login({ message, signature: await sign(owner) }))
    expect(response.json()).toMatchObject({ ok: true, wallet: planned })
  })

  test('error: refuses a signer that the contract rejects', async () => {
    expect((await signInAs({ signer: thirdParty })).json()).toMatchObject({ error: 'unauthorized' })
  })

  test('error: refuses an address without a contract', async () => {
    expect((await signInAs({ address: nothing })).json()).toMatchObject({ error: 'unauthorized' })
  })

  test('error: refuses a wallet on another chain', async () => {
    expect((await signInAs({ chainId: 1 })).json()).toMatchObject({ error: 'unauthorized' })
  })

  test('error: limits the signatures that the chain checks for a network address', async () => {
    const remoteAddress = '203.0.113.50'
    const used = { limit: 'contract-signatures', owner: 'network', used: 1_000 } as const
    await useCalls(app.ctx, { ...used, key: remoteAddress })
    const refused = await signInAs({ remoteAddress })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ error: 'rate_limited', limit: 'contract-signatures' })
    const byKey = await signInAs({ remoteAddress, address: owner.address })
    expect(byKey.statusCode).toBe(200)
    expect((await signInAs({ remoteAddress: '203.0.113.51' })).statusCode).toBe(200)
  })

  test('error: returns failed when the chain is down', async () => {
    const cut = await app.sibling({ CHAIN_RPC_URL: 'http://127.0.0.1:9' })
    const { nonce } = (await cut.inject('/api/auth/nonce')).json()
    const message = aMessage({ address: wallet.toLowerCase() as `0x${string}`, nonce })
    const signature = await owner.signMessage({ message })
    const response = await cut.inject(login({ message, signature }))
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'failed' })
  })
})
