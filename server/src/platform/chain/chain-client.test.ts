import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startRpcNode } from '../../../test/fixtures/servers/rpc-node.js'
import { findFreePort } from '../free-port.js'
import { createLogger } from '../log.js'
import { createChainClient, findForeignNodes, hideAddress } from './chain-client.js'

const chainId = 84_532
/** No server listens there. */
let away: string
beforeAll(async () => {
  away = `http://127.0.0.1:${await findFreePort()}`
})

let nodes: Awaited<ReturnType<typeof startRpcNode>>[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  nodes = []
})

/** Starts a node on which every wallet has the given balance. */
async function aNode({ balance = 1, ...options }: { balance?: number; chainId?: number } = {}) {
  const respond = () => ({ result: `0x${balance.toString(16)}` })
  const node = await startRpcNode({ ...options, respond })
  nodes.push(node)
  return node
}

async function getBalance(...urls: string[]): Promise<bigint> {
  const client = await createChainClient({ urls, chainId })()
  return client.getBalance({ address: `0x${'1'.repeat(40)}` })
}

describe('createChainClient', () => {
  test('default', async () => {
    const [first, second] = [await aNode({ balance: 1 }), await aNode({ balance: 2 })]
    expect(await getBalance(first.url, second.url)).toBe(1n)
    expect(second.methods).toEqual([])
  })

  test('behavior: concurrent calls share one client', async () => {
    const node = await aNode()
    const client = createChainClient({ urls: [node.url], chainId })
    const [first, second] = await Promise.all([client(), client()])
    expect(first).toBe(second)
    expect(node.methods).toEqual([])
  })

  test('behavior: connects again after a failure', async () => {
    const node = await aNode()
    const urls = ['']
    // A protocol that cannot be read fails as a library that cannot be loaded.
    urls[0] = undefined as unknown as string
    const client = createChainClient({ urls, chainId })
    await expect(client()).rejects.toThrow()
    urls[0] = node.url
    expect(await (await client()).getChainId()).toBe(chainId)
  })

  test('behavior: verifies the chain id once, not with every request', async () => {
    const node = await aNode()
    const client = await createChainClient({ urls: [node.url], chainId })()
    for (let times = 0; times < 3; times += 1) await client.getGasPrice()
    expect(node.methods).toEqual(['eth_chainId', 'eth_gasPrice', 'eth_gasPrice', 'eth_gasPrice'])
  })

  test('behavior: falls back to the next node when one is unavailable', async () => {
    const second = await aNode({ balance: 2 })
    expect(await getBalance(away, second.url)).toBe(2n)
  })

  test('behavior: falls back to the next node when one has another chain id', async () => {
    const [foreign, second] = [await aNode({ chainId: 1 }), await aNode({ balance: 2 })]
    expect(await getBalance(foreign.url, second.url)).toBe(2n)
    expect(foreign.methods).toEqual(['eth_chainId'])
  })

  test('error: rejects a node of another chain', async () => {
    const foreignNode = await aNode({ chainId: 1 })
    await expect(getBalance(foreignNode.url)).rejects.toThrow('is chain 1, not 84532')
    await expect(getBalance(away, foreignNode.url)).rejects.toThrow('is chain 1, not 84532')
    expect(new Set(foreignNode.methods)).toEqual(new Set(['eth_chainId']))
  })

  test.each([
    ['http', 'me:pass@'],
    ['ws', ''],
  ])('error: hides the URL of an unavailable node: %s', async (scheme, user) => {
    const { host } = new URL(away)
    const url = `${scheme}://${user}${host}/v2/a-key-of-ours?token=another`
    let logged = ''
    const log = createLogger('trace', { write: (line) => (logged += line) })
    const error: unknown = await getBalance(url).catch((reason: unknown) => reason)
    log.error({ err: error }, 'away')

    expect(logged).toContain(`ECONNREFUSED ${host}`)
    expect(logged).not.toMatch(/a-key-of-ours|another|pass/)
  })
})

describe('findForeignNodes', () => {
  test('default: lists nodes by position, only those that respond', async () => {
    const [ownNode, other] = [await aNode(), await aNode({ chainId: 1 })]
    const urls = [ownNode.url, other.url, away, other.url]
    expect(await findForeignNodes({ urls, chainId })).toEqual([
      { node: 2, chainId: 1 },
      { node: 4, chainId: 1 },
    ])
  })

  test('behavior: returns an empty list when all match', async () => {
    const ownNode = await aNode()
    expect(await findForeignNodes({ urls: [ownNode.url, away], chainId })).toEqual([])
  })
})

const url = 'https://base.example/v2/a-key?network=base'
const name = 'node 1'

describe('hideAddress', () => {
  test('default', () => {
    const error = new Error(`POST ${url} failed`)
    hideAddress(error, { url, name })
    expect(error.message).toBe('POST node 1 failed')
    expect(error.stack).toContain('POST node 1 failed')
    expect(error.stack).not.toContain('a-key')
  })

  test('behavior: replaces the URL in every field, in lists and in causes', () => {
    const cause = Object.assign(new Error('refused'), { url, lines: ['URL:', url], code: 7 })
    const error = new Error('failed', { cause })
    hideAddress(error, { url, name })
    expect(cause).toMatchObject({ url: name, lines: ['URL:', name], code: 7 })
    expect(error.cause).toBe(cause)
  })

  test.each([
    ['without its password', 'https://base.example/v2/a-key'],
    ['its path alone', 'GET /v2/a-key'],
  ])('behavior: replaces %s', (_, text) => {
    const error = new Error(text)
    hideAddress(error, { url: 'https://me:pass@base.example/v2/a-key', name })
    expect(error.message).not.toContain('a-key')
  })

  test('behavior: a URL without a path does not replace every slash', () => {
    const error = new Error('1/2 of http://127.0.0.1:8545')
    hideAddress(error, { url: 'http://127.0.0.1:8545', name })
    expect(error.message).toBe('1/2 of node 1')
  })

  test.each([null, undefined, 'text', { message: url }])('behavior: ignores %j', (thrown) => {
    expect(() => hideAddress(thrown, { url, name })).not.toThrow()
  })

  test('property: leaves no key, wherever the URL occurs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const error = new Error(`${before}${url}${after}`)
        hideAddress(error, { url, name })
        expect(error.message).not.toContain('a-key')
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})
